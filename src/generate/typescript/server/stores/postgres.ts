import { joinModule } from "../../../../code/index.ts";
import { connectModule, testDatabaseModule } from "../../databases/postgres/connect.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { migrationText } from "../../../specification/server/migration.ts";
import { shippedFile } from "../../shipped.ts";

const store = String.raw`import type { Database } from "../database.ts";
import { plant } from "./seeds.ts";
import { sqlStore } from "./sql.ts";
import { once, type Store } from "./store.ts";

/** What a store asks of a database, once that is open. */
const over = (db: () => Promise<Database>): Store => ({
  ...sqlStore(async (text, values) => (await db()).query(text, values)),
  async ping() {
    await (await db()).ping();
  },
});

/** Records in tables of PostgreSQL; the database is opened by the first request that needs it. */
export function openStore(open: () => Promise<Database>, environment: NodeJS.ProcessEnv): Store {
  const database = once(async () => {
    const db = await open();
    await plant(over(() => Promise.resolve(db)), environment);
    return db;
  });
  return over(database);
}
`;

/** Where servers from specifications keep records on this database. */
export const postgresStore: SpecStore = {
  module: "postgres",
  part: (storage, testing) => ({
    files: [
      shippedFile("store/sql.ts"),
      { path: "src/store/postgres.ts", text: store },
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule(testing)]) },
      { path: "migrations/0001_tables.sql", text: migrationText(storage) },
    ],
  }),
};
