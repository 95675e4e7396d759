import type { Database } from "../../leaves.ts";
import { sqlite as engine } from "../../sql/sqlite/engine.ts";
import { shippedFile, shippedText } from "../shipped.ts";
import { versions } from "../versions.ts";
import { functions } from "./sql/functions.ts";
import { alembicFiles, migrations } from "./sql/migrations.ts";
import { dialect } from "./sqlite/dialect.ts";

const sqlite: Database = {
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => functions(resource, api, dialect),
  migrations: { files: /^migrations\/versions\/\w+\.py$/, engine },
  project: (api, options) => ({
    files: [
      shippedFile("database.py", {}, "sqlite/database.py"),
      shippedFile("sql.py", { sqlite: true }),
      shippedFile("transactions.py", {}, "sqlite/transactions.py"),
      { path: "tests/database.py", text: shippedText("sqlite/test_database.py") },
      ...alembicFiles(),
      ...migrations(api, options.previous, engine),
    ],
    dependencies: {
      aiosqlite: versions.aiosqlite,
      alembic: versions.alembic,
      "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"],
    },
    environment: {
      DATABASE_URL: { value: "", comment: "Path of the database file; empty: data/database.sqlite." },
    },
  }),
};

export default sqlite;
