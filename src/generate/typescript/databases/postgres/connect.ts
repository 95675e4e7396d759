import { imported, ts } from "../../../../code/index.ts";
import { applyFunction } from "../../../sql/apply.ts";
import { testSchemaModule } from "../test-schema.ts";

const readFile = imported("node:fs/promises", "readFile");
const readdir = imported("node:fs/promises", "readdir");
const mkdir = imported("node:fs/promises", "mkdir");

/** `src/database.ts` */
export const connectModule = ts`
/** What the models need of PostgreSQL; a server and the embedded one both give it. */
export interface Database {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs \`work\` in one transaction: all of it holds, or nothing. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Runs statements that take no values and give no rows. */
  run(script: string): Promise<void>;
  /** Rejects where the database can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Of a PostgreSQL server; without it PostgreSQL runs inside this process. */
  readonly url?: string | undefined;
  /** Schema that holds the tables. */
  readonly schema?: string;
  /** Where the embedded PostgreSQL keeps its data; without it, in memory. */
  readonly folder?: string;
}

/** Opens the database and brings its tables up to date. */
export async function connect({ url, schema = "public", folder }: ConnectOptions): Promise<Database> {
  const db = url ? await connectServer(url, schema) : await startEmbedded(folder);
  await migrate(db, schema);
  return db;
}

// A date has no time zone, and a Date object would give it one: it stays text. Counts fit a number.
const parsers = { 1082: (text: string) => text, 20: Number };

async function connectServer(url: string, schema: string): Promise<Database> {
  const { default: pg } = await import("pg");
  for (const [type, parse] of Object.entries(parsers)) pg.types.setTypeParser(Number(type), parse);
  const pool = new pg.Pool({ connectionString: url, options: \`-c search_path=\${schema} -c timezone=UTC\` });
  // The pool replaces an idle connection that broke; without a listener it would end the process.
  pool.on("error", () => undefined);

  const over = (client: ${imported("pg", "type Pool")} | ${imported("pg", "type PoolClient")}, rest: Pick<Database, "transaction" | "close">): Database => ({
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[], // the models know their rows
    run: async (script) => {
      await client.query(script);
    },
    ping: async () => {
      await client.query("select 1");
    },
    ...rest,
  });

  return over(pool, {
    async transaction(work) {
      const client = await pool.connect();
      const inner: Database = over(client, { transaction: (more) => more(inner), close: async () => {} });
      try {
        await client.query("begin");
        const result = await work(inner);
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback");
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  });
}

async function startEmbedded(folder: string | undefined): Promise<Database> {
  const { PGlite } = await import("@electric-sql/pglite");
  if (folder) await ${mkdir}(folder, { recursive: true });
  const lite = await PGlite.create({ ...(folder ? { dataDir: folder } : {}), parsers });

  const over = (client: Pick<typeof lite, "query" | "exec">, rest: Pick<Database, "transaction" | "close">): Database => ({
    query: async (text, values = []) => (await client.query<never>(text, [...values])).rows,
    run: async (script) => {
      await client.exec(script);
    },
    ping: async () => {
      await client.query("select 1");
    },
    ...rest,
  });

  return over(lite, {
    transaction: (work) =>
      lite.transaction((client) => {
        const inner: Database = over(client, { transaction: (more) => more(inner), close: async () => {} });
        return work(inner);
      }),
    close: () => lite.close(),
  });
}

${applyFunction}
/** Runs each file of \`migrations\` once, in order of their names. */
async function migrate(db: Database, schema: string): Promise<void> {
  const folder = new URL("../migrations/", import.meta.url);
  const names = (await ${readdir}(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  await db.transaction(async (step) => {
    // Two servers that start at once must not both migrate; the lock ends with the transaction.
    await step.query("select pg_advisory_xact_lock(hashtext($1))", [\`migrations of \${schema}\`]);
    await step.run("create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())");
    const done = new Set((await step.query<{ name: string }>("select name from migrations")).map(({ name }) => name));
    for (const name of names.filter((candidate) => !done.has(candidate))) {
      const script = await ${readFile}(new URL(name, folder), "utf8");
      await apply(step.run, \`migrations/\${name}\`, script);
      await step.query("insert into migrations (name) values ($1)", [name]);
    }
  });
}
`;

/** `tests/database.ts` */
export const testDatabaseModule = testSchemaModule(ts`
async function over(db: Database, schema: string, close: () => Promise<void>): Promise<TestDatabase> {
  const tables = await db.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = $1 and tablename <> 'migrations'",
    [schema],
  );
  const clear = tables.length ? \`truncate \${tables.map(({ name }) => name).join(", ")} cascade\` : "select 1";
  return { db, clear: () => db.run(clear), close };
}
`);
