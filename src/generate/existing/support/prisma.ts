import { imported, joined, ts, type Code } from "../../../code/index.ts";
import type { Pool } from "../reuse.ts";
import { besideTests } from "./beside.ts";
import { startServer } from "./postgres.ts";

const Client = imported("/src/generated/prisma/client.ts", "PrismaClient");
const Adapter = imported("@prisma/adapter-pg", "PrismaPg");

/** The project's client, or a new one. */
function clientOf(pool: Pool | undefined, variable: string): Code {
  if (pool) return imported("/src/host-prisma.ts", pool.isDefault ? `default as ${pool.name}` : pool.name);
  return ts`new ${Client}({ adapter: new ${Adapter}({
    // Read when the client connects, and the application has read its settings.
    get connectionString() {
      return process.env[${variable}] ?? "";
    },
  }) })`;
}

/** `<support>/database.ts` */
export const databaseModule: Code = ts`
/** What the models need of Prisma. */
export type Database = ${imported("/src/generated/prisma/client.ts", "type PrismaClient")};
`;

/** `<support>/connection.ts` */
export const connectModule = (pool: Pool | undefined, variable: string): Code => ts`
/** The application's database; \`prisma migrate deploy\` brings its tables up to date. */
export const database: ${imported("/src/database.ts", "type Database")} = ${clientOf(pool, variable)};
`;

/** `<tests>/database.ts`; `scripts` are the paths of the migrations relative to it. */
export const testDatabaseModule = (runtime: "esm" | "cjs", scripts: readonly string[]): Code => ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Empties every table. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const migrations: readonly string[] = [
  ${joined(
    scripts.map((path) => besideTests(path, runtime)),
    ",\n",
  )}
];

/** A PostgreSQL of one's own, in memory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  ${startServer(runtime)}
  for (const path of migrations) await pool.query(await ${imported("node:fs/promises", "readFile")}(path, "utf8"));
  const { rows } = await pool.query<{ name: string }>("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'");
  const db = new ${Client}({
    adapter: new ${Adapter}(pool, { disposeExternalPool: true }),
    // One thing goes after another there, so others may have to wait.
    transactionOptions: { maxWait: 10_000, timeout: 30_000 },
  });
  return {
    db,
    clear: async (): Promise<void> => {
      await db.$executeRawUnsafe(\`truncate \${rows.map(({ name }) => name).join(", ")} cascade\`);
    },
    close: async (): Promise<void> => {
      await db.$disconnect();
      server.stdin.end();
      await once(server, "exit");
    },
  };
}
`;
