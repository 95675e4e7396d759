/** The Damerau-Levenshtein distance (optimal string alignment), at most `most` + 1. */
export function distance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Returns the known word closest to a misspelt one, if any is close enough. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const lower = word.slice(0, 64).toLowerCase();
  const most = Math.max(1, Math.floor(lower.length / 3));
  let found: string | undefined;
  let best = most + 1;
  for (const candidate of known) {
    const away =
      candidate.toLowerCase().startsWith(lower) && lower.length > 1
        ? 1
        : distance(lower, candidate.toLowerCase(), most);
    if (away < best) [found, best] = [candidate, away];
  }
  return found;
}

/** Joins words as `a, b and c`. */
export const listed = (words: readonly string[], last = "and"): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;

/** Joins the first words and the count of the others: `a, b and 4 more`; without others `a and b`. */
export const listedFirst = (words: readonly string[], most: number): string =>
  listed(words.length > most ? [...words.slice(0, most), `${words.length - most} more`] : words);

/** The same with commas only: `a, b and 4 more`; without others `a, b`. */
export const firstOf = (words: readonly string[], most: number): string =>
  words.slice(0, most).join(", ") + (words.length > most ? ` and ${words.length - most} more` : "");

/** The first items of a list, with the number of the others as the last one. */
export const firstItems = (items: readonly string[], most: number): readonly string[] =>
  items.length > most ? [...items.slice(0, most), `and ${items.length - most} more`] : items;

/** The set of words in a text, separated by white space. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The table of pairs such as `sent send, paid pay`: keys with their values. */
export const wordTable = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(",").map((pair) => pair.trim().split(/\s+/) as [string, string]));

/** The line and column of an offset, both from 1, for messages that name a place. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}

/** Truncates a text to at most `most` characters, at the end of a word, with a mark if something is missing. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/\s+\S{0,30}$/, "")}…` : text;

/** Capitalises the first letter. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The last part of a dotted name. */
export const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** A dotted name without its last part; empty if there is only one. */
export const ownerName = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(".")));

/** Escapes a text for a regular expression that matches it literally. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns a function that maps an offset to its line number, from 1. */
export function lineIndex(text: string): (offset: number) => number {
  const starts = [0];
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1))
    starts.push(index + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Makes control and bidirectional characters visible: printed text may be untrusted, and terminals obey them. */
export const visible = (text: string): string =>
  text.replaceAll(/(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (c) =>
    c === "\r" ? "" : c < " " ? String.fromCodePoint(0x2400 + (c.codePointAt(0) ?? 0)) : "�",
  );

/** Quotes a word for a shell command line if necessary. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
