import { redact, secretValues } from "../../tools/index.ts";
import { unifiedDiff, type Change } from "../../workspace/index.ts";
import type { Task } from "../agent.ts";
import type { Context } from "../command.ts";
import { takeTask, undo } from "../taken.ts";
import {
  describeLost,
  describeOthers,
  lostTests,
  type Ran,
  type WatchedTests,
} from "../../test-runs/index.ts";
import { type Probe, type Problem, type Seen, problemsOf, seeAll, type State } from "../../repair/index.ts";

const attempts = 3;
const small = 6;

const system = `Something in this project fails. Find the cause and mend it with the smallest change that is right: mend the code and not its tests, which are put back as they were, switch nothing off, and catch no error only to hide it. End when your change is made; a program runs what failed again.`;

interface Tried {
  readonly state: Map<Probe, Seen>;
  readonly changes: readonly Change[];
}

export interface ByModel {
  /** Undefined if nothing the model wrote passes. */
  readonly tried: Tried | undefined;
  /** Why the model didn't finish, or why its last change doesn't count; what it wrote then was reverted. */
  readonly trouble: string | undefined;
}

/**
 * Lets the model fix the remaining problems until the probes find none. The smallest passing change is kept;
 * everything else is reverted, including when the model fails or the command is cancelled.
 */
export async function byModel(
  first: State,
  { probes, tests }: { readonly probes: readonly Probe[]; readonly tests: WatchedTests },
  context: Context,
): Promise<ByModel> {
  const { session, signal } = context;
  const { workspace } = session;
  const passing: Tried[] = [];
  let state = first;
  let trouble: string | undefined;
  let lost = "";
  await tests.take(); // a change to a test would prove itself
  for (let i = 0; i < attempts && trouble === undefined; i++) {
    const text = passing.length
      ? "Your change works, and is larger than it needs to be. It was taken back: write a smaller one."
      : [lost, ...problemsOf(state).slice(0, 8).map(describeProblem)].filter(Boolean).join("\n\n");
    const task: Task = {
      messages: [{ role: "user", content: redact(text, await secretValues(workspace)) }],
      may: "run",
      system,
    };
    const done = await takeTask(task, context);
    const changes = done.changes.filter(({ path }) => !tests.has(path));
    const restoring = await tests.restoring();
    await workspace.files.write(restoring.changes);
    trouble = done.trouble ?? (describeOthers(restoring.others) || undefined);
    if (done.changes.length === 0 || trouble !== undefined) {
      await undo(changes, context);
      break;
    }
    if (changes.length === 0) {
      lost = "Your change to the tests was taken back: they say what is right.";
      continue;
    }
    const next = await seeAll(probes).catch(async (error: unknown) => {
      await undo(changes, context);
      throw error;
    });
    signal.throwIfAborted();
    lost = describeLost(lostTests(runsOf(first), runsOf(next)));
    const solved = problemsOf(next).length === 0 && [...next.values()].every(({ passed }) => passed) && !lost;
    if (solved) passing.push({ state: next, changes });
    else state = next;
    await undo(changes, context);
    if (solved && (size(changes) <= small || passing.length > 1)) break;
  }
  const [best] = passing.sort((a, b) => size(a.changes) - size(b.changes));
  if (best) await workspace.files.write(best.changes);
  return { tried: best, trouble: trouble ?? (lost || undefined) };
}

const describeProblem = ({ file, line, code, message, test }: Problem): string =>
  [`${file}${line ? `:${line}` : ""} ${code}`, test && `Test: ${test}`, message.slice(0, 4000)]
    .filter(Boolean)
    .join("\n");

const size = (changes: readonly Change[]): number =>
  unifiedDiff(changes)
    .split("\n")
    .filter((line) => /^[+-](?![+-]{2})/.test(line)).length;

const runsOf = (state: State): readonly Ran[] => [...state.values()].flatMap(({ ran }) => ran ?? []);
