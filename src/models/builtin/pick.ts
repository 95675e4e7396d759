import { anyOf, isObject } from "../../lib/index.ts";
import { words } from "./text/tokens.ts";

/** Words that select a record by its position, with the position. */
const places: readonly (readonly [RegExp, number])[] = [
  [/\b(?:first|1st|top|any of (?:them|those|these))\b/i, 0],
  [/\b(?:second|2nd)\b/i, 1],
  [/\b(?:third|3rd)\b/i, 2],
  [/\b(?:fourth|4th)\b/i, 3],
  [/\blast\b/i, -1],
];

interface Measure {
  readonly words: RegExp;
  readonly key: RegExp;
  /** 1 for the maximum, -1 for the minimum. */
  readonly most: 1 | -1;
}

const price = /^(?:price|cost|fare|amount|total|rate|fee)$/;
const moment = /^(?:date|time|start|departure|departs|created|at|day|due|updated)$/;

const duration = /^(?:duration|minutes|hours|length)$/;

/** Words that select a record by a measure, with the keys of that measure. */
const measures: readonly Measure[] = [
  { words: /\b(?:cheap(?:er|est)|least expensive|lowest)\b/i, key: price, most: -1 },
  { words: /\b(?:most expensive|priciest|dearest|more expensive)\b/i, key: price, most: 1 },
  { words: /\b(?:earl(?:ier|iest)|oldest|older)\b/i, key: moment, most: -1 },
  { words: /\b(?:latest|later|newest|newer|most recent)\b/i, key: moment, most: 1 },
  { words: /\b(?:fast(?:er|est)|short(?:er|est)|quick(?:er|est))\b/i, key: duration, most: -1 },
  { words: /\b(?:longest|longer)\b/i, key: duration, most: 1 },
  { words: /\b(?:best(?:[- ]rated)?|highest[- ]rated|better)\b/i, key: /^(?:rating|score|stars)$/, most: 1 },
  { words: /\b(?:nearest|closest|nearer|closer)\b/i, key: /^(?:distance|km|miles|meters)$/, most: -1 },
];

const listed = new RegExp(
  String.raw`\b(?:the|that) (?:[\p{L}\d:.'’]+ ){0,2}${anyOf(
    String.raw`ones?\b(?! ${anyOf("ending|with|in|from|at|on|for")})`,
    `${anyOf("first|second|third|fourth|last")}(?: of ${anyOf("them|those|these")}|[.!?]|$)`,
  )}`,
  "iu",
);

/** Whether a text refers to a listed thing: `the second one`, `the last of them`. */
export const refersToListed = (text: string): boolean => listed.test(text);

const described = /\bthe ((?:[\p{L}\d:.'’]+ ){1,3})ones?\b/iu;
const selecting = [/\bsame\b/i, ...places.map(([words]) => words), ...measures.map(({ words }) => words)];

/** Whether a word selects one of several records: `second`, `cheapest`. */
export const isSelecting = (word: string): boolean => selecting.some((pattern) => pattern.test(word));

/** Whether a record may be the one that a text describes: `the 11 o'clock one` has an 11 in it. */
export function isMeant(record: object, text: string): boolean {
  const [, description] = described.exec(text) ?? [];
  if (description === undefined || selecting.some((pattern) => pattern.test(description))) return true;
  const values = JSON.stringify(record).toLowerCase();
  return description
    .trim()
    .toLowerCase()
    .split(" ")
    .some((word) => values.includes(word));
}

/** A clause that limits the choice, which nothing here understands: `the first one that still has places`. */
const limited = /\bones? (?:that|which|with|where)\b/i;

/** The record that a text selects by position or by a measure: `the second one`, `the cheaper one`. */
export function picked(records: readonly object[], text: string): object | undefined {
  if (limited.test(text)) return undefined;
  for (const { words: word, key, most } of measures) {
    if (!word.test(text)) continue;
    const values = records.map((record) => measured(record, key));
    const known = values.filter((value) => value !== undefined);
    if (known.length < records.length) continue;
    const best = known.reduce((a, b) => (a < b === (most === 1) ? b : a));
    const hits = records.filter((_, i) => values[i] === best);
    return hits.length === 1 ? hits[0] : undefined;
  }
  const place = places.find(([word]) => word.test(text))?.[1];
  return place === undefined ? undefined : records.at(place);
}

/** A number, or a date as its text, which sorts in the same order. */
function measured(record: object, key: RegExp): number | string | undefined {
  if (!isObject(record)) return undefined;
  for (const [name, value] of Object.entries(record)) {
    if (!words(name).some((word) => key.test(word))) continue;
    if (typeof value === "number") return value;
    if (typeof value === "string" && /^\d{4}-\d\d|^\d\d:\d\d/.test(value)) return value;
    const digits = typeof value === "string" ? /\d+(?:\.\d+)?/.exec(value)?.[0] : undefined;
    if (digits !== undefined) return Number(digits);
  }
  return undefined;
}
