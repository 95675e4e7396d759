import { applyText } from "../../../sql/apply.ts";
import { shipped } from "../../../shipped.ts";

/** `src/database.ts` */
export const databaseFile = {
  path: "src/database.ts",
  text: `${shipped("typescript/databases/sqlite/shipped/database.ts").replace(/^import { apply }.*\n/m, "")}\n${applyText}`,
};
