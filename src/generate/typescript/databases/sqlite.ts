import type { Database } from "../../leaves.ts";
import { moduleFile } from "../../module-file.ts";
import { migrationText } from "../../specification/server/migration.ts";
import { migrations } from "../../sql/migrations.ts";
import { sqlite as engine } from "../../sql/sqlite/engine.ts";
import { databaseFile } from "./sqlite/database-file.ts";
import { sqlFunctions } from "./sql/functions.ts";
import { recordFiles } from "./sql/records.ts";
import { dialect } from "./sqlite/dialect.ts";
import { sqlModule } from "./sqlite/sql.ts";
import { testDatabaseModule } from "./sqlite/test-database.ts";

const sqlite: Database = {
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => sqlFunctions(dialect, resource, api),
  migrations: { files: /^migrations\/[^/]+\.sql$/, engine },
  project: (testing) => ({
    files: [databaseFile, moduleFile("tests/database.ts", testDatabaseModule(testing))],
    // The first version with the SQLite module and the declared types of a statement's columns.
    node: ">=22.16",
    environment: engine.environment,
  }),
  tables: (api, { previous }) => [
    moduleFile("src/sql.ts", sqlModule),
    ...migrations(api, previous, { engine }),
  ],
  records: {
    module: "sqlite",
    files: (storage) => [
      ...recordFiles("sqlite", "sqlite"),
      { path: "migrations/0001_tables.sql", text: migrationText(storage, engine.records) },
    ],
  },
};

export default sqlite;
