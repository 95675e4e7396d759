import { imported, ts, type Code } from "../../../code/index.ts";

/** `tests/database.ts` on PostgreSQL, whatever asks it; `over` is the function that tells how tables are found and emptied. */
export const testSchemaModule = (over: Code): Code => ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Empties every table. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

let embedded: Promise<Database> | undefined;

/** A new schema on \`DATABASE_URL\`, or an embedded PostgreSQL in memory, which all test files of a worker share. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env["DATABASE_URL"];
  if (!url) {
    embedded ??= ${imported("/src/database.ts", "connect")}({});
    return over(await embedded, "public", async () => {});
  }
  const schema = \`test_\${${imported("node:crypto", "randomUUID")}().replaceAll("-", "")}\`;
  await asOwner(url, \`create schema \${schema}\`);
  const db = await connect({ url, schema });
  return over(db, schema, async () => {
    await db.close();
    await asOwner(url, \`drop schema \${schema} cascade\`);
  });
}

${over}
async function asOwner(url: string, statement: string): Promise<void> {
  const client = new ${imported("pg", "Client")}({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
`;
