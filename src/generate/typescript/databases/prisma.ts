import type { Database } from "../../leaves.ts";
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
import { schema } from "./prisma/schema.ts";
import { prismaStore } from "../server/stores/prisma.ts";
import { moduleFile } from "../../module-file.ts";

const prisma: Database = {
  server: prismaStore,
  urlVariable: "DATABASE_URL",
  functions,
  migrations: { files: /^prisma\/migrations\/[^/]+\/migration\.sql$/, engine: postgres },
  project: (api, options, testing) => ({
    files: [
      { path: "prisma/schema.prisma", text: schema(api) },
      ...migrations(api, options.previous, {
        path: (name) => `prisma/migrations/${name}/migration.sql`,
      }),
      { path: "prisma/migrations/migration_lock.toml", text: 'provider = "postgresql"\n' },
      moduleFile("prisma.config.ts", configModule),
      moduleFile("src/database.ts", connectModule),
      moduleFile("src/embedded.ts", embeddedModule),
      moduleFile("src/store.ts", storeModule),
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
    environment: {
      DATABASE_URL: {
        value: "",
        comment:
          "PostgreSQL to use, such as postgres://user:password@localhost:5432/name; empty: embedded, in the folder data.",
      },
    },
    readme: {
      Database: [
        "`prisma/schema.prisma` describes the tables; `npm run generate` makes the client in `src/generated` of it, and every script that needs the client does so first. Nothing is downloaded for that.",
        "The server runs the files of `prisma/migrations` in their order when it starts, each once, and records them in `_prisma_migrations`, as `prisma migrate deploy` does.",
      ].join("\n\n"),
    },
  }),
};

export default prisma;
