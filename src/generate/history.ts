import type { ApiDefinition } from "../api/index.ts";
import type { Files } from "../workspace/index.ts";
import type { Baseline } from "./baseline.ts";
import type { GeneratedFile, Previous } from "./contracts.ts";
import { isMigration } from "./merge.ts";
import { answered } from "./sql/answers.ts";
import { replay, type Replayed } from "./sql/prove.ts";
import { leavesOf, type Variant } from "./variants.ts";

/** Returns the current migrations of a generated project, whoever wrote them, in the order in which they run. */
async function historyOf(files: Files, path: RegExp): Promise<readonly GeneratedFile[]> {
  const history: GeneratedFile[] = [];
  for await (const found of files.find("{migrations,prisma/migrations}/**"))
    if (path.test(found)) history.push({ path: found, text: (await files.tryRead(found)) ?? "" });
  return history.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns earlier migrations whose failing steps now do what the definition says. */
export async function answeredIn(
  files: Files,
  previous: Pick<Previous, "paths"> | undefined,
  { variant, api }: { readonly variant: Variant; readonly api: ApiDefinition },
): Promise<readonly GeneratedFile[]> {
  const { migrations } = (await leavesOf(variant)).database;
  const answers = migrations?.engine.answers(api.resources) ?? new Map<string, string>();
  const found: GeneratedFile[] = [];
  for (const path of previous?.paths.filter(isMigration) ?? []) {
    const text = (await files.tryRead(path)) ?? "";
    const file = answered({ path, text }, answers);
    if (file.text !== text) found.push(file);
  }
  return found;
}

/** What earlier runs left, and how new migrations are proven. */
export interface Past {
  readonly previous: Previous | undefined;
  /** Earlier migrations whose failing steps now do what the definition says. */
  readonly answered: readonly GeneratedFile[];
  /** Returns a sentence that says what was proven of the migrations, or why nothing was. */
  prove(generated: readonly GeneratedFile[], api: ApiDefinition): Promise<string | undefined>;
}

async function proven(
  database: Replayed | string,
  fresh: readonly GeneratedFile[],
  api: ApiDefinition,
): Promise<string> {
  if (typeof database === "string")
    return `The migrations were not replayed: ${database.replace(/\.$/, "")}. Run the tests before you deploy`;
  await database.prove(fresh, api);
  await database.close();
  return "All migrations were replayed on an empty database, and it is what the code needs";
}

/**
 * Replays the migrations of a fully generated project on an empty database.
 * @throws UserError if one of them fails
 */
export async function pastOf(
  files: Files,
  previous: Baseline | undefined,
  current: { readonly variant: Variant; readonly api: ApiDefinition },
): Promise<Past> {
  const { variant } = current;
  const { migrations } = (await leavesOf(variant)).database;
  if (!migrations) return { previous, answered: [], prove: () => Promise.resolve(undefined) };
  const isAnew = !previous?.paths.some(isMigration);
  const found = isAnew ? [] : await historyOf(files, migrations.files);
  const answered = isAnew ? [] : await answeredIn(files, previous, current);
  const texts = new Map(answered.map((file) => [file.path, file]));
  const history = found.map((file) => texts.get(file.path) ?? file);
  const database = await replay(history, migrations.engine);
  return {
    previous: previous && {
      ...previous,
      history,
      present: typeof database === "string" ? [] : database.present,
    },
    answered,
    prove: (generated, api) => {
      const known = new Set(history.map(({ path }) => path));
      const fresh = generated.filter(({ path }) => migrations.files.test(path) && !known.has(path));
      return proven(database, fresh, api);
    },
  };
}
