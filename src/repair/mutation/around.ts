import { expressionsOf, type Chain, type Span } from "./expressions.ts";
import { isName, isString, type Language, type Token, tokensOf } from "./tokens.ts";

/** A line to change, and the context in its function. */
export interface Around {
  readonly text: string;
  /**
   * Columns at which another statement could follow: the line's own, and if blocks end here, those of the enclosing
   * blocks.
   */
  readonly columns: readonly number[];
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly chains: readonly Chain[];
  /** The parts between commas. */
  readonly lists: readonly (readonly Span[])[];
  /** Expressions in the same function, calls and member accesses, nearest first. */
  readonly computed: readonly string[];
  /** Comparisons in the same function. */
  readonly compared: readonly string[];
  /** Functions of the file. */
  readonly functions: readonly string[];
  /** Strings in the tests. */
  readonly wanted: readonly string[];
  /** Names available here, nearest first. */
  readonly names: readonly string[];
  /** Those of them that are values: not only called, and not a module or class of the language. */
  readonly variables: readonly string[];
  /** Attribute names (`.left`) in the whole file. */
  readonly attributes: readonly string[];
  readonly strings: readonly string[];
  /** Numbers in the same function. */
  readonly figures: readonly string[];
  /** One-line statements in the same function, without indentation. */
  readonly statements: readonly string[];
}

export type Template = (around: Around) => readonly string[];

const indentOf = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;
const statement =
  /^(?:[\w$.[\]'"]+\s*(?:[-+*/|&^%]|\/\/)?=(?!=)[^=]|[\w$.]+\(|return\b|break\b|continue\b|yield\b|raise\b|throw\b)/;

/** What is derived from a whole file once for all its lines. */
export interface Whole {
  readonly lines: readonly string[];
  readonly language: Language;
  readonly attributes: readonly string[];
  readonly functions: readonly string[];
  readonly wanted: readonly string[];
}

export function wholeOf(source: string, language: Language, texts: readonly string[] = []): Whole {
  const functions = source.matchAll(/^\s*(?:async\s+)?(?:def|function)\s+([\w$]+)\s*\(/gm);
  return {
    lines: source.split("\n"),
    language,
    attributes: [...new Set(source.match(/(?<=[\w)\]]\.)[A-Za-z_$][\w$]*/g))].slice(0, 40),
    functions: [...new Set([...functions].map(([, name = ""]) => name))].slice(0, 6),
    wanted: texts,
  };
}

export function aroundOf(whole: Whole, line: number): Around {
  const { lines: all, language, attributes, functions, wanted } = whole;
  const text = all[line - 1] ?? "";
  const [start, end] = functionOf(all, line);
  const nearLines = all.slice(start, end);
  const byDistance = nearLines
    .map((item, i) => ({ one: item, away: Math.abs(start + i + 1 - line) }))
    .sort((a, b) => a.away - b.away)
    .map(({ one }) => one);
  const names = new Set<string>();
  const variables = new Set<string>();
  const strings = new Set<string>();
  const figures = new Set<string>();
  const computed = new Set<string>();
  const compared = new Set<string>();
  for (const item of byDistance) {
    const tokens = tokensOf(item, language);
    for (const [i, { word }] of tokens.entries()) {
      if (isString(word)) strings.add(word);
      else if (/^\d/.test(word)) figures.add(word);
      else if (isName(word) && tokens[i - 1]?.word !== ".") {
        names.add(word);
        if (
          tokens[i + 1]?.word !== "(" &&
          !/^(?:[A-Z]|(?:exports|module|console|process|require)$)/.test(word)
        )
          variables.add(word);
      }
    }
    if (/^\s*(?:async\s+)?(?:def|function)\b/.test(item)) continue;
    for (const { operands, operators } of expressionsOf(item, language).chains) {
      for (const { from, to } of operands)
        if (to - from < 40 && /^[\w$.]+[[(.]/.test(item.slice(from, to))) computed.add(item.slice(from, to));
      const [first, last] = [operands[0], operands.at(-1)];
      if (first && last && operators.some(({ word }) => comparing.test(word)) && last.to - first.from < 60)
        compared.add(item.slice(first.from, last.to));
    }
  }
  const next = all.slice(line).find((item) => item.trim() !== "");
  return {
    text,
    columns: columnsOf(nearLines, { here: indentOf(text), next: next === undefined ? 0 : indentOf(next) }),
    language,
    tokens: tokensOf(text, language),
    ...expressionsOf(text, language),
    computed: [...computed].slice(0, 12),
    compared: [...compared].slice(0, 6),
    functions,
    wanted,
    names: [...names],
    variables: [...variables],
    figures: [...figures].slice(0, 8),
    attributes,
    strings: [...strings].filter((item) => item.length < 40).slice(0, 8),
    statements: [
      ...new Set(nearLines.map((item) => item.trim()).filter((item) => statement.test(item))),
    ].slice(0, 24),
  };
}

/** Operators with a boolean result. */
export const comparing: RegExp = /^(?:[=!]==?|[<>]=?|in|not in|is|is not)$/;

/** If the next line is less indented, all columns of the function between the two. */
function columnsOf(
  nearLines: readonly string[],
  { here, next }: { readonly here: number; readonly next: number },
): readonly number[] {
  const used = new Set(
    nearLines
      .slice(1)
      .filter((item) => item.trim())
      .map(indentOf),
  );
  return [
    ...new Set([here, ...[...used].filter((value) => value < here && value >= Math.max(1, next))]),
  ].sort((a, b) => b - a);
}

/** The lines of the function around a line, from 0, end exclusive. */
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
