import type { LimitState } from "../ledger/counters.ts";
import type { Limit } from "../ledger/limits.ts";
import { endOf, measures, part, spanOf, type MeasureName } from "../ledger/measures.ts";
import { conditionOf } from "../ledger/subjects.ts";
import { query, type Work } from "../store/store.ts";

/** What a subject used in one part of a minute, reservations included. */
export interface UsedPart {
  readonly start: number;
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  /** Of them: what requests hold that haven't ended. */
  readonly heldInput: number;
  readonly heldOutput: number;
}
/** A request under way, in the part that it began in, with what it holds. */
export interface OpenRequest {
  readonly id: string;
  readonly start: number;
  readonly input: number;
  readonly output: number;
}
export interface Used {
  /** Requests under way. */
  readonly open: number;
  readonly parts: readonly UsedPart[];
}

/** Whether a limit counts by the minute, or requests under way: what instances may count outside of the ledger. */
export const isRate = ({ measure }: Pick<Limit, "measure">): boolean => measures[measure].counts !== "cost";

/** The windows of a minute: all limits by the minute have the same. */
export const minuteOf = (now: number): ReturnType<typeof spanOf> => spanOf("requests_per_minute", now);

export function rateState(limit: Limit, used: Used, now: number): LimitState {
  const { counts } = measures[limit.measure];
  if (counts === "open" || counts === "cost")
    return { ...limit, total: used.open, reserved: 0, reset: undefined };
  const { from, start } = minuteOf(now);
  const parts = used.parts.filter((each) => each.start >= from);
  const sum = (value: (each: UsedPart) => number): number =>
    parts.reduce((total, each) => total + value(each), 0);
  const held = { requests: () => 0, input: heldInput, output: heldOutput }[counts];
  const oldest = Math.min(...parts.filter((each) => each[counts] > 0).map((each) => each.start));
  return {
    ...limit,
    total: sum((each) => each[counts]),
    reserved: sum(held),
    reset: endOf(limit.measure as MeasureName, Number.isFinite(oldest) ? oldest : start),
  };
}
const heldInput = (each: UsedPart): number => each.heldInput;
const heldOutput = (each: UsedPart): number => each.heldOutput;

/** How far a limit is used, by the rows alone. */
export function* stateByRows(limit: Limit, now: number): Work<LimitState> {
  const { parts, open } = yield* usedByRows(limit.subject, now);
  return rateState(limit, { parts, open: open.length }, now);
}

/** What the rows of requests say, which is the truth where no request of the subject is decided on meanwhile. */
export function* usedByRows(
  subject: string,
  now: number,
): Work<Pick<Used, "parts"> & { readonly open: readonly OpenRequest[] }> {
  const { where, values } = conditionOf(subject);
  const start = `CAST(at / ${part} AS BIGINT) * ${part}`;
  const held = (name: string): string =>
    `COALESCE(SUM(CASE WHEN state IN ('open', 'lost') THEN ${name} END), 0)`;
  const parts = yield* query(
    `SELECT ${start} AS start, COUNT(*) AS requests, SUM(input) AS input, SUM(output) AS output,
       ${held("input")} AS held_input, ${held("output")} AS held_output
     FROM requests WHERE ${where} AND at >= $2 GROUP BY 1`,
    ...values,
    minuteOf(now).from,
  );
  const open = yield* query(
    `SELECT id, ${start} AS start, input, output FROM requests WHERE state = 'open' AND ${where}`,
    ...values,
  );
  return {
    parts: parts.map((row) => ({
      start: Number(row["start"]),
      requests: Number(row["requests"]),
      input: Number(row["input"]),
      output: Number(row["output"]),
      heldInput: Number(row["held_input"]),
      heldOutput: Number(row["held_output"]),
    })),
    open: open.map((row) => ({
      id: String(row["id"]),
      start: Number(row["start"]),
      input: Number(row["input"]),
      output: Number(row["output"]),
    })),
  };
}
