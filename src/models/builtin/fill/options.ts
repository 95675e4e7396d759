import type { Json } from "../../../lib/index.ts";
import { nameOfCode } from "../knowledge/codes.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Reading } from "../text/mention.ts";
import { stem, words, type Token } from "../text/tokens.ts";
import { sameUnit, unitsNamed } from "../text/units.ts";
import { alike } from "./alike.ts";

export interface Option {
  readonly value: Json;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const stemsOf = (value: string): readonly string[] => words(value).map(stem);

/** Where a text says one of a parameter's options, best first for each place; unit names count as each other. */
export function optionsSaid(parameter: Parameter, reading: Reading): readonly Option[] {
  const found: Option[] = [];
  for (const value of parameter.options) {
    if (typeof value !== "string" || value === "") continue;
    const best = said(value, parameter, reading);
    found.push(...best);
  }
  found.sort((a, b) => b.score - a.score || a.start - b.start);
  return found.filter(
    (one, i) => !found.slice(0, i).some((other) => other.start < one.end && one.start < other.end),
  );
}

function said(value: string, parameter: Parameter, reading: Reading): readonly Option[] {
  const { tokens } = reading;
  const wanted = stemsOf(named(value, parameter) ?? value);
  const found: Option[] = [];
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return numeric(value, reading);
  if (wanted.length === 0) return literally(value, reading);
  if (value.length === 1) return literally(value, reading);
  for (let i = 0; i < tokens.length; i++) {
    const match = run(wanted, tokens, i);
    if (match)
      found.push({ value, score: 3 + 0.4 * wanted.length, start: tokens[i]?.start ?? 0, end: match });
  }
  if (found.length === 0 && wanted.length > 2) found.push(...scattered(value, wanted, { parameter, tokens }));
  if (found.length > 0) return found;
  for (const token of tokens) {
    if (token.kind !== "word") continue;
    const at = { value, start: token.start, end: token.end };
    if (unitsNamed(value).length > 0 && token.lower.length > 1 && sameUnit(value, token.lower))
      found.push({ ...at, score: 2.5 });
    else if (token.stop) continue;
    else if (
      wanted.length === 1 &&
      token.stem.length > 2 &&
      !parameter.nameStems.includes(token.stem) &&
      parameter.closed
    ) {
      const near = alike(wanted[0] ?? "", token.stem);
      if (near >= 0.6) found.push({ ...at, score: 1 + near });
    } else if (
      wanted.length > 1 &&
      parameter.closed &&
      wanted.includes(token.stem) &&
      token.stem.length > 3
    ) {
      found.push({ ...at, score: 1.2 });
    }
  }
  return found;
}

/** What a code among the options stands for. */
function named(value: string, parameter: Parameter): string | undefined {
  if (parameter.kind === "language") return nameOfCode(value, "language");
  if (parameter.kind === "currency") return nameOfCode(value, "currency");
  return /countr|region/.test(parameter.name.toLowerCase()) ? nameOfCode(value, "region") : undefined;
}

/** Whether the stems follow each other from a token on, marks between them aside; gives the end. */
function run(wanted: readonly string[], tokens: readonly Token[], from: number): number | undefined {
  let at = from;
  for (const [i, word] of wanted.entries()) {
    if (i > 0) while (/^[-_/&,]$/.test(tokens[at]?.text ?? "")) at++;
    const token = tokens[at];
    if (!token || token.kind === "mark" || (token.stem !== word && stem(token.lower) !== word))
      return undefined;
    at++;
  }
  return tokens[at - 1]?.end;
}

/** `TYPE_READ_ONLY` is said by `read only`: the words that other options don't share, near each other. */
function scattered(
  value: string,
  wanted: readonly string[],
  about: { parameter: Parameter; tokens: readonly Token[] },
): readonly Option[] {
  const others = about.parameter.options
    .filter((option) => option !== value)
    .map((option) => new Set(stemsOf(String(option))));
  const own = wanted.filter((word) => !others.every((other) => other.has(word)));
  if (own.length < 2 || others.length === 0) return [];
  for (let i = 0; i < about.tokens.length; i++) {
    if (about.tokens[i]?.stem !== own[0]) continue;
    const near = about.tokens.slice(i, i + own.length + 4);
    const last = near.findLast((token) => own.includes(token.stem));
    const hits = own.filter((word) => near.some((token) => token.stem === word)).length;
    if (last && hits >= Math.ceil(own.length * 0.75))
      return [{ value, score: 3, start: about.tokens[i]?.start ?? 0, end: last.end }];
  }
  return [];
}

const numeric = (value: string, reading: Reading): readonly Option[] =>
  reading.mentions
    .filter((mention) => mention.number?.value === Number(value) || mention.text === value)
    .map(({ start, end }) => ({ value, score: 1.2, start, end }));

/** A single letter or sign counts as written, and `A` or `I` only in quotation marks or brackets. */
const literally = (value: string, { tokens, text }: Reading): readonly Option[] =>
  tokens
    .filter((token) => token.text === value)
    .filter((token) => !/^[AI]$/.test(value) || /["'`(]$/.test(text.slice(0, token.start)))
    .map((token) => ({ value, score: 3, start: token.start, end: token.end }));
