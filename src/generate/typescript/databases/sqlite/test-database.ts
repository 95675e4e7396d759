import { imported, ts, type Code } from "../../../../code/index.ts";
import type { TestProcess } from "../../../contracts.ts";

const connect = imported("/src/database.ts", "connect");

/** Shared if possible: migrating takes longer than the tests of a file. */
const opened = (shares: boolean): Code =>
  shares ? ts`const db = await (shared ??= ${connect}({}));` : ts`const db = await ${connect}({});`;

/** `tests/database.ts` */
export const testDatabaseModule = ({ sharesModules }: TestProcess): Code => ts`
export interface TestDatabase {
  readonly db: ${imported("/src/database.ts", "type Database")};
  /** Empties every table. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

${sharesModules ? ts`let shared: Promise<Database> | undefined;` : ts``}

/** A database in memory${sharesModules ? ts`, which all test files share` : ts``}. */
export async function openTestDatabase(): Promise<TestDatabase> {
  ${opened(sharesModules)}
  const tables = await db.query<{ name: string }>("select name from pragma_table_list where schema = 'main' and type = 'table' and name not in ('migrations', 'sqlite_schema', 'sqlite_sequence')");
  const script = tables.map(({ name }) => \`delete from "\${name}";\`).join("");
  return {
    db,
    clear: () => db.run(\`pragma foreign_keys = off; \${script} pragma foreign_keys = on;\`),
    close: ${sharesModules ? ts`async () => {}` : ts`() => db.close()`},
  };
}
`;
