import type { ApiDefinition } from "../../api/index.ts";
import { UserError } from "../../lib/index.ts";
import type { GeneratedFile } from "../contracts.ts";
import { lacking, type Catalog } from "./catalog.ts";
import { postgres, type Engine } from "./engine.ts";
import { apply } from "./shipped/apply.ts";

/** A database on which a project's migrations were replayed. */
export interface Replayed {
  /** Existing columns: `table.column`. */
  readonly present: readonly string[];
  /**
   * Runs the new migrations and compares the result with what the code needs.
   * @throws UserError naming the migration that fails, or the differences
   */
  prove(fresh: readonly GeneratedFile[], api: ApiDefinition): Promise<void>;
  close(): Promise<void>;
}

/** Returns the SQL of a migration; undefined for a program that isn't generated. */
export function sqlOf({ path, text }: GeneratedFile): string | undefined {
  if (path.endsWith(".sql")) return text;
  const block = /^STATEMENTS = """\\\n([\s\S]*?)\n"""$/m.exec(text)?.[1];
  return block?.replaceAll(/\\(.)/gs, "$1");
}

const columns = (catalog: Catalog): readonly string[] =>
  [...catalog.keys()].flatMap((what) => (what.startsWith("column ") ? what.slice(7) : []));

/**
 * Replays migrations on an empty database. Returns a sentence if it can't: one is a program written by somebody else,
 * which only its own tools run, or the database's package isn't installed.
 * @throws UserError naming the migration that fails
 */
export async function replay(
  history: readonly GeneratedFile[],
  engine: Engine = postgres,
): Promise<Replayed | string> {
  if (history.some((file) => sqlOf(file) === undefined))
    return "one of them is a program that only alembic runs";
  const db = await engine.open().catch((error: unknown) => {
    if (error instanceof UserError && error.code === "package_missing")
      return `${error.message} ${error.fix}`;
    throw error;
  });
  if (typeof db === "string") return db;
  const run = async (file: GeneratedFile): Promise<void> => {
    try {
      await db.run("begin");
      await apply((sql) => db.run(sql), file.path, sqlOf(file) ?? "");
      await db.run("commit");
    } catch (cause) {
      // Both engines only throw errors.
      await db.close();
      throw new UserError(
        "migration_fails",
        `On an empty database ${(cause as Error).message}`,
        "Nothing was written. Correct the migration, or the part of the definition that causes it.",
        { place: { file: file.path }, cause },
      );
    }
  };
  for (const file of history) await run(file);
  return {
    present: columns(await db.catalog()),
    async prove(fresh, api) {
      for (const file of fresh) await run(file);
      const wrong = lacking(await db.catalog(), await db.wanted(api.resources));
      if (!wrong.length) return;
      await db.close();
      throw new UserError(
        "migrations_differ",
        `After all migrations the database is not what the code needs: ${wrong.slice(0, 10).join("; ")}.`,
        "Nothing was written. Add a migration for these differences after the last one, and run this again.",
      );
    },
    close: () => db.close(),
  };
}
