import { hasEtags } from "../../../api/index.ts";
import type { GeneratedFile, Options } from "../../contracts.ts";
import { collectionsOf } from "../../mongo/rules.ts";
import { collectionsModule } from "../../python/databases/mongodb/connect.ts";
import { referencesModule } from "../../python/databases/mongodb/store.ts";
import { shippedFile } from "../../python/shipped.ts";
import { module } from "../../python/module.ts";
import { migrations } from "../../sql/migrations.ts";
import type { Host } from "./host.ts";
import type { Layout } from "../layout.ts";
import type { Generating } from "../shared.ts";
import type { Own } from "./reuse.ts";
import * as http from "./support/http.ts";
import * as mongodb from "./support/mongodb.ts";
import * as postgres from "./support/postgres.ts";

/** What is generated, and the parts of the project that it uses. */
export interface Setting extends Generating {
  readonly host: Host;
  readonly layout: Layout;
  /** The project's SQLAlchemy engine or MongoDB database, if reused. */
  readonly store: Own | undefined;
}

/** Returns the names of the migrations among these paths. */
export const pastMigrations = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => /\/migrations\/m(\d+_\w+)\.py$/.exec(path)?.[1] ?? []);

const numbered = (options: Options): Options["previous"] =>
  options.previous && {
    ...options.previous,
    // Converted to the paths of a standalone project.
    paths: options.previous.paths.map((path) => path.replace(/\/migrations\/m(?=\d+_)/, "/migrations/")),
  };

/** Files of each database and its tests. */
export const databases: Readonly<Record<string, (setting: Setting) => readonly GeneratedFile[]>> = {
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
    module(
      "src/collections.py",
      "Names, rules and indexes of the collections.",
      collectionsModule(collectionsOf(inner)),
    ),
    shippedFile("store.py", { etags: hasEtags(inner) }, "mongodb/store.py"),
    module("src/references.py", "What foreign keys do elsewhere.", referencesModule(inner)),
    module("tests/database.py", "The database of the tests.", mongodb.testDatabaseModule),
  ],
};

/** Files that all resources share, and their tests' setup. */
export const framework = ({
  inner,
  options: { auth },
  guard,
  host,
  layout,
}: Setting): readonly GeneratedFile[] => [
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

/** Whether an application needs a file of tests that a standalone project has. */
export const isNeeded = (path: string): boolean =>
  !/^tests\/(?:__init__|conftest|test_accounts)\.py$/.test(path);
