import type { LimitName } from "../../config/index.ts";

/** What a limit counts: `open` are requests under way. */
export type Counted = "requests" | "input" | "output" | "cost" | "open";
type Window = "minute" | "hour" | "day" | "week" | "month" | "all";

export interface Measure {
  readonly counts: Counted;
  readonly window: Window;
}

/** Everything that can be limited. Each subject may have each once. */
export const measures = {
  requests_per_minute: { counts: "requests", window: "minute" },
  input_tokens_per_minute: { counts: "input", window: "minute" },
  output_tokens_per_minute: { counts: "output", window: "minute" },
  concurrent_requests: { counts: "open", window: "all" },
  spend_per_hour: { counts: "cost", window: "hour" },
  spend_per_day: { counts: "cost", window: "day" },
  spend_per_week: { counts: "cost", window: "week" },
  spend_per_month: { counts: "cost", window: "month" },
  spend_total: { counts: "cost", window: "all" },
} as const satisfies Readonly<Record<LimitName, Measure>>;
export type MeasureName = LimitName;
export const measureNames = Object.keys(measures) as readonly MeasureName[]; // Object.keys forgets the keys

export interface Span {
  /** The first and the last window's start that count now. */
  readonly from: number;
  readonly start: number;
  /** When the newest window ends, and another begins; undefined where none ever does. */
  readonly end: number | undefined;
}

const minute = 60_000;
/** A minute is counted in parts, so that no sixty seconds anywhere hold more than the limit. */
export const part = 5000;
const hour = 60 * minute;
const day = 24 * hour;
/** The epoch was a Thursday; weeks begin on Mondays. */
const monday = 4 * day;

const fixed = (now: number, length: number, offset = 0): Span => {
  const start = Math.floor((now - offset) / length) * length + offset;
  return { from: start, start, end: start + length };
};

const spans: { readonly [window in Window]: (now: number) => Span } = {
  minute: (now) => {
    const start = Math.floor(now / part) * part;
    return { from: start - minute, start, end: start + part };
  },
  hour: (now) => fixed(now, hour),
  day: (now) => fixed(now, day),
  week: (now) => fixed(now, 7 * day, monday),
  month(now) {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const start = Date.UTC(year, month);
    return { from: start, start, end: Date.UTC(year, month + 1) };
  },
  all: () => ({ from: 0, start: 0, end: undefined }),
};

/** The windows of a measure that count at this time. All are of UTC: nobody's clock changes move them. */
export const spanOf = (name: MeasureName, now: number): Span => spans[measures[name].window](now);

/** When something that is counted in the window of `start` no longer counts. */
export const endOf = (name: MeasureName, start: number): number | undefined =>
  measures[name].window === "minute" ? start + minute + part : spanOf(name, start).end;
