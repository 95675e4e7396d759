import { createRequire } from "node:module";
import { UserError } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { migrations, newerStore } from "./schema.ts";
import { shownPlace } from "./place.ts";
import { Reach } from "./reach.ts";
import { isGone, StoreError, type Query, type Row, type Store, type Work } from "./store.ts";

/** The part of the package `pg` that is used; it is loaded only if a store needs it. */
interface Pg {
  readonly Pool: new (options: object) => Pool;
  readonly types: { getTypeParser(type: number, format?: string): unknown };
}
interface Pool {
  connect(): Promise<PoolClient>;
  on(event: "error" | "connect", listener: (client: PoolClient) => void): void;
  end(): Promise<void>;
}
interface PoolClient {
  on(event: "error", listener: () => void): void;
  query(asked: Statement, values: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }>;
  release(destroy?: boolean): void;
}

/** A named statement is parsed and planned once per connection. */
interface Statement {
  readonly text: string;
  readonly name?: string;
}

/** Tables live in their own schema, so that the database can be shared with other programs. */
const schema = "antiphon";
/** Connections per instance. Requests without common limits run on them concurrently. */
const connections = 10;
/** Milliseconds to wait for a connection or a lock; a statement may take twice as long. */
const patience = 5000;
/** Deadlock and serialization failure: the transaction was rolled back and can be retried. */
const retried: ReadonlySet<unknown> = new Set(["40P01", "40001"]);
const attempts = 3;

/** Opens a PostgreSQL database by URL and creates its tables. Throws UserError if it is unusable. */
export async function openPostgres(url: string): Promise<Store> {
  const pool = await opened(url);
  const reach = new Reach(() => demandAnswer(url));
  const connected = <T>(act: (client: PoolClient) => Promise<T>): Promise<T> => {
    const use = new Use(pool);
    return reach.use(
      () => use.run(act),
      (error) => use.end(error),
    );
  };
  const read: Store["read"] = (work) => connected((client) => drive(client, work(), unnamed));
  return {
    write: (work) => connected((client) => transacted(client, work)),
    read,
    scan: read,
    close() {
      reach.close();
      return pool.end();
    },
  };
}

/** The use of one connection of a pool. */
class Use {
  private readonly pool: Pool;
  private readonly lost = Promise.withResolvers<never>();
  private client: PoolClient | undefined;

  constructor(pool: Pool) {
    this.pool = pool;
    this.lost.promise.catch(() => undefined);
  }

  async run<T>(act: (client: PoolClient) => Promise<T>): Promise<T> {
    const connecting = this.pool.connect();
    connecting.then(
      (client) => (this.client = client),
      () => undefined,
    );
    let failed = false;
    try {
      return await act(await Promise.race([connecting.catch(unavailable), this.lost.promise]));
    } catch (error) {
      failed = error instanceof ApiError;
      throw error;
    } finally {
      if (this.client) this.release(failed);
      else
        connecting.then(
          () => this.release(true),
          () => undefined,
        );
    }
  }

  /** Ends what is under way: its query, or the wait for a connection. */
  end(error: StoreError): void {
    this.lost.reject(error);
    this.release(true);
  }

  /** Destroys a failed connection instead of reusing it. */
  private release(destroy: boolean): void {
    this.client?.release(destroy);
    this.client = undefined;
  }
}

async function transacted<T>(client: PoolClient, work: () => Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      await ask(client, { sql: "BEGIN", values: [] });
      const result = await drive(client, work(), named);
      await ask(client, { sql: "COMMIT", values: [] });
      return result;
    } catch (error) {
      const isRetried = error instanceof ApiError && retried.has(codeOf(error.cause));
      if (!(error instanceof ApiError) || isRetried) await ask(client, { sql: "ROLLBACK", values: [] });
      if (!isRetried || attempt === attempts) throw error;
    }
}

async function drive<T>(
  client: PoolClient,
  work: Work<T>,
  statement: (sql: string) => Statement,
): Promise<T> {
  let step = work.next();
  while (!step.done) {
    const { value } = step;
    if ("act" in value) await value.act();
    step = work.next(
      "act" in value ? [] : await ask(client, "locks" in value ? locking(value) : value, statement),
    );
  }
  return step.value;
}

const unnamed = (text: string): Statement => ({ text });

const names = new Map<string, string>();

/**
 * Names the statements of transactions, which are few and short, and run for every request. One that selects all columns
 * has none: it would fail on its connection once a newer instance adds a column.
 */
function named(text: string): Statement {
  if (/(?:\bSELECT |\.)\*/.test(text)) return { text };
  const name = names.get(text) ?? `antiphon_${names.size}`;
  names.set(text, name);
  return { text, name };
}

/** Advisory locks end with their transaction, even if the process is killed. */
const locking = ({
  locks,
  shared,
}: {
  readonly locks: readonly string[];
  readonly shared: boolean;
}): Query => ({
  sql: `SELECT ${shared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock"}(hashtextextended(name, 4))
    FROM unnest(ARRAY[${locks.map((_, i) => `$${i + 1}`).join(", ")}]::text[]) AS name`,
  values: locks,
});

async function ask(client: PoolClient, { sql, values }: Query, statement = unnamed): Promise<readonly Row[]> {
  const result = await client.query(statement(sql), values.map(storable)).catch(unavailable);
  return result.rows;
}

/** PostgreSQL rejects texts with U+0000, which an upstream's name of its model may contain. */
const storable = (value: Query["values"][number]): Query["values"][number] =>
  typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** A failed system call, a lost connection, or a server that shuts down or starts; not a full pool. */
const goneCodes = /^(?:E[A-Z_]{3,}|08...|57P0[123])$/;
const goneMessages = /^(?:Connection terminated|Client (?:has encountered a connection error|was closed))/;

/** Throws StoreError for an error of the driver. */
export function unavailable(cause: unknown): never {
  const isLost = cause instanceof Error && goneMessages.test(cause.message);
  throw new StoreError(cause, isLost || goneCodes.test(String(codeOf(cause))));
}

/** Type ids of columns and sums; all their values are whole numbers below 2^53. */
const bigint = 20;
const numeric = 1700;

function poolOf(url: string, more: object = {}): Pool {
  const pg = createRequire(import.meta.url)("pg") as Pg; // the module's own type
  const getTypeParser = (type: number, format?: string): unknown =>
    type === bigint || type === numeric ? Number : pg.types.getTypeParser(type, format);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience,
    query_timeout: 3 * patience,
    statement_timeout: 2 * patience,
    lock_timeout: patience,
    idle_in_transaction_session_timeout: 2 * patience,
    keepAlive: true,
    application_name: "antiphon",
    options: `-c search_path=${schema}`,
    types: { getTypeParser },
    ...more,
  });
  pool.on("error", () => undefined); // an idle connection was lost: the next request opens another one
  // If a connection is lost between two queries, only the next query fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Asks the server on a new connection. Throws if it can't be reached; an error of its own is an answer. */
async function demandAnswer(url: string): Promise<void> {
  const pool = poolOf(url, { max: 1 });
  try {
    const client = await pool.connect().catch(unavailable);
    await ask(client, { sql: "SELECT 1", values: [] }).finally(() => client.release(true));
  } catch (error) {
    if (isGone(error)) throw error;
  } finally {
    void pool.end();
  }
}

async function opened(url: string): Promise<Pool> {
  const pool = poolOf(url);
  try {
    const client = await pool.connect();
    try {
      await migrate(client, shownPlace(url));
    } finally {
      client.release();
    }
    return pool;
  } catch (error) {
    await pool.end();
    if (error instanceof UserError) throw error;
    const cause = error instanceof ApiError ? error.cause : error;
    const why = cause instanceof Error ? cause.message || codeOf(cause) : cause;
    throw new UserError(
      "store",
      `The store ${shownPlace(url)} can't be opened: ${why}.`,
      "Check that PostgreSQL runs there, and the user and database of the URL.",
      { cause },
    );
  }
}

const migrate = (client: PoolClient, name: string): Promise<void> =>
  transacted(client, function* () {
    yield { locks: ["migration"], shared: false };
    const [known] = yield { sql: "SELECT 1 AS known FROM pg_namespace WHERE nspname = $1", values: [schema] };
    if (!known) yield { sql: `CREATE SCHEMA ${schema}`, values: [] };
    yield { sql: "CREATE TABLE IF NOT EXISTS version (number BIGINT NOT NULL)", values: [] };
    const [row] = yield { sql: "SELECT number FROM version", values: [] };
    const version = Number(row?.["number"] ?? 0);
    if (version > migrations.length) throw newerStore(name, version);
    if (version === migrations.length) return;
    for (const sql of migrations.slice(version).flat()) yield { sql, values: [] };
    yield { sql: "DELETE FROM version", values: [] };
    yield { sql: "INSERT INTO version (number) VALUES ($1)", values: [migrations.length] };
  });
