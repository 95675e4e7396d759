import type { Runnable } from "../test-runs/index.ts";
import { reversed } from "../workspace/index.ts";
import { keyOf, type Probe, type Seen } from "./contract.ts";
import type { CheckerProbe } from "./probes.ts";
import { type Applied, type State } from "./rounds.ts";

/** Applies the corrections of the project's linters, one linter after the other. */
export async function correctedByLinters(first: State, asking: Asking): Promise<Corrected> {
  let corrected: Corrected = { state: first, applied: [] };
  for (const probe of first.keys()) {
    const next = isLinter(probe) ? await correct(probe, corrected.state, asking) : undefined;
    if (next) corrected = { state: next.state, applied: [...corrected.applied, ...next.applied] };
  }
  return corrected;
}

interface Asking {
  readonly workspace: Runnable;
  readonly signal: AbortSignal;
}

interface Corrected {
  readonly state: State;
  readonly applied: readonly Applied[];
}

const isLinter = (probe: Probe | CheckerProbe): probe is CheckerProbe => probe.name === "lint";

/**
 * Applies a linter's safe fixes. Its writes are reverted and repeated through the workspace, so that they can be
 * undone; they are kept only if it then reports fewer problems, and no other probe a new one.
 */
async function correct(
  probe: CheckerProbe,
  state: State,
  { workspace, signal }: Asking,
): Promise<Corrected | undefined> {
  const seen = state.get(probe);
  const { name, checker } = probe.job;
  const files = [...new Set(seen?.problems.map(({ file }) => file))].filter(
    (path) => path && !path.startsWith("-"),
  );
  if (!seen || !checker.correct || files.length === 0) return undefined;
  const { changes = [] } = await workspace.shell.run(checker.correct(files), { signal, writes: files });
  if (changes.length === 0) return undefined;
  const back = changes.map(reversed);
  signal.throwIfAborted();
  const evidence = await workspace.files.write(changes);
  const next = new Map<Probe, Seen>();
  for (const [other, was] of state) {
    const now = await other.see();
    next.set(other, now);
    const known = new Set(was.problems.map(keyOf));
    if (
      other === probe
        ? now.problems.length >= was.problems.length
        : now.problems.some((problem) => !known.has(keyOf(problem)))
    ) {
      await workspace.files.write(back);
      return undefined;
    }
  }
  const [problem] = seen.problems;
  return (
    problem && {
      state: next,
      applied: [
        {
          problem,
          what: `${name} corrects ${seen.problems.length - (next.get(probe)?.problems.length ?? 0)} of ${seen.problems.length}`,
          changes,
          evidence,
        },
      ],
    }
  );
}
