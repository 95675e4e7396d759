import type { Database } from "../../leaves.ts";
import { moduleFile } from "../../module-file.ts";
import { migrationText } from "../../specification/server/migration.ts";
import { postgres } from "../../sql/engine.ts";
import { migrations } from "../../sql/migrations.ts";
import { versions } from "../versions.ts";
import {
  configModule,
  connectModule,
  embeddedModule,
  storeModule,
  testDatabaseModule,
} from "./prisma/connect.ts";
import { functions } from "./prisma/functions.ts";
import { recordSchema } from "./prisma/record-schema.ts";
import { schema } from "./prisma/schema.ts";
import { recordFiles } from "./sql/database.ts";

const migrationPath = (name: string): string => `prisma/migrations/${name}/migration.sql`;

const prisma: Database = {
  urlVariable: "DATABASE_URL",
  functions,
  migrations: { files: /^prisma\/migrations\/[^/]+\/migration\.sql$/, engine: postgres },
  project: (testing) => ({
    files: [
      { path: "prisma/migrations/migration_lock.toml", text: 'provider = "postgresql"\n' },
      moduleFile("prisma.config.ts", configModule),
      moduleFile("src/database.ts", connectModule),
      moduleFile("src/embedded.ts", embeddedModule),
      moduleFile("tests/database.ts", testDatabaseModule(testing)),
    ],
    made: { command: "prisma generate", folder: "src/generated" },
    dependencies: {
      "@electric-sql/pglite": versions["@electric-sql/pglite"],
      "@prisma/adapter-pg": versions["@prisma/adapter-pg"],
      "@prisma/client": versions["@prisma/client"],
      pg: versions.pg,
    },
    devDependencies: { "@types/pg": versions["@types/pg"], prisma: versions.prisma },
    environment: postgres.environment,
    readme: {
      Database: [
        "`prisma/schema.prisma` describes the tables; `npm run generate` makes the client in `src/generated` of it, and every script that needs the client does so first. Nothing is downloaded for that.",
        "The server runs the files of `prisma/migrations` in their order when it starts, each once, and records them in `_prisma_migrations`, as `prisma migrate deploy` does.",
      ].join("\n\n"),
    },
  }),
  tables: (api, { previous }) => [
    { path: "prisma/schema.prisma", text: schema(api) },
    moduleFile("src/store.ts", storeModule),
    ...migrations(api, previous, { path: migrationPath }),
  ],
  records: {
    module: "prisma",
    files: (storage) => [
      ...recordFiles("prisma", "postgres"),
      { path: "prisma/schema.prisma", text: recordSchema(storage) },
      { path: migrationPath("0001_tables"), text: migrationText(storage, postgres.records) },
    ],
  },
};

export default prisma;
