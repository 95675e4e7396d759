import { testPlaces } from "../code/index.ts";
import { isTestFile, type Runnable } from "../test-runs/index.ts";
import type { Change } from "../workspace/index.ts";
import { keyOf, type Probe, type Problem } from "./contract.ts";
import { onlyFits } from "./fits.ts";
import type { Spectrum } from "./spectrum/spectrum.ts";
import { type Repaired, repaired } from "./mutation/repair.ts";
import { problemsOf, seeAll, type State } from "./rounds.ts";

export interface Searched {
  /** At most three one-line changes with which every probe reports less and nothing new; none stays applied. */
  readonly offered: readonly Change[];
  /** The first of them that does more than return a test's expected value. */
  readonly best: Change | undefined;
  readonly tried: number;
  /** Why none was tried. */
  readonly why?: string;
}

interface Ground {
  readonly workspace: Runnable;
  readonly signal: AbortSignal;
  /** Wall-clock limit for everything. */
  readonly seconds: number;
  /** As for `repaired`. */
  readonly spectrum: Spectrum | null | undefined;
}

/** Searches for one-line changes that make the remaining failures pass. */
export async function searched(
  last: State,
  left: readonly Problem[],
  { probes, ...ground }: Ground & { readonly probes: readonly Probe[] },
): Promise<Searched> {
  const { patches, ...rest } = await changed(left, ground);
  const offered = await proven(patches, probes, { last, workspace: ground.workspace });
  const tests = await testsOf(left, ground.workspace.files);
  return { ...rest, offered, best: offered.find((change) => !onlyFits(change, tests)) };
}

/** The texts of the failing test files. */
async function testsOf(problems: readonly Problem[], files: Runnable["files"]): Promise<readonly string[]> {
  const paths = new Set(problems.flatMap(({ testFile = "", file }) => [file, testFile]));
  const texts: string[] = [];
  for (const path of [...paths].filter(isTestFile)) texts.push((await files.tryRead(path)) ?? "");
  return texts;
}

/** Searches in the first package with failing tests. */
async function changed(problems: readonly Problem[], ground: Ground): Promise<Repaired> {
  for (const place of await testPlaces(ground.workspace.files)) {
    const placeProblems = problems.filter(({ test }) => test?.startsWith(place.folder && `${place.folder}/`));
    if (placeProblems.length) return repaired(placeProblems, { ...ground, ...place });
  }
  return { patches: [], tried: 0, why: "the tests that fail lie in no package with a runner" };
}

/** Filters patches to at most three with which every probe reports less and nothing new; none stays applied. */
async function proven(
  patches: readonly Change[],
  probes: readonly Probe[],
  { last, workspace }: { readonly last: State; readonly workspace: Runnable },
): Promise<readonly Change[]> {
  const known = new Set(problemsOf(last).map(keyOf));
  const good: Change[] = [];
  for (const patch of patches) {
    await workspace.files.write([patch]);
    try {
      const after = problemsOf(await seeAll(probes));
      if (after.length < known.size && after.every((problem) => known.has(keyOf(problem)))) good.push(patch);
    } finally {
      await workspace.files.write([{ ...patch, before: patch.after, after: patch.before }]);
    }
    if (good.length >= 3) break;
  }
  return good;
}
