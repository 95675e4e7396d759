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
} as const;

/** In the order of the table's primary key. */
const group = ["key_id", "day", "team", "model", "upstream", "state", "error"].join(", ");
/** Ends in `WHERE`, so that SQLite doesn't parse a following `ON` as part of a join. */
const row = (key: string): string =>
  `SELECT ${key}, (at / ${day}) * ${day}, ${["team", "model", "upstream", "state", "error"].map((name) => `COALESCE(${name}, '')`).join(", ")},
     ${counts.join(", ")} FROM (${sources.requests} WHERE id = $1) AS ended WHERE TRUE`;
const adding = `INSERT INTO sums (${group}, ${counts.join(", ")}) ${row("key_id")} UNION ALL ${row("''")}
  ON CONFLICT (${group}) DO UPDATE SET ${counts.map((name) => `${name} = sums.${name} + excluded.${name}`).join(", ")}`;

/** Selects the sums of each key, or those of all keys together. */
export const sumsOf = (each: "key" | "all"): string => (each === "key" ? "key_id <> ''" : "key_id = ''");

/** Adds an ended request to the sums. Must come after all other locks, so that no two requests deadlock. */
export function* addToSums(id: string): Work<void> {
  yield* query(adding, id);
}

/** Adds a cost difference, and a change in `unpriced`, to the sums of a request. */
export function* correctSums(row: Row, cost: number, unpriced: number): Work<void> {
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

export const startOfDay = (time: number): number => Math.floor(time / day) * day;
export const endOfDay = (time: number): number => Math.ceil(time / day) * day;
