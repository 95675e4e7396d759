import type { Database } from "../../leaves.ts";
import { sqlite as engine } from "../../sql/sqlite/engine.ts";
import { shippedFile } from "../shipped.ts";
import { sqliteStore } from "../server/stores/sqlite.ts";
import { versions } from "../versions.ts";
import { functions } from "./sql/functions.ts";
import { migrations } from "./sql/migrations.ts";
import { connectFiles } from "./sqlite/connect.ts";
import { dialect } from "./sqlite/dialect.ts";

const sqlite: Database = {
  server: sqliteStore,
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => functions(resource, api, dialect),
  migrations: { files: /^migrations\/versions\/\w+\.py$/, engine },
  project: (api, options) => ({
    files: [
      ...connectFiles({ tables: false }),
      shippedFile("sql.py", { sqlite: true }),
      shippedFile("transactions.py", {}, "sqlite/transactions.py"),
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
