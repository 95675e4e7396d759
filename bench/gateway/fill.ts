/** Fills a store's tables by SQL: keys with a daily budget each, and requests of the last thirty days. */

export interface Size {
  readonly keys: number;
  readonly requests: number;
  /** End of the thirty days, in milliseconds since 1970. */
  readonly now: number;
}
export type Database = "sqlite" | "postgres";

const series: { readonly [database in Database]: (count: number) => string } = {
  sqlite: (count) =>
    `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) SELECT n FROM s)`,
  postgres: (count) => `(SELECT n FROM generate_series(1, ${count}) AS g(n))`,
};
const padded: { readonly [database in Database]: (value: string) => string } = {
  sqlite: (value) => `printf('%09d', ${value})`,
  postgres: (value) => `lpad((${value})::text, 9, '0')`,
};

const month = 30 * 86_400_000;

/** The starts of the calendar months that a time is part of. */
function monthsBetween(from: number, to: number): readonly number[] {
  const [start, end] = [new Date(from), new Date(to)];
  const count =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth() + 1;
  return Array.from({ length: count }, (_, i) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + i));
}

/** Returns the SQL statements. A key's hash is its number, so that no key can be used. */
export function filling(database: Database, { keys, requests, now }: Size): readonly string[] {
  const number = padded[database];
  const team = "'team-' || (n % 200)";
  return [
    `INSERT INTO keys (id, hash, hint, name, team, owner, labels, created)
     SELECT 'key_' || ${number("n")}, ${number("n")}, 'abcd', 'service ' || n, ${team}, 'owner-' || (n % 5000), '{}',
       ${now - month} + n FROM ${series[database](keys)} AS s`,
    `INSERT INTO limits (subject, measure, amount)
     SELECT 'key:key_' || ${number("n")}, 'spend_per_day', 5000000 FROM ${series[database](keys)} AS s`,
    // A third of the keys are in use, and a few of them make most requests.
    `INSERT INTO requests (id, at, state, process, key_id, team, model, priced_as, input, output, cache_read, cache_write,
       tools, cost, upstream, routed_model, used_model, attempts, first_ms, total_ms, error, tags)
     SELECT 'req_' || ${number("n")}, ${now - month} + n * ${Math.floor(month / requests)},
       CASE WHEN n % 50 = 0 THEN 'failed' WHEN n % 77 = 0 THEN 'interrupted' ELSE 'done' END, 'process_1',
       'key_' || ${number(`1 + (n * 7919) % (1 + (n * 31) % ${Math.max(2, Math.floor(keys / 3))})`)}, ${team},
       'model-' || (n % 12), 'model-' || (n % 12), 100 + n % 900, 50 + n % 300, n % 3 * 100, 0, n % 40, 1000 + n % 5000,
       'upstream-' || (n % 3), NULL, 'model-' || (n % 12), 1, 20 + n % 200, 400 + n % 2000,
       CASE WHEN n % 50 = 0 THEN 'overloaded_error' END, '{}' FROM ${series[database](requests)} AS s`,
    ...["key_id", "''"].map(
      (key) => `INSERT INTO sums SELECT (at / 86400000) * 86400000, ${key}, team, model, upstream, state,
       COALESCE(error, ''), COUNT(*), 0, SUM(input), SUM(output), SUM(cache_read), SUM(cache_write), SUM(tools), SUM(cost)
       FROM requests GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    ),
    ...monthsBetween(now - month, now).map(
      (
        start,
        i,
        starts,
      ) => `INSERT INTO key_months SELECT ${start}, key_id, state, COUNT(*), 0, SUM(input), SUM(output),
       SUM(cache_read), SUM(cache_write), SUM(tools), SUM(cost) FROM requests
       WHERE at >= ${start} AND at < ${starts[i + 1] ?? Number.MAX_SAFE_INTEGER} GROUP BY 2, 3`,
    ),
  ];
}
