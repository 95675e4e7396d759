import { examples, hasEtags, toMarkdown, toOpenApi, type ApiDefinition } from "../../../api/index.ts";
import type { GeneratedFile, Options } from "../../contracts.ts";
import type { Database, Framework, TestFramework } from "../../leaves.ts";
import { collectionsModule } from "../../python/databases/mongodb/connect.ts";
import { referencesModule } from "../../python/databases/mongodb/store.ts";
import { shippedFile } from "../../python/shipped.ts";
import { module } from "../../python/module.ts";
import { migrations } from "../../sql/migrations.ts";
import type { Variant } from "../../variants.ts";
import type { Host } from "./host.ts";
import type { Layout } from "./layout.ts";
import type { Own } from "./reuse.ts";
import * as http from "./support/http.ts";
import * as mongodb from "./support/mongodb.ts";
import * as postgres from "./support/postgres.ts";

/** What is generated, and what of the project it stands on. */
export interface Setting {
  readonly host: Host;
  readonly layout: Layout;
  /** As it is documented. */
  readonly api: ApiDefinition;
  /** As the files know it: without tokens where a dependency of the project checks them. */
  readonly inner: ApiDefinition;
  readonly options: Options;
  readonly guard: Own | undefined;
  /** The project's engine, or its database of MongoDB. */
  readonly store: Own | undefined;
  /** The environment's variable that names the database server. */
  readonly variable: string;
}

/** Names of the migrations among these paths. */
export const pastMigrations = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => /\/migrations\/m(\d+_\w+)\.py$/.exec(path)?.[1] ?? []);

const numbered = (options: Options): Options["previous"] =>
  options.previous && {
    ...options.previous,
    // As a project of our own would call them.
    paths: options.previous.paths.map((path) => path.replace(/\/migrations\/m(?=\d+_)/, "/migrations/")),
  };

/** Files of the database and its tests. */
const databases: Readonly<Record<string, (setting: Setting) => readonly GeneratedFile[]>> = {
  postgres({ inner, options, store, variable }) {
    const fresh = migrations(inner, numbered(options)).map(({ path, text }) => ({
      name: path.replace(/^migrations\/|\.sql$/g, ""),
      text,
    }));
    const before = pastMigrations(options.previous?.paths ?? []);
    const names = [...new Set([...before, ...fresh.map(({ name }) => name)])].toSorted();
    return [
      module("src/database.py", "The database: PostgreSQL.", postgres.connectModule(store, variable)),
      shippedFile("sql.py"),
      ...fresh.map(({ name, text }) =>
        module(`src/migrations/m${name}.py`, "A step of the tables.", postgres.migrationModule(text)),
      ),
      module("src/migrations/__init__.py", "How the tables came to be.", postgres.migrationsModule(names)),
      module("tests/database.py", "The database of the tests.", postgres.testDatabaseModule),
    ];
  },
  mongodb: ({ inner, store, variable }) => [
    module("src/database.py", "The database: MongoDB.", mongodb.connectModule(store, variable)),
    module("src/collections.py", "Names, rules and indexes of the collections.", collectionsModule(inner)),
    shippedFile("store.py", { etags: hasEtags(inner) }, "mongodb/store.py"),
    module("src/references.py", "What foreign keys do elsewhere.", referencesModule(inner)),
    module("tests/database.py", "The database of the tests.", mongodb.testDatabaseModule),
  ],
};

const framework = ({ inner, options: { auth }, guard, host, layout }: Setting): readonly GeneratedFile[] => [
  module("src/__init__.py", "What the generated resources have in common."),
  shippedFile("body.py"),
  module("src/http.py", "What the routes of the resources have in common.", http.httpModule(auth)),
  module(
    "src/router.py",
    "The generated resources, to be included under /api.",
    http.routerModule(inner, auth, guard),
  ),
  ...(auth ? [module("src/settings.py", "What can be set from outside.", http.settingsModule)] : []),
  module(
    "tests/__init__.py",
    "Tests of the generated resources.",
    http.packageModule(layout.testSupport.split("/").length, host.root),
  ),
  module("tests/conftest.py", "What the tests have in common.", http.conftestModule(auth, guard)),
  module(
    "tests/test_document.py",
    "What the application says of the resources.",
    http.documentTestModule(inner),
  ),
];

const documents = (api: ApiDefinition, variant: Variant): readonly GeneratedFile[] => [
  ...api.resources.map((resource) => ({
    path: variant.ecosystem.docs(resource),
    text: toMarkdown(api, resource),
  })),
  { path: "docs/openapi.json", text: JSON.stringify(toOpenApi(api)) },
];

/** Files that a project of our own has, and an application that someone else wrote does without. */
const left = /^tests\/(?:__init__|conftest|test_accounts)\.py$/;

/** Everything that goes into the project, under the paths that a project of our own would have. */
export async function partsOf(setting: Setting, variant: Variant): Promise<readonly GeneratedFile[]> {
  const { inner, options } = setting;
  const [routes, database, testing] = (await Promise.all([
    variant.ecosystem.frameworks.load(variant.framework),
    variant.ecosystem.databases.load(variant.database),
    variant.ecosystem.testFrameworks.load(variant.testFramework),
  ])) as [Framework, Database, TestFramework]; // what the tables hold
  const tests = testing.tests(inner, examples(inner), options).files ?? [];
  return [
    ...(variant.ecosystem.models(inner, database, options).files ?? []),
    ...(routes.routes(inner, options).files ?? []),
    ...(databases[variant.database]?.(setting) ?? []),
    ...framework(setting),
    ...tests.filter(({ path }) => !left.test(path)),
    ...documents(setting.api, variant),
  ];
}
