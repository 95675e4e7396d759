import { sqlite as engine } from "../../sql/sqlite/engine.ts";
import { shippedFile } from "../shipped.ts";
import { versions } from "../versions.ts";
import { sqlDatabase } from "./sql/database.ts";
import { dialect } from "./sqlite/dialect.ts";

export default sqlDatabase(
  { engine, name: "sqlite", json: "JSON", uuid: "Text", counts: false },
  {
    dialect,
    files: [
      shippedFile("sql.py", { sqlite: true }),
      shippedFile("transactions.py", {}, "sqlite/transactions.py"),
    ],
    project: {
      dependencies: {
        aiosqlite: versions.aiosqlite,
        alembic: versions.alembic,
        "sqlalchemy[asyncio]": versions["sqlalchemy[asyncio]"],
      },
    },
  },
);
