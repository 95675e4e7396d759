import type { Database } from "../../leaves.ts";
import { joinModule } from "../../../code/index.ts";
import { versions } from "../versions.ts";
import { connectModule, testDatabaseModule } from "./postgres/connect.ts";
import { dialect } from "./postgres/dialect.ts";
import { sqlFunctions } from "./sql/functions.ts";
import { postgres as engine } from "../../sql/engine.ts";
import { migrations } from "../../sql/migrations.ts";
import { sqlModule } from "./postgres/sql.ts";
import { postgresStore } from "../server/stores/postgres.ts";

const postgres: Database = {
  server: postgresStore,
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => sqlFunctions(dialect, resource, api),
  migrations: { files: /^migrations\/[^/]+\.sql$/, engine },
  project: (api, options, testing) => ({
    files: [
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "src/sql.ts", text: joinModule("src/sql.ts", [sqlModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule(testing)]) },
      ...migrations(api, options.previous),
    ],
    dependencies: { pg: versions.pg, "@electric-sql/pglite": versions["@electric-sql/pglite"] },
    devDependencies: { "@types/pg": versions["@types/pg"] },
    environment: {
      DATABASE_URL: {
        value: "",
        comment:
          "PostgreSQL to use, such as postgres://user:password@localhost:5432/name; empty: embedded, in the folder data.",
      },
    },
  }),
};

export default postgres;
