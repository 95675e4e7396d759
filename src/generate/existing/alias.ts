import { leadsTo } from "./syntax.ts";

/** A prefix of imports that stands for folders: `@/` or `#app/`. */
export interface Alias {
  readonly prefix: string;
  /** With their slashes; empty for the root. */
  readonly folders: readonly string[];
}

/** Returns the aliases that settings declare: `"@/*": ["src/*"]`, or below the compiler's `baseUrl`. */
export const aliasesIn = (settings: string): readonly Alias[] =>
  [...settings.matchAll(/"([#@~][^"*\s]*)\*"[^}\]]{0,200}?"(?:\.\/)?([^"*]{0,200})\*/g)].map(
    ([, prefix = "", target = ""]) => ({ prefix, folders: [target, "src/", ""] }),
  );

/** Whether the specifier in `path` refers to the file `target`, also by an alias. */
export const leadsIn = (
  aliases: readonly Alias[],
  path: string,
  [specifier, target]: readonly [string, string],
): boolean =>
  leadsTo(path, specifier, target) ||
  aliases.some(
    ({ prefix, folders }) =>
      specifier.startsWith(prefix) &&
      folders.some((folder) => leadsTo("x", `./${folder}${specifier.slice(prefix.length)}`, target)),
  );
