import { problemMessages } from "../../../../api/index.ts";
import { imported, ts } from "../../../../code/index.ts";
import { applyFunction } from "../../../sql/apply.ts";
import { testSchemaModule } from "../test-schema.ts";

const referred = problemMessages["referred"]?.({}) ?? "";
const Pool = imported("pg", "Pool");
const PGlite = imported("@electric-sql/pglite", "type PGlite");
const readFile = imported("node:fs/promises", "readFile");
const readdir = imported("node:fs/promises", "readdir");
const mkdir = imported("node:fs/promises", "mkdir");

/** `src/database.ts` */
export const connectModule = ts`
export interface ConnectOptions {
  /** Of a PostgreSQL server; without it PostgreSQL runs inside this process. */
  readonly url?: string | undefined;
  /** Schema that holds the tables. */
  readonly schema?: string;
  /** Where the embedded PostgreSQL keeps its data; without it, in memory. */
  readonly folder?: string;
}

/** The client, and the end of what it is connected to. */
export class Database extends ${imported("/src/generated/prisma/client.ts", "PrismaClient")} {
  private readonly lite: ${PGlite} | undefined;

  constructor(pool: ${Pool}, schema: string, lite: PGlite | undefined) {
    super({
      adapter: new ${imported("@prisma/adapter-pg", "PrismaPg")}(pool, { schema, disposeExternalPool: true }),
      // The embedded PostgreSQL does one thing after another, so others may have to wait.
      transactionOptions: { maxWait: 10_000, timeout: 30_000 },
    });
    this.lite = lite;
  }

  /** Rejects where the database can't be reached. */
  async ping(): Promise<void> {
    await this.$queryRaw\`select 1\`;
  }

  async close(): Promise<void> {
    await this.$disconnect();
    await this.lite?.close();
  }
}

/** Opens the database and brings its tables up to date. */
export async function connect({ url, schema = "public", folder }: ConnectOptions): Promise<Database> {
  const lite = url ? undefined : await startEmbedded(folder);
  const pool = lite
    ? new Pool({ user: "postgres", database: "postgres", max: 1, idleTimeoutMillis: 0, stream: () => ${imported("/src/embedded.ts", "embeddedStream")}(lite) })
    : new Pool({ connectionString: url, options: \`-c search_path=\${schema} -c timezone=UTC\` });
  await migrate(pool, schema);
  return new Database(pool, schema, lite);
}

async function startEmbedded(folder: string | undefined): Promise<PGlite> {
  const { PGlite } = await import("@electric-sql/pglite");
  if (folder) await ${mkdir}(folder, { recursive: true });
  return PGlite.create(folder ? { dataDir: folder } : {});
}

// Where Prisma's own tools look for it, so that they know what ran.
const history = \`create table if not exists _prisma_migrations (
  id varchar(36) primary key,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)\`;

${applyFunction}
/** Runs each migration of \`prisma/migrations\` once, in order of their names. */
async function migrate(pool: Pool, schema: string): Promise<void> {
  const folder = new URL("../prisma/migrations/", import.meta.url);
  const entries = await ${readdir}(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Two servers that start at once must not both migrate; the lock ends with the transaction.
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [\`migrations of \${schema}\`]);
    await client.query(history);
    const { rows } = await client.query<{ name: string }>("select migration_name as name from _prisma_migrations");
    const done = new Set(rows.map(({ name }) => name));
    for (const name of names.toSorted().filter((candidate) => !done.has(candidate))) {
      const script = await ${readFile}(new URL(\`\${name}/migration.sql\`, folder), "utf8");
      await apply((sql) => client.query(sql), \`prisma/migrations/\${name}\`, script);
      await client.query(
        "insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) values ($1, $2, now(), $3, 1)",
        [${imported("node:crypto", "randomUUID")}(), ${imported("node:crypto", "createHash")}("sha256").update(script).digest("hex"), name],
      );
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
`;

/** `src/embedded.ts` */
export const embeddedModule = ts`
const terminate = "X".charCodeAt(0);

/** What a connection's socket would be: PostgreSQL's protocol, spoken to the PostgreSQL in this process. */
export function embeddedStream(lite: ${PGlite}): ${imported("node:stream", "Duplex")} {
  const send = ${imported("node:util", "callbackify")}(async (message: Buffer) => {
    // The connection ends; the database does not.
    if (message[0] === terminate) return;
    const answer = await lite.execProtocolRaw(message);
    if (answer.length) stream.push(Buffer.from(answer));
  });
  const stream: Duplex = new Duplex({
    read: () => undefined,
    write: (message: Buffer, _encoding, done) => send(message, done),
    writev: (messages: readonly { readonly chunk: Buffer }[], done) =>
      send(Buffer.concat(messages.map(({ chunk }) => chunk)), done),
    final(done) {
      stream.push(null);
      done();
    },
  });
  const itself = (): Duplex => stream;
  return Object.assign(stream, {
    connect() {
      setImmediate(() => stream.emit("connect"));
      return stream;
    },
    setNoDelay: itself,
    setKeepAlive: itself,
    ref: itself,
    unref: itself,
  });
}
`;

/** `tests/database.ts` */
export const testDatabaseModule = testSchemaModule(ts`
async function over(db: Database, schema: string, close: () => Promise<void>): Promise<TestDatabase> {
  const tables = await db.$queryRaw<{ name: string }[]>\`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = \${schema} and tablename <> '_prisma_migrations'\`;
  const clear = tables.length ? \`truncate \${tables.map(({ name }) => name).join(", ")} cascade\` : "select 1";
  return {
    db,
    clear: async () => {
      await db.$executeRawUnsafe(clear);
    },
    close,
  };
}
`);

/** `src/store.ts`: what the models' calls share. */
export const storeModule = ts`
const Known = ${imported("/src/generated/prisma/client.ts", "Prisma")}.PrismaClientKnownRequestError;

/** The members of a query or a change that have a value. */
export const given = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Filters]?: Exclude<Filters[Name], undefined>;
  }; // only absent members went

/** Rows by one field, \`-\` before it for descending; \`nullable\` ones have their nulls below everything. */
export function orderBy(sort: string, nullable: readonly string[]) {
  const down = sort.startsWith("-");
  const name = down ? sort.slice(1) : sort;
  const direction = down ? ("desc" as const) : ("asc" as const);
  const nulls = down ? ("last" as const) : ("first" as const);
  // Ids ascend with time, so they settle the order of equals.
  return [{ [name]: nullable.includes(name) ? { sort: direction, nulls } : direction }, { id: direction }];
}

/** A date, which the client holds as midnight in UTC. */
export const day = (date: string): Date => new Date(\`\${date}T00:00:00Z\`);

/** The date of a midnight in UTC. */
export const dateOf = (midnight: Date): string => midnight.toISOString().slice(0, 10);

/** JSON as the client takes it. */
export const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue; // of bodies, which are JSON

/** The same, or the column's null, which is not the document's. */
export const jsonOrNull = (value: unknown) => (value === null ? Prisma.DbNull : json(value));

/** Refuses ids that no row has, each by its place. */
export function requireAll(field: string, ids: readonly string[], rows: readonly { readonly id: string }[]): void {
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.flatMap((id, place) => (known.has(id) ? [] : [{ path: \`\${field}.\${place}\`, message: "does not exist" }]));
  if (missing.length) throw new ${imported("/src/problem.ts", "Problem")}(400, missing);
}

/** Fields by the constraint that guards them: values that must be free, and references to other records. */
export interface Constraints {
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly references?: Readonly<Record<string, readonly string[]>>;
}

/** What the driver adapter reports of PostgreSQL's error. */
interface Cause {
  readonly originalCode?: string;
  readonly constraint?: { readonly index?: string };
}

/** The cause of a failed statement. An error that Prisma has no code for is the adapter's own. */
function causeOf(error: unknown): Cause {
  const reported = error instanceof Known ? error.meta?.["driverAdapterError"] : error;
  return (reported as { readonly cause?: Cause } | undefined)?.cause ?? {};
}

/** What a broken constraint means to a client: a value taken (409) or a reference to nothing (400). */
export function explain(error: unknown, { unique, references = {} }: Constraints): never {
  const cause = causeOf(error);
  const constraint = cause.constraint?.index ?? "";
  // Class 22: a null character, a date out of range, and other values that no column holds.
  if (cause.originalCode?.startsWith("22")) throw new Problem(400, [{ path: "", message: "has a value that can't be stored" }]);
  const code = error instanceof Known ? error.code : undefined;
  if (unique && code === "P2002") {
    const fields = unique[constraint] ?? [];
    throw new Problem(409, fields.map((path) => ({ path, message: "is already taken" })));
  }
  const missing = code === "P2003" ? references[constraint] : undefined;
  if (missing) throw new Problem(400, missing.map((path) => ({ path, message: "does not exist" })));
  throw error;
}

/** Answers 409 where other records still refer to a record that should go. */
export function explainRemoval(error: unknown): never {
  const isKnown = error instanceof Known && error.code === "P2003";
  // PostgreSQL 18 has a code of its own for \`on delete restrict\`, which older adapters don't translate.
  if (isKnown || causeOf(error).originalCode === "23001") throw new Problem(409, [{ path: "id", message: ${referred} }]);
  throw error;
}
`;

/** `prisma.config.ts` */
export const configModule = ts`
// The client is made of the schema alone; only migrate and db need the schema engine, which Prisma downloads.
if (process.argv.includes("generate")) process.env["PRISMA_SCHEMA_ENGINE_BINARY"] ??= ${imported("node:url", "fileURLToPath")}(import.meta.url);

export default ${imported("prisma/config", "defineConfig")}({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  ...(process.env["DATABASE_URL"] ? { datasource: { url: process.env["DATABASE_URL"] } } : {}),
});
`;
