import { numbers, type NumberMention } from "./numbers.ts";

/** A sum in words, converted to symbols: `seventeen times four` is `17 * 4`. */
export interface Sum {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words between two numbers of a sum, with their operator. */
const between: readonly (readonly [RegExp, string])[] = [
  [/^(?:plus|\+)$/, "+"],
  [/^(?:minus|less|[-–−])$/, "-"],
  [/^(?:times|multiplied (?:by|with)|[x×*·])$/, "*"],
  [/^(?:divided by|over|[/÷:])$/, "/"],
  [/^(?:to the power of|raised to(?: the power of)?|\^|\*\*)$/, "^"],
  [/^(?:mod|modulo)$/, "%"],
];

/** Words before two numbers, the words that join them, and the resulting sum. */
const before: readonly (readonly [RegExp, RegExp, (a: string, b: string) => string])[] = [
  [/\b(?:add|sum of|total of)\s+$/i, /^(?:and|to|,)$/, (a, b) => `${a} + ${b}`],
  [/\b(?:subtract|take)\s+$/i, /^(?:from)$/, (a, b) => `${b} - ${a}`],
  [/\bdifference (?:between|of)\s+$/i, /^and$/, (a, b) => `${a} - ${b}`],
  [/\b(?:multiply|product of)\s+$/i, /^(?:by|and|with)$/, (a, b) => `${a} * ${b}`],
  [/\b(?:divide|split)\s+$/i, /^(?:by|among|between)$/, (a, b) => `${a} / ${b}`],
];

const root = /\bsquare root of\s+$/i;

/** The sums in a text: chains of numbers and operations. */
export function sums(text: string): readonly Sum[] {
  const all = numbers(text).filter(({ ordinal }) => !ordinal);
  const found: Sum[] = [];
  for (let i = 0; i < all.length;) {
    const [sum, next] = from(text, all, i);
    if (sum) found.push(sum);
    i = next;
  }
  return found;
}

function from(text: string, all: readonly NumberMention[], i: number): readonly [Sum | undefined, number] {
  const [first, second] = [all[i], all[i + 1]];
  if (!first) return [undefined, i + 1];
  const ahead = text.slice(Math.max(0, first.start - 30), first.start);
  const gap = second ? text.slice(first.end, second.start).trim().toLowerCase() : "";
  const phrasing = before.find(([lead, joint]) => lead.test(ahead) && joint.test(gap));
  const at = { start: first.start, end: (second ?? first).end };
  if (
    phrasing &&
    second &&
    !(phrasing[1].test("and") && /^\s*(?:,|and)\s+\d/.test(text.slice(second.end, second.end + 12)))
  )
    return [{ ...at, text: phrasing[2](termOf(first), termOf(second)) }, i + 2];
  if (first.percent && second && gap === "of")
    return [{ ...at, text: `${first.value} / 100 * ${termOf(second)}` }, i + 2];
  return chain(text, all, i);
}

/** `(3 plus 4) times 5`: numbers with operators between them. */
function chain(text: string, all: readonly NumberMention[], i: number): readonly [Sum | undefined, number] {
  const [first] = all.slice(i);
  if (!first) return [undefined, i + 1];
  const opened = /\(\s*$/.exec(text.slice(Math.max(0, first.start - 4), first.start))?.[0] ?? "";
  const rooted = root.exec(text.slice(Math.max(0, first.start - 24), first.start));
  let sum = `${opened.trim()}${rooted ? `sqrt(${termOf(first)})` : termOf(first)}`;
  let [last, next, steps] = [first, i + 1, rooted ? 1 : 0];
  for (; next < all.length; next++) {
    const number = all[next];
    if (!number) break;
    const raw = text.slice(last.end, number.start).trim().toLowerCase();
    const [, closing = "", word = "", opening = ""] = /^([)\s]*)(.*?)([(\s]*)$/.exec(raw) ?? [];
    const sign = word === "" && number.value < 0 ? "-" : between.find(([pattern]) => pattern.test(word))?.[1];
    if (sign === undefined) break;
    const value = word === "" ? termOf({ ...number, value: -number.value }) : termOf(number);
    sum += `${closing.trim()} ${sign} ${opening.trim()}${value}`;
    last = number;
    steps++;
  }
  const power = /^\s+(squared|cubed)\b/i.exec(text.slice(last.end, last.end + 12));
  if (power) sum += ` ^ ${power[1]?.toLowerCase() === "cubed" ? 3 : 2}`;
  const closed = /^\s*\)/.exec(text.slice(last.end, last.end + 4))?.[0] ?? "";
  if (count(sum, "(") > count(sum, ")")) sum += closed.trim();
  if ((steps === 0 && !power) || count(sum, "(") !== count(sum, ")")) return [undefined, next];
  const end = last.end + (power?.[0].length ?? 0) + (sum.endsWith(")") ? closed.length : 0);
  return [{ text: sum, start: first.start - opened.length, end }, next];
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

const termOf = ({ value, percent }: NumberMention): string => (percent ? `(${value} / 100)` : String(value));
