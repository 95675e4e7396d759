import { UserError } from "../../lib/index.ts";

/**
 * Each entry migrates a store from the version of its index to the next. Entries never change once released. Times
 * are milliseconds since 1970, money is in millionths of the currency's unit.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE keys (
      id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, old_hash TEXT UNIQUE, old_until BIGINT,
      hint TEXT NOT NULL, name TEXT NOT NULL, team TEXT, owner TEXT, labels TEXT NOT NULL,
      models TEXT, endpoints TEXT, tools TEXT,
      created BIGINT NOT NULL, expires BIGINT, disabled BIGINT)`,
    `CREATE INDEX keys_team ON keys (team, id)`,
    `CREATE TABLE audit (
      number BIGINT PRIMARY KEY, at BIGINT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
      subject TEXT NOT NULL, detail TEXT NOT NULL)`,
    `CREATE TABLE limits (subject TEXT, measure TEXT, amount BIGINT NOT NULL, PRIMARY KEY (subject, measure))`,
    `CREATE TABLE counters (
      subject TEXT, measure TEXT, start BIGINT, total BIGINT NOT NULL, reserved BIGINT NOT NULL,
      PRIMARY KEY (subject, measure, start))`,
    // One row per request, from its reservation on: while it is open or lost, its amounts are the most it can use.
    `CREATE TABLE requests (
      id TEXT PRIMARY KEY, at BIGINT NOT NULL, state TEXT NOT NULL, process TEXT NOT NULL,
      key_id TEXT NOT NULL, team TEXT, model TEXT NOT NULL, priced_as TEXT,
      input BIGINT NOT NULL, output BIGINT NOT NULL, cache_read BIGINT NOT NULL, cache_write BIGINT NOT NULL,
      tools BIGINT NOT NULL, cost BIGINT NOT NULL,
      upstream TEXT, routed_model TEXT, used_model TEXT, attempts BIGINT NOT NULL, first_ms BIGINT, total_ms BIGINT,
      error TEXT, tags TEXT NOT NULL)`,
    `CREATE INDEX requests_at ON requests (at)`,
    `CREATE INDEX requests_key ON requests (key_id, at)`,
    `CREATE INDEX requests_open ON requests (process) WHERE state = 'open'`,
    `CREATE TABLE processes (id TEXT PRIMARY KEY, seen BIGINT NOT NULL)`,
  ],
  [
    `CREATE INDEX requests_team ON requests (team, at)`,
    `CREATE INDEX requests_model ON requests (model, at)`,
    // Most rows are done: those are found by time instead.
    `CREATE INDEX requests_state ON requests (state, at) WHERE state <> 'done'`,
    `CREATE INDEX counters_start ON counters (measure, start)`,
  ],
  [
    // Total cost of requests whose rows were deleted.
    `CREATE TABLE past (
      key_id TEXT, team TEXT, model TEXT, cost BIGINT NOT NULL, PRIMARY KEY (key_id, team, model))`,
  ],
  [
    // Ended requests by day (UTC), including those whose rows were deleted: per key, and for all keys together with an
    // empty `key_id`, so that queries without keys read few rows. Texts are empty instead of null.
    `CREATE TABLE sums (
      day BIGINT, key_id TEXT, team TEXT, model TEXT, upstream TEXT, state TEXT, error TEXT,
      requests BIGINT NOT NULL, unpriced BIGINT NOT NULL, input BIGINT NOT NULL, output BIGINT NOT NULL,
      cache_read BIGINT NOT NULL, cache_write BIGINT NOT NULL, tools BIGINT NOT NULL, cost BIGINT NOT NULL,
      PRIMARY KEY (key_id, day, team, model, upstream, state, error))`,
    `INSERT INTO sums SELECT (at / 86400000) * 86400000, key_id, COALESCE(team, ''), model, COALESCE(upstream, ''),
      state, COALESCE(error, ''), COUNT(*), SUM(CASE WHEN priced_as IS NULL THEN 1 ELSE 0 END), SUM(input),
      SUM(output), SUM(cache_read), SUM(cache_write), SUM(tools), SUM(cost)
      FROM requests WHERE state NOT IN ('open', 'lost') GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    `INSERT INTO sums SELECT 0, key_id, team, model, '', 'done', '', 0, 0, 0, 0, 0, 0, 0, cost FROM past`,
    `INSERT INTO sums SELECT day, '', team, model, upstream, state, error, SUM(requests), SUM(unpriced), SUM(input),
      SUM(output), SUM(cache_read), SUM(cache_write), SUM(tools), SUM(cost) FROM sums GROUP BY 1, 3, 4, 5, 6, 7`,
    `DROP TABLE past`,
  ],
  [
    // Upstream keys, encrypted with a key that isn't stored here.
    `CREATE TABLE upstream_keys (name TEXT PRIMARY KEY, sealed TEXT NOT NULL, changed BIGINT NOT NULL)`,
  ],
  [
    // Redacted request and response bodies, if the configuration stores any.
    `CREATE TABLE bodies (
      id TEXT PRIMARY KEY, until BIGINT NOT NULL,
      request TEXT, request_bytes BIGINT, answer TEXT, answer_bytes BIGINT)`,
    `CREATE INDEX bodies_until ON bodies (until)`,
  ],
  [
    // Loops that run here. A worker holds one by its turn as long as its heartbeats arrive.
    `CREATE TABLE loops (
      id TEXT PRIMARY KEY, key_id TEXT NOT NULL, at BIGINT NOT NULL, state TEXT NOT NULL, request TEXT NOT NULL,
      turn BIGINT NOT NULL, seen BIGINT NOT NULL, cancelled BIGINT, outcome TEXT)`,
    `CREATE INDEX loops_key ON loops (key_id, at)`,
    `CREATE INDEX loops_open ON loops (at) WHERE state IN ('queued', 'running')`,
    `CREATE INDEX loops_ended ON loops (at) WHERE state NOT IN ('queued', 'running')`,
    `CREATE TABLE loop_events (loop TEXT, number BIGINT, event TEXT NOT NULL, PRIMARY KEY (loop, number))`,
  ],
  [
    // Rate counters stored elsewhere are valid while they have this epoch.
    `CREATE TABLE rate_epochs (subject TEXT PRIMARY KEY, epoch TEXT NOT NULL)`,
  ],
  [
    // Refused requests: those of one key, minute and reason together, with what the latest of them was told.
    `CREATE TABLE refusals (
      id TEXT PRIMARY KEY, key_id TEXT NOT NULL, minute BIGINT NOT NULL, code TEXT NOT NULL,
      at BIGINT NOT NULL, last BIGINT NOT NULL, requests BIGINT NOT NULL, team TEXT, model TEXT NOT NULL,
      status BIGINT, error TEXT, reason TEXT, subject TEXT, measure TEXT, resets BIGINT,
      UNIQUE (key_id, minute, code))`,
    ...["at", "key_id, at", "team, at", "model, at", "subject, at"].map(
      (columns) =>
        `CREATE INDEX refusals_${columns.replace("_id", "").replace(", ", "_")} ON refusals (${columns})`,
    ),
  ],
  [`ALTER TABLE requests ADD COLUMN upstream_request_id TEXT`],
  [
    // The sums of each key by calendar month (UTC), which are far fewer than those by day.
    `CREATE TABLE key_months (
      month BIGINT, key_id TEXT, state TEXT,
      requests BIGINT NOT NULL, unpriced BIGINT NOT NULL, input BIGINT NOT NULL, output BIGINT NOT NULL,
      cache_read BIGINT NOT NULL, cache_write BIGINT NOT NULL, tools BIGINT NOT NULL, cost BIGINT NOT NULL,
      PRIMARY KEY (month, key_id, state))`,
    `INSERT INTO key_months SELECT month, key_id, state, SUM(requests), SUM(unpriced), SUM(input), SUM(output),
      SUM(cache_read), SUM(cache_write), SUM(tools), SUM(cost)
      FROM (SELECT start, MAX(column1) AS month FROM (SELECT DISTINCT day AS start FROM sums) AS days
        JOIN (VALUES ${months(1970, 2100)}) AS months ON column1 <= start GROUP BY start) AS starts
      JOIN sums ON day = start WHERE key_id <> '' GROUP BY 1, 2, 3`,
  ],
];

/** The starts of all months of these years, as rows of SQL. */
function months(first: number, end: number): string {
  const all = Array.from({ length: (end - first) * 12 }, (_, i) => `(${Date.UTC(first, i)})`);
  return all.join(", ");
}

export const newerStore = (name: string, version: number): UserError =>
  new UserError(
    "store_version",
    `The store ${name} has version ${version}; this program supports versions up to ${migrations.length}.`,
    "Update antiphon, or name another store with --store.",
  );
