import type { SpecStore } from "../../../specification/server/contracts.ts";
import { recordCollections } from "../../../specification/server/indexes.ts";
import { collectionsModule, testDatabaseModule } from "../../databases/mongodb/connect.ts";
import { module } from "../../module.ts";
import { shippedFile } from "../../shipped.ts";

/** Storage in this database for servers from specifications. */
export const mongodbStore: SpecStore = {
  module: "mongodb",
  part: (storage) => ({
    files: [
      shippedFile("store/mongodb.py"),
      module(
        "src/collections.py",
        "Names, rules and indexes of the collections.",
        collectionsModule(recordCollections(storage)),
      ),
      shippedFile("database.py", {}, "mongodb/database.py"),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
    ],
  }),
};
