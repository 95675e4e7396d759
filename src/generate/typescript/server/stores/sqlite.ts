import { shipped } from "../../../shipped.ts";
import { moduleFile } from "../../../module-file.ts";
import { testDatabaseModule } from "../../databases/sqlite/test-database.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { migrationText } from "../../../specification/server/migration.ts";
import { sqlFiles } from "./postgres.ts";

/** Storage in this database for servers from specifications. */
export const sqliteStore: SpecStore = {
  module: "sqlite",
  part: (storage, testing) => ({
    files: [
      ...sqlFiles("sqlite", "sqlite"),
      { path: "src/database.ts", text: shipped("typescript/databases/sqlite/shipped/database.ts") },
      moduleFile("tests/database.ts", testDatabaseModule(testing)),
      { path: "migrations/0001_tables.sql", text: migrationText(storage, "sqlite") },
    ],
  }),
};
