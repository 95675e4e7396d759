import type { Database } from "../../leaves.ts";
import { moduleFile } from "../../module-file.ts";
import { collectionsOf, mongoUrl } from "../../mongo/rules.ts";
import { recordCollections } from "../../specification/server/indexes.ts";
import { shippedFile } from "../shipped.ts";
import { versions } from "../versions.ts";
import { collectionsModule } from "./mongodb/collections.ts";
import { connectModule, testFiles } from "./mongodb/connect.ts";
import { functions } from "./mongodb/functions.ts";
import { recordsModule } from "./mongodb/records.ts";
import { referencesModule, storeModule } from "./mongodb/store.ts";

const mongodb: Database = {
  urlVariable: "MONGODB_URL",
  functions,
  project: () => ({
    files: [moduleFile("src/database.ts", connectModule), ...testFiles()],
    dependencies: { mongodb: versions.mongodb },
    // The -core package downloads its server on first use instead of during installation.
    devDependencies: {
      bson: versions.bson,
      "mongodb-memory-server-core": versions["mongodb-memory-server-core"],
    },
    environment: mongoUrl,
  }),
  tables: (api) => [
    moduleFile("src/collections.ts", collectionsModule(collectionsOf(api))),
    moduleFile("src/store.ts", storeModule(api)),
    moduleFile("src/references.ts", referencesModule(api)),
  ],
  records: {
    module: "mongodb",
    files: (storage) => [
      { path: "src/store/mongodb.ts", text: recordsModule },
      shippedFile("store/opened.ts"),
      moduleFile("src/collections.ts", collectionsModule(recordCollections(storage))),
    ],
  },
};

export default mongodb;
