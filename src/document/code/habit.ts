import { languageOf } from "../../code/index.ts";
import { mostFrequent } from "../../lib/index.ts";
import type { Declared } from "../../inspect/index.ts";
import type { Files } from "../../workspace/index.ts";
import { isExample, isTest } from "./skip.ts";

/** Number of files sampled for a project's habit. */
const enough = 150;

/**
 * Returns the docstring convention of most files in a project, if its language has several; used for files
 * that show none.
 */
export async function habitOf(
  paths: readonly string[],
  { files, index }: { readonly files: Files; readonly index: Pick<Declared, "files"> },
): Promise<string | undefined> {
  const first = paths.find((path) => path.endsWith(".py")); // the only language with several
  const language = first === undefined ? undefined : await languageOf(first);
  if (!language?.habit) return undefined;
  const habits: string[] = [];
  const alike = index.files.filter((path) => path.endsWith(".py") && !isTest(path) && !isExample(path));
  for (const path of alike.slice(0, enough)) {
    const text = await files.tryRead(path).catch(() => null);
    const habit = text === null ? undefined : language.habit(text);
    if (habit !== undefined) habits.push(habit);
  }
  return mostFrequent(habits);
}
