import type { LimitState } from "../ledger/counters.ts";
import type { Limit } from "../ledger/limits.ts";
import { endOf, measures, part, spanOf, type MeasureName } from "../ledger/measures.ts";
import { conditionOf } from "../ledger/subjects.ts";
import { query, type Work } from "../store/store.ts";

/** A subject's usage in one part of a minute, reservations included. */
export interface UsedPart {
  readonly start: number;
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  /** The part reserved by open requests. */
  readonly heldInput: number;
  readonly heldOutput: number;
}
/** An open request with its reservation, in the part of a minute in which it began. */
export interface OpenRequest {
  readonly id: string;
  readonly start: number;
  readonly input: number;
  readonly output: number;
}
export interface Used {
  /** Number of open requests. */
  readonly open: number;
  readonly parts: readonly UsedPart[];
}

/** Whether a limit counts per minute, or open requests: the kinds that can be counted outside of the ledger. */
export const isRate = ({ measure }: Pick<Limit, "measure">): boolean => measures[measure].counts !== "cost";

/** The windows of the current minute; all per-minute limits share them. */
export const minuteOf = (now: number): ReturnType<typeof spanOf> => spanOf("requests_per_minute", now);

export function rateState(limit: Limit, used: Used, now: number): LimitState {
  const { counts } = measures[limit.measure];
  if (counts === "open" || counts === "cost")
    return { ...limit, total: used.open, reserved: 0, reset: undefined };
  const { from, start } = minuteOf(now);
  const parts = used.parts.filter((each) => each.start >= from);
  const sum = (value: (each: UsedPart) => number): number =>
    parts.reduce((total, each) => total + value(each), 0);
  const reservedOf = { requests: () => 0, input: heldInput, output: heldOutput }[counts];
  const oldest = Math.min(...parts.filter((each) => each[counts] > 0).map((each) => each.start));
  return {
    ...limit,
    total: sum((each) => each[counts]),
    reserved: sum(reservedOf),
    reset: endOf(limit.measure as MeasureName, Number.isFinite(oldest) ? oldest : start),
  };
}
const heldInput = (each: UsedPart): number => each.heldInput;
const heldOutput = (each: UsedPart): number => each.heldOutput;

/** Returns the usage of a limit, from the rows alone. */
export function* stateByRows(limit: Limit, now: number): Work<LimitState> {
  const { parts, open } = yield* usedByRows(limit.subject, now);
  return rateState(limit, { parts, open: open.length }, now);
}

/** Returns a subject's usage from its rows; exact only while no other request of the subject is decided on. */
export function* usedByRows(
  subject: string,
  now: number,
): Work<Pick<Used, "parts"> & { readonly open: readonly OpenRequest[] }> {
  const { where, values } = conditionOf(subject);
  const start = `CAST(at / ${part} AS BIGINT) * ${part}`;
  const heldSum = (name: string): string =>
    `COALESCE(SUM(CASE WHEN state IN ('open', 'lost') THEN ${name} END), 0)`;
  const parts = yield* query(
    `SELECT ${start} AS start, COUNT(*) AS requests, SUM(input) AS input, SUM(output) AS output,
       ${heldSum("input")} AS held_input, ${heldSum("output")} AS held_output
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
