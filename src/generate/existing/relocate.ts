import { parseSync } from "oxc-parser";
import type { GeneratedFile } from "../contracts.ts";
import type { Host } from "./host.ts";
import { importRank, resolved, specifierTo, spliced, type Splice } from "./syntax.ts";

/** Target of each generated path without extension: a project path, or a package as `npm:name`. */
export type Places = ReadonlyMap<string, string>;

const bare = (path: string): string => path.replace(/\.ts$/, "");

/** Rewrites default imports of packages as namespace imports, for compilers without default interop. */
const withoutDefaults = (text: string): string =>
  text.replaceAll(
    /^import (\w+)(?:, (\{.*\}))? from ("[^."][^"]*");$/gm,
    (_, whole: string, named: string | undefined, from: string) =>
      `import * as ${whole} from ${from};${named === undefined ? "" : `\nimport ${named} from ${from};`}`,
  );

/** Rewrites a module's imports for its new place. */
function moved({ path, text: original }: GeneratedFile, target: string, { places, host }: Move): string {
  const text = host.interop ? original : withoutDefaults(original);
  const { module } = parseSync(path, text);
  const splices = module.staticImports.flatMap(
    ({ moduleRequest: { value, start, end } }): readonly Splice[] => {
      if (value === "zod") return [{ start, end, text: JSON.stringify(host.zod) }];
      if (host.bareBuiltins && value.startsWith("node:"))
        return [{ start, end, text: JSON.stringify(value.slice("node:".length)) }];
      const from = resolved(path, value);
      if (from === undefined) return [];
      const place = places.get(from);
      if (place === undefined) throw new Error(`${path} imports ${value}, which has no place.`);
      const specifier = place.startsWith("npm:")
        ? place.slice("npm:".length)
        : specifierTo(target, `${place}.ts`, host.importEnd);
      return [{ start, end, text: JSON.stringify(specifier) }];
    },
  );
  return inOrder(path, spliced(text, splices));
}

/** Sorts imports as linters expect: packages, then own modules with the most distant first, and names within each. */
function inOrder(path: string, text: string): string {
  const { module } = parseSync(path, text);
  const rank = ({ moduleRequest: { value } }: (typeof module.staticImports)[number]): string =>
    importRank(value);
  const all = module.staticImports;
  const sorted = all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return spliced(
    text,
    all.flatMap(({ start, end }, index) => {
      const from = sorted[index];
      return from ? [{ start, end, text: membersInOrder(text.slice(from.start, from.end)) }] : [];
    }),
  );
}

const membersInOrder = (statement: string): string =>
  statement.replace(/\{([^{}]*)\}/, (_, list: string) => {
    const bare = (name: string): string => name.replace(/^type /, "");
    const names = list.split(",").map((name) => name.trim());
    return `{ ${names
      .filter(Boolean)
      .toSorted((a, b) => (bare(a) < bare(b) ? -1 : 1))
      .join(", ")} }`;
  });

interface Move {
  readonly places: Places;
  readonly host: Host;
}

/** Moves generated files to their places in a project and gives TypeScript files the project's extension. */
export const relocate = (files: readonly GeneratedFile[], move: Move): readonly GeneratedFile[] =>
  files.map((file) => {
    const place = move.places.get(bare(file.path));
    if (place === undefined) throw new Error(`${file.path} has no place.`);
    if (!file.path.endsWith(".ts")) return { path: place, text: file.text };
    const target = `${place}${move.host.extension}`;
    return { path: target, text: moved(file, target, move) };
  });
