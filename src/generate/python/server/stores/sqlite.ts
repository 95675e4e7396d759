import type { SpecStore } from "../../../specification/server/contracts.ts";
import { connectFiles } from "../../databases/sqlite/connect.ts";
import { tableFiles } from "./postgres.ts";

/** Storage in this database for servers from specifications. */
export const sqliteStore: SpecStore = {
  module: "sqlite",
  part: (storage) => ({
    files: [
      ...tableFiles(storage, {
        name: "sqlite",
        json: "JSON",
        uuid: "Text",
        from: "",
        counts: false,
        how: "each",
      }),
      ...connectFiles({ tables: true }),
    ],
  }),
};
