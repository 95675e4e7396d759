import { createRequire } from "node:module";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type * as Sqlite from "node:sqlite";
import { atTurnsEnd, UserError } from "../../lib/index.ts";
import { migrations, newerStore } from "./schema.ts";
import { SqliteReader } from "./sqlite-reader.ts";
import { changesStable, StableRows } from "./stable-rows.ts";
import { StoreError, type Query, type Row, type Store, type Work } from "./store.ts";

/** How long a write waits for another process' lock before it fails, in milliseconds. */
const patience = 5000;

/** Opens a SQLite file, creating it if necessary. Throws UserError if it is unusable. */
export async function openSqlite(path: string): Promise<Store> {
  const database = await opened(path);
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    let known = statements.get(sql);
    if (!known) {
      known = { statement: database.prepare(numbered(sql)), changes: changesStable(sql) };
      statements.set(sql, known);
    }
    return known;
  };
  const stable = new StableRows();
  /** Whether this turn has looked for changes by other processes: its reads are as of the first. */
  let isTurnRead = false;
  const ask = (asked: Query): readonly Row[] => {
    const { statement, changes } = prepared(asked.sql);
    if (changes) stable.change();
    const all = () => statement.all(...asked.values) as Row[]; // columns hold only texts, numbers and nulls
    return asked.isStable ? stable.of(asked, all) : all();
  };
  const begin = (): void => stable.begin(prepared("PRAGMA data_version").statement.get()?.["data_version"]);
  const drive = <T>(work: Work<T>): T => {
    let step = work.next();
    while (!step.done) {
      if ("locks" in step.value) step = work.next([]);
      else if ("act" in step.value) throw new Error("A file's transactions don't wait.");
      else step = work.next(ask(step.value));
    }
    return step.value;
  };
  const run = (sql: string): void => void prepared(sql).statement.run();
  const writer = new Writer(database, { drive, run, begin, end: () => stable.end() });
  const reader = new SqliteReader(path, patience);
  return {
    write: (work) => writer.write(work),
    read: async (work) => {
      try {
        if (!isTurnRead) {
          begin();
          isTurnRead = true;
          atTurnsEnd(() => (isTurnRead = false));
        }
        return drive(work());
      } catch (error) {
        throw unavailable(error);
      }
    },
    async scan(work) {
      const steps = work();
      let step = steps.next();
      while (!step.done) {
        const query = step.value;
        const rows = !("sql" in query)
          ? []
          : await reader.ask({ ...query, sql: numbered(query.sql) }).catch(unread);
        step = steps.next(rows);
      }
      return step.value;
    },
    async close() {
      writer.flush();
      await reader.close();
      database.close();
    },
  };
}

const numbered = (sql: string): string => sql.replaceAll(/\$(\d+)/g, "?$1");

interface Prepared {
  readonly statement: Sqlite.StatementSync;
  /** Whether it changes what stable queries read. */
  readonly changes: boolean;
}

interface Steps {
  drive<T>(work: Work<T>): T;
  /** Runs a statement without values or rows. */
  run(sql: string): void;
  /** Called when a transaction has begun, and when it has ended. */
  begin(): void;
  end(): void;
}

/** A transaction that waits to be run, and how it ended. */
interface Waiting {
  run(): void;
  settle(error?: unknown): void;
}

/** Writes of one event loop turn share a transaction, as a commit costs more than its writes. */
class Writer {
  private readonly database: Sqlite.DatabaseSync;
  private readonly steps: Steps;
  private waiting: Waiting[] = [];

  constructor(database: Sqlite.DatabaseSync, steps: Steps) {
    [this.database, this.steps] = [database, steps];
  }

  write<T>(work: () => Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.waiting.push({
        run: () => void (result = this.steps.drive(work())),
        settle: (error) => (error === undefined ? resolve(result) : reject(unavailable(error))),
      });
      if (this.waiting.length === 1) atTurnsEnd(() => this.flush());
    });
  }

  flush(): void {
    const all = this.waiting;
    this.waiting = [];
    if (all.length > 0) this.transact(all);
  }

  /** Runs all in one transaction; if one fails, each in one of its own. */
  private transact(all: readonly Waiting[]): void {
    let [failure, begun]: [unknown, boolean] = [undefined, false];
    try {
      this.steps.run("BEGIN IMMEDIATE");
      begun = true;
      this.steps.begin();
      for (const { run } of all) run();
      this.steps.run("COMMIT");
    } catch (error) {
      failure = error;
      if (this.database.isOpen && this.database.isTransaction) this.database.exec("ROLLBACK");
    } finally {
      this.steps.end();
    }
    if (failure !== undefined && begun && all.length > 1) for (const one of all) this.transact([one]);
    else for (const { settle } of all) settle(failure);
  }
}

const isSqlite = (error: unknown): error is Error & { readonly errcode: number } =>
  error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";

/** Converts a failure to 503: requests that can't be recorded can't be billed, so they aren't served. */
function unavailable(cause: unknown): unknown {
  const isClosed = cause instanceof Error && "code" in cause && cause.code === "ERR_INVALID_STATE";
  return isSqlite(cause) || isClosed ? new StoreError(cause) : cause;
}

function unread(cause: unknown): never {
  throw new StoreError(cause);
}

async function opened(path: string): Promise<Sqlite.DatabaseSync> {
  const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite") as typeof Sqlite; // the module's own type
  try {
    if (path !== ":memory:") await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(path, { timeout: patience });
    // NORMAL: commits survive the process; a power failure may lose the last moments.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    migrate(database, path);
    return database;
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError("store", `The store ${path} can't be opened: ${why}.`, "Name another with --store.", {
      cause,
    });
  }
}

function migrate(database: Sqlite.DatabaseSync, path: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    const found = Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
    if (found > migrations.length) throw newerStore(path, found);
    for (const statement of migrations.slice(found).flat()) database.exec(statement);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
