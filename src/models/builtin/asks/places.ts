import { isObject, type Json } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import { valueOf } from "../fill/values.ts";
import { stopWords } from "../knowledge/stop-words.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { spansOf, type Span } from "../text/spans.ts";
import { converted, sameUnit } from "../text/units.ts";

/** A part of a text that a call takes as a value. */
export interface Place extends Span {
  readonly parameter: Parameter | undefined;
  readonly isQuoted: boolean;
}

/** Which parts of a text calls take, and the mentions that none takes. */
export interface Places {
  readonly valueAt: (span: Span) => Place | undefined;
  readonly unusedAt: (span: Span) => Mention | undefined;
  readonly unused: readonly Mention[];
}

interface Value {
  readonly text: string;
  readonly parameter: Parameter | undefined;
}

/** The texts and numbers of an input, at any depth. */
export const leaves = (value: Json): readonly string[] =>
  isObject(value) || Array.isArray(value)
    ? Object.values(value as { [key: string]: Json }).flatMap(leaves) // a list's values are its items
    : typeof value === "string" || typeof value === "number"
      ? [String(value)]
      : [];

/** Maximum number of values that are looked for. */
const most = 60;

/** Finds the values of calls in a text. */
export function placesOf(calls: readonly PlannedCall[], tools: readonly Tool[], reading: Reading): Places {
  const values = calls.flatMap(({ name, input }) => {
    const parameters = tools.find(({ definition }) => definition.name === name)?.parameters ?? [];
    return Object.entries(input).flatMap(([key, value]) => {
      const parameter = parameters.find(({ path }) => path[0] === key);
      return leaves(value).map((text): readonly [string, Value] => [`${key}:${text}`, { text, parameter }]);
    });
  });
  const distinct = [...new Map(values).values()].slice(0, most);
  const literal = distinct.flatMap((value) => occurrences(value, reading.text));
  const written = spansOf(literal);
  const unused: Mention[] = [];
  const places = reading.mentions.flatMap((mention): readonly Place[] => {
    const value = distinct.find((other) => isFor(other, mention));
    const { start, end, kind } = mention;
    if (value) return [{ start, end, parameter: value.parameter, isQuoted: kind === "quoted" }];
    if (!written.hold(mention)) unused.push(mention);
    return [];
  });
  const { length } = reading.text;
  return { valueAt: finder([...literal, ...places], length), unusedAt: finder(unused, length), unused };
}

/** Finds the span at a place; of several, the last in the list. */
function finder<T extends Span>(spans: readonly T[], length: number): (span: Span) => T | undefined {
  const owner = new Int32Array(length).fill(-1);
  for (const [i, { start, end }] of spans.entries()) owner.fill(i, start, end);
  return ({ start, end }) => spans[owner.subarray(start, end).find((index) => index >= 0) ?? -1];
}

function occurrences({ text: value, parameter }: Value, text: string): readonly Place[] {
  const [needle, hay] = [lowered(value), lowered(text)];
  const places: Place[] = [];
  if (needle === "" || stopWords.has(needle)) return places;
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + needle.length))
    if (!isCut(hay, at) && !isCut(hay, at + needle.length))
      places.push({ start: at, end: at + needle.length, parameter, isQuoted: false });
  return places;
}

const lowered = (text: string): string => text.toLowerCase().replaceAll("’", "'");

/** Whether a place is inside a word or a number. */
const isCut = (text: string, at: number): boolean => /^(?:\p{L}{2}|\d{2})$/u.test(text.slice(at - 1, at + 1));

const two = (number: number): string => String(number).padStart(2, "0");

/** Whether a call's value is that of a mention, in any form; a number is in the unit of its parameter. */
function isFor({ text: value, parameter }: Value, mention: Mention): boolean {
  const { text, number, unit, date } = mention;
  if (number?.percent && /^(?:count|money)$/.test(parameter?.kind ?? "")) return false;
  if (number && unit && parameter && parameter.type !== "string") {
    const amount = sameUnit(unit, "cent")
      ? number.value / 100
      : converted(number.value, unit, parameter.unit ?? unit);
    if (amount !== undefined) return String(amount) === value;
  }
  if (text === value) return true;
  if (parameter && String(valueOf(parameter, mention)) === value) return true;
  if (number) return [number.value, number.value / 100].includes(Number(value));
  if (!date) return text.length > 2 && value.includes(text);
  const { year, month, day, hour, minute, hasDay } = date;
  return (
    (hasDay && value.includes(`${year}-${two(month)}-${two(day)}`)) ||
    // a day of a month, not two guests on the second
    (hasDay && value === String(day) && parameter?.kind === "date") ||
    (hour !== undefined && value.includes(`${two(hour)}:${two(minute)}`))
  );
}
