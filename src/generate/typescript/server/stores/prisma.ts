import { joinModule } from "../../../../code/index.ts";
import {
  configModule,
  connectModule,
  embeddedModule,
  testDatabaseModule,
} from "../../databases/prisma/connect.ts";
import type { SpecStore } from "../../../specification/server/contracts.ts";
import { migrationText } from "../../../specification/server/migration.ts";
import { sqlFiles } from "./postgres.ts";
import { schemaText } from "./prisma-schema.ts";

/** Storage in this database for servers from specifications. */
export const prismaStore: SpecStore = {
  module: "prisma",
  part: (storage, testing) => ({
    files: [
      ...sqlFiles("prisma", "postgres"),
      { path: "prisma/schema.prisma", text: schemaText(storage) },
      { path: "prisma/migrations/0001_tables/migration.sql", text: migrationText(storage) },
      { path: "prisma/migrations/migration_lock.toml", text: 'provider = "postgresql"\n' },
      { path: "prisma.config.ts", text: joinModule("prisma.config.ts", [configModule]) },
      { path: "src/database.ts", text: joinModule("src/database.ts", [connectModule]) },
      { path: "src/embedded.ts", text: joinModule("src/embedded.ts", [embeddedModule]) },
      { path: "tests/database.ts", text: joinModule("tests/database.ts", [testDatabaseModule(testing)]) },
    ],
  }),
};
