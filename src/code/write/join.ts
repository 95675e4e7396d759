import type { Code, Import } from "./code.ts";

const isLocal = (from: string): boolean => from.startsWith("/");

/** Collects import names by module, without duplicates; packages first, each group sorted. */
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
  // A value import of a name also serves as its type.
  const names = [...all].filter((name) => !name.startsWith("type ") || !all.has(bare(name)));
  const whole = names.find((name) => /^(default|\*) as /.test(name));
  const named = names.filter((name) => name !== whole).toSorted(order);
  const types = named.length > 0 && !whole && named.every((name) => name.startsWith("type "));
  const list = `{ ${(types ? named.map(bare) : named).join(", ")} }`;
  const clause = [whole?.replace(/^default as /, ""), named.length ? list : undefined].filter(Boolean);
  return `import ${types ? "type " : ""}${clause.join(", ")} from ${JSON.stringify(from)};`;
}

/** Returns the relative import path from the file at `path` to another; both are relative to the root. */
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
  /** The extension of relative imports: `.ts` as the files are named, `.js` as they are compiled, or none. */
  readonly extension: ".ts" | ".js" | "";
}

/** Renders the TypeScript module at `path` (from the project's root): its imports, then its parts. */
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

/** Python standard library modules that generated code imports; they come first. */
const standard = new Set(
  "asyncio base64 collections concurrent contextlib dataclasses datetime decimal enum functools hashlib http importlib io json logging math os pathlib platform re secrets shutil signal sys tempfile threading time traceback typing unicodedata unittest urllib uuid".split(
    " ",
  ),
);

/** Sort key: constants, then classes, then the rest, as ruff orders names imported from one module. */
const kindOf = (name: string): number =>
  name.length > 1 && name === name.toUpperCase() ? 0 : /^[A-Z]/.test(name) ? 1 : 2;

const natural = (a: string, b: string): number => {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : a < b ? -1 : 1;
};

const pythonModule = (from: string): string =>
  isLocal(from)
    ? from
        .slice(1)
        .replace(/(\/__init__)?\.py$/, "")
        .replaceAll("/", ".")
    : from;

/**
 * Renders the Python module at `path`: absolute imports from the project's root, then its parts. The name
 * `*` imports the module itself.
 */
export function joinPythonModule(path: string, parts: readonly Code[]): string {
  const found = table(parts).filter(([from]) => from !== `/${path}`);
  const group = (from: string): number =>
    isLocal(from) ? 2 : standard.has(from.split(".")[0] ?? "") ? 0 : 1;
  const groups = [0, 1, 2].map((groupIndex) => {
    const ownImports = found
      .filter(([from]) => group(from) === groupIndex)
      .map(([from, names]) => [pythonModule(from), names] as const)
      .toSorted(([a], [b]) => natural(a, b));
    const whole = ownImports.filter(([, names]) => names.has("*")).map(([module]) => `import ${module}`);
    const named = ownImports.flatMap(([module, names]) => {
      const list = [...names]
        .filter((name) => name !== "*")
        .toSorted((a, b) => kindOf(a) - kindOf(b) || natural(a, b));
      return list.length ? [`from ${module} import ${list.join(", ")}`] : [];
    });
    return [...whole, ...named].join("\n");
  });
  const body = parts
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join("\n\n\n");
  const imports = groups.filter(Boolean).join("\n\n");
  const space = /^(@|class |def |async def )/.test(body) ? "\n\n\n" : "\n\n";
  return `${[imports, body].filter(Boolean).join(space)}\n`;
}
