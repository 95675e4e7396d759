import { UserError } from "../lib/index.ts";
import type { Probe, Problem } from "./contract.ts";
import { problemsIn, wordsOf } from "./error-messages.ts";
import { type Asking, checkerProbes, manifestProbes, testsProbes } from "./probes.ts";
import type { Target } from "./target.ts";

/** Returns the probes for a target. Raises UserError if there are none. */
export async function probesFor(target: Target, asking: Asking): Promise<readonly Probe[]> {
  const probes = [
    ...(await checkerProbes(asking, "types")),
    ...(await checkerProbes(asking, "lint", target.files)),
    ...(await testsProbes(asking, target.tests)),
  ];
  if (probes.length > 0) return [...probes, ...(await manifestProbes(asking))];
  throw new UserError(
    "fix-nothing",
    "There is no compiler, linter or test runner here, so nothing can be reproduced.",
    "Install the project's dependencies, or add a test that fails.",
  );
}

/**
 * Whether the described error occurs: a message contains its last line, or a problem has its code and word, and outside
 * of tests its file. Without a description, whether there is any problem.
 */
export function isReproduced({ text }: Target, problems: readonly Problem[], root: string): boolean {
  if (text === undefined) return problems.length > 0;
  const reported = problemsIn(text, { root });
  const last = text.trim().split("\n").at(-1) ?? "";
  return problems.some(
    (problem) =>
      problem.message.includes(last) ||
      reported.some(
        (other) =>
          other.code === problem.code &&
          wordsOf(other).word === wordsOf(problem).word &&
          (problem.source === "tests" || other.file === problem.file),
      ),
  );
}
