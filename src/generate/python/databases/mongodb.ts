import { hasEtags } from "../../../api/index.ts";
import type { Database } from "../../leaves.ts";
import { collectionsOf, mongoUrl, type Collection } from "../../mongo/rules.ts";
import { recordCollections } from "../../specification/server/indexes.ts";
import { module } from "../module.ts";
import { shippedFile } from "../shipped.ts";
import { versions } from "../versions.ts";
import { collectionsModule, testDatabaseModule } from "./mongodb/connect.ts";
import { functions } from "./mongodb/functions.ts";
import { referencesModule } from "./mongodb/store.ts";

const collectionsFile = (collections: readonly Collection[]) =>
  module(
    "src/collections.py",
    "Names, rules and indexes of the collections.",
    collectionsModule(collections),
  );

const mongodb: Database = {
  urlVariable: "MONGODB_URL",
  functions,
  project: () => ({
    files: [
      shippedFile("database.py", {}, "mongodb/database.py"),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
    ],
    dependencies: { pymongo: versions.pymongo },
    // It downloads a server on first use if none is installed.
    devDependencies: { "pymongo-inmemory": versions["pymongo-inmemory"] },
    environment: mongoUrl,
  }),
  tables: (api) => [
    collectionsFile(collectionsOf(api)),
    shippedFile("store.py", { etags: hasEtags(api) }, "mongodb/store.py"),
    module("src/references.py", "What foreign keys do elsewhere.", referencesModule(api)),
  ],
  records: {
    module: "mongodb",
    files: (storage) => [shippedFile("store/mongodb.py"), collectionsFile(recordCollections(storage))],
  },
};

export default mongodb;
