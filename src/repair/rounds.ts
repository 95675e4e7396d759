import { type Change, reversed, type Written } from "../workspace/index.ts";
import { type Candidate, type Ground, keyOf, type Probe, type Problem, type Seen } from "./contract.ts";
import { fixers } from "./fixers/table.ts";

export interface Applied {
  readonly problem: Problem;
  readonly what: string;
  readonly changes: readonly Change[];
  readonly evidence: Written;
}

export type State = ReadonlyMap<Probe, Seen>;

const mostRounds = 8;
const mostTries = 40;
const mostProblems = 30;

/** Runs all probes. */
export async function seeAll(probes: readonly Probe[]): Promise<Map<Probe, Seen>> {
  const state = new Map<Probe, Seen>();
  for (const probe of probes) state.set(probe, await probe.see());
  return state;
}

export const problemsOf = (state: State): readonly Problem[] =>
  [...state.values()].flatMap(({ problems }) => problems);

/**
 * Tries the fixers' changes, keeps those that help and reverts the others, until none helps or time is over: then
 * `isCut` is set, if something was left to try.
 */
export async function rounds(
  first: State,
  ground: () => Ground,
  isOver: () => boolean = () => false,
): Promise<{ readonly state: State; readonly applied: readonly Applied[]; readonly isCut: boolean }> {
  let state = first;
  const applied: Applied[] = [];
  const tried = new Set<string>();
  let isCut = false;
  for (let round = 0, tries = 0; round < mostRounds && tries < mostTries; round++) {
    let helped = false;
    const seen = new Set<string>();
    for (const problem of problemsOf(state).slice(0, mostProblems)) {
      const place = `${problem.file}:${problem.line} ${problem.code} ${problem.message.slice(0, 300)}`;
      if (seen.has(place)) continue;
      seen.add(place);
      let further: Found | undefined;
      for (const candidate of await candidatesFor(problem, ground())) {
        const key = JSON.stringify(candidate.changes);
        if (tried.has(key) || tries >= mostTries) continue;
        if ((isCut ||= isOver())) break;
        tried.add(key);
        tries++;
        const next = await attempt({ candidate, problem, state }, ground());
        if (next?.solved) {
          applied.push(next.applied);
          state = next.state;
          helped = true;
          break;
        }
        further ??= next;
      }
      // A test that then fails for another reason counts as progress only if nothing makes it pass.
      if (!helped && further) {
        const evidence = await ground().workspace.files.write(further.applied.changes);
        applied.push({ ...further.applied, evidence });
        state = further.state;
        helped = true;
      }
      if (helped || isCut) break; // positions have changed
    }
    if (!helped || isCut) break;
  }
  return { state, applied, isCut };
}

async function candidatesFor(problem: Problem, ground: Ground): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const name of fixers.names)
    found.push(...(await (await fixers.load(name)).candidates(problem, ground)));
  return found;
}

interface Found {
  readonly state: State;
  readonly applied: Applied;
  /** Whether the problem is gone and the change kept; otherwise it was reverted. */
  readonly solved: boolean;
}

/** Applies a change, probes again, and reverts it unless it solves the problem. Undefined if it doesn't help. */
async function attempt(
  {
    candidate,
    problem,
    state,
  }: { readonly candidate: Candidate; readonly problem: Problem; readonly state: State },
  { workspace }: Ground,
): Promise<Found | undefined> {
  const evidence = await workspace.files.write(candidate.changes);
  const back = (): Promise<Written> => workspace.files.write(candidate.changes.map(reversed));
  try {
    const next = new Map<Probe, Seen>();
    for (const [probe, before] of state) {
      // Probes that passed and aren't affected run again at the end.
      const again = before.problems.length || probe.name === "types" || probe.name === "manifest";
      const after = again ? await probe.see() : before;
      next.set(probe, after);
      if (!better({ before, after, problem, isFoundHere: probe.name === problem.source })) {
        await back();
        return undefined;
      }
    }
    const count = (state: State): number =>
      problemsOf(state).filter((other) => keyOf(other) === keyOf(problem)).length;
    const solved = count(next) < count(state);
    if (!solved) await back();
    return {
      state: next,
      applied: { problem, what: candidate.what, changes: candidate.changes, evidence },
      solved,
    };
  } catch (error) {
    await back();
    throw error;
  }
}

interface Compared {
  readonly before: Seen;
  readonly after: Seen;
  readonly problem: Problem;
  /** Whether this probe found the problem. */
  readonly isFoundHere: boolean;
}

/** Whether the problem is gone or has changed, and nothing else broke. */
export function better({ before, after, problem, isFoundHere }: Compared): boolean {
  const old = new Set(before.problems.map(keyOf));
  const fresh = after.problems.filter((problem) => problem.test !== undefined && !old.has(keyOf(problem)));
  // A file that doesn't load hides tests, which may fail once it does.
  const revealed =
    before.problems.some(isLoading) &&
    after.problems.filter(isLoading).length < before.problems.filter(isLoading).length;
  if (fresh.length > 0) return isFoundHere && revealed && !fresh.some(isLoading);
  if (old.size === 0 && after.problems.length > 0) return false;
  if (!isFoundHere) return after.problems.length <= before.problems.length;
  const same = (one: Problem): boolean => keyOf(one) === keyOf(problem);
  const was = before.problems.filter(same).length;
  const still = after.problems.filter(same);
  if (problem.test === undefined)
    return still.length < was && after.problems.length <= before.problems.length;
  if (still.length < was) return after.problems.length <= before.problems.length;
  // The test now fails for another reason: progress.
  return (
    after.problems.length <= before.problems.length &&
    still.every((item) => essence(item) !== essence(problem)) &&
    still.every(({ code }) => code !== "broken")
  );
}

/** Whether a problem is a test file that can't be loaded. */
export const isLoading = ({ code, message, test }: Problem): boolean =>
  test !== undefined &&
  (/^(?:broken|ModuleNotFound|ModuleNotFoundError|ImportError|MissingExport|SyntaxError)$/.test(code) ||
    /while importing test module|error during collection|^\s*test failed\b|Failed to (?:load|resolve)/im.test(
      message,
    ));

const essence = ({ code, message }: Problem): string =>
  `${code} ${/(?:\w*Error|Cannot find)[^\n]*/.exec(message)?.[0] ?? message.slice(0, 200)}`;
