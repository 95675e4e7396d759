import type { Database } from "../database.ts";
import { opened } from "./opened.ts";
import { sqlite } from "./sqlite-dialect.ts";
import { sqlStore } from "./sql.ts";

/** Records in tables of SQLite. */
export const openStore = opened<Database>((db) =>
  sqlStore(async (text, values) => (await db()).query(text, values), sqlite),
);
