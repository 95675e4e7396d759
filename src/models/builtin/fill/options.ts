import { type Json, remembered } from "../../../lib/index.ts";
import { nameOfCode } from "../knowledge/codes.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { stem } from "../../../language/index.ts";
import { words, type Token } from "../text/tokens.ts";
import { sameUnit, unitsNamed } from "../text/units.ts";
import { alike } from "./alike.ts";

export interface Option {
  readonly value: Json;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

const stemsOf = (value: string): readonly string[] => words(value).map(stem);

/** Maximum pairs of an option and a token to compare by similarity; beyond it only literal matches count. */
const mostPairs = 400_000;

/** An index of a text for looking up options. */
interface Index {
  /** The positions of tokens by stem. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly quoted: ReadonlyMap<string, readonly Mention[]>;
  readonly numbers: ReadonlyMap<number | string, readonly Mention[]>;
}

const indexOf = remembered((reading: Reading): Index => {
  const places = new Map<string, number[]>();
  const numbers = new Map<number | string, Mention[]>();
  const quoted = new Map<string, Mention[]>();
  reading.tokens.forEach((token, i) => {
    for (const name of new Set([token.stem, stem(token.lower)])) listed(places, name).push(i);
  });
  for (const mention of reading.mentions) {
    if (/^(?:quoted|code)$/.test(mention.kind)) listed(quoted, mention.text.toLowerCase()).push(mention);
    for (const name of new Set([mention.number?.value ?? mention.text, mention.text]))
      listed(numbers, name).push(mention);
  }
  return { places, quoted, numbers };
});

function listed<K, V>(map: Map<K, V[]>, name: K): V[] {
  const list = map.get(name) ?? [];
  if (list.length === 0) map.set(name, list);
  return list;
}

/**
 * Where a text mentions one of a parameter's options, best first and one for each place; names of units are
 * interchangeable.
 */
export function optionsSaid(parameter: Parameter, reading: Reading): readonly Option[] {
  const found: Option[] = [];
  for (const value of parameter.options) {
    if (typeof value !== "string" || value === "") continue;
    const best = statedOptions(value, parameter, reading);
    found.push(...best);
  }
  for (const { value, stems } of parameter.glosses)
    for (const at of glossed(stems, reading)) found.push({ value, ...at });
  const options = found
    .map((option) =>
      everything.test(String(option.value)) ? { ...option, score: option.score - 1.6 } : option,
    )
    .filter((option) => !denied(option, reading));
  options.sort((a, b) => b.score - a.score || a.start - b.start);
  const occupied = new Uint8Array(reading.text.length);
  return options.filter(({ start, end }) => {
    const isFree = !occupied.subarray(start, end).includes(1);
    occupied.fill(1, start, end);
    return isFree;
  });
}

/** Where a text mentions the meaning of a value. */
function glossed(stems: readonly string[], { tokens }: Reading): readonly Omit<Option, "value">[] {
  const found: Omit<Option, "value">[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const end = run(stems, tokens, i);
    if (end !== undefined) found.push({ score: 2.4 + 0.4 * stems.length, start: tokens[i]?.start ?? 0, end });
    else if (stems.length > 1 && tokens[i]?.stem === stems[0] && (tokens[i]?.lower.length ?? 0) > 4)
      found.push({ score: 1.9, start: tokens[i]?.start ?? 0, end: tokens[i]?.end ?? 0 });
  }
  return found;
}

/** Options that are often mentioned for other reasons: `list all servers`. */
const everything = /^(?:all|any|other|none|both)$/i;

/** Whether the words right before an option negate it: `not too expensive`, `exclude completed ones`. */
const denied = ({ start }: Option, { text }: Reading): boolean =>
  /\b(?:not|isn't|aren't|don't want|without|except|exclud(?:e|ing)|rather than|instead of|other than|non)(?:[\s-]+(?:a|an|the|too|so|very|any|that|are|is)\b){0,4}[\s-]+['"]?$/i.test(
    text.slice(Math.max(0, start - 48), start),
  );

function statedOptions(value: string, parameter: Parameter, reading: Reading): readonly Option[] {
  const { tokens } = reading;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return numeric(value, reading);
  const stems = stemsOf(named(value, parameter) ?? value);
  const found: Option[] = [];
  const { places, quoted } = indexOf(reading);
  const written = quoted.get(value.toLowerCase()) ?? [];
  if (written.length > 0 && parameter.closed)
    return written.map(({ start, end }) => ({ value, score: 4, start, end }));
  if (stems.length === 0) return literally(value, reading);
  const letter = value.length === 1 ? literally(value, reading) : [];
  if (letter.length > 0 || (value.length === 1 && unitsNamed(value).length === 0)) return letter;
  for (const i of places.get(stems[0] ?? "") ?? []) {
    const match = run(stems, tokens, i);
    if (match) found.push({ value, score: 3 + 0.4 * stems.length, start: tokens[i]?.start ?? 0, end: match });
  }
  if (parameter.options.length * tokens.length > mostPairs) return found;
  if (found.length > 0) return found;
  const isUnit = unitsNamed(value).length > 0;
  for (const token of tokens) {
    if (token.kind !== "word") continue;
    const at = { value, start: token.start, end: token.end };
    if (isUnit && token.lower.length > 1 && sameUnit(value, token.lower)) found.push({ ...at, score: 2.5 });
    else if (token.stop) continue;
    else if (
      stems.length === 1 &&
      token.stem.length > 2 &&
      !parameter.nameStems.includes(token.stem) &&
      parameter.closed
    ) {
      const near = alike(stems[0] ?? "", token.stem);
      const begun = value.length > 4 && token.lower.startsWith(value.toLowerCase()); // `postgres` in `PostgreSQL`
      if (near >= 0.6 || begun) found.push({ ...at, score: 1 + Math.max(near, begun ? 0.9 : 0) });
    } else if (stems.length > 1 && parameter.closed && stems.includes(token.stem) && token.stem.length > 3) {
      found.push({ ...at, score: 1.2 });
    }
  }
  return found;
}

/** The meaning of a code among the options. */
function named(value: string, parameter: Parameter): string | undefined {
  if (parameter.kind === "language") return nameOfCode(value, "language");
  if (parameter.kind === "currency") return nameOfCode(value, "currency");
  return /countr|region/.test(parameter.name.toLowerCase()) ? nameOfCode(value, "region") : undefined;
}

/** Whether the stems follow each other from a token on, marks between them ignored; returns the end. */
function run(stems: readonly string[], tokens: readonly Token[], from: number): number | undefined {
  let index = from;
  for (const [i, word] of stems.entries()) {
    if (i > 0) while (/^[-_/&,.]$/.test(tokens[index]?.text ?? "")) index++;
    const token = tokens[index];
    if (!token || token.kind === "mark" || (token.stem !== word && stem(token.lower) !== word))
      return undefined;
    index++;
  }
  return tokens[index - 1]?.end;
}

function numeric(value: string, reading: Reading): readonly Option[] {
  const { numbers } = indexOf(reading);
  const mentions = new Set([...(numbers.get(Number(value)) ?? []), ...(numbers.get(value) ?? [])]);
  return [...mentions].map(({ start, end }) => ({ value, score: 1.2, start, end }));
}

/** A single letter or symbol matches literally, `A` and `I` only in quotation marks or brackets. */
const literally = (value: string, { tokens, text }: Reading): readonly Option[] =>
  tokens
    .filter((token) => token.text === value)
    .filter((token) => !/^[AI]$/.test(value) || /["'`(]/.test(text[token.start - 1] ?? ""))
    .map((token) => ({ value, score: 3, start: token.start, end: token.end }));
