import type { Database } from "../../leaves.ts";
import { moduleFile } from "../../module-file.ts";
import { migrationText } from "../../specification/server/migration.ts";
import { postgres as engine } from "../../sql/engine.ts";
import { migrations } from "../../sql/migrations.ts";
import { versions } from "../versions.ts";
import { connectModule, testDatabaseModule } from "./postgres/connect.ts";
import { dialect } from "./postgres/dialect.ts";
import { sqlModule } from "./postgres/sql.ts";
import { sqlFunctions } from "./sql/functions.ts";
import { recordFiles } from "./sql/records.ts";

const postgres: Database = {
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => sqlFunctions(dialect, resource, api),
  migrations: { files: /^migrations\/[^/]+\.sql$/, engine },
  project: (testing) => ({
    files: [
      moduleFile("src/database.ts", connectModule),
      moduleFile("tests/database.ts", testDatabaseModule(testing)),
    ],
    dependencies: { pg: versions.pg, "@electric-sql/pglite": versions["@electric-sql/pglite"] },
    devDependencies: { "@types/pg": versions["@types/pg"] },
    environment: engine.environment,
  }),
  tables: (api, { previous }) => [moduleFile("src/sql.ts", sqlModule), ...migrations(api, previous)],
  records: {
    module: "postgres",
    files: (storage) => [
      ...recordFiles("postgres", "postgres"),
      { path: "migrations/0001_tables.sql", text: migrationText(storage, engine.records) },
    ],
  },
};

export default postgres;
