import { testPlaces } from "../code/index.ts";
import { isTestFile, type Runnable } from "../test-runs/index.ts";
import type { Change } from "../workspace/index.ts";
import { keyOf, type Probe, type Problem } from "./contract.ts";
import { onlyFits } from "./fits.ts";
import type { Spectrum } from "./spectrum/spectrum.ts";
import { type Repaired, repaired } from "./mutation/repair.ts";
import { problemsOf, seeAll, type State } from "./rounds.ts";

export interface Searched {
  /** One-line changes with which every probe sees less and nothing new, at most three; none stays written. */
  readonly offered: readonly Change[];
  /** The first of them that does more than give a test the value that it asks for. */
  readonly best: Change | undefined;
  readonly tried: number;
  /** Why none was tried. */
  readonly why?: string;
}

interface Ground {
  readonly workspace: Runnable;
  readonly signal: AbortSignal;
  /** Of the clock, for all of it. */
  readonly seconds: number;
  /** As `repaired` takes it. */
  readonly spectrum: Spectrum | null | undefined;
}

/** Looks for one-line changes with which what is left passes. */
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

/** The texts of the tests that fail. */
async function testsOf(problems: readonly Problem[], files: Runnable["files"]): Promise<readonly string[]> {
  const paths = new Set(problems.flatMap(({ testFile = "", file }) => [file, testFile]));
  const texts: string[] = [];
  for (const path of [...paths].filter(isTestFile)) texts.push((await files.tryRead(path)) ?? "");
  return texts;
}

/** In the first package that has tests that fail. */
async function changed(problems: readonly Problem[], ground: Ground): Promise<Repaired> {
  for (const place of await testPlaces(ground.workspace.files)) {
    const own = problems.filter(({ test }) => test?.startsWith(place.folder && `${place.folder}/`));
    if (own.length) return repaired(own, { ...ground, ...place });
  }
  return { patches: [], tried: 0, why: "the tests that fail lie in no package with a runner" };
}

/** Of the patches those with which every probe sees less and nothing new, at most three; nothing stays written. */
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
