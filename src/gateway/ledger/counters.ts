import { first, lock, query, type Row, type Work } from "../store/store.ts";
import type { Limit } from "./limits.ts";
import { endOf, measures, part, spanOf, type Counted, type MeasureName, type Span } from "./measures.ts";
import { sumsOf } from "../usage/sums.ts";
import { conditionOf } from "./subjects.ts";

/** A limit with its usage. */
export interface LimitState extends Limit {
  /** Settled plus reserved. */
  readonly total: number;
  /** The part reserved by open requests, or by those of a process that died before settling. */
  readonly reserved: number;
  /** When part of the usage expires, in milliseconds since 1970; `undefined`: never. */
  readonly reset: number | undefined;
}

const sums: { readonly [counted in Counted]: readonly [total: string, reserved: string] } = {
  requests: ["COUNT(*)", "0"],
  input: ["COALESCE(SUM(input), 0)", "COALESCE(SUM(CASE WHEN state IN ('open', 'lost') THEN input END), 0)"],
  output: [
    "COALESCE(SUM(output), 0)",
    "COALESCE(SUM(CASE WHEN state IN ('open', 'lost') THEN output END), 0)",
  ],
  cost: ["COALESCE(SUM(cost), 0)", "COALESCE(SUM(CASE WHEN state IN ('open', 'lost') THEN cost END), 0)"],
  open: ["COALESCE(SUM(CASE WHEN state = 'open' THEN 1 END), 0)", "0"],
};

/** Creates a counter from the requests' rows if it is missing, so that counters can be deleted. */
function* seed({ subject, measure }: Limit, start: number): Work<void> {
  const { where, values } = conditionOf(subject);
  const { end } = spanOf(measure, start);
  const [rows, reserved] = sums[measures[measure].counts];
  // Rows may have been deleted, and the daily sums lack open and lost requests.
  const total =
    measure === "spend_total"
      ? `(SELECT COALESCE(SUM(cost), 0) FROM sums WHERE ${where} AND ${sumsOf(subject.startsWith("key:") ? "key" : "all")}) + ${reserved}`
      : rows;
  yield* query(
    `INSERT INTO counters (subject, measure, start, total, reserved)
     SELECT CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS BIGINT), ${total}, ${reserved}
     FROM requests WHERE ${where} AND at >= $4 AND at < $5
     ON CONFLICT DO NOTHING`,
    ...values,
    subject,
    measure,
    start,
    end ?? Number.MAX_SAFE_INTEGER,
  );
}

/** Creates the counter of the current window, and for a new limit those of earlier parts that have requests. */
function* seedParts(limit: Limit, { from, start }: Span): Work<void> {
  yield* seed(limit, start);
  if (from === start) return;
  const { where, values } = conditionOf(limit.subject);
  const begun = yield* query(
    `SELECT CAST(at / ${part} AS BIGINT) AS part FROM requests WHERE ${where} AND at >= $2 AND at < $3 GROUP BY 1`,
    ...values,
    from,
    start,
  );
  for (const row of begun) yield* seed(limit, Number(row["part"]) * part);
}

/** Locks the counters of these limits until the transaction ends. */
export function* lockLimits(limits: readonly Pick<Limit, "subject">[]): Work<void> {
  if (limits.length > 0) yield* lock([...new Set(limits.map(({ subject }) => subject))]);
}

/** Returns the usage of a limit at this time. `lockLimits` must hold its counters. */
export function* stateOf(limit: Limit, now: number): Work<LimitState> {
  const span = spanOf(limit.measure, now);
  let row = yield* counted(limit, span);
  if (row?.["newest"] !== span.start) {
    yield* seedParts(limit, span);
    row = yield* counted(limit, span);
  }
  return {
    ...limit,
    total: Number(row?.["total"] ?? 0),
    reserved: Number(row?.["reserved"] ?? 0),
    reset: endOf(limit.measure, Number(row?.["oldest"] ?? span.start)),
  };
}

const counted = ({ subject, measure }: Limit, { from, start }: Span): Work<Row | undefined> =>
  first(
    `SELECT SUM(total) AS total, SUM(reserved) AS reserved, MIN(CASE WHEN total > 0 THEN start END) AS oldest,
       MAX(CASE WHEN start = $4 THEN start END) AS newest
     FROM counters WHERE subject = $1 AND measure = $2 AND start >= $3`,
    subject,
    measure,
    from,
    start,
  );

/** What a request uses of each counted resource. */
export type Amount = { readonly [counted in Counted]: number };

export interface Entry {
  readonly limit: Pick<Limit, "subject" | "measure">;
  /** When the request began, in milliseconds since 1970. */
  readonly at: number;
  /** Change of the total; `reserved` is the change of the reserved part. */
  readonly total: Amount;
  readonly reserved: Amount;
}

/** Adds to the counter of the window in which the request began, if that counter exists. */
export function* add({ limit: { subject, measure }, at, total, reserved }: Entry): Work<void> {
  const { counts } = measures[measure];
  if (total[counts] === 0 && reserved[counts] === 0) return;
  yield* query(
    "UPDATE counters SET total = total + $4, reserved = reserved + $5 WHERE subject = $1 AND measure = $2 AND start = $3",
    subject,
    measure,
    spanOf(measure, at).start,
    total[counts],
    reserved[counts],
  );
}

/** Maximum clock difference between instances that share a store, in milliseconds. */
const skew = 60_000;

/** Deletes the counters of expired windows. */
export function* forgetCounters(now: number): Work<void> {
  for (const measure of Object.keys(measures) as MeasureName[])
    // Object.keys forgets the keys
    yield* query(
      "DELETE FROM counters WHERE measure = $1 AND start < $2",
      measure,
      spanOf(measure, now - skew).from,
    );
}
