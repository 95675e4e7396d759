import { UserError, type DataOf } from "../lib/index.ts";
import { type Reported, escaped } from "../report/index.ts";
import { type Change, unifiedDiff } from "../workspace/index.ts";
import { command, type Context } from "./command.ts";
import {
  type Applied,
  type Offer,
  type Probe,
  type Problem,
  type Searched,
  type State,
  type Target,
  correctedByLinters,
  groundOf,
  isReproduced,
  likelyPlaces,
  probesFor,
  problemsOf,
  rounds,
  searched,
  seeAll,
  shellOf,
  spectrumOf,
  targetOf,
} from "../repair/index.ts";
import { fixData } from "./fix/data.ts";
import { byModel } from "./fix/model.ts";
import type { Done } from "./fix/done.ts";
import { isSnapshot, offerTitle, report } from "./fix/report.ts";
import { reproduce } from "./fix/reproduce.ts";
import { takeBack } from "./taken.ts";
import { type Runnable, WatchedTests } from "../test-runs/index.ts";

export default command({
  summary: "Reproduce a failure, fix what can be fixed exactly, and prove it by running it again",
  keywords:
    "Fix, mend, repair, solve or debug an error, a bug, a crash, what is broken or wrong, a failing test",
  argument: {
    name: "error",
    summary: "an error's text in quotes, a file, or file::test; whatever fails by default",
    required: false,
    example: "src/cart.test.ts",
  },
  shell: true,
  data: fixData,
  flags: {
    exact: { type: "boolean", summary: "Use no model and no search for one-line changes" },
    seconds: {
      type: "number",
      least: 1,
      most: 3600,
      example: "240",
      summary: "Seconds to try one-line changes (default 60)",
    },
  },
  async run({ argument, flags }, asked) {
    const tests = new WatchedTests(asked.session.workspace);
    const session = { ...asked.session, workspace: tests.workspace };
    const context = { ...asked, session };
    const workspace: Runnable = {
      ...session.workspace,
      shell: shellOf(session.workspace.shell, session.workspace.shellMissing),
    };
    const target = await targetOf(argument.trim(), workspace.files);
    session.progress("Looking for what fails");
    const probes = await probesFor(target, { workspace, signal: context.signal });
    const first = await seeAll(probes);
    const reproduced = isReproduced(target, problemsOf(first), workspace.root);
    const job = {
      target,
      probes,
      first,
      reproduced,
      workspace,
      tests,
      exact: flags.exact,
      seconds: flags.seconds ?? 60,
    };
    const described = target.text !== undefined && problemsOf(first).length === 0;
    if (!described || flags.exact || !session.model) return mend(job, context);
    return byTest(job, target.text ?? "", context);
  },
});

/** If nothing fails, a model first writes a test for the described problem; it is kept only if it passes in the end. */
async function byTest(job: Job, text: string, context: Context): Promise<Reported<DataOf<typeof fixData>>> {
  const { state, changes, notes } = await reproduce(text, job.probes, context);
  if (!state) return mend({ ...job, notes }, context);
  try {
    const result = await mend({ ...job, first: state, reproduced: true, regression: changes }, context);
    if (result.outcome !== "done") await takeBack(changes, context);
    return result;
  } catch (error) {
    await takeBack(changes, context);
    throw error;
  }
}

interface Job {
  readonly notes?: readonly string[];
  /** A test written to reproduce the description. */
  readonly regression?: readonly Change[];
  readonly target: Target;
  readonly probes: readonly Probe[];
  readonly first: State;
  readonly reproduced: boolean;
  readonly workspace: Runnable;
  readonly tests: WatchedTests;
  readonly exact: boolean;
  /** Time limit for the search for one-line changes. */
  readonly seconds: number;
}

/** The share of the time that exact fixes may take before one-line changes. */
const exactShare = 1 / 3;

async function mend(
  { target, probes, first, reproduced, workspace, tests, exact, seconds, regression = [], ...job }: Job,
  context: Context,
): Promise<Reported<DataOf<typeof fixData>>> {
  const { session, signal } = context;
  const more: Done["more"][number][] = [];
  const notes: string[] = [...(job.notes ?? [])];
  const done = { target, first, reproduced, more, seconds, notes, regression };
  const begun = { last: first, applied: [], search: undefined, likely: [] };
  context.unfinished(() => report({ ...done, ...begun }));
  session.progress("Watching what the failing tests run");
  const began = performance.now();
  const spectrum = await spectrumOf(problemsOf(first), { workspace, signal, seconds, exact });
  const likely = await likelyPlaces(problemsOf(first), workspace, spectrum);
  context.unfinished(() => report({ ...done, ...begun, likely }));
  session.progress("Trying exact fixes");
  const { isCut, ...fixed } = await exactlyFixed(first, {
    probes,
    workspace,
    signal,
    seconds: exact ? seconds : seconds * exactShare,
    notes,
  });
  if (isCut) notes.push(`Not all exact fixes were tried in time. --seconds=${4 * seconds} tries more.`);
  const rest = Math.max(1, Math.round(seconds - (performance.now() - began) / 1000));
  let last = fixed.state;
  const mended = { applied: fixed.applied, likely };
  context.unfinished(() => report({ ...done, ...mended, last, search: undefined }));
  const left = (): readonly Problem[] => problemsOf(last).filter((problem) => !isSnapshot(problem));
  if (!exact && session.model && left().length) {
    const { tried, trouble } = await byModel(last, { probes, tests }, context);
    if (tried) {
      more.push({ title: "By the model; what failed passes", changes: tried.changes });
      last = tried.state;
    } else
      notes.push(
        "The model found no change with which what failed passes; what it wrote was taken back",
        ...(trouble ? [escaped(trouble)] : []),
      );
  }
  let search: Searched | undefined;
  if (left().some(({ test }) => test !== undefined)) {
    if (!exact) session.progress(`Trying one-line changes until the tests pass, for at most ${rest} s`);
    const isAsBefore = mended.applied.length + more.length === 0;
    search = exact
      ? unasked
      : await unlessRefused(
          searched(last, left(), {
            probes,
            workspace,
            signal,
            seconds: rest,
            spectrum: isAsBefore ? (spectrum ?? null) : undefined,
          }),
          (why) => ({ ...unasked, why }),
        );
    if (search.best && (await isWanted(search.best, session))) {
      const { changes } = search.best;
      await workspace.files.write(changes);
      more.push({ title: offerTitle(search.best), changes, isGuess: true });
      search = undefined;
      last = await seeAll(probes);
    }
  }
  return report({ ...done, ...mended, last, search });
}

/** Lets linters and the fixers mend what they can, until the time is over. */
async function exactlyFixed(
  first: State,
  {
    probes,
    workspace,
    signal,
    seconds,
    notes,
  }: Pick<Job, "probes" | "workspace" | "seconds"> & {
    readonly signal: AbortSignal;
    readonly notes: string[];
  },
): Promise<{ readonly state: State; readonly applied: readonly Applied[]; readonly isCut: boolean }> {
  const none = (state: State) => (why: string) => {
    notes.push(`Exact fixes were not tried: ${why}.`);
    return { state, applied: [], isCut: false };
  };
  const end = performance.now() + seconds * 1000;
  const linted = await unlessRefused(correctedByLinters(first, { workspace, signal }), none(first));
  const { isCut, ...fixed } = await unlessRefused(
    rounds(
      linted.state,
      () => groundOf(workspace, signal),
      () => performance.now() > end,
    ),
    none(linted.state),
  );
  const applied = [...linted.applied, ...fixed.applied];
  return { state: applied.length ? await seeAll(probes) : fixed.state, applied, isCut };
}

/** Trying a change writes it, so nothing is tried where nobody approved writes. */
const unlessRefused = <T, E>(trying: Promise<T>, otherwise: (why: string) => E): Promise<T | E> =>
  trying.catch((error: unknown) => {
    if (!(error instanceof UserError && error.code === "not-agreed")) throw error;
    return otherwise(`each is written first, which was not approved. ${error.fix.replace(/\.$/, "")}`);
  });

const unasked: Searched = { offered: [], best: undefined, tried: 0, why: "--exact leaves them out" };

const isWanted = async (offer: Offer, { ask }: Context["session"]): Promise<boolean> => {
  const question = `${offerTitle(offer)}:\n${unifiedDiff(offer.changes)}Apply it?`;
  return (await ask.choose(question, ["y", "n"])) === "y";
};
