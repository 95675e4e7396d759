import type { Edit, Entry } from "../../../code/index.ts";

/** Returns the name that a docstring entry describes, without stars. */
export const bare = (name: string): string => name.replace(/^[\\*]+/, "");

/** Returns a docstring's lines, without comment marks. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*\/?\*+\/?\s?/, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean);

/** Returns the edit that removes an entry. */
export const removal = (source: string, { range }: Entry): Edit => ({
  range,
  text: "",
  mends: linesOf(source.slice(range.start, range.end)),
});

/** Returns the section heading to remove with its entries, if none of `all` remains. */
export function headingOf(
  entries: readonly Entry[],
  title: RegExp,
  { all, gone }: { readonly all: readonly Entry[]; readonly gone: readonly Entry[] },
): readonly Entry[] {
  if (gone.length < all.length) return [];
  const heading = entries.findLast(
    ({ kind, name, range }) =>
      kind === "other" && title.test(name) && range.end <= (all[0]?.range.start ?? 0),
  );
  return heading ? [heading] : [];
}
