/**
 * Reports which scanner rules are used by which applications: the functions of `src/endpoints` (with `--blocks`, the
 * branches within them) that ran in fewer than `--least=2` of the applications in a folder.
 *
 *   npx node bench/readings.ts <folder of applications> [--documents=<folder>] [--blocks] [--least=2]
 *
 * `--documents` writes the OpenAPI document of each application, to compare two versions of the scanner.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { toOpenApi } from "../src/api/index.ts";
import { definitionOf, scanRoutes } from "../src/endpoints/index.ts";
import { flag, has, words } from "./words.ts";

const [root = "."] = words;
const least = Number(flag("least") ?? "2");
const documents = flag("documents");

const filesIn = (folder: string): Parameters<typeof scanRoutes>[0] => ({
  tryRead: async (path) => {
    const full = join(folder, path);
    return existsSync(full) && statSync(full).isFile() ? readFileSync(full, "utf8") : null;
  },
  async *find(glob) {
    const exclude = (name: string): boolean => name.includes("node_modules");
    for (const path of globSync(glob, { cwd: folder, exclude }).sort())
      if (statSync(join(folder, path)).isFile()) yield path;
  },
});

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: has("blocks") });

type Ranges = readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];

/** Returns the ranges of each function that ran since the last call, outer ranges first. */
async function covered(): Promise<ReadonlyMap<string, Ranges>> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return new Map(
    result.flatMap(({ url, functions }) => {
      const [, path] = /\/src\/endpoints\/(.*)$/.exec(url) ?? [];
      return path === undefined
        ? []
        : functions.map(
            ({ functionName, ranges }) =>
              [`${path}\t${ranges[0]?.startOffset}\t${functionName}`, ranges] as const,
          );
    }),
  );
}

/** Returns how often a place ran: V8 omits ranges that ran as often as the range around them. */
const countAt = (ranges: Ranges, start: number, end: number): number =>
  ranges.findLast((range) => range.startOffset <= start && range.endOffset >= end)?.count ?? 0;

const ran: { readonly name: string; readonly functions: ReadonlyMap<string, Ranges> }[] = [];
for (const name of readdirSync(root).sort()) {
  const { routes } = await scanRoutes(filesIn(join(root, name)));
  console.error(`${name}: ${routes.length} endpoints`);
  if (documents !== undefined) {
    mkdirSync(documents, { recursive: true });
    const document = toOpenApi(definitionOf(routes, { title: name, version: "1.0.0" }));
    const undecided = routes.flatMap((route) => (route.undecided ? [`${route.method} ${route.path}`] : []));
    writeFileSync(join(documents, `${name}.json`), JSON.stringify({ ...document, undecided }, undefined, 1));
  }
  ran.push({ name, functions: await covered() });
}

/** Every place in some application's ranges, with the applications in which it ran. */
const fired = new Map<string, readonly string[]>();
for (const { functions } of ran)
  for (const [key, ranges] of functions)
    for (const { startOffset, endOffset } of ranges) {
      const place = `${key}\t${startOffset}\t${endOffset}`;
      if (fired.has(place)) continue;
      const where = ran.filter((one) => countAt(one.functions.get(key) ?? [], startOffset, endOffset) > 0);
      fired.set(
        place,
        where.map(({ name }) => name),
      );
    }

const lineOf = (path: string, offset: number): number =>
  readFileSync(join(import.meta.dirname, "../src/endpoints", path), "utf8")
    .slice(0, offset)
    .split("\n").length;

const rare = [...fired].filter(([, where]) => where.length < least);
console.log(`${fired.size} places, ${rare.length} in fewer than ${least}:`);
for (const [place, where] of rare.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) {
  const [path = "", , name = "", start = "0", end = "0"] = place.split("\t");
  const [first, last] = [lineOf(path, Number(start)), lineOf(path, Number(end))];
  console.log(`${where.length}\t${last - first + 1}\t${path}:${first}-${last}\t${name}\t${where.join()}`);
}
