import { isName, isString, tokensOf } from "./tokens.ts";

/** A line that is changed, and what the function around it speaks of. */
export interface Around {
  readonly text: string;
  /** Columns at which another statement could follow: its own, and where blocks end here also those around it. */
  readonly columns: readonly number[];
  readonly language: "python" | "javascript";
  /** Names that could stand here, those nearest to the line first. */
  readonly names: readonly string[];
  /** Names that are read of something (`.left`), in the whole file. */
  readonly attributes: readonly string[];
  readonly strings: readonly string[];
  /** Statements of one line in the same function, without their indentation. */
  readonly statements: readonly string[];
}

export type Template = (around: Around) => readonly string[];

const indentOf = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;
const statement =
  /^(?:[\w$.[\]'"]+\s*(?:[-+*/|&^%]|\/\/)?=(?!=)[^=]|[\w$.]+\(|return\b|break\b|continue\b|yield\b|raise\b|throw\b)/;

/** What can be said of a line from its file. */
export function aroundOf(all: readonly string[], line: number, language: Around["language"]): Around {
  const text = all[line - 1] ?? "";
  const [start, end] = functionOf(all, line);
  const own = all.slice(start, end);
  const byDistance = own
    .map((one, i) => ({ one, away: Math.abs(start + i + 1 - line) }))
    .sort((a, b) => a.away - b.away)
    .map(({ one }) => one);
  const names = new Set<string>();
  const strings = new Set<string>();
  for (const one of byDistance)
    for (const [i, { word }] of tokensOf(one).entries()) {
      if (isString(word)) strings.add(word);
      else if (isName(word) && tokensOf(one)[i - 1]?.word !== ".") names.add(word);
    }
  const next = all.slice(line).find((one) => one.trim() !== "");
  return {
    text,
    columns: columnsOf(own, { here: indentOf(text), next: next === undefined ? 0 : indentOf(next) }),
    language,
    names: [...names],
    attributes: [...new Set(all.join("\n").match(/(?<=[\w)\]]\.)[A-Za-z_$][\w$]*/g))].slice(0, 40),
    strings: [...strings].filter((one) => one.length < 40).slice(0, 8),
    statements: [...new Set(own.map((one) => one.trim()).filter((one) => statement.test(one)))].slice(0, 24),
  };
}

/** Where the line after this one stands further out, all columns of the function from there to here. */
function columnsOf(
  own: readonly string[],
  { here, next }: { readonly here: number; readonly next: number },
): readonly number[] {
  const used = new Set(
    own
      .slice(1)
      .filter((one) => one.trim())
      .map(indentOf),
  );
  return [...new Set([here, ...[...used].filter((one) => one < here && one >= Math.max(1, next))])].sort(
    (a, b) => b - a,
  );
}

/** The lines of the function around a line, from 0, the end left out. */
function functionOf(all: readonly string[], line: number): readonly [start: number, end: number] {
  const begins =
    /^\s*(?:async\s+)?(?:def|function|export)\b|=>\s*\{\s*$|^\s*(?:static\s+|async\s+)*[\w$]+\([^)]*\)\s*\{\s*$/;
  const inside = indentOf(all[line - 1] ?? "");
  let start = line - 1;
  while (
    start > 0 &&
    !(
      begins.test(all[start] ?? "") &&
      !/^\s*(?:if|for|while|switch)\b/.test(all[start] ?? "") &&
      (indentOf(all[start] ?? "") < inside || start === line - 1)
    )
  )
    start--;
  const outer = indentOf(all[start] ?? "");
  let end = Math.max(line, start + 1);
  while (end < all.length && ((all[end] ?? "").trim() === "" || indentOf(all[end] ?? "") > outer)) end++;
  return [start, end];
}
