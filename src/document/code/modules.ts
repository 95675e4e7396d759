import { posix } from "node:path";
import { isTranslated, type Plain, plainOf } from "../../code/index.ts";
import { modulesOf } from "../../inspect/index.ts";
import type { Files } from "../../workspace/index.ts";

/** What an engine is told to load a module of a project that only a bundler or a compiler would load, by paths. */
export interface Modules {
  /** What stands for files that it can't take as they are. */
  readonly sources: ReadonlyMap<string, string>;
  /** The files that imports mean, by the file and the name that stands in it. */
  readonly links: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** More is no module that is loaded on its own. */
const most = { files: 400, characters: 4_000_000 };

const none = "$antiphonNone";

const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"];

/**
 * A file of TypeScript or JavaScript with all of the project that it imports: without types, and by the names that
 * compilers and bundlers know (`./a.js` for `a.ts`, `./a`, `@/a`). A sentence where that can't be.
 */
export async function modulesFrom(
  file: string,
  { paths, files }: { readonly paths: readonly string[]; readonly files: Files },
): Promise<Modules | string> {
  const known = modulesOf(paths);
  const there = new Set(paths);
  const meant = (from: string, by: string): string | undefined => {
    const exact = from.startsWith(".") ? posix.join(posix.dirname(by), from) : from;
    if (there.has(exact) || exact.endsWith(".json")) return exact;
    return known
      .named(from, by)
      .map((place) => paths[place] ?? "")
      .filter((path) => endings.includes(posix.extname(path)) && !/\.d\.[mc]?ts$/.test(path))
      .sort(
        (a, b) =>
          a.length - b.length || endings.indexOf(posix.extname(a)) - endings.indexOf(posix.extname(b)),
      )[0];
  };
  const read = new Map<string, Plain>();
  const sources = new Map<string, string>();
  const links = new Map<string, Map<string, string>>();
  let characters = 0;
  const waiting = [file];
  for (const path of waiting) {
    const text = await files.tryRead(path).catch(() => null);
    if (text === null) continue;
    characters += text.length;
    if (waiting.length > most.files || characters > most.characters) return `${file} imports too much`;
    if (path.endsWith(".json")) {
      sources.set(path, `export default JSON.parse(${JSON.stringify(text)});`);
      continue;
    }
    const plain = await plainOf(path, text);
    if (!plain) {
      if (isTranslated(path)) return `${path} can't be made JavaScript`;
      continue; // CommonJS
    }
    if (plain.needs.length) return `${path} needs decorators, which no engine has`;
    read.set(path, plain);
    if (isTranslated(path)) sources.set(path, plain.code);
    const own = new Map<string, string>();
    links.set(path, own);
    for (const { from } of plain.wants) {
      const to = meant(from, path);
      if (to === undefined) continue;
      own.set(from, to);
      if (!waiting.includes(to)) waiting.push(to);
    }
  }
  for (const [path, missing] of unmet(read, links))
    sources.set(
      path,
      `${sources.get(path) ?? ""}\nconst ${none} = undefined;\nexport { ${missing.map((name) => `${none} as ${JSON.stringify(name)}`).join(", ")} };\n`,
    );
  return { sources, links };
}

/** Names that modules ask of others and that were types there: handing on doesn't say so. */
function unmet(
  read: ReadonlyMap<string, Plain>,
  links: Modules["links"],
): ReadonlyMap<string, readonly string[]> {
  const given = (name: string, path: string, seen: Set<string>): boolean => {
    const plain = read.get(path);
    if (!plain || plain.gives.has(name)) return true;
    if (seen.has(path)) return false;
    seen.add(path);
    return plain.stars.some((from) => {
      const to = links.get(path)?.get(from);
      return to === undefined || given(name, to, seen);
    });
  };
  const found = new Map<string, Set<string>>();
  for (const [path, { wants }] of read)
    for (const { from, names } of wants) {
      const to = links.get(path)?.get(from);
      if (to === undefined || !isTranslated(to)) continue;
      for (const name of names)
        if (!given(name, to, new Set())) found.set(to, (found.get(to) ?? new Set()).add(name));
    }
  return new Map([...found].map(([path, names]) => [path, [...names]]));
}
