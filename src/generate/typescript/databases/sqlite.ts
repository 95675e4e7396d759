import type { Database } from "../../leaves.ts";
import { moduleFile } from "../../module-file.ts";
import { shipped } from "../../shipped.ts";
import { migrations } from "../../sql/migrations.ts";
import { sqlite as engine } from "../../sql/sqlite/engine.ts";
import { testDatabaseModule } from "./sqlite/test-database.ts";
import { dialect } from "./sqlite/dialect.ts";
import { sqlModule } from "./sqlite/sql.ts";
import { sqliteStore } from "../server/stores/sqlite.ts";
import { sqlFunctions } from "./sql/functions.ts";

const sqlite: Database = {
  server: sqliteStore,
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => sqlFunctions(dialect, resource, api),
  migrations: { files: /^migrations\/[^/]+\.sql$/, engine },
  project: (api, options, testing) => ({
    files: [
      { path: "src/database.ts", text: shipped("typescript/databases/sqlite/shipped/database.ts") },
      moduleFile("src/sql.ts", sqlModule),
      moduleFile("tests/database.ts", testDatabaseModule(testing)),
      ...migrations(api, options.previous, { engine }),
    ],
    // The first version with the SQLite module and the declared types of a statement's columns.
    node: ">=22.16",
    environment: {
      DATABASE_URL: { value: "", comment: "Path of the database file; empty: data/database.sqlite." },
    },
  }),
};

export default sqlite;
