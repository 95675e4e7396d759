import { folderOf, Imports, requests } from "./program/imports.ts";
import { normal, type Sources } from "./program/source.ts";

/** Folders that hold no part of a program, whatever lies in them, and files that are tests by their own names. */
const never =
  /(?:^|\/)(?:__tests__|__mocks__|node_modules|dist|site-packages|\.[^/]+)\/|[._-](?:test|spec|e2e-spec|stories)\.[a-z]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.d\.[mc]?ts$|\.min\.js$/i;

/** Folders of tests and the like, which may as well be called after what the program is about. */
const mostly = /(?:^|\/)(?:tests?|bench|benchmarks?|spec|e2e|cypress|fixtures|build|coverage|migrations)\//i;

/** Files of Next.js that serve by where they stand. */
const served = /(?:^|\/)(?:app\/(?:.*\/)?route|pages\/api\/.*)\.[jt]sx?$/;

/** What a generator of applications copies serves nothing where it stands. */
const templates = /(?:^|\/)templates?\//i;

export const isNever = (path: string): boolean => never.test(path);

const longText = /"[^"\n]{200,}"|'[^'\n]{200,}'|`[^`]{200,}`/g;

/** Whether a file of JavaScript is another's made small, as lines that go on and on say, but for long texts in them. */
export function isMinified(path: string, text: string): boolean {
  if (path.endsWith(".py") || text.length < 2000) return false;
  const lines = text.split("\n").filter((line) => line.trim() !== "").length;
  return text.length / lines > 200 && text.replaceAll(longText, "").length / lines > 200;
}

/** Whether a file is left aside until something imports it. */
export function isAside(path: string): boolean {
  const index = served.exec(path)?.index;
  if (index === undefined) return mostly.test(path);
  const above = path.slice(0, index + 1);
  return mostly.test(above) || templates.test(above);
}

/** Reads those of the files left aside that the program imports, in however many steps. */
export async function bringBack(
  aside: ReadonlySet<string>,
  { texts, aliases }: Sources,
  read: (path: string) => Promise<string | undefined>,
): Promise<void> {
  if (!aside.size) return;
  // a program that lies in such a folder as a whole is no test of another
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

/** Data that the program imports by a path (`../plugin.json`): names of routes may stand there. */
export async function dataOf(
  texts: ReadonlyMap<string, string>,
  read: (path: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set<string>();
  for (const [path, text] of texts)
    if (!path.endsWith(".py") && text.includes(".json"))
      for (const request of requests(path, text))
        if (/^\.{1,2}\/.*\.json$/.test(request)) {
          const to = normal(`${folderOf(path)}${request}`);
          if (to !== undefined) wanted.add(to);
        }
  const found = new Map<string, string>();
  for (const path of wanted) {
    const text = await read(path);
    if (text !== null && text.length <= largestJson && isJson(text)) found.set(path, text);
  }
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
