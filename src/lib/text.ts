/** Damerau-Levenshtein distance (optimal string alignment), at most `most` + 1. */
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

/** The known word that a misspelt one most likely meant, if any is near enough. */
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

/** `a, b and c`. */
export const listed = (words: readonly string[], last = "and"): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;

/** The words of a text, which white space parts, as a set. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** `a, b and 4 more`: the first of many, and how many follow. */
export const firstOf = (words: readonly string[], most: number): string =>
  words.slice(0, most).join(", ") + (words.length > most ? ` and ${words.length - most} more` : "");

/** Lines, with their number from 1 at the offset of a character; for messages that name a place. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}

/** At most so many characters, up to the end of a word, with a mark where more was said. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/\s+\S{0,30}$/, "")}…` : text;

/** With a capital as its first letter. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The last part of a name with dots. */
export const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** A name with dots without its last part: what that belongs to; empty where it is alone. */
export const ownerName = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(".")));

/** As a pattern that finds just this text. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Line numbers, from 1, of an offset. */
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

/** Control and bidirectional characters made visible: what is printed holds foreign text, and a terminal obeys them. */
export const visible = (text: string): string =>
  text.replaceAll(/(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (c) =>
    c === "\r" ? "" : c < " " ? String.fromCodePoint(0x2400 + (c.codePointAt(0) ?? 0)) : "�",
  );

/** A word of a command line as a shell takes it: quoted where it has to be. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
