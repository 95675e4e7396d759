import { joinModule } from "../../../code/index.ts";
import type { Database } from "../../leaves.ts";
import { collectionsOf } from "../../mongo/rules.ts";
import { versions } from "../versions.ts";
import { collectionsModule } from "./mongodb/collections.ts";
import { connectModule, testFiles } from "./mongodb/connect.ts";
import { functions } from "./mongodb/functions.ts";
import { referencesModule, storeModule } from "./mongodb/store.ts";
import { mongodbStore } from "../server/stores/mongodb.ts";

const mongodb: Database = {
  server: mongodbStore,
  urlVariable: "MONGODB_URL",
  functions,
  project: (api) => ({
    files: [
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      {
        path: "src/collections.ts",
        text: joinModule("src/collections.ts", [collectionsModule(collectionsOf(api))]),
      },
      { path: "src/store.ts", text: joinModule("src/store.ts", [storeModule(api)]) },
      { path: "src/references.ts", text: joinModule("src/references.ts", [referencesModule(api)]) },
      ...testFiles(),
    ],
    dependencies: { mongodb: versions.mongodb },
    // The -core package downloads its server on first use instead of during installation.
    devDependencies: {
      bson: versions.bson,
      "mongodb-memory-server-core": versions["mongodb-memory-server-core"],
    },
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
