import type { Code } from "../../../../code/index.ts";
import type { GeneratedFile } from "../../../contracts.ts";
import type { Database } from "../../../leaves.ts";
import { moduleFile } from "../../../module-file.ts";
import { migrationText } from "../../../specification/server/migration.ts";
import type { Engine } from "../../../sql/engine.ts";
import { migrations } from "../../../sql/migrations.ts";
import { shippedFile } from "../../shipped.ts";
import { sqlFunctions, type Dialect } from "./functions.ts";

/** Returns the modules of a SQL store for servers from specifications. */
export const recordFiles = (name: string, dialect = name): readonly GeneratedFile[] =>
  [name, `${dialect}-dialect`, "opened", "sql"].map((file) => shippedFile(`store/${file}.ts`));

interface Asked extends Pick<Database, "project"> {
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly sqlModule: Code;
}

/** Returns a database whose generated functions are written in SQL. */
export const sqlDatabase = (module: string, { engine, dialect, sqlModule, project }: Asked): Database => ({
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => sqlFunctions(dialect, resource, api),
  migrations: { files: /^migrations\/[^/]+\.sql$/, engine },
  project,
  tables: (api, { previous }) => [
    moduleFile("src/sql.ts", sqlModule),
    ...migrations(api, previous, { engine }),
  ],
  records: {
    module,
    files: (storage) => [
      ...recordFiles(module),
      { path: "migrations/0001_tables.sql", text: migrationText(storage, engine.records) },
    ],
  },
});
