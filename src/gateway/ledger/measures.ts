import type { LimitName } from "../../config/index.ts";

/** What a limit counts; `open` means requests under way. */
export type Counted = "requests" | "input" | "output" | "cost" | "open";
type Window = "minute" | "hour" | "day" | "week" | "month" | "all";

export interface Measure {
  readonly counts: Counted;
  readonly window: Window;
}

/** All measures that can be limited. A subject has at most one limit for each. */
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
export const measureNames = Object.keys(measures) as readonly MeasureName[]; // Object.keys loses the key type

export interface Span {
  /** Start of the first and the last window that count now. */
  readonly from: number;
  readonly start: number;
  /** When the newest window ends and the next begins; undefined if never. */
  readonly end: number | undefined;
}

const minute = 60_000;
/** Milliseconds: a minute is counted in parts (a sliding window), so that no 60 seconds exceed the limit. */
export const part = 5000;
const hour = 60 * minute;
const day = 24 * hour;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
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

/** The windows of a measure that count now. All are in UTC, so daylight saving doesn't shift them. */
export const spanOf = (name: MeasureName, now: number): Span => spans[measures[name].window](now);

/** When usage counted in the window that starts at `start` expires. */
export const endOf = (name: MeasureName, start: number): number | undefined =>
  measures[name].window === "minute" ? start + minute + part : spanOf(name, start).end;
