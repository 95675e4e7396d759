import { mkdir, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type StatementColumnMetadata } from "node:sqlite";
import { apply } from "../../../../sql/shipped/apply.ts";

/** What the models need of SQLite. */
export interface Database {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs `work` in one transaction: all of it holds, or nothing. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Runs statements that take no values and give no rows. */
  run(script: string): Promise<void>;
  /** Rejects where the database can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Path of the database file; without it, `database.sqlite` in `folder`. */
  readonly url?: string | undefined;
  /** Without it and without a path, the database is in memory. */
  readonly folder?: string;
}

/** Opens the database and brings its tables up to date. */
export async function connect({ url, folder }: ConnectOptions): Promise<Database> {
  if (!url && folder) await mkdir(folder, { recursive: true });
  const path =
    url?.replace(/^(?:sqlite|file):(?:\/\/)?/, "") || (folder ? join(folder, "database.sqlite") : ":memory:");
  const file = new DatabaseSync(path);
  // Readers in other processes don't wait for a writer, and a writer waits for another one.
  file.exec("pragma journal_mode = wal; pragma busy_timeout = 10000");
  file.function("now", () => new Date().toISOString());
  // SQLite's own `lower` knows the letters of English alone.
  file.function("folded", { deterministic: true }, (text) =>
    text === null ? null : String(text).toLowerCase(),
  );
  const db = open(file);
  try {
    await migrate(file, db);
  } catch (error) {
    file.close();
    throw error;
  }
  return db;
}

type Stored = null | number | bigint | string | Uint8Array;

/** SQLite has no type for truth and times; columns that hold them say so in their table. */
const stored = (value: unknown): Stored => {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return (value ?? null) as Stored; // what the models store besides
};

/** A value as its column's declared type has it; text that a statement computes is JSON. */
function read(value: Stored, { column, type: declared }: StatementColumnMetadata): unknown {
  if (value === null) return null;
  const type = declared?.toLowerCase() ?? "";
  const [, scale] = /^numeric\(\d+, ?(\d+)\)$/.exec(type) ?? [];
  if (scale !== undefined) return Number(value).toFixed(Number(scale));
  if (type === "boolean") return value === 1;
  if (type === "timestamptz(3)") return new Date(String(value));
  if (type === "jsonb" || (column === null && typeof value === "string")) return JSON.parse(String(value));
  return value;
}

function ask<Row>(file: DatabaseSync, text: string, values: readonly unknown[]): readonly Row[] {
  const statement = file.prepare(text);
  const columns = statement.columns();
  const rows = statement.all(
    Object.fromEntries(values.map((value, index) => [`$${index + 1}`, stored(value)])),
  );
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, read(row[column.name] ?? null, column)])),
  ) as Row[]; // the models know their rows
}

/** One connection does one thing after another, so nothing comes between the steps of a transaction. */
function open(file: DatabaseSync): Database {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  const inner: Database = {
    query: async (text, values = []) => ask(file, text, values),
    run: async (script) => file.exec(script),
    transaction: (work) => work(inner),
    ping: async () => {
      ask(file, "select 1", []);
    },
    close: async () => {},
  };
  return {
    query: (text, values) => inTurn(() => inner.query(text, values)),
    run: (script) => inTurn(() => inner.run(script)),
    ping: () => inTurn(() => inner.ping()),
    transaction: (work) =>
      inTurn(async () => {
        file.exec("begin immediate");
        try {
          const result = await work(inner);
          file.exec("commit");
          return result;
        } catch (error) {
          if (file.isTransaction) file.exec("rollback");
          throw error;
        }
      }),
    close: () => inTurn(async () => file.close()),
  };
}

/** Runs each file of `migrations` once, in order of their names. */
async function migrate(file: DatabaseSync, db: Database): Promise<void> {
  const folder = new URL("../migrations/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  // A table is changed by making it anew, so references are checked at the end.
  file.exec("pragma foreign_keys = off");
  await db.transaction(async (step) => {
    await step.run(
      "create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))",
    );
    const done = new Set(
      (await step.query<{ name: string }>("select name from migrations")).map(({ name }) => name),
    );
    for (const name of names.filter((candidate) => !done.has(candidate))) {
      const path = `migrations/${name}`;
      await apply(step.run, path, await readFile(new URL(name, folder), "utf8"));
      const [lost] = await step.query<{ table: string; parent: string }>(
        'select "table", parent from pragma_foreign_key_check',
      );
      if (lost)
        throw new Error(
          `${path} fails, nothing was changed: ${lost.table} refers to rows that ${lost.parent} does not have`,
        );
      await step.query("insert into migrations (name) values ($1)", [name]);
    }
  });
  file.exec("pragma foreign_keys = on");
}
