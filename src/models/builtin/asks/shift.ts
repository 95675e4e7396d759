import { inTable, remembered } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import type { Span } from "../text/spans.ts";
import { numbers } from "../text/numbers.ts";

const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
const units = Object.keys(milliseconds).join("|");

/** `two hours earlier`. */
const counted = new RegExp(String.raw`\b(\w+) (${units})s? (later|earlier|after that|before that)\b`, "i");
/** `the day after`. */
const adjacent = new RegExp(
  String.raw`\bthe (?:(next|following|previous) )?(${units})(?: (after|before)(?: that)?)?(?=\W*$)`,
  "i",
);

/** By how many milliseconds a text moves what was last spoken of, negative for earlier, and where it says so. */
export interface Shift extends Span {
  readonly by: number;
}

/** How a text moves what was last spoken of; undefined if it doesn't. Computed once per reading. */
export const shiftIn = remembered(({ text }: Reading): Shift | undefined => {
  const [far, count = "", unit, way] = counted.exec(text) ?? [];
  const [near, next, nearUnit, after] = adjacent.exec(text) ?? [];
  const size = inTable(milliseconds, (unit ?? nearUnit ?? "").toLowerCase());
  const amount = unit === undefined || /^(?:an?|one)$/i.test(count) ? 1 : numbers(count)[0]?.value;
  const direction = way ?? next ?? after;
  if (size === undefined || amount === undefined || direction === undefined) return undefined;
  const words = far ?? near ?? "";
  const start = text.indexOf(words);
  const by = /^(?:earlier|before|previous)/i.test(direction) ? -amount * size : amount * size;
  return { by, start, end: start + words.length };
});

/** The input of a call with its days and times moved; undefined if it has none, or only days for less than one. */
export function shiftedInput(
  tool: Tool,
  { input }: PlannedCall,
  by: number,
): PlannedCall["input"] | undefined {
  const moved = Object.entries(input).flatMap(([key, value]) => {
    const kind = tool.parameters.find(({ path }) => path[0] === key && path.length === 1)?.kind;
    const later =
      typeof value === "string" && (kind === "date" || kind === "time") ? moment(value, by) : undefined;
    return later === undefined ? [] : [[key, later] as const];
  });
  return moved.length === 0 ? undefined : { ...input, ...Object.fromEntries(moved) };
}

/** A day, a time of day or both, moved, in the form that it has. */
function moment(value: string, by: number): string | undefined {
  const [, day = "", time = "", zone = ""] =
    /^(\d{4}-\d\d-\d\d)?(?:T|^)?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? [];
  if (value === "" || day + time === "") return undefined;
  const whole = by % milliseconds.day === 0;
  if (time === "" ? !whole : day === "" && whole) return undefined;
  const later = new Date(Date.parse(`${day || "2000-01-01"}T${time || "12:00"}Z`) + by).toISOString();
  if (day === "") return later.slice(11, 11 + time.length);
  return time === "" ? later.slice(0, 10) : later.slice(0, 11 + time.length) + zone;
}
