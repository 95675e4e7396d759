import { hasEtags } from "../../../api/index.ts";
import type { Database } from "../../leaves.ts";
import { collectionsOf } from "../../mongo/rules.ts";
import { module } from "../module.ts";
import { shippedFile } from "../shipped.ts";
import { versions } from "../versions.ts";
import { collectionsModule, testDatabaseModule } from "./mongodb/connect.ts";
import { functions } from "./mongodb/functions.ts";
import { referencesModule } from "./mongodb/store.ts";
import { mongodbStore } from "../server/stores/mongodb.ts";

const mongodb: Database = {
  server: mongodbStore,
  urlVariable: "MONGODB_URL",
  functions,
  project: (api) => ({
    files: [
      shippedFile("database.py", {}, "mongodb/database.py"),
      module(
        "src/collections.py",
        "Names, rules and indexes of the collections.",
        collectionsModule(collectionsOf(api)),
      ),
      shippedFile("store.py", { etags: hasEtags(api) }, "mongodb/store.py"),
      module("src/references.py", "What foreign keys do elsewhere.", referencesModule(api)),
      module("tests/database.py", "The database of the tests.", testDatabaseModule),
    ],
    dependencies: { pymongo: versions.pymongo },
    // It downloads a server on first use if none is installed.
    devDependencies: { "pymongo-inmemory": versions["pymongo-inmemory"] },
    environment: {
      MONGODB_URL: {
        value: "",
        comment:
          "MongoDB to use, such as mongodb://localhost:27017/name; empty: one that is fetched and started for development.",
      },
    },
  }),
};

export default mongodb;
