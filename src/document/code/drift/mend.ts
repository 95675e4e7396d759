import type { Edit, Entry } from "../../../code/index.ts";

/** The name of what a part of a docstring tells of, without stars. */
export const bare = (name: string): string => name.replace(/^[\\*]+/, "");

/** The lines of a docstring, without marks. */
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

/** Takes a part away. */
export const removal = (source: string, { range }: Entry): Edit => ({
  range,
  text: "",
  mends: linesOf(source.slice(range.start, range.end)),
});

/** Of the parts of a section that go: its heading, where none of `all` is left. */
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
