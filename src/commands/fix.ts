import { testPlaces } from "../code/index.ts";
import { openIndex, type Index } from "../inspect/index.ts";
import { type DataOf, UserError } from "../lib/index.ts";
import { type Reported, escaped } from "../report/index.ts";
import { type Change, unifiedDiff } from "../workspace/index.ts";
import { command, type Context } from "./command.ts";
import {
  type Ground,
  keyOf,
  type Probe,
  type Problem,
  type Seen,
  onlyFits,
  likelyPlaces,
  correctedByLinters,
  repaired,
  checkerProbes,
  manifestProbe,
  shellOf,
  testsProbes,
  renamesIn,
  problemsOf,
  rounds,
  seeAll,
  problemsIn,
  wordsOf,
  type Target,
  targetOf,
} from "../repair/index.ts";
import { fixData } from "./fix/data.ts";
import { byModel } from "./fix/model.ts";
import type { Done } from "./fix/done.ts";
import { isSnapshot, report } from "./fix/report.ts";
import { reproduce } from "./fix/reproduce.ts";
import { takeBack } from "./taken.ts";
import { isTestFile, type Runnable } from "../test-runs/index.ts";

export default command({
  summary: "Reproduce what fails, mend what can be mended exactly, and prove it by running it again",
  asked: "Fix or repair an error, a bug, a crash or a failing test",
  argument: {
    name: "error",
    summary: "an error's text in quotes, a file, or file::test; whatever fails by default",
    required: false,
    example: "src/cart.test.ts",
  },
  shell: true,
  data: fixData,
  flags: {
    exact: { type: "boolean", summary: "No model, and no search for one-line changes" },
    seconds: {
      type: "number",
      least: 1,
      most: 3600,
      example: "240",
      summary: "How long one-line changes are tried; 60 by default",
    },
  },
  async run({ argument, flags }, context) {
    const { session } = context;
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
      exact: flags.exact,
      seconds: flags.seconds ?? 60,
    };
    const described = target.text !== undefined && problemsOf(first).length === 0;
    if (!described || flags.exact || !session.model) return mend(job, context);
    return byTest(job, target.text ?? "", context);
  },
});

async function probesFor(
  target: Target,
  asking: { readonly workspace: Runnable; readonly signal: AbortSignal },
): Promise<readonly Probe[]> {
  const probes = [
    ...(await checkerProbes(asking, "types")),
    ...(await checkerProbes(asking, "lint", target.files)),
    manifestProbe(asking),
    ...(await testsProbes(asking, target.tests)),
  ];
  if (probes.length > 1) return probes;
  throw new UserError(
    "fix-nothing",
    "Here is no compiler, linter or test runner, so nothing can be reproduced.",
    "Install the project's dependencies, or add a test that fails.",
  );
}

/** What was said happens here: the same kind of error, of the same name or at the same place. */
function isReproduced({ text }: Target, problems: readonly Problem[], root: string): boolean {
  if (text === undefined) return problems.length > 0;
  const said = problemsIn(text, { root });
  const last = text.trim().split("\n").at(-1) ?? "";
  return problems.some(
    (one) =>
      one.message.includes(last) ||
      said.some(
        (other) =>
          other.code === one.code &&
          wordsOf(other).word === wordsOf(one).word &&
          (one.source === "tests" || other.file === one.file),
      ),
  );
}

/** Nothing fails of what is described: a test that a model writes shows it first, and stays only when it passes in the end. */
async function byTest(job: Job, text: string, context: Context): Promise<Reported<DataOf<typeof fixData>>> {
  const { state, changes, notes } = await reproduce(text, job.probes, context);
  if (!state) return mend({ ...job, notes }, context);
  try {
    const made = await mend({ ...job, first: state, reproduced: true, regression: changes }, context);
    if (made.outcome !== "done") await takeBack(changes, context);
    return made;
  } catch (error) {
    await takeBack(changes, context);
    throw error;
  }
}

interface Job {
  readonly notes?: readonly string[];
  /** A test that was written to show what was described. */
  readonly regression?: readonly Change[];
  readonly target: Target;
  readonly probes: readonly Probe[];
  readonly first: ReadonlyMap<Probe, Seen>;
  readonly reproduced: boolean;
  readonly workspace: Runnable;
  readonly exact: boolean;
  /** For the search of one-line changes. */
  readonly seconds: number;
}

async function mend(
  { target, probes, first, reproduced, workspace, exact, seconds, regression = [], ...job }: Job,
  context: Context,
): Promise<Reported<DataOf<typeof fixData>>> {
  const { session, signal } = context;
  const likely = await likelyPlaces(problemsOf(first), workspace);
  session.progress("Trying exact fixes");
  const linted = await correctedByLinters(first, { workspace, signal });
  const { state, applied } = await rounds(linted.state, () => groundOf(workspace, signal));
  let last = applied.length || linted.applied.length ? await seeAll(probes) : state;
  const more: Done["more"][number][] = [];
  const notes: string[] = [...(job.notes ?? [])];
  const left = (): readonly Problem[] => problemsOf(last).filter((one) => !isSnapshot(one));
  let offered: readonly Change[] = [];
  let count = 0;
  if (!exact && session.model && left().length) {
    const { tried, trouble } = await byModel(last, probes, context);
    if (tried) {
      more.push({ title: "By the model; what failed passes", changes: tried.changes });
      last = tried.state;
    } else
      notes.push(
        "The model found no change with which what failed passes; what it wrote was taken back",
        ...(trouble ? [escaped(trouble)] : []),
      );
  }
  if (!exact && left().some(({ test }) => test !== undefined)) {
    session.progress(`Trying one-line changes until the tests pass, for at most ${seconds} s`);
    const result = await changed(left(), { workspace, signal, seconds });
    count = result?.tried ?? 0;
    offered = await proven(result?.patches ?? [], probes, { last, workspace });
    const tests = await testsOf(left(), workspace.files);
    const best = offered.find((change) => !onlyFits(change, tests));
    if (best && (await isWanted(best, session))) {
      await workspace.files.write([best]);
      more.push({ title: "A change of one line that passes the tests", changes: [best], isGuess: true });
      offered = [];
      count = 0;
      last = await seeAll(probes);
    }
  }
  return report({
    target,
    first,
    last,
    reproduced,
    applied: [...linted.applied, ...applied],
    more,
    offered,
    tried: count,
    seconds,
    likely,
    notes,
    regression,
  });
}

const isWanted = async (change: Change, { ask }: Context["session"]): Promise<boolean> => {
  const question = `This change of one line passes the tests:\n${unifiedDiff([change])}Apply it?`;
  return (await ask.choose(question, ["y", "n"])) === "y";
};

/** The texts of the tests that fail. */
async function testsOf(problems: readonly Problem[], files: Runnable["files"]): Promise<readonly string[]> {
  const paths = new Set(problems.flatMap(({ test, file }) => [file, test?.split(" ")[0] ?? ""]));
  const texts: string[] = [];
  for (const path of [...paths].filter(isTestFile)) texts.push((await files.tryRead(path)) ?? "");
  return texts;
}

/** In the first package that has tests that fail. */
async function changed(
  problems: readonly Problem[],
  ground: Pick<Ground, "signal"> & { readonly workspace: Runnable; readonly seconds: number },
): ReturnType<typeof repaired> {
  for (const place of await testPlaces(ground.workspace.files)) {
    const own = problems.filter(({ test }) => test?.startsWith(place.folder && `${place.folder}/`));
    if (own.length) return repaired(own, { ...ground, ...place });
  }
  return undefined;
}

/** Of the patches those with which every probe sees less and nothing new, at most three; nothing stays written. */
async function proven(
  patches: readonly Change[],
  probes: readonly Probe[],
  { last, workspace }: { readonly last: ReadonlyMap<Probe, Seen>; readonly workspace: Runnable },
): Promise<readonly Change[]> {
  const known = new Set(problemsOf(last).map(keyOf));
  const good: Change[] = [];
  for (const patch of patches) {
    await workspace.files.write([patch]);
    try {
      const after = problemsOf(await seeAll(probes));
      if (after.length < known.size && after.every((one) => known.has(keyOf(one)))) good.push(patch);
    } finally {
      await workspace.files.write([{ ...patch, before: patch.after, after: patch.before }]);
    }
    if (good.length >= 3) break;
  }
  return good;
}

/** Of the project as it is when it is asked. */
function groundOf(workspace: Runnable, signal: AbortSignal): Ground {
  let index: Promise<Index> | undefined;
  let renames: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    workspace,
    signal,
    index: () => (index ??= openIndex(workspace, signal)),
    renames: () => (renames ??= renamesIn(workspace)),
    text: (path) => workspace.files.read(path),
  };
}
