import { joinModule } from "../../../../code/index.ts";
import { connectModule, testDatabaseModule } from "../../databases/postgres/connect.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { migrationText } from "../../../specification/server/migration.ts";
import { shippedFile } from "../../shipped.ts";

/** The modules of a SQL store. */
export const sqlFiles = (name: string, dialect: string) =>
  [name, `${dialect}-dialect`, "opened", "sql"].map((file) => shippedFile(`store/${file}.ts`));

/** Storage in this database for servers from specifications. */
export const postgresStore: SpecStore = {
  module: "postgres",
  part: (storage, testing) => ({
    files: [
      ...sqlFiles("postgres", "postgres"),
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule(testing)]) },
      { path: "migrations/0001_tables.sql", text: migrationText(storage) },
    ],
  }),
};
