import type { Workspace } from "../workspace/index.ts";
import { familyOf, functionsIn, mask } from "../code/index.ts";
import { changedFiles, type Frame, frames, isTestFile, readImports } from "../test-runs/index.ts";
import type { Problem } from "./contract.ts";
import { shortName, stemOf } from "./short-name.ts";
import { rankedByRuns } from "./spectrum/ranked.ts";
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
 * Returns functions ranked by what the tests ran, if that was recorded. Without it, or after them: the deepest stack
 * frames, changed code, functions that failing lines call, and the tests' imports.
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
  const changed = await changedFiles(workspace);
  const onStack = failing
    .flatMap(({ message }) => deepestFirst(frames(message, root, "")))
    .filter(({ file }) => !isTestFile(file) && !tests.includes(file))
    .map(({ file, line }): Likely => ({ file, line, why: "on the stack of the failure" }));
  const named = await namedIn(failing, used, workspace);
  const touched = used
    .filter((file) => changed?.has(file))
    .map((file): Likely => {
      const lines = changed?.get(file);
      const line = lines === "all" ? undefined : lines?.[0]?.[0];
      return { file, line, why: "changed since the last commit, and the test uses it" };
    });
  const stems = new Set(tests.map(stemOf));
  const imported = [...used]
    .sort((a, b) => Number(stems.has(stemOf(b))) - Number(stems.has(stemOf(a))))
    .map((file): Likely => ({ file, line: undefined, why: "the test uses it" }));
  const texts = failing.map(({ test, message }) => `${test} ${message.slice(0, 2000)}`).join("\n");
  const suspects = spectrum ? await rankedByRuns(spectrum, { files, onStack, named, changed, texts }) : [];
  const rangeOf = ({ file, line = 0 }: Likely): string => {
    const suspect = suspects.find((one) => one.file === file && one.range[0] <= line && line <= one.range[1]);
    return suspect ? suspect.range.join(":") : String(line);
  };
  const all: Found[] = [];
  for (const place of [...suspects, ...onStack, ...touched, ...named, ...imported]) {
    const isKnown = all.some(
      (other) => other.file === place.file && (!place.line || rangeOf(other) === rangeOf(place)),
    );
    const text = isKnown ? null : await files.tryRead(place.file).catch(() => null);
    if (text !== null && !helper.test(text)) all.push(place);
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

/** Functions of the used files called by the lines up to a failure, those of the failing line first. */
async function namedIn(
  failing: readonly Problem[],
  used: readonly string[],
  { files, root }: Workspace,
): Promise<readonly Likely[]> {
  const ranks = new Map<string, number>();
  for (const { message, testFile: path = "" } of failing) {
    const text = (await files.tryRead(path).catch(() => null)) ?? "";
    const lines = (familyOf(path) ? mask(path, text).bare : text).split("\n");
    for (const { line } of frames(message, root, "").filter(({ file }) => file === path))
      for (let back = 0, isInside = true; isInside && back < linesBefore; back++) {
        const text = lines[line - 1 - back] ?? "";
        for (const name of calledOn(text)) ranks.set(name, Math.min(back, ranks.get(name) ?? linesBefore));
        isInside = !head.test(text);
      }
  }
  const found: { readonly name: string; readonly place: Likely }[] = [];
  for (const file of used)
    for (const { name, line } of await functionsIn(file, (await files.tryRead(file).catch(() => null)) ?? ""))
      if (ranks.has(shortName(file, name)))
        found.push({
          name: shortName(file, name),
          place: { file, line, why: `declares ${name}, which the failing lines name` },
        });
  // A name with many declarations means little.
  const alike = Map.groupBy(found, ({ name }) => name);
  const rank = ({ name }: { readonly name: string }): number =>
    (ranks.get(name) ?? 0) + ((alike.get(name)?.length ?? 0) > 2 ? linesBefore : 0);
  return found.toSorted((a, b) => rank(a) - rank(b)).map(({ place }) => place);
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

/** Adds the newest commit of a place's lines, or that some aren't committed. */
async function dated({ file, line, why, range }: Found, workspace: Workspace): Promise<Likely> {
  const place = { file, line, why };
  if (line === undefined) return place;
  const lines = (range ?? [line, line]).join(",");
  const run = await workspace.git(["blame", "--porcelain", `-L${lines}`, "--", file]).catch(() => undefined);
  const commits = run?.exitCode === 0 ? [...run.stdout.matchAll(commit)] : [];
  const isChanged = commits.some(([, hash = ""]) => /^0+$/.test(hash)); // whatever the clocks of commits say
  if (isChanged) return range ? { ...place, why: `${why}; changed since the last commit` } : place;
  const [newest] = commits.toSorted((a, b) => Number(b[2]) - Number(a[2]));
  const [, hash = "", , summary = ""] = newest ?? [];
  return hash === "" ? place : { ...place, commit: `${hash.slice(0, 8)} ${summary}`.trim() };
}

/** Git's words on a commit, where `blame` names it first. */
const commit =
  /^([\da-f]{40}) .*\n(?:(?:author|committer)(?:-mail|-tz)? .*\n|author-time .*\n)*committer-time (\d+)\n.*\nsummary (.*)$/gm;
