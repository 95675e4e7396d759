import type { Resource } from "../../api/index.ts";
import { placeOfOptional } from "../../lib/index.ts";
import { catalogOf, type Catalog } from "./catalog.ts";
import { changes } from "./changes.ts";
import { answers } from "./columns.ts";
import { createAll } from "./tables.ts";
import { openThread } from "./trial-thread.ts";

/** An empty in-memory database for trying migrations. */
export interface TrialDatabase {
  run(script: string): Promise<void>;
  catalog(): Promise<Catalog>;
  /** Returns what a new database for these resources contains. */
  wanted(resources: readonly Resource[]): Promise<Catalog>;
  close(): Promise<void>;
}

/** How tables are created and changed in one SQL database. */
export interface Engine {
  create(resources: readonly Resource[]): string;
  /** @param present columns that already exist, whoever created them: `table.column` */
  change(
    before: readonly Resource[],
    after: readonly Resource[],
    present: ReadonlySet<string>,
  ): readonly string[];
  /** Returns the replacements that these resources define, by the statement that stops a migration. */
  answers(resources: readonly Resource[]): ReadonlyMap<string, string>;
  /** @throws UserError (`package_missing`) if the database's package is not installed */
  open(): Promise<TrialDatabase>;
}

async function open(): Promise<TrialDatabase> {
  const db = openThread(await placeOfOptional("pglite", "@electric-sql/pglite"));
  return {
    run: (script) => db.exec(script),
    catalog: () => catalogOf(db, "public"),
    wanted: async (resources) => {
      await db.exec(`create schema wanted; set search_path to wanted;\n${createAll(resources)}`);
      return catalogOf(db, "wanted");
    },
    close: () => db.close(),
  };
}

export const postgres: Engine = {
  create: createAll,
  change: (...all) => changes(...all).flatMap(({ statements }) => statements),
  answers,
  open,
};

/** The variable with the address of a database, by its kind. */
export const urlOf = {
  postgres: {
    DATABASE_URL: {
      value: "",
      comment:
        "PostgreSQL to use, such as postgres://user:password@localhost:5432/name; empty: embedded, in the folder data.",
    },
  },
  sqlite: {
    DATABASE_URL: { value: "", comment: "Path of the database file; empty: data/database.sqlite." },
  },
} as const;
