import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import { inTemplate } from "../../sql/answers.ts";
import { applyFunction } from "../../sql/apply.ts";
import type { Parts, Pool } from "../reuse.ts";
import { besideTests } from "./beside.ts";

const pool = imported("pg", "type Pool");

/** How the project connects to PostgreSQL: by a pool, or by variables with the settings or the server's URL. */
export interface Connection {
  readonly pool: Pool | undefined;
  readonly parts: Parts | undefined;
  readonly variable: string;
}

/** The project's pool, or a new one. */
function poolOf({ pool, parts, variable }: Connection): Code {
  if (pool) return imported("/src/host-pool.ts", pool.isDefault ? `default as ${pool.name}` : pool.name);
  const make = ts`new ${imported("pg", "default as pg")}.Pool`;
  if (!parts) return ts`${make}({ connectionString: process.env[${variable}] })`;
  const { host, port, user, password, database } = parts;
  const portOf = port === undefined ? ts`` : ts`port: Number(process.env[${port}] ?? 5432), `;
  return ts`${make}({ host: process.env[${host}], ${portOf}user: process.env[${user}], password: process.env[${password}], database: process.env[${database}] })`;
}

/** `<support>/database.ts` */
export const databaseModule: Code = ts`
/** What the models need of PostgreSQL. */
export interface Database {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs \`work\` in one transaction: all of it holds, or nothing. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Brings the tables up to date, once. */
  ready(): Promise<void>;
}

// A date has no time zone, and a Date object would give it one: it stays text. Counts fit a number.
const parsers: Readonly<Partial<Record<number, (text: string) => unknown>>> = { 1082: (text) => text, 20: Number };

// Given with each query, so that the pool reads what others ask of it as before.
const types = {
  getTypeParser: ((type: Parameters<typeof pg.types.getTypeParser>[0], format?: "text"): unknown =>
    parsers[type] ?? ${imported("pg", "default as pg")}.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser, // its overloads are one function
};

const queries = (client: () => ${pool} | ${imported("pg", "type PoolClient")}): Pick<Database, "query"> => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client().query({ text, values: [...values], types })).rows as Row[], // the models know their rows
});

/** The models' view of a pool, which \`open\` makes at the first query, when the application has read its settings. */
export function over(open: () => Pool): Database {
  let opened: Pool | undefined;
  const pool = (): Pool => {
    opened ??= open();
    return opened;
  };
  let tables: Promise<void> | undefined;
  const db: Database = {
    ...queries(pool),
    ready() {
      tables ??= migrate(db).catch((error: unknown) => {
        tables = undefined;
        throw error;
      });
      return tables;
    },
    async transaction(work) {
      const client = await pool().connect();
      const inner: Database = { ...queries(() => client), ready: () => Promise.resolve(), transaction: (more) => more(inner) };
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
  };
  return db;
}

${applyFunction}
/** Runs each migration once, in order of their names. */
async function migrate(db: Database): Promise<void> {
  await db.transaction(async (step) => {
    // Two servers that start at once must not both migrate; the lock ends with the transaction.
    await step.query("select pg_advisory_xact_lock(hashtext('api_migrations'))");
    await step.query(
      "create table if not exists api_migrations (name text primary key, applied_at timestamptz not null default now())",
    );
    const done = new Set((await step.query<{ name: string }>("select name from api_migrations")).map(({ name }) => name));
    for (const { name, sql } of ${imported("/src/migrations/index.ts", "migrations")}) {
      if (done.has(name)) continue;
      await apply((statement) => step.query(statement), name, sql);
      await step.query("insert into api_migrations (name) values ($1)", [name]);
    }
  });
}
`;

/** `<support>/connection.ts` */
export const connectModule = (connection: Connection): Code => ts`
/** The application's database. */
export const database: ${imported("/src/database.ts", "type Database")} = ${imported("/src/database.ts", "over")}(() => ${poolOf(connection)});
`;

const variableOf = (name: string): string => `migration${/^\d+/.exec(name)?.[0] ?? ""}`;

const entry = (name: string): Code => {
  const local = variableOf(name);
  return code(`{ name: ${JSON.stringify(name)}, sql: ${local} },`, [
    { from: `/src/migrations/${name}.ts`, names: [`sql as ${local}`] },
  ]);
};

/** `<support>/migrations/<name>.ts` */
export const migrationModule = (sql: string): Code =>
  code(`export const sql = \`\n${inTemplate(sql.trim())}\n\`;`);

/** `<support>/migrations/index.ts` */
export const migrationsModule = (names: readonly string[]): Code => ts`
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** In the order in which they run. */
export const migrations: readonly Migration[] = [
  ${joined(names.map(entry))}
];
`;

/** `<tests>/postgres.mjs`: a separate process, since test runners that isolate modules can't load PostgreSQL. */
export const serverScript = (
  pglite: string,
): string => `// A PostgreSQL in memory for the tests: prints its port, and ends with the process that started it.
import { Buffer } from "node:buffer";
import { createServer } from "node:net";
import process from "node:process";
import { PGlite } from ${JSON.stringify(pglite)};

const terminate = "X".charCodeAt(0);
const db = await PGlite.create();

/** Length of the whole messages at the start of the bytes; the first of a connection has no type before its length. */
function whole(bytes, started) {
  let end = 0;
  for (let head = started ? 1 : 0; end + head + 4 <= bytes.length; head = 1) {
    const next = end + head + bytes.readUInt32BE(end + head);
    if (next > bytes.length) break;
    end = next;
  }
  return end;
}

const server = createServer((socket) => {
  let waiting = Buffer.alloc(0);
  let started = false;
  let last = Promise.resolve();
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    const end = whole(waiting, started);
    const messages = waiting.subarray(0, end);
    waiting = waiting.subarray(end);
    started ||= end > 0;
    // The connection ends; the database does not.
    if (end === 0 || messages[0] === terminate) return;
    last = last.then(async () => socket.write(await db.execProtocolRaw(messages)));
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(JSON.stringify(server.address())));
process.stdin.resume().on("end", () => process.exit());
`;

/** Starts that process and connects to it: `server` and `pool`. */
export const startServer = (runtime: "esm" | "cjs"): Code => ts`
  const server = ${imported("node:child_process", "spawn")}(process.execPath, [${besideTests("postgres.mjs", runtime)}], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await ${imported("node:events", "once")}(server.stdout, "data")) as readonly Buffer[]; // as pipes give it
  const { port } = JSON.parse(String(line)) as { readonly port: number }; // what the script prints
  const pool = new ${imported("pg", "default as pg")}.Pool({ host: "127.0.0.1", port, user: "postgres", database: "postgres", max: 1 });`;

/** `<tests>/database.ts` */
export const testDatabaseModule = (runtime: "esm" | "cjs"): Code => ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Empties every table. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A PostgreSQL of one's own, in memory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  ${startServer(runtime)}
  const db = ${imported("/src/database.ts", "over")}(() => pool);
  await db.ready();
  const tables = await db.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'api_migrations'",
  );
  return {
    db,
    clear: async (): Promise<void> => {
      await db.query(\`truncate \${tables.map(({ name }) => name).join(", ")} cascade\`);
    },
    close: async (): Promise<void> => {
      await pool.end();
      server.stdin.end();
      await once(server, "exit");
    },
  };
}
`;
