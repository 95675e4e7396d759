import type { Code, Import } from "./code.ts";

const isLocal = (from: string): boolean => from.startsWith("/");

/** Import names by module, without repetition; packages first, each group in order. */
function table(parts: readonly Code[]): readonly (readonly [from: string, names: ReadonlySet<string>])[] {
  const found = new Map<string, Set<string>>();
  const add = ({ from, names }: Import): void => {
    const known = found.get(from) ?? new Set();
    for (const name of names) known.add(name);
    found.set(from, known);
  };
  for (const part of parts) part.imports.forEach(add);
  const rank = ([from]: readonly [string, unknown]): string =>
    `${isLocal(from) ? 2 : from.startsWith("node:") ? 0 : 1}${from}`;
  return [...found].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

const bare = (name: string): string => name.replace(/^type /, "");
const order = (a: string, b: string): number => (bare(a).toLowerCase() < bare(b).toLowerCase() ? -1 : 1);

function statement(from: string, all: ReadonlySet<string>): string {
  if (!all.size) return `import ${JSON.stringify(from)};`;
  // A value import of a name serves as its type too.
  const names = [...all].filter((name) => !name.startsWith("type ") || !all.has(bare(name)));
  const whole = names.find((name) => /^(default|\*) as /.test(name));
  const named = names.filter((name) => name !== whole).toSorted(order);
  const types = named.length > 0 && !whole && named.every((name) => name.startsWith("type "));
  const list = `{ ${(types ? named.map(bare) : named).join(", ")} }`;
  const clause = [whole?.replace(/^default as /, ""), named.length ? list : undefined].filter(Boolean);
  return `import ${types ? "type " : ""}${clause.join(", ")} from ${JSON.stringify(from)};`;
}

/** From the file at `path` to another of the project, both from its root. */
function relative(path: string, target: string): string {
  const here = path.split("/").slice(0, -1);
  const there = target.slice(1).split("/");
  while (here.length && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  return `${here.length ? "../".repeat(here.length) : "./"}${there.join("/")}`;
}

export interface ModuleStyle {
  /** How relative imports end: `.ts` as the files are called, `.js` as they are compiled, or not at all. */
  readonly extension: ".ts" | ".js" | "";
}

/** The TypeScript module at `path` (from the project's root): its imports, then its parts. */
export function joinModule(
  path: string,
  parts: readonly Code[],
  { extension }: ModuleStyle = { extension: ".ts" },
): string {
  const imports = table(parts)
    .filter(([from]) => from !== `/${path}`)
    .map(([from, names]) =>
      statement(isLocal(from) ? relative(path, from).replace(/\.ts$/, extension) : from, names),
    );
  return `${[imports.join("\n"), ...parts.map(({ text }) => text.trim())].filter(Boolean).join("\n\n")}\n`;
}

/** The Python module at `path`: absolute imports from the project's root, then its parts. */
export function joinPythonModule(path: string, parts: readonly Code[]): string {
  const groups = table(parts)
    .filter(([from]) => from !== `/${path}`)
    .map(([from, names]) => {
      const module = isLocal(from)
        ? from
            .slice(1)
            .replace(/(\/__init__)?\.py$/, "")
            .replaceAll("/", ".")
        : from;
      const named = [...names].filter((name) => name !== "*").toSorted();
      return [
        ...(names.has("*") ? [`import ${module}`] : []),
        ...(named.length ? [`from ${module} import ${named.join(", ")}`] : []),
      ].join("\n");
    });
  return `${[groups.join("\n"), ...parts.map(({ text }) => text.trim())].filter(Boolean).join("\n\n\n")}\n`;
}
