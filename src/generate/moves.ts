import { earlierResource, namesOf, type ApiDefinition, type Names, type Resource } from "../api/index.ts";
import type { GeneratedFile } from "./contracts.ts";

/** A file that has another path now because its resource was renamed. */
export interface Move {
  readonly from: string;
  /** The previously generated text with the new names, where the same name is generated under the new one. */
  readonly base: string;
  /** Renames the user's version of the text in the same way; their comments are unchanged. */
  named(mine: string): string;
}

/** Returns the old and new names in every spelling, the longest first. */
function spellings(from: Names, to: Names): readonly (readonly [before: string, now: string])[] {
  const upper = (name: string): string => name.toUpperCase();
  return ([from.plural, from] as const).flatMap((names, index) => {
    const now = index ? to : to.plural;
    return [
      [names.pascal, now.pascal],
      [names.camel, now.camel],
      [names.kebab, now.kebab],
      [names.snake, now.snake],
      [upper(names.snake), upper(now.snake)],
    ] as const;
  });
}

/** Returns a function that renames all of these within a word. */
function renaming(pairs: readonly (readonly [before: Resource, now: Resource])[]): (word: string) => string {
  const all = new Map(
    pairs
      .flatMap(([before, now]) => spellings(namesOf(before), namesOf(now)))
      .toSorted(([a], [b]) => b.length - a.length),
  );
  const some = [...all.keys()].map((name) =>
    /^[A-Z]/.test(name) ? `${name}(?![a-z])` : `(?<![A-Za-z])${name}(?![a-z])`,
  );
  const pattern = new RegExp(some.join("|"), "g");
  return (word) => word.replaceAll(pattern, (name) => all.get(name) ?? name);
}

const words = /[\w$-]+/g;
const comment = /^\s*(?:\/\/|\/?\*|#|""")/;

/** Returns the previously generated files of renamed resources, by their current path. */
export function movesTo(
  { api, texts }: { readonly api: ApiDefinition; readonly texts: Readonly<Record<string, string>> },
  now: ApiDefinition,
  generated: readonly GeneratedFile[],
): ReadonlyMap<string, Move> {
  const renamed = now.resources.flatMap((resource) => {
    const before = earlierResource(resource, api.resources, now.resources);
    return before && before.name !== resource.name ? [[before, resource] as const] : [];
  });
  const moves = new Map<string, Move>();
  if (!renamed.length) return moves;
  const rename = renaming(renamed);
  const fresh = new Map(generated.map(({ path, text }) => [path, text]));
  for (const [from, text] of Object.entries(texts)) {
    const path = rename(from);
    const after = fresh.get(path);
    if (fresh.has(from) || after === undefined || texts[path] !== undefined) continue;
    const known = new Set(after.match(words));
    const named = (line: string): string =>
      line.replaceAll(words, (word) => {
        const other = rename(word);
        return known.has(other) ? other : word;
      });
    const lines = new Set(text.split("\n"));
    moves.set(path, {
      from,
      base: named(text),
      named: (mine) =>
        mine
          .split("\n")
          .map((line) => (comment.test(line) && !lines.has(line) ? line : named(line)))
          .join("\n"),
    });
  }
  return moves;
}
