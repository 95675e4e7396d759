import { posix } from "node:path";
import { isTranslated, type Plain, plainOf } from "../../../code/index.ts";
import { modulesOf } from "../../../inspect/index.ts";
import type { Files } from "../../../workspace/index.ts";

/** A module that isn't a file. */
export interface Entry {
  readonly path: string;
  readonly text: string;
}

/** Tells an engine how to load a project's modules that otherwise need a bundler or compiler; keyed by path. */
export interface Modules {
  /** Replacement sources of files that the engine can't load unchanged. */
  readonly sources: ReadonlyMap<string, string>;
  /** The files that imports refer to, by importing file and specifier. */
  readonly links: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Why an entry can't be loaded. */
  readonly broken: ReadonlyMap<string, string>;
}

/** Limits of what an entry may import; beyond them it isn't a self-contained module. */
const most = { files: 400, characters: 4_000_000 };

/** A name that no module exports. */
const none = "$antiphonNone";

const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"];

interface Project {
  readonly paths: readonly string[];
  readonly files: Files;
}

/** A module with its resolved imports. */
interface Read {
  readonly size: number;
  readonly source?: string;
  readonly plain?: Plain;
  readonly links: ReadonlyMap<string, string>;
}

/**
 * Resolves TypeScript or JavaScript modules with everything they import from the project: types stripped,
 * and specifiers resolved as compilers and bundlers do (`./a.js` for `a.ts`, `./a`, `@/a`).
 */
export async function modulesFrom(entries: readonly Entry[], project: Project): Promise<Modules> {
  const meant = meaningIn(project.paths);
  const read = new Map<string, Read | string>();
  const broken = new Map<string, string>();
  for (const { path, text } of entries) read.set(path, await readModule(path, text, meant));
  for (const { path } of entries) {
    const why = await follow(path, { read, meant, files: project.files });
    if (why !== undefined) broken.set(path, why);
  }
  const whole = new Map(
    [...read].flatMap(([path, item]) => (typeof item === "string" ? [] : [[path, item] as const])),
  );
  const missing = unmet(whole);
  return {
    broken,
    links: new Map([...whole].map(([path, { links }]) => [path, links])),
    sources: new Map(
      [...whole].flatMap(([path, { source }]) =>
        source === undefined ? [] : [[path, source + padding(missing.get(path))] as const],
      ),
    ),
  };
}

type Meaning = (from: string, by: string) => string | undefined;

/** Returns a resolver of module specifiers; packages resolve to nothing. */
function meaningIn(paths: readonly string[]): Meaning {
  const known = modulesOf(paths);
  const there = new Set(paths);
  const order = (path: string): number => endings.indexOf(posix.extname(path));
  return (from, by) => {
    const exact = from.startsWith(".") ? posix.join(posix.dirname(by), from) : from;
    if (there.has(exact) || (exact.endsWith(".json") && from.startsWith("."))) return exact;
    return known
      .named(from, by)
      .map((place) => paths[place] ?? "")
      .filter((path) => order(path) >= 0 && !/\.d\.[mc]?ts$/.test(path))
      .sort((a, b) => a.length - b.length || order(a) - order(b))[0];
  };
}

/** Reads a module's imports recursively. Returns why one of them can't be loaded; undefined if all can. */
async function follow(
  entry: string,
  { read, meant, files }: { read: Map<string, Read | string>; meant: Meaning; files: Files },
): Promise<string | undefined> {
  const waiting = new Set([entry]);
  let characters = 0;
  for (const path of waiting) {
    let one = read.get(path);
    if (one === undefined) {
      const text = await files.tryRead(path).catch(() => null);
      if (text === null) continue;
      one = await readModule(path, text, meant);
      read.set(path, one);
    }
    if (typeof one === "string") return one;
    characters += one.size;
    if (waiting.size > most.files || characters > most.characters) return "it imports too much";
    for (const to of one.links.values()) waiting.add(to);
  }
  return undefined;
}

async function readModule(path: string, text: string, meant: Meaning): Promise<Read | string> {
  const size = text.length;
  if (path.endsWith(".json"))
    return { size, source: `export default JSON.parse(${JSON.stringify(text)});`, links: new Map() };
  const plain = await plainOf(path, text);
  // a file that isn't a module is CommonJS, which engines can load
  if (!plain) return isTranslated(path) ? `${path} can't be made JavaScript` : { size, links: new Map() };
  if (plain.needs.length) return `${path} needs decorators, which no engine has`;
  const links = new Map<string, string>();
  for (const { from } of plain.wants) {
    const to = meant(from, path);
    if (to !== undefined) links.set(from, to);
  }
  const source = isTranslated(path) || posix.basename(path).startsWith(".antiphon-") ? plain.code : undefined;
  return { size, plain, links, ...(source !== undefined && { source }) };
}

const padding = (missing: readonly string[] = []): string =>
  missing.length === 0
    ? ""
    : `\nconst ${none} = undefined;\nexport { ${missing.map((name) => `${none} as ${JSON.stringify(name)}`).join(", ")} };\n`;

/** Returns imported names that turned out to be types: re-exports don't show it. */
function unmet(read: ReadonlyMap<string, Read>): ReadonlyMap<string, readonly string[]> {
  const isGiven = (name: string, path: string, seen: Set<string>): boolean => {
    const { plain, links } = read.get(path) ?? {};
    if (!plain || plain.gives.has(name)) return true;
    if (seen.has(path)) return false;
    seen.add(path);
    return plain.stars.some((from) => {
      const to = links?.get(from);
      return to === undefined || isGiven(name, to, seen);
    });
  };
  const found = new Map<string, Set<string>>();
  for (const { plain, links } of read.values())
    for (const { from, names } of plain?.wants ?? []) {
      const to = links.get(from);
      if (to === undefined || !isTranslated(to)) continue;
      for (const name of names)
        if (!isGiven(name, to, new Set())) found.set(to, (found.get(to) ?? new Set()).add(name));
    }
  return new Map([...found].map(([path, names]) => [path, [...names]]));
}
