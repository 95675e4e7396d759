/** The leaves of the generator: each is a file, and a line in its table. CONTRIBUTING.md lists what each owes. */
import type { ApiDefinition, Example, Resource, Spec } from "../api/index.ts";
import type { Code } from "../code/index.ts";
import type { Table } from "../lib/index.ts";
import type { GeneratedFile, Options, Part, ServerOfSpec, TestProcess } from "./contracts.ts";
import type { Engine } from "./sql/engine.ts";
import type { SpecFramework, SpecStore } from "./specification/server/contracts.ts";

export interface Framework {
  /** Whether it serves register and login; otherwise they are no part of what is generated. */
  readonly accounts?: boolean;
  /** Whatever stands once: application, server, error answers, documentation page. */
  app(api: ApiDefinition, options: Options, database: Database): Part;
  /** What each resource gets. */
  routes(api: ApiDefinition, options: Options): Part;
  /** Servers from specifications; absent where it has none. */
  readonly server?: SpecFramework;
}

export interface Database {
  /** The environment's variable that names the server. */
  readonly urlVariable: string;
  /** The store functions of one resource, to stand in its model file. */
  functions(resource: Resource, api: ApiDefinition): Code;
  /** Where migrations are and what they are tried on; absent where it has none. */
  readonly migrations?: { readonly files: RegExp; readonly engine: Engine };
  /** Connection, migrations, and `tests/database.ts` with `openTestDatabase`. */
  project(api: ApiDefinition, options: Options, testing: TestProcess): Part;
  /** Records of servers from specifications; absent where it keeps none. */
  readonly server?: SpecStore;
}

export interface TestFramework extends TestProcess {
  /** Package that test files import `describe`, `expect` and `it` from. */
  readonly package: string;
  /** One test file a resource out of its examples. */
  tests(api: ApiDefinition, examples: readonly Example[], options: Options): Part;
}

/** What a server from a specification is made with. */
export interface ServerLeaves {
  readonly framework: SpecFramework;
  readonly database: Database & { readonly server: SpecStore };
  readonly testing: TestFramework;
}

/** One folder an output language: what is common to all its frameworks and databases. */
export interface Ecosystem {
  readonly frameworks: Table<Framework, string>;
  readonly databases: Table<Database, string>;
  readonly testFrameworks: Table<TestFramework, string>;
  /** Model files: entity and validation, joined with the database's functions. */
  models(api: ApiDefinition, database: Database, options: Options): Part;
  /** Package file, compiler and linter settings, README, from everything that the parts ask for. */
  project(part: Part, api: ApiDefinition, options: Options): readonly GeneratedFile[];
  /** A server from a specification, on leaves that have one. */
  server(spec: Spec, leaves: ServerLeaves, options: Options): Promise<ServerOfSpec>;
  /** Where the documentation of a resource is. */
  docs(resource: Resource): string;
  format(files: readonly GeneratedFile[], options: Options): Promise<readonly GeneratedFile[]>;
}
