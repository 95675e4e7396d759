/**
 * Which readings of the scanner fire in which applications: the functions of `src/endpoints`, and with `--blocks` the
 * branches within them, that ran in fewer than `--least=2` of the folders in a folder.
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

/** Places that ran, and all that were loaded, since it was last asked. */
async function covered(): Promise<ReadonlyMap<string, boolean>> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const places = new Map<string, boolean>();
  for (const { url, functions } of result) {
    const [, path] = /\/src\/endpoints\/(.*)$/.exec(url) ?? [];
    if (path === undefined) continue;
    for (const { functionName, ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges) {
        const place = `${path}\t${startOffset}\t${endOffset}\t${functionName}`;
        places.set(place, count > 0 || places.get(place) === true);
      }
  }
  return places;
}

/** A folder that holds applications in folders (`examples`) is read as they are: each counts. */
const fired = new Map<string, string[]>();
for (const name of readdirSync(root).sort()) {
  const { routes } = await scanRoutes(filesIn(join(root, name)));
  console.error(`${name}: ${routes.length} endpoints`);
  if (documents !== undefined) {
    mkdirSync(documents, { recursive: true });
    const document = toOpenApi(definitionOf(routes, { title: name, version: "1.0.0" }));
    const undecided = routes.flatMap((route) => (route.undecided ? [`${route.method} ${route.path}`] : []));
    writeFileSync(join(documents, `${name}.json`), JSON.stringify({ ...document, undecided }, undefined, 1));
  }
  for (const [place, ran] of await covered()) {
    const where = fired.get(place) ?? [];
    fired.set(place, ran ? [...where, name] : where);
  }
}

const lineOf = (path: string, offset: number): number =>
  readFileSync(join(import.meta.dirname, "../src/endpoints", path), "utf8").slice(0, offset).split("\n").length;

const rare = [...fired].filter(([, where]) => where.length < least);
console.log(`${fired.size} places, ${rare.length} in fewer than ${least}:`);
for (const [place, where] of rare.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) {
  const [path = "", start = "0", end = "0", name = ""] = place.split("\t");
  const [first, last] = [lineOf(path, Number(start)), lineOf(path, Number(end))];
  console.log(`${where.length}\t${last - first + 1}\t${path}:${first}-${last}\t${name}\t${where.join()}`);
}
