import { literal, mostFrequent } from "../../lib/index.ts";
import { leadsTo, specifierTo, type Source } from "./syntax.ts";

/** How modules import those of other folders without `../`: `#app/` or `@/` stands for a folder. */
export interface Alias {
  readonly prefix: string;
  /** With its slash; empty for the root. */
  readonly folder: string;
  /** Ending of such imports. */
  readonly end: string;
}

const relative = /(?:\bfrom\s+|\bimport\s*(?:\(\s*)?)["']\.\.\//g;

/** Returns the alias that the sources use more often than `../`, of those that the settings declare. */
export function aliasOf(settings: string, sources: readonly Source[]): Alias | undefined {
  const paths = new Set(sources.map(({ path }) => path.replace(/(?:\/index)?\.[mc]?[jt]s$/, "")));
  const count = (pattern: RegExp): readonly RegExpExecArray[] =>
    sources.flatMap(({ text }) => [...text.matchAll(pattern)]);
  const limit = count(relative).length;
  for (const [, prefix = "", target = ""] of settings.matchAll(
    /"([#@~][^"*\s]*)\*"[^}\]]*?"(?:\.\/)?([^"*]*)\*/g,
  )) {
    const used = count(new RegExp(`\\bfrom\\s+["']${literal(prefix)}([^"'\\n]+)["']`, "g"));
    for (const folder of [target, "src/", ""]) {
      const ends = used.flatMap(([, rest = ""]) => {
        const [, bare = "", end = ""] = /^(.*?)(\.[mc]?[jt]s)?$/.exec(rest) ?? [];
        return paths.has(`${folder}${bare}`.replace(/\/index$/, "")) ? [end] : [];
      });
      if (ends.length > limit) return { prefix, folder, end: mostFrequent(ends) ?? "" };
    }
  }
  return undefined;
}

interface Importing {
  readonly alias: Alias | undefined;
  readonly importEnd: string;
}

/** Returns the specifier by which the file at `path` imports the one at `target`, as the project does. */
export function specifierIn({ alias, importEnd }: Importing, path: string, target: string): string {
  const specifier = specifierTo(path, target, importEnd);
  if (!alias || !specifier.startsWith("../") || !target.startsWith(alias.folder)) return specifier;
  return `${alias.prefix}${target.slice(alias.folder.length).replace(/\.[mc]?[jt]s$/, alias.end)}`;
}

/** Whether the specifier in `path` refers to the file `target`, also by the alias. */
export function leadsIn(
  { alias }: Pick<Importing, "alias">,
  path: string,
  [specifier, target]: readonly [string, string],
): boolean {
  if (!alias || !specifier.startsWith(alias.prefix)) return leadsTo(path, specifier, target);
  return leadsTo("x", `./${alias.folder}${specifier.slice(alias.prefix.length)}`, target);
}
