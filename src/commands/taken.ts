import { UserError } from "../lib/index.ts";
import { type Change, reversed } from "../workspace/index.ts";
import { type Task, work } from "./agent.ts";
import type { Context } from "./command.ts";

export interface Taken {
  /** What the model wrote, one change per file. */
  readonly changes: readonly Change[];
  /** The model's final messages. */
  readonly messages: Task["messages"];
  readonly trouble: string | undefined;
}

/** Lets the model work, and returns what it wrote. If the command is cancelled, the changes are reverted first. */
export async function takeTask(task: Task, context: Context): Promise<Taken> {
  const { checkpoints } = context.session.workspace;
  const before = await checkpoints.changes(0);
  try {
    const { messages, trouble } = await work(task, context);
    return { messages, trouble, changes: await written(before, context) };
  } catch (error) {
    await undo(await written(before, context), context);
    throw error;
  }
}

/** Reverts changes; those that already cancel out are skipped. */
export const undo = async (
  changes: readonly Change[],
  { session: { workspace } }: Pick<Context, "session">,
): Promise<void> => {
  if (changes.length) await workspace.files.write(changes.map(reversed));
};

/** Reverts several changes, last first; returns the paths that were changed since by someone else, and left alone. */
export async function takeBack(
  changes: readonly Change[],
  context: Pick<Context, "session">,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const change of changes.toReversed())
    await undo([change], context).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
      left.push(change.path);
    });
  return [...new Set(left)];
}

async function written(
  before: readonly Change[],
  { session: { workspace } }: Context,
): Promise<readonly Change[]> {
  const after = await workspace.checkpoints.changes(0);
  const old = new Map(before.map((change) => [change.path, change]));
  const paths = new Set(after.map(({ path }) => path));
  return [
    ...after.map((change) => ({
      ...change,
      before: old.has(change.path) ? (old.get(change.path)?.after ?? null) : change.before,
    })),
    // Adds what was reverted to its original state.
    ...before.filter(({ path }) => !paths.has(path)).map(reversed),
  ].filter((item) => item.before !== item.after);
}
