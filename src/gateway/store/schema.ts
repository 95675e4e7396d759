import { UserError } from "../../lib/index.ts";

/**
 * Each entry brings a store from the version of its index to the next. Entries never change once they are released.
 * Times are milliseconds since 1970, money is in millionths of the currency's unit.
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
    // One row a request, from its reservation on: while it is open or lost its amounts are the most that it can use.
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
    // Most are done: who asks for those finds them by their time.
    `CREATE INDEX requests_state ON requests (state, at) WHERE state <> 'done'`,
    `CREATE INDEX counters_start ON counters (measure, start)`,
  ],
  [
    // What requests cost whose rows were deleted.
    `CREATE TABLE past (
      key_id TEXT, team TEXT, model TEXT, cost BIGINT NOT NULL, PRIMARY KEY (key_id, team, model))`,
  ],
];

export const newerStore = (name: string, version: number): UserError =>
  new UserError(
    "store_version",
    `The store ${name} is of version ${version}; this program knows versions up to ${migrations.length}.`,
    "Update antiphon, or name another store with --store.",
  );
