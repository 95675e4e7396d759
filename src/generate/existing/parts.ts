import { examples, hasEtags, toMarkdown, toOpenApi, type ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Options } from "../contracts.ts";
import type { Database, Framework, TestFramework } from "../leaves.ts";
import { migrations } from "../sql/migrations.ts";
import { collectionsModule } from "../typescript/databases/mongodb/collections.ts";
import { referencesModule, storeModule } from "../typescript/databases/mongodb/store.ts";
import { storeModule as prismaStoreModule } from "../typescript/databases/prisma/connect.ts";
import { sqlModule } from "../typescript/databases/postgres/sql.ts";
import type { Variant } from "../variants.ts";
import type { Host } from "./host.ts";
import type { Guard, Pool } from "./reuse.ts";
import { clientModule } from "./support/client.ts";
import * as mongodb from "./support/mongodb.ts";
import * as postgres from "./support/postgres.ts";
import * as prismaSupport from "./support/prisma.ts";
import type { UsedPrisma } from "./prisma.ts";
import { moduleFile } from "../module-file.ts";

/** What is generated, and what of the project it stands on. */
export interface Setting {
  readonly host: Host;
  /** As it is documented. */
  readonly api: ApiDefinition;
  /** As the files know it: without tokens where the project's own middleware checks them. */
  readonly inner: ApiDefinition;
  readonly options: Options;
  readonly guard: Guard | undefined;
  readonly pool: Pool | undefined;
  /** Prisma, where that is the database, and from the tests' folder the way to the project's root. */
  readonly prisma: UsedPrisma | undefined;
  /** The environment's variable that names the database server. */
  readonly variable: string;
}

/** Names of the migrations among these paths. */
export const pastMigrations = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => /\/migrations\/(\d+_\w+)\.\w+$/.exec(path)?.[1] ?? []);

/** Files of the database and its tests, whatever the framework. */
const databases: Readonly<Record<string, (setting: Setting) => readonly GeneratedFile[]>> = {
  postgres({ inner, options, pool, variable, host }) {
    const fresh = migrations(inner, options.previous);
    const before = pastMigrations(options.previous?.paths ?? []);
    const named = fresh.map(({ path, text }) => ({ name: path.replace(/^migrations\/|\.sql$/g, ""), text }));
    return [
      moduleFile("src/database.ts", postgres.connectModule(pool, variable)),
      moduleFile("src/sql.ts", sqlModule),
      ...named.map(({ name, text }) =>
        moduleFile(`src/migrations/${name}.ts`, postgres.migrationModule(text)),
      ),
      moduleFile(
        "src/migrations/index.ts",
        postgres.migrationsModule([...new Set([...before, ...named.map(({ name }) => name)])].toSorted()),
      ),
      moduleFile("tests/database.ts", postgres.testDatabaseModule(host.runtime)),
      { path: "tests/postgres.mjs", text: postgres.serverScript },
    ];
  },
  mongodb: ({ inner, variable, host }) => [
    moduleFile("src/database.ts", mongodb.connectModule(variable)),
    moduleFile("src/collections.ts", collectionsModule(inner)),
    moduleFile("src/store.ts", storeModule(inner)),
    moduleFile("src/references.ts", referencesModule(inner)),
    moduleFile("tests/database.ts", mongodb.testDatabaseModule(host.runtime)),
    { path: "tests/mongodb.mjs", text: mongodb.serverScript },
  ],
  prisma({ inner, options, prisma, variable, host }) {
    if (!prisma) throw new Error("The project has no Prisma.");
    const before = (options.previous?.paths ?? []).filter((path) => path.endsWith("/migration.sql"));
    const fresh = migrations(inner, options.previous, {
      path: (name) => `${prisma.migrations}/${name}/migration.sql`,
      taken: prisma.taken,
    });
    const scripts = [...new Set([...before, ...fresh.map(({ path }) => path)])].toSorted();
    return [
      ...fresh,
      moduleFile("src/database.ts", prismaSupport.connectModule(prisma, variable)),
      moduleFile("src/store.ts", prismaStoreModule),
      moduleFile(
        "tests/database.ts",
        prismaSupport.testDatabaseModule(
          host.runtime,
          scripts.map((path) => `${prisma.up}${path}`),
        ),
      ),
      { path: "tests/postgres.mjs", text: postgres.serverScript },
    ];
  },
};

/** Databases that resources of an existing project can have. */
export const supportedDatabases: readonly string[] = Object.keys(databases);

const documents = (api: ApiDefinition, variant: Variant): readonly GeneratedFile[] => [
  ...api.resources.map((resource) => ({
    path: variant.ecosystem.docs(resource),
    text: toMarkdown(api, resource),
  })),
  { path: "docs/openapi.json", text: JSON.stringify(toOpenApi(api)) },
];

/** Everything that goes into the project, with the framework's `own` files; paths are those of a project of our own. */
export async function partsOf(
  setting: Setting,
  variant: Variant,
  own: readonly GeneratedFile[],
): Promise<readonly GeneratedFile[]> {
  const { inner, options } = setting;
  const [framework, database, testing] = (await Promise.all([
    variant.ecosystem.frameworks.load(variant.framework),
    variant.ecosystem.databases.load(variant.database),
    variant.ecosystem.testFrameworks.load(variant.testFramework),
  ])) as [Framework, Database, TestFramework]; // what the tables hold
  const tests = testing.tests(inner, examples(inner), options).files ?? [];
  return [
    ...(variant.ecosystem.models(inner, database, options).files ?? []),
    ...(framework.routes(inner, options).files ?? []),
    ...(databases[variant.database]?.(setting) ?? []),
    ...own,
    ...tests.filter(({ path }) => path.endsWith(".test.ts")),
    moduleFile(
      "tests/client.ts",
      clientModule(testing.package, { auth: options.auth, versioned: hasEtags(inner) }),
    ),
    ...documents(setting.api, variant),
  ];
}
