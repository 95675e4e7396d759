import { imported, ts, type Code } from "../../../code/index.ts";
import type { TestProcess } from "../../contracts.ts";

const connect = imported("/src/database.ts", "connect");

/** Shared: starting a database takes longer than the tests of a file. */
const shared = ts`embedded ??= ${connect}({});
    return over(await embedded, "public", async () => {});`;

const alone = ts`const db = await ${connect}({});
    return over(db, "public", () => db.close());`;

/** `tests/database.ts` on PostgreSQL, for any query library; `over` finds and empties the tables. */
export const testSchemaModule =
  (over: Code) =>
  ({ sharesModules }: TestProcess): Code =>
    ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Empties every table. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

${sharesModules ? ts`let embedded: Promise<Database> | undefined;` : ts``}

/** A new schema on \`DATABASE_URL\`, or an embedded PostgreSQL in memory${sharesModules ? ts`, which all test files share` : ts``}. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env["DATABASE_URL"];
  if (!url) {
    ${sharesModules ? shared : alone}
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
