import { redact, secretValues } from "../../tools/index.ts";
import type { Change } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import { takeBack, takeTask, undo } from "../taken.ts";
import { isTestFile } from "../../test-runs/index.ts";
import { escaped } from "../../report/index.ts";
import { type Probe, isLoading, problemsOf, seeAll, type State } from "../../repair/index.ts";

const attempts = 2;

const system = `Someone describes what goes wrong in this project. Write one test that shows it, in the way of the tests that there are: it must fail now, by an assertion about what is described, and pass once it is mended. Change only test files and mend nothing. End when it is written; a program runs it.`;

export interface Reproduced {
  /** The state with the failing test; undefined if no test reproduces the description. */
  readonly state: State | undefined;
  /** The test, which is still in place. */
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

/** Lets the model turn a description into a failing test. Other or useless changes are reverted. */
export async function reproduce(
  text: string,
  probes: readonly Probe[],
  context: Context,
): Promise<Reproduced> {
  const { session, signal } = context;
  session.progress("The model writes a test that shows it");
  const written: Change[] = [];
  const notes: string[] = [];
  try {
    let wording = `What goes wrong:\n${text}`;
    for (let i = 0; i < attempts; i++) {
      const content = redact(wording, await secretValues(session.workspace));
      const done = await takeTask({ messages: [{ role: "user", content }], may: "change", system }, context);
      await undo(
        done.changes.filter(({ path }) => !isTestFile(path)),
        context,
      );
      written.push(...done.changes.filter(({ path }) => isTestFile(path)));
      if (done.trouble !== undefined) notes.push(escaped(done.trouble));
      if (done.trouble !== undefined || written.length === 0) break;
      const state = await seeAll(probes);
      signal.throwIfAborted();
      const problems = problemsOf(state);
      const mine = problems.filter(
        (problem) =>
          problem.test !== undefined &&
          !isLoading(problem) &&
          written.some(({ path }) => problem.test?.startsWith(`${path} `)),
      );
      if (mine.length > 0 && mine.length === problems.length) return { state, changes: written, notes };
      wording = problems.length
        ? `These fail for another reason than the one described; mend the test:\n${problems
            .map(({ message }) => message)
            .join("\n\n")
            .slice(0, 4000)}`
        : "The test passes on the code as it is, so it doesn't show what was described. Mend the test.";
    }
    await takeBack(written, context);
    return {
      state: undefined,
      changes: [],
      notes: [...notes, "No test could be written that shows what was said"],
    };
  } catch (error) {
    await takeBack(written, context);
    throw error;
  }
}
