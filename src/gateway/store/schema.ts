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
      id TEXT PRIMARY KEY, at BIGINT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
      subject TEXT NOT NULL, detail TEXT NOT NULL)`,
    `CREATE INDEX audit_at ON audit (at)`,
  ],
];
