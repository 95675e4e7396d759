import { testPlaces } from "../code/index.ts";
import { isTestFile, type Runnable } from "../test-runs/index.ts";
import { type Change, reversed } from "../workspace/index.ts";
import { isLess, type Probe, type Problem } from "./contract.ts";
import { onlyFits } from "./fits.ts";
import type { Spectrum } from "./spectrum/spectrum.ts";
import { type Repaired, repaired } from "./mutation/repair.ts";
import { problemsOf, seeAll, type State } from "./rounds.ts";

/** One-line changes that help together. */
export interface Offer {
  /** One per file. */
  readonly changes: readonly Change[];
  readonly lines: number;
  /** Tests that fail with them; 0 if all pass. */
  readonly left: number;
}

export interface Searched {
  /**
   * At most three offers with which every probe reports less and nothing new; none stays applied. If none lets all
   * tests pass, the one that leaves the fewest failures.
   */
  readonly offered: readonly Offer[];
  /** The first of them that does more than return a test's expected value. */
  readonly best: Offer | undefined;
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

/**
 * Searches for one-line changes that make the remaining failures pass. A change with which only some pass is written
 * while the search goes on from there; in the end all are reverted.
 */
export async function searched(
  last: State,
  left: readonly Problem[],
  { probes, ...ground }: Ground & { readonly probes: readonly Probe[] },
): Promise<Searched> {
  const { files } = ground.workspace;
  const end = performance.now() + ground.seconds * 1000;
  const tests = await testsOf(left, files);
  const fits = (change: Change): boolean => onlyFits(change, tests);
  let base: Offer = { changes: [], lines: 0, left: left.length };
  let [state, tried, offered] = [last, 0, [] as readonly Offer[]];
  try {
    for (let { seconds } = ground; seconds >= leastSeconds; seconds = (end - performance.now()) / 1000) {
      const isFirst = base.lines === 0;
      const problems = isFirst ? left : problemsOf(state).filter(({ test }) => test !== undefined);
      const spectrum = isFirst ? ground.spectrum : undefined;
      const found = await changed(problems, { ...ground, seconds, spectrum });
      tried += found.tried;
      if (isFirst && found.why) return { offered, best: undefined, tried, why: found.why };
      const whole = await proven(found.patches, probes, { ...ground, last: state, most: mostOffers });
      offered = whole.map((one) => extended(base, one));
      if (whole.length) break;
      const parts = found.partial.filter((change) => !fits(change)).slice(0, mostParts);
      const [part] = await proven(parts, probes, { ...ground, last: state, most: 1 });
      if (!part) break;
      await files.write([part.change]);
      [base, state] = [extended(base, part), part.state];
    }
  } finally {
    if (base.lines) await files.write(base.changes.map(reversed));
  }
  if (offered.length === 0 && base.lines) offered = [base];
  return { offered, best: offered.find(({ changes }) => !changes.some(fits)), tried };
}

/** With less time no further search begins. */
const leastSeconds = 3;
const mostOffers = 3;
/** Partial changes whose effect on all other checks is looked at. */
const mostParts = 4;

/** Adds a change to those before it. */
function extended({ changes, lines }: Offer, { change, left }: Proven): Offer {
  const isKnown = changes.some(({ path }) => path === change.path);
  const joined = changes.map((one) => (one.path === change.path ? { ...one, after: change.after } : one));
  return { changes: isKnown ? joined : [...changes, change], lines: lines + 1, left };
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
  return { patches: [], partial: [], tried: 0, why: "the tests that fail lie in no package with a runner" };
}

interface Proven {
  readonly change: Change;
  readonly state: State;
  /** Tests that fail with it. */
  readonly left: number;
}

/** Filters changes to those with which every probe reports less and nothing new; none stays applied. */
async function proven(
  changes: readonly Change[],
  probes: readonly Probe[],
  { last, workspace, most }: { readonly last: State; readonly workspace: Runnable; readonly most: number },
): Promise<readonly Proven[]> {
  const before = problemsOf(last);
  const good: Proven[] = [];
  for (const change of changes) {
    if (good.length >= most) break;
    await workspace.files.write([change]);
    try {
      const state = await seeAll(probes);
      const after = problemsOf(state);
      if (isLess(after, before))
        good.push({ change, state, left: after.filter(({ test }) => test !== undefined).length });
    } finally {
      await workspace.files.write([reversed(change)]);
    }
  }
  return good;
}
