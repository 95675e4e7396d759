import { query, type Row, type Value, type Work } from "../store/store.ts";

const day = 86_400_000;

/** The columns that sums are grouped by, as in the requests' rows. */
const parts = ["key_id", "team", "model", "upstream", "state", "error"] as const;
/** The columns that are summed. */
export const added = ["input", "output", "cache_read", "cache_write", "tools", "cost"] as const;
const counts = ["requests", "unpriced", ...added] as const;

/** Requests and sums with the same columns, so that both can be added up together. */
export const sources = {
  requests: `SELECT at, ${parts.join(", ")}, 1 AS requests,
    CASE WHEN priced_as IS NULL THEN 1 ELSE 0 END AS unpriced, ${added.join(", ")} FROM requests`,
  sums: `SELECT day AS at, ${[...parts, ...counts].join(", ")} FROM sums`,
  key_months: `SELECT month AS at, key_id, '' AS team, '' AS model, '' AS upstream, state, '' AS error,
    ${counts.join(", ")} FROM key_months`,
} as const;

/** In the order of the table's primary key. */
const group = ["key_id", "day", "team", "model", "upstream", "state", "error"].join(", ");
/** Ends in `WHERE`, so that SQLite doesn't parse a following `ON` as part of a join. */
const row = (key: string): string =>
  `SELECT ${key}, (at / ${day}) * ${day}, ${["team", "model", "upstream", "state", "error"].map((name) => `COALESCE(${name}, '')`).join(", ")},
     ${counts.join(", ")} FROM (${sources.requests} WHERE id = $1) AS ended WHERE TRUE`;
const increased = (table: string): string =>
  `DO UPDATE SET ${counts.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(", ")}`;
const adding = [
  `INSERT INTO sums (${group}, ${counts.join(", ")}) ${row("key_id")} UNION ALL ${row("''")}
    ON CONFLICT (${group}) ${increased("sums")}`,
  `INSERT INTO key_months (month, key_id, state, ${counts.join(", ")})
    SELECT CAST($2 AS BIGINT), key_id, state, ${counts.join(", ")} FROM (${sources.requests} WHERE id = $1) AS ended WHERE TRUE
    ON CONFLICT (month, key_id, state) ${increased("key_months")}`,
] as const;

/** Selects the sums of each key, or those of all keys together. */
export const sumsOf = (each: "key" | "all"): string => (each === "key" ? "key_id <> ''" : "key_id = ''");

/** Adds an ended request to the sums. Must come after all other locks, so that no two requests deadlock. */
export function* addToSums(id: string, at: number): Work<void> {
  yield* query(adding[0], id);
  yield* query(adding[1], id, startOfMonth(at));
}

/** Adds a cost difference, and a change in `unpriced`, to the sums of a request. */
export function* correctSums(row: Row, cost: number, unpriced: number): Work<void> {
  yield* query(
    `UPDATE key_months SET cost = cost + $1, unpriced = unpriced + $2 WHERE month = $3 AND key_id = $4 AND state = $5`,
    cost,
    unpriced,
    startOfMonth(Number(row["at"])),
    row["key_id"] ?? "",
    row["state"] ?? "",
  );
  const values: readonly Value[] = parts.map((name) => row[name] ?? "");
  yield* query(
    `UPDATE sums SET cost = cost + $1, unpriced = unpriced + $2
     WHERE day = $3 AND ${parts.map((name, i) => (name === "key_id" ? `key_id IN ('', $${i + 4})` : `${name} = $${i + 4}`)).join(" AND ")}`,
    cost,
    unpriced,
    startOfDay(Number(row["at"])),
    ...values,
  );
}

const startOfDay = (time: number): number => Math.floor(time / day) * day;

/** The start of the month of a time, or of one `later`. */
function startOfMonth(time: number, later = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}

export interface Level {
  readonly source: "sums" | "key_months";
  /** The time column. */
  readonly time: "day" | "month";
  /** The start of the last whole period before a time, and of the first one after it; a start is both. */
  before(time: number): number;
  after(time: number): number;
}

/** Sums by period, the longest first. */
export const levels: { readonly [source in Level["source"]]: Level } = {
  key_months: {
    source: "key_months",
    time: "month",
    before: startOfMonth,
    after: (time) => (startOfMonth(time) === time ? time : startOfMonth(time, 1)),
  },
  sums: {
    source: "sums",
    time: "day",
    before: startOfDay,
    after: (time) => Math.ceil(time / day) * day,
  },
};
