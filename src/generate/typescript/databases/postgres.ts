import { moduleFile } from "../../module-file.ts";
import { postgres as engine } from "../../sql/engine.ts";
import { versions } from "../versions.ts";
import { connectModule, testDatabaseModule } from "./postgres/connect.ts";
import { dialect } from "./postgres/dialect.ts";
import { sqlModule } from "./postgres/sql.ts";
import { sqlDatabase } from "./sql/database.ts";

export default sqlDatabase("postgres", {
  engine,
  dialect,
  sqlModule,
  project: (testing) => ({
    files: [
      moduleFile("src/database.ts", connectModule),
      moduleFile("tests/database.ts", testDatabaseModule(testing)),
    ],
    dependencies: { pg: versions.pg, "@electric-sql/pglite": versions["@electric-sql/pglite"] },
    devDependencies: { "@types/pg": versions["@types/pg"] },
    environment: engine.environment,
  }),
});
