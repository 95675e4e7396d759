import type { Workspace } from "../workspace/index.ts";
import { changedFiles, type Frame, frames, isTestFile, readImports } from "../test-runs/index.ts";
import type { Problem } from "./contract.ts";
import { stemOf } from "./short-name.ts";
import { rankedPlaces } from "./spectrum/ranked.ts";
import { Sources } from "./spectrum/sources.ts";
import type { Spectrum } from "./spectrum/spectrum.ts";

/** A place that may cause failing tests, with the reason. */
export interface Likely {
  readonly file: string;
  readonly line: number | undefined;
  readonly why: string;
  /** The commit that last changed the line. */
  readonly commit?: string;
}

const mostPlaces = 5;
const mostTests = 5;

/**
 * Returns the places that most likely cause failing tests: ranked functions and statements, then stack frames, changed
 * lines and files that the tests use.
 */
export async function likelyPlaces(
  problems: readonly Problem[],
  workspace: Workspace,
  spectrum?: Spectrum,
): Promise<readonly Likely[]> {
  const failing = problems.filter(({ test }) => test !== undefined).slice(0, mostTests);
  if (failing.length === 0) return [];
  const { files, root } = workspace;
  const tests = [...new Set(failing.map(({ testFile = "" }) => testFile))];
  const used = spectrum?.used ?? (await readImports(files)).usedBy(tests);
  const sources = spectrum?.sources ?? new Sources(files);
  const changed = await changedFiles(workspace);
  const onStack = failing
    .flatMap(({ message }) => deepestFirst(frames(message, root, "")))
    .filter(({ file }) => !isTestFile(file) && !tests.includes(file));
  const texts = failing.map(({ test, message }) => `${test} ${message.slice(0, 2000)}`).join("\n");
  const named = await namedBy(failing, sources, root);
  const suspects = await rankedPlaces({ spectrum, sources, used }, { tests, onStack, named, changed, texts });
  const stems = new Set(tests.map(stemOf));
  const others: readonly Likely[] = [
    ...onStack.map((place) => ({ ...place, why: "on the stack of the failure" })),
    ...used
      .filter((file) => changed?.has(file))
      .map((file) => {
        const lines = changed?.get(file);
        const line = lines === "all" ? undefined : lines?.[0]?.[0];
        return { file, line, why: "changed since the last commit, and the test uses it" };
      }),
    ...used
      .toSorted((a, b) => Number(stems.has(stemOf(b))) - Number(stems.has(stemOf(a))))
      .map((file) => ({ file, line: undefined, why: "the test uses it" })),
  ];
  const rangeOf = ({ file, line = 0 }: Likely): string => {
    const suspect = suspects.find((one) => one.file === file && one.range[0] <= line && line <= one.range[1]);
    return suspect ? suspect.range.join(":") : String(line);
  };
  const all: Found[] = [];
  for (const place of [...suspects, ...others]) {
    const isKnown = all.some(
      (other) => other.file === place.file && (!place.line || rangeOf(other) === rangeOf(place)),
    );
    const source = isKnown ? undefined : await sources.of(place.file);
    if (source && !helper.test(source.text)) all.push(place);
    if (all.length === mostPlaces) break;
  }
  return Promise.all(all.map((place) => dated(place, workspace)));
}

/** Imports of test frameworks: such a file helps tests, and isn't what they test. */
const helper =
  /^\s*(?:import\s+)?"testing"$|^(?:import|from)\s+(?:pytest|unittest)\b|["'](?:vitest|node:test|@jest\/globals)["']/m;

/** A Python traceback ends where the error was raised, other stacks begin there. */
const deepestFirst = (stack: readonly Frame[]): readonly Frame[] =>
  stack.some(({ file }) => file.endsWith(".py")) ? stack.toReversed() : stack;

const linesBefore = 12;
/** The first line of a function: what is above it, such as a table of other cases, isn't part of the failure. */
const head = /^\s*(?:async\s+)?def\b|^\s*func\b|(?:=>\s*|\bfunction\b[^{]{0,500})\{\s*$/;

/** The names on the lines up to a failure, with their distance from the failing line. */
async function namedBy(
  failing: readonly Problem[],
  sources: Sources,
  root: string,
): Promise<ReadonlyMap<string, number>> {
  const names = new Map<string, number>();
  for (const { message, testFile: path = "" } of failing) {
    const lines = (await sources.of(path))?.lines ?? [];
    for (const { line } of frames(message, root, "").filter(({ file }) => file === path))
      for (let back = 0, isInside = true; isInside && back < linesBefore; back++) {
        const text = lines[line - 1 - back] ?? "";
        for (const name of calledOn(text)) names.set(name, Math.min(back, names.get(name) ?? linesBefore));
        isInside = !head.test(text);
      }
  }
  return names;
}

/** Names on a line, except a test framework's own objects. */
const calledOn = (line: string): readonly string[] =>
  [...line.matchAll(/(?:\b(\w+)\s*\.\s*)?([A-Za-z_$][\w$]*)/g)].flatMap(([, owner = "", name = ""]) =>
    frameworks.test(owner) ? [] : [name],
  );

const frameworks = /^(?:t|b|tb|f|self|assert|require|expect|should|chai|pytest|unittest|jest|vi|test|is)$/;

interface Found extends Likely {
  /** The lines of its function; otherwise the line stands for itself. */
  readonly range?: readonly [first: number, last: number];
}

/** Adds the newest commit of a place's lines, if all of them are committed. */
async function dated({ file, line, why, range }: Found, workspace: Workspace): Promise<Likely> {
  const place = { file, line, why };
  if (line === undefined) return place;
  const lines = (range ?? [line, line]).join(",");
  const run = await workspace.git(["blame", "--porcelain", `-L${lines}`, "--", file]).catch(() => undefined);
  const commits = run?.exitCode === 0 ? [...run.stdout.matchAll(commit)] : [];
  const isChanged = commits.some(([, hash = ""]) => /^0+$/.test(hash)); // whatever the clocks of commits say
  if (isChanged) return place;
  const [newest] = commits.toSorted((a, b) => Number(b[2]) - Number(a[2]));
  const [, hash = "", , summary = ""] = newest ?? [];
  return hash === "" ? place : { ...place, commit: `${hash.slice(0, 8)} ${summary}`.trim() };
}

/** Git's words on a commit, where `blame` names it first. */
const commit =
  /^([\da-f]{40}) .*\n(?:(?:author|committer)(?:-mail|-tz)? .*\n|author-time .*\n)*committer-time (\d+)\n.*\nsummary (.*)$/gm;
