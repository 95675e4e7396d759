import { type Language, languageOf, nodeOptions, ownCommand } from "../../code/index.ts";
import { isObject, listed } from "../../lib/index.ts";
import type { Change } from "../../workspace/index.ts";
import type { Runnable } from "../../test-runs/index.ts";
import type { Problem } from "../contract.ts";
import { type Spectrum, spectrumOf } from "../spectrum/spectrum.ts";
import { mutants } from "./candidates.ts";
import { answerOf } from "./harness/answer.ts";
import { node } from "./harness/node.ts";
import { python } from "./harness/python.ts";
import { type Suspects, suspectsIn } from "./suspects.ts";

export interface Repaired {
  /** One-line changes that make the failing tests pass, the most likely first; none is applied. */
  readonly patches: readonly Change[];
  /** One-line changes with which some of the failing tests pass, those that leave the fewest first. */
  readonly partial: readonly Change[];
  readonly tried: number;
  /** Why none was tried. */
  readonly why?: string;
}

const none = (why: string): Repaired => ({ patches: [], partial: [], tried: 0, why });

const mostChanges = { python: 12_000, javascript: 1_500 } as const;
const mostTexts = 500;
const enough = 5;
/** Minimum seconds for the tests of a change, however fast they are. */
const least = 0.1;
/** The same if a test didn't end; slower changes are retried with more. */
const unknown = 0.3;

interface Way {
  readonly language: "python" | "javascript";
  /** How many more are tried after the first that passes. */
  readonly further: number;
  /** Maximum seconds for one change. */
  readonly seconds: number;
  /** Commands to run some test files; Python's forks need none. With `each`, they print which tests fail. */
  commands(
    ownWords: readonly string[],
    targets: readonly string[],
    each: boolean,
  ): readonly (readonly string[])[];
  /** The form of what they print. */
  readonly prints: "json" | "tap";
}

const forked = { language: "python", further: 60, seconds: 2, prints: "tap", commands: () => [] } as const;
const inOne = (options: readonly string[], bail: string, reporter: readonly string[]): Way => ({
  language: "javascript",
  further: 6,
  seconds: 20,
  prints: "json",
  commands: (ownWords, targets, each) => [
    [...ownWords, ...options, ...(each ? reporter : [bail]), ...targets],
  ],
});

const ways: Readonly<Record<string, Way>> = {
  pytest: forked,
  unittest: forked,
  "node:test": {
    language: "javascript",
    further: 12,
    seconds: 5,
    prints: "tap",
    commands: (ownWords, targets, each) =>
      targets.map((target) => [
        ...ownWords.filter((word) => word !== "--test"),
        ...(each ? ["--test-reporter=tap"] : []),
        target,
      ]),
  },
  mocha: inOne([], "--bail", ["--reporter", "json"]),
  jest: inOne(["--ci", "--runInBand"], "--bail", ["--json"]),
  vitest: inOne(["--run", "--coverage.enabled=false"], "--bail=1", ["--reporter=json"]),
};

interface Ground {
  readonly workspace: Runnable;
  readonly runner: string;
  /** The package, if it isn't the whole project. */
  readonly folder?: string;
  readonly signal: AbortSignal;
  /** Wall-clock limit for everything. */
  readonly seconds: number;
  /** The recorded runs of the unchanged files: null if recording showed nothing, undefined if they weren't recorded yet. */
  readonly spectrum?: Spectrum | null | undefined;
}

/** Searches for one-line changes that make the failing tests pass. `why` tells if the runner isn't supported. */
export async function repaired(problems: readonly Problem[], ground: Ground): Promise<Repaired> {
  const { workspace, runner, folder = "", seconds } = ground;
  const began = performance.now();
  const way = ways[runner];
  // A file that doesn't load is reported under its own name, and isn't a test that could pass.
  const failing = problems.filter(
    ({ test, testFile }) => test !== undefined && test !== `${testFile} ${testFile}`,
  );
  if (!way) return none(`they are tried with ${listed(Object.keys(ways))}, and these tests run by ${runner}`);
  if (failing.length === 0) return none("a file that doesn't load has no test that could pass");
  const tests = [...new Set(failing.map(({ testFile = "" }) => testFile))]
    .filter((path) => path && !path.startsWith("-"))
    .slice(0, 5);
  if (tests.length === 0) return none("the runner names no file of the tests that fail");
  const targets = tests.map((path) =>
    folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path,
  );
  const spectrum =
    ground.spectrum === undefined
      ? await spectrumOf(problems, { workspace, signal: ground.signal, seconds })
      : ground.spectrum;
  const suspects = spectrum && suspectsIn(spectrum);
  if (!suspects) return none("what the failing tests run could not be recorded");
  const sources = Object.fromEntries(
    await Promise.all(
      [...suspects.keys()].map(
        async (file) => [file, (await spectrum.sources.of(file))?.text ?? ""] as const,
      ),
    ),
  );
  const testTexts = await textsOf(tests, workspace);
  const earlier = (await Promise.all(Object.keys(sources).map((file) => committed(file, workspace)))).flat();
  const changes = await changesOf(suspects, sources, {
    language: way.language,
    wanted: testTexts,
    earlier: earlier.filter(([file, line, text]) => sources[file]?.split("\n")[line - 1] !== text),
  });
  const ownWay = await ownCommand(workspace.files, runner, folder);
  const each = failing.length > 1;
  const left = Math.max(1, seconds - (performance.now() - began) / 1000);
  const job = {
    mark: "PASSED",
    mode: "try",
    runner,
    root: workspace.root,
    sources,
    changes,
    targets,
    first: oneOfEachFirst(spectrum.first),
    commands: way.commands(ownWay.command, targets, each),
    each: each && way.prints,
    environment: ownWay.environment,
    options: nodeOptions.NODE_OPTIONS,
    seconds: secondsFor(way, spectrum),
    budget: left,
    patience: left,
    most: enough,
    after: way.further,
  } as const;
  const harness =
    way.language === "python" ? (["python3", "-c", python] as const) : (["node", "-e", node] as const);
  const harnessAnswer = await answerOf(harness, job, { ...ground, milliseconds: (seconds + 10) * 1000 });
  if (!isObject(harnessAnswer) || !Array.isArray(harnessAnswer["passed"]))
    return none("the tests gave no result when they were run for it");
  const changeAt = (i: unknown): readonly Change[] => {
    const [path, line, text] = (typeof i === "number" ? changes[i] : undefined) ?? [];
    const before = path === undefined ? undefined : sources[path];
    if (path === undefined || line === undefined || text === undefined || before === undefined) return [];
    const after = before
      .split("\n")
      .with(line - 1, text)
      .join("\n");
    return [{ path, before, after }];
  };
  return {
    patches: harnessAnswer["passed"].flatMap(changeAt),
    partial: bestFirst(harnessAnswer["partial"]).flatMap(changeAt),
    tried: Number(harnessAnswer["tried"]),
  };
}

/** Orders tests so that each function's first case comes before further cases of any. */
const oneOfEachFirst = (tests: readonly string[]): readonly string[] => {
  const cases = new Map<string, number>();
  const ranked = tests.map((test) => {
    const name = test.replace(/\[.*$/s, "");
    const rank = cases.get(name) ?? 0;
    cases.set(name, rank + 1);
    return { test, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ test }) => test);
};

/** The numbers of changes in pairs with the failures that they leave: the fewest, then the likeliest first. */
const bestFirst = (pairs: unknown): readonly number[] =>
  (Array.isArray(pairs) ? pairs : [])
    .filter((pair): pair is [number, number] => Array.isArray(pair) && pair.every(Number.isSafeInteger))
    .sort(([a, fewer], [b, more]) => fewer - more || a - b)
    .map(([i]) => i);

/** Forks run the tests that were recorded, so their cost is known. */
function secondsFor({ language, seconds }: Way, { cost }: Spectrum): number {
  if (language !== "python") return seconds;
  return cost === undefined ? unknown : Math.max(least, 2 * cost);
}

type Made = readonly [path: string, line: number, text: string];

/** Lines that aren't committed, as they were in the last commit: what was changed last is often what is wrong. */
async function committed(file: string, { git }: Runnable): Promise<readonly Made[]> {
  const run = await git(["diff", "--relative", "--unified=0", "--no-color", "HEAD", "--", file]).catch(
    () => undefined,
  );
  const hunks = run?.exitCode === 0 && !run.stopped ? run.stdout.split(/^@@ .*?\+(?=\d)/m).slice(1) : [];
  return hunks.flatMap((hunk): readonly Made[] => {
    const first = Number.parseInt(hunk, 10);
    const lines = hunk.split("\n").slice(1);
    const [old, now] = ["-", "+"].map((mark) =>
      lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1)),
    );
    if (!old?.length || !now || old.length > longestHunk) return [];
    if (now.length === 1) return [[file, first, old.join("\n")]];
    return old.length === now.length ? old.map((text, i): Made => [file, first + i, text]) : [];
  });
}

/** Lines of a change up to which the lines before it are tried. */
const longestHunk = 20;

/** Interleaves the changes of all files, the most likely first. */
async function changesOf(
  suspects: Suspects,
  sources: Readonly<Record<string, string>>,
  {
    language,
    wanted,
    earlier,
  }: Pick<Way, "language"> & { readonly wanted: readonly string[]; readonly earlier: readonly Made[] },
): Promise<readonly Made[]> {
  const all: (readonly [rank: number, change: Made, reads: ReturnType<typeof readable>])[] = [];
  for (const [file, lines] of suspects) {
    const source = sources[file] ?? "";
    const reads = readable(source, language === "javascript" ? await languageOf(file) : undefined);
    for (const change of earlier) if (change[0] === file) all.push([-1, change, reads]);
    for (const { line, text, rank } of mutants(source, [...lines.keys()], language, {
      suspected: lines,
      wanted,
    }))
      all.push([rank, [file, line, text], reads]);
  }
  const likeliest: Made[] = [];
  for (const [, change, reads] of all.sort((a, b) => a[0] - b[0])) {
    if (likeliest.length === mostChanges[language]) break;
    if (reads(change[1], change[2])) likeliest.push(change);
  }
  return likeliest;
}

/** Characters up to which parsing a file is negligible compared to its tests. */
const short = 50_000;

/** Whether a file still parses with a changed line: invalid changes (a quarter of JavaScript's) need no run. */
function readable(source: string, language: Language | undefined): (line: number, text: string) => boolean {
  const reads = (text: string): boolean => language?.sameProgram(text, text) ?? true;
  if (source.length > short || !reads(source)) return () => true;
  const lines = source.split("\n");
  return (line, text) => reads(lines.with(line - 1, text).join("\n"));
}

/** The strings in the tests. */
async function textsOf(tests: readonly string[], { files }: Runnable): Promise<readonly string[]> {
  const all = await Promise.all(tests.map((path) => files.tryRead(path).catch(() => null)));
  const found = all.flatMap(
    (text) => (text ?? "").slice(0, 200_000).match(/"[^"\\\n]{1,60}"|'[^'\\\n]{1,60}'/g) ?? [],
  );
  return [...new Set(found.map((item) => item.slice(1, -1)))].slice(0, mostTexts);
}
