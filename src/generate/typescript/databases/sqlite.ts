import { moduleFile } from "../../module-file.ts";
import { sqlite as engine } from "../../sql/sqlite/engine.ts";
import { databaseFile } from "./sqlite/database-file.ts";
import { dialect } from "./sqlite/dialect.ts";
import { sqlModule } from "./sqlite/sql.ts";
import { testDatabaseModule } from "./sqlite/test-database.ts";
import { sqlDatabase } from "./sql/database.ts";

export default sqlDatabase("sqlite", {
  engine,
  dialect,
  sqlModule,
  project: (testing) => ({
    files: [databaseFile, moduleFile("tests/database.ts", testDatabaseModule(testing))],
    // The first version with the SQLite module and the declared types of a statement's columns.
    node: ">=22.16",
    environment: engine.environment,
  }),
});
