import { parseJson } from "../lib/index.ts";
import { folderOf, Imports, requests } from "./program/imports.ts";
import { normal, type Sources } from "./program/source.ts";

/**
 * Folders that never hold a part of a program, and files whose names mark them as tests, type declarations or minified.
 */
const never =
  /(?:^|\/)(?:__tests__|__mocks__|node_modules|dist|site-packages|\.[^/]+)\/|[._-](?:test|spec|e2e-spec|stories)\.[a-z]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.d\.[mc]?ts$|\.min\.js$/i;

/** Folders of tests, builds and the like. A program may also have one of these names as its subject. */
const mostly = /(?:^|\/)(?:tests?|bench|benchmarks?|spec|e2e|cypress|fixtures|build|coverage|migrations)\//i;

/** Next.js files that are served because of their location. */
const served = /(?:^|\/)(?:app\/(?:.*\/)?route|pages\/api\/.*)\.[jt]sx?$/;

/** Template folders of application generators: the files in them are copied, not served from there. */
const templates = /(?:^|\/)templates?\//i;

export const isNever = (path: string): boolean => never.test(path);

const longText = /"[^"\n]{200,}"|'[^'\n]{200,}'|`[^`]{200,}`/g;

/** Whether a JavaScript file is minified: its lines are very long on average, not counting long string literals. */
export function isMinified(path: string, text: string): boolean {
  if (path.endsWith(".py") || text.length < 2000) return false;
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  return text.length / lines > 200 && text.replaceAll(longText, "").length / lines > 200;
}

/** Whether a file is skipped until something imports it. */
export function isAside(path: string): boolean {
  const index = served.exec(path)?.index;
  if (index === undefined) return mostly.test(path);
  const above = path.slice(0, index + 1);
  return mostly.test(above) || templates.test(above);
}

/** Reads the skipped files that the program imports, directly or indirectly. */
export async function bringBack(
  aside: ReadonlySet<string>,
  { texts, aliases }: Sources,
  read: (path: string) => Promise<string | undefined>,
): Promise<void> {
  if (!aside.size) return;
  // a project that lies entirely in such folders is a program, not the tests of another one
  if (!texts.size) for (const path of aside) await read(path);
  const all = new Map([...texts, ...[...aside].map((path) => [path, ""] as const)]);
  const imports = new Imports({ texts: all, aliases });
  const seen = new Set<string>();
  let open = [...texts];
  while (open.length) {
    const next: [string, string][] = [];
    for (const [path, source] of open)
      for (const request of requests(path, source)) {
        const to = imports.of(request, path);
        if (to === undefined || !aside.has(to) || seen.has(to)) continue;
        seen.add(to);
        const text = await read(to);
        if (text !== undefined) next.push([to, text]);
      }
    open = next;
  }
}

const largestJson = 64_000;

/** Reads the JSON files that the program imports by path (`../plugin.json`): they may hold names of routes. */
export async function dataOf(
  texts: ReadonlyMap<string, string>,
  read: (path: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const dataPaths = new Set<string>();
  for (const [path, text] of texts)
    if (!path.endsWith(".py") && text.includes(".json"))
      for (const request of requests(path, text))
        if (/^\.{1,2}\/.*\.json$/.test(request)) {
          const to = normal(`${folderOf(path)}${request}`);
          if (to !== undefined) dataPaths.add(to);
        }
  const found = new Map<string, string>();
  for (const path of dataPaths) {
    const text = await read(path);
    if (text !== null && text.length <= largestJson && parseJson(text) !== undefined) found.set(path, text);
  }
  return found;
}
