import { query, type Row, type Value, type Work } from "../store/store.ts";

const day = 86_400_000;

/** What is told apart in sums, as the rows of requests have it. */
const parts = ["key_id", "team", "model", "upstream", "state", "error"] as const;
/** What is added up. */
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
/** `WHERE` ends it, so that SQLite reads no `ON` of a join behind it. */
const row = (key: string): string =>
  `SELECT ${key}, (at / ${day}) * ${day}, ${["team", "model", "upstream", "state", "error"].map((name) => `COALESCE(${name}, '')`).join(", ")},
     ${counts.join(", ")} FROM (${sources.requests} WHERE id = $1) AS ended WHERE TRUE`;
const adding = `INSERT INTO sums (${group}, ${counts.join(", ")}) ${row("key_id")} UNION ALL ${row("''")}
  ON CONFLICT (${group}) DO UPDATE SET ${counts.map((name) => `${name} = sums.${name} + excluded.${name}`).join(", ")}`;

/** Which sums: those of each key, or of all keys together. */
export const sumsOf = (each: "key" | "all"): string => (each === "key" ? "key_id <> ''" : "key_id = ''");

/** A request has ended: from now on the sums count it. Nothing is locked after this, so that no two requests wait for each other. */
export function* addToSums(id: string): Work<void> {
  yield* query(adding, id);
}

/** A request in the sums costs so much more, and has or has no price now. */
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
