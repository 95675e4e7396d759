/** The leaves of the generator: each is a file and a line in its table. CONTRIBUTING.md lists their duties. */
import type { ApiDefinition, Example, Resource, Spec } from "../api/index.ts";
import type { Code } from "../code/index.ts";
import type { Table } from "../lib/index.ts";
import type { GeneratedFile, Options, Part, ServerOfSpec, TestProcess } from "./contracts.ts";
import type { Engine } from "./sql/engine.ts";
import type { SpecFramework, SpecStore } from "./specification/server/contracts.ts";

export interface Framework {
  /** Whether it serves register and login; otherwise they are not generated. */
  readonly accounts?: boolean;
  /** What exists once: application, server, error responses, documentation page. */
  app(api: ApiDefinition, options: Options, database: Database): Part;
  /** What exists per resource. */
  routes(api: ApiDefinition, options: Options): Part;
  /** Support for servers from specifications; absent if it has none. */
  readonly server?: SpecFramework;
}

export interface Database {
  /** The environment variable with the database address. */
  readonly urlVariable: string;
  /** The store functions of one resource, for its model file. */
  functions(resource: Resource, api: ApiDefinition): Code;
  /** The paths of migrations, and the engine that tests them; absent if it has none. */
  readonly migrations?: { readonly files: RegExp; readonly engine: Engine };
  /** What every project needs: `src/database.ts`, and `tests/database.ts` with `openTestDatabase`. */
  project(testing: TestProcess): Part;
  /** What the tables of a definition need: migrations, and what the store functions share. */
  tables(api: ApiDefinition, options: Options): readonly GeneratedFile[];
  /** Storage for servers from specifications; absent if it has none. */
  readonly records?: SpecStore;
}

export interface TestFramework extends TestProcess {
  /** Package that test files import `describe`, `expect` and `it` from. */
  readonly package: string;
  /** Test files of the examples, one per resource. */
  tests(api: ApiDefinition, examples: readonly Example[], options: Options): Part;
}

export interface ServerLeaves {
  readonly framework: SpecFramework;
  readonly database: Database & { readonly records: SpecStore };
  readonly testing: TestFramework;
}

/** One folder per output language: what all its frameworks and databases share. */
export interface Ecosystem {
  readonly frameworks: Table<Framework, string>;
  readonly databases: Table<Database, string>;
  readonly testFrameworks: Table<TestFramework, string>;
  /** Model files: entity and validation, combined with the database's functions. */
  models(api: ApiDefinition, database: Database, options: Options): Part;
  /** Package file, compiler and linter settings and README, from what all parts ask for. */
  project(part: Part, api: ApiDefinition, options: Options): readonly GeneratedFile[];
  /** A server from a specification, with leaves that support it. */
  server(spec: Spec, leaves: ServerLeaves, options: Options): Promise<ServerOfSpec>;
  /** Path of a resource's documentation. */
  docs(resource: Resource): string;
  format(files: readonly GeneratedFile[], options: Options): Promise<readonly GeneratedFile[]>;
}
