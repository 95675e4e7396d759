import type { Database } from "../database.ts";
import { opened } from "./opened.ts";
import { postgres } from "./postgres-dialect.ts";
import { sqlStore } from "./sql.ts";

/** Records in tables of PostgreSQL. */
export const openStore = opened<Database>((db) =>
  sqlStore(async (text, values) => (await db()).query(text, values), postgres),
);
