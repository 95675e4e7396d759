import type { ApiDefinition } from "../api/index.ts";
import type { Files } from "../workspace/index.ts";
import type { Baseline } from "./baseline.ts";
import type { GeneratedFile, Previous } from "./contracts.ts";
import { isMigration } from "./merge.ts";
import { replay, type Replayed } from "./sql/prove.ts";
import type { Variant } from "./variants.ts";

const folders: Readonly<Record<string, RegExp>> = {
  postgres: /^migrations\/(versions\/\w+\.py|[^/]+\.sql)$/,
  prisma: /^prisma\/migrations\/[^/]+\/migration\.sql$/,
};

/** The migrations of a project of ours as they are now, whoever wrote them, in the order that they run. */
async function historyOf(files: Files, { database }: Variant): Promise<readonly GeneratedFile[]> {
  const folder = folders[database];
  const history: GeneratedFile[] = [];
  for await (const path of files.find("{migrations,prisma/migrations}/**"))
    if (folder?.test(path)) history.push({ path, text: (await files.tryRead(path)) ?? "" });
  return history.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a run finds of earlier ones, and how it proves what it adds. */
export interface Past {
  readonly previous: Previous | undefined;
  /** In one sentence, what was proven of the migrations or why nothing was. */
  prove(generated: readonly GeneratedFile[], api: ApiDefinition): Promise<string | undefined>;
}

async function proven(
  database: Replayed | undefined,
  fresh: readonly GeneratedFile[],
  api: ApiDefinition,
): Promise<string> {
  if (!database)
    return "The migrations were not replayed: one of them is a program that only alembic runs. Run the tests before you deploy";
  await database.prove(fresh, api);
  await database.close();
  return "All migrations were replayed on an empty database, and it is what the code needs";
}

/**
 * The migrations of a project that is wholly ours, replayed on an embedded PostgreSQL.
 * @throws UserError where one of them fails
 */
export async function pastOf(files: Files, previous: Baseline | undefined, variant: Variant): Promise<Past> {
  if (!(variant.database in folders)) return { previous, prove: () => Promise.resolve(undefined) };
  const isAnew = !previous?.paths.some(isMigration);
  const history = isAnew ? [] : await historyOf(files, variant);
  const database = await replay(history);
  return {
    previous: previous && { ...previous, history, present: database?.present ?? [] },
    prove: (generated, api) => {
      const known = new Set(history.map(({ path }) => path));
      const fresh = generated.filter(({ path }) => folders[variant.database]?.test(path) && !known.has(path));
      return proven(database, fresh, api);
    },
  };
}
