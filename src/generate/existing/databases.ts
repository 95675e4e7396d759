import type { GeneratedFile } from "../contracts.ts";
import { moduleFile } from "../module-file.ts";
import { migrations } from "../sql/migrations.ts";
import { collectionsOf } from "../mongo/rules.ts";
import { collectionsModule } from "../typescript/databases/mongodb/collections.ts";
import { serverFiles } from "../typescript/databases/mongodb/connect.ts";
import { referencesModule, storeModule } from "../typescript/databases/mongodb/store.ts";
import { storeModule as prismaStoreModule } from "../typescript/databases/prisma/connect.ts";
import { sqlModule } from "../typescript/databases/postgres/sql.ts";
import { versions } from "../typescript/versions.ts";
import type { Host } from "./host.ts";
import type { Section } from "./manifest.ts";
import type { Setting } from "./parts.ts";
import { poolOf, type Pool } from "./reuse.ts";
import * as mongodb from "./support/mongodb.ts";
import * as postgres from "./support/postgres.ts";
import * as prismaSupport from "./support/prisma.ts";

type Packages = Readonly<Partial<Record<Section, Readonly<Record<string, string>>>>>;

/** One way of storing resources in a Node application. */
interface HostDatabase {
  /** The name that the report uses for it. */
  readonly storedBy: string;
  /** The environment variable with the database server's URL: how existing sources name it, and the default. */
  readonly variable: { readonly pattern: RegExp; readonly usual: string };
  packages(host: Host): Packages;
  /** Files of the database and its tests, independent of the framework. */
  files(setting: Setting): readonly GeneratedFile[];
  /** The application's own connection pool, if usable. */
  pool?(host: Host): Pool | undefined;
  /** Steps left to the user, in order. */
  left?(dependencies: Readonly<Record<string, string>>, testFramework: string): readonly string[];
}

/** Returns the names of the migrations among these paths. */
export const pastMigrations = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => /\/migrations\/(\d+_\w+)\.\w+$/.exec(path)?.[1] ?? []);

const pglite = "@electric-sql/pglite";

/** Development packages that PostgreSQL tests need: the in-memory server and types. */
const forTests = (host: Host): Readonly<Record<string, string>> => ({
  [host.pglite]: `${host.pglite === pglite ? "" : `npm:${pglite}@`}${versions[pglite]}`,
  ...(host.typed ? { "@types/pg": versions["@types/pg"] } : {}),
});

const postgresVariable: HostDatabase["variable"] = {
  pattern: /\b(?:TEST_)?((?:DATABASE|POSTGRES|POSTGRESQL|PG|DB)_(?:URL|URI|CONNECTION_STRING))\b/,
  usual: "DATABASE_URL",
};

export const databases: Readonly<Record<string, HostDatabase>> = {
  postgres: {
    storedBy: "SQL by the driver pg",
    variable: postgresVariable,
    packages: (host) => ({ dependencies: { pg: versions.pg }, devDependencies: forTests(host) }),
    pool: poolOf,
    files({ inner, options, pool, parts, variable, host }) {
      const fresh = migrations(inner, options.previous);
      const before = pastMigrations(options.previous?.paths ?? []);
      const named = fresh.map(({ path, text }) => ({
        name: path.replace(/^migrations\/|\.sql$/g, ""),
        text,
      }));
      return [
        moduleFile("src/database.ts", postgres.databaseModule),
        moduleFile("src/connection.ts", postgres.connectModule({ pool, parts, variable })),
        moduleFile("src/sql.ts", sqlModule),
        ...named.map(({ name, text }) =>
          moduleFile(`src/migrations/${name}.ts`, postgres.migrationModule(text)),
        ),
        moduleFile(
          "src/migrations/index.ts",
          postgres.migrationsModule([...new Set([...before, ...named.map(({ name }) => name)])].toSorted()),
        ),
        moduleFile("tests/database.ts", postgres.testDatabaseModule(host.runtime)),
        { path: "tests/postgres.mjs", text: postgres.serverScript(host.pglite) },
      ];
    },
  },
  mongodb: {
    storedBy: "the driver mongodb",
    variable: {
      pattern: /\b((?:MONGO|MONGODB|DATABASE|DB)_(?:URL|URI|CONNECTION_STRING))\b/,
      usual: "MONGODB_URL",
    },
    packages: () => ({
      dependencies: { mongodb: versions.mongodb },
      devDependencies: { bson: versions.bson },
    }),
    files: ({ inner, variable }) => [
      moduleFile("src/database.ts", mongodb.databaseModule),
      moduleFile("src/connection.ts", mongodb.connectModule(variable)),
      moduleFile("src/collections.ts", collectionsModule(collectionsOf(inner))),
      moduleFile("src/store.ts", storeModule(inner)),
      moduleFile("src/references.ts", referencesModule(inner)),
      moduleFile("tests/database.ts", mongodb.testDatabaseModule),
      ...serverFiles(),
    ],
    // The test environment of older jest versions hides globals that the driver needs.
    left: (dependencies, testFramework) =>
      testFramework === "jest" && Number(/\d+/.exec(dependencies["jest"] ?? "")?.[0] ?? 28) < 28
        ? ["update jest to 28 or later: with this one the driver of MongoDB can't be loaded in tests"]
        : [],
  },
  prisma: {
    storedBy: "Prisma",
    variable: postgresVariable,
    packages: (host) => ({
      dependencies: {
        "@prisma/adapter-pg": host.project.dependencies["@prisma/client"] ?? versions["@prisma/adapter-pg"],
      },
      devDependencies: { pg: versions.pg, ...forTests(host) },
    }),
    files({ inner, options, prisma, variable, host }) {
      if (!prisma) throw new Error("The project has no Prisma.");
      const before = (options.previous?.paths ?? []).filter((path) => path.endsWith("/migration.sql"));
      const fresh = migrations(inner, options.previous, {
        path: (name) => `${prisma.migrations}/${name}/migration.sql`,
        existing: prisma.existing,
      });
      const scripts = [...new Set([...before, ...fresh.map(({ path }) => path)])].toSorted();
      return [
        ...fresh,
        moduleFile("src/database.ts", prismaSupport.databaseModule),
        ...(prisma.service
          ? []
          : [moduleFile("src/connection.ts", prismaSupport.connectModule(prisma.instance, variable))]),
        moduleFile("src/store.ts", prismaStoreModule),
        moduleFile(
          "tests/database.ts",
          prismaSupport.testDatabaseModule(
            host.runtime,
            scripts.map((path) => `${prisma.up}${path}`),
          ),
        ),
        { path: "tests/postgres.mjs", text: postgres.serverScript(host.pglite) },
      ];
    },
    left: () => [
      "make the client: npx prisma generate",
      "bring the database up to date: npx prisma migrate deploy",
    ],
  },
};

/** Returns the database with this name. Throws an Error if existing projects can't use it. */
export function databaseOf(name: string): HostDatabase {
  const database = databases[name];
  if (!database) throw new Error(`Resources of an existing project are not stored by ${name}.`);
  return database;
}

/** How the report names each database, keyed by database. */
export const storedBy: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(databases).map(([name, database]) => [name, database.storedBy]),
);
