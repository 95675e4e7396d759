import { joinModule } from "../../../../code/index.ts";
import {
  configModule,
  connectModule,
  embeddedModule,
  testDatabaseModule,
} from "../../databases/prisma/connect.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { migrationText } from "../../../specification/server/migration.ts";
import { shippedFile } from "../../shipped.ts";
import { schemaText } from "./prisma-schema.ts";

const store = String.raw`import type { Database } from "../database.ts";
import { plant } from "./seeds.ts";
import { sqlStore } from "./sql.ts";
import { once, type Store } from "./store.ts";

/** What PostgreSQL said of a statement, which Prisma's client wraps. */
function refused(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("meta" in error)) return error;
  const text = JSON.stringify(error.meta);
  const [, code] = /"(?:originalCode|code)":"(\d[\dA-Z]{4})"/.exec(text) ?? [];
  const [detail = ""] = /\([^()]+\)=/.exec(text) ?? [];
  return code === undefined ? error : Object.assign(new Error(text), { code, detail: detail.replaceAll("\\", "") });
}

/** What a store asks of a database, once that is open. */
const over = (db: () => Promise<Database>): Store => ({
  ...sqlStore(async <Found>(text: string, values: readonly unknown[]) => {
    try {
      return await (await db()).$queryRawUnsafe<readonly Found[]>(text, ...values);
    } catch (error) {
      throw refused(error);
    }
  }),
  async ping() {
    await (await db()).ping();
  },
});

/** Records in tables, through Prisma's client; the database is opened by the first request that needs it. */
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
export const prismaStore: SpecStore = {
  module: "prisma",
  part: (storage, testing) => ({
    files: [
      shippedFile("store/sql.ts"),
      { path: "src/store/prisma.ts", text: store },
      { path: "prisma/schema.prisma", text: schemaText(storage) },
      { path: "prisma/migrations/0001_tables/migration.sql", text: migrationText(storage) },
      { path: "prisma/migrations/migration_lock.toml", text: 'provider = "postgresql"\n' },
      { path: "prisma.config.ts", text: joinModule("prisma.config.ts", [configModule]) },
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "src/embedded.ts", text: joinModule("src/embedded.ts", [embeddedModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule(testing)]) },
    ],
  }),
};
