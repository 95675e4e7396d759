/** Prints every violation of the architecture under `src`. Its test calls `violations` with planted ones. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { rooms } from "./rooms.ts";

export interface Source {
  /** Path below `src`, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const isTest = (path: string): boolean => /\.(test|suite)\.ts$/.test(path);

/** Whether the path is code of generated projects, which are programs with an environment. */
const isShipped = (path: string): boolean => path.includes("/shipped/");

/** Returns a module's relative imports, static and dynamic, as paths below `src`. */
function imports(source: Source): readonly string[] {
  const { module } = parseSync(source.path, source.text);
  const found = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((e) => e.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.text.slice(start, end).replaceAll(/^["'`]|["'`]$/g, ""),
    ),
  ];
  return found
    .filter((request) => request.startsWith("."))
    .map((request) => join(dirname(source.path), request).split(sep).join("/"));
}

/** File names that could name anything; a name must say what the file contains. */
const vague = /\/(?:names|words|things|stuff|various|misc|common|utils?|helpers?)\.ts$/;

/** Returns a sentence for each forbidden import, bypassed index, unknown room, vague name and cycle. */
export function violations(sources: readonly Source[]): readonly string[] {
  const wrong: string[] = [];
  const graph = new Map(sources.map((source) => [source.path, imports(source)] as const));
  for (const [path, targets] of graph) {
    const from = path.split("/")[0] ?? "";
    if (!(from in rooms)) wrong.push(`${path}: ${from} is no room; list it in scripts/rooms.ts`);
    if (vague.test(path)) wrong.push(`${path}: many files could be called so; name it by what it holds`);
    for (const target of targets) {
      const to = target.split("/")[0] ?? "";
      if (to === from) continue;
      if (to !== "lib" && !rooms[from]?.includes(to)) wrong.push(`${path}: ${from} may not import ${to}`);
      if (!/^[^/]+\/index\.ts$/.test(target))
        wrong.push(`${path}: enters ${to} by ${target}, not by its door`);
    }
    if (/\bprocess\./.test(source(sources, path)) && from !== "cli" && !isTest(path) && !isShipped(path)) {
      wrong.push(`${path}: reads process; only cli may`);
    }
  }
  return [...wrong, ...cycles(graph)];
}

const source = (sources: readonly Source[], path: string): string =>
  (sources.find((s) => s.path === path)?.text ?? "").replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\\n]|\\.)*"/g,
    "",
  );

function cycles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const state = new Map<string, "open" | "done">();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(" → ")}`);
      return;
    }
    state.set(path, "open");
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..", "src");
  const found = violations(
    globSync("**/*.ts", { cwd: root })
      .filter((path) => !isTest(path))
      .map((path) => ({
        path: relative(".", path).split(sep).join("/"),
        text: readFileSync(join(root, path), "utf8"),
      })),
  );
  for (const line of found) console.error(line);
  process.exitCode = found.length ? 1 : 0;
}
