import type { Database } from "../../leaves.ts";
import { sqlite as engine } from "../../sql/sqlite/engine.ts";
import { shippedFile, shippedText } from "../shipped.ts";
import { versions } from "../versions.ts";
import { functions } from "./sql/functions.ts";
import { alembicFiles, migrations } from "./sql/migrations.ts";
import { recordFiles } from "./sql/records.ts";
import { dialect } from "./sqlite/dialect.ts";

const sqlite: Database = {
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => functions(resource, api, dialect),
  migrations: { files: /^migrations\/versions\/\w+\.py$/, engine },
  project: () => ({
    files: [
      shippedFile("database.py", {}, "sqlite/database.py"),
      { path: "tests/database.py", text: shippedText("sqlite/test_database.py") },
    ],
    dependencies: {
      aiosqlite: versions.aiosqlite,
      alembic: versions.alembic,
      "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"],
    },
    environment: engine.environment,
  }),
  tables: (api, { previous }) => [
    shippedFile("sql.py", { sqlite: true }),
    shippedFile("transactions.py", {}, "sqlite/transactions.py"),
    ...alembicFiles(),
    ...migrations(api, previous, engine),
  ],
  records: {
    module: "sqlite",
    files: (storage) =>
      recordFiles(storage, {
        engine,
        name: "sqlite",
        json: "JSON",
        uuid: "Text",
        from: "",
        counts: false,
      }),
  },
};

export default sqlite;
