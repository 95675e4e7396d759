import { detectProject, nodeOptions, ownCommand, testPlaces, type TestPlace } from "../../code/index.ts";
import { isObject } from "../../lib/index.ts";
import { isTestFile, readImports, type Runnable } from "../../test-runs/index.ts";
import type { Problem } from "../contract.ts";
import { answerOf } from "../mutation/harness/answer.ts";
import { python } from "../mutation/harness/python.ts";
import { type Definition, readDefinitions, type Runs } from "./definitions.ts";
import { go } from "./go.ts";
import { Sources } from "./sources.ts";
import { type Hooked, isHooked, prelude, quiet } from "./node.ts";

/** What the tests in the failing files ran, per test. */
export interface Spectrum extends Runs {
  /** Other files that the tests use. */
  readonly used: readonly string[];
  readonly definitions: readonly Definition[];
  /** The files as they were then. */
  readonly sources: Sources;
  /** Failing tests, by the runner's names. */
  readonly first: readonly string[];
  /** CPU seconds of all tests during the recording; undefined if unknown. */
  readonly cost: number | undefined;
}

interface Asking {
  readonly workspace: Runnable;
  readonly signal: AbortSignal;
  /** Wall-clock limit of the whole repair. */
  readonly seconds: number;
  /** Whether no one-line changes are tried afterwards: recording may then take all the time. */
  readonly exact?: boolean;
}

/** The share of a repair's time that recording may take otherwise; of Go no one-line changes are tried. */
const watching = 1 / 3;
const mostFiles = 5;

/**
 * Runs the failing tests' files with their own runner while recording. Undefined if that isn't possible or shows no
 * failure.
 */
export async function spectrumOf(
  problems: readonly Problem[],
  asking: Asking,
): Promise<Spectrum | undefined> {
  const { files } = asking.workspace;
  for (const place of await testPlaces(files)) {
    const base = place.folder && `${place.folder}/`;
    const failing = problems.filter(({ test }) => test?.startsWith(base));
    if (failing.length === 0) continue;
    const share = asking.exact || place.runner === "go test" ? 1 : watching;
    const found = await seenIn(place, failing, { ...asking, seconds: asking.seconds * share });
    asking.signal.throwIfAborted();
    const runs = found && read(found);
    if (!runs) return undefined;
    const used = (await readImports(files)).usedBy([...new Set(failing.map(fileOf))].slice(0, mostFiles));
    const sources = new Sources(files);
    return { ...runs, used, sources, definitions: await readDefinitions(runs, used, sources) };
  }
  return undefined;
}

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
const fileOf = ({ testFile = "" }: Problem): string => testFile;
const nameOf = (problem: Problem): string => (problem.test ?? "").slice(fileOf(problem).length + 1);

/** The failing tests in one place, and how they are recorded. */
interface Watched extends Asking {
  readonly folder: string;
  readonly base: string;
  readonly failing: readonly Problem[];
  /** Their files, relative to the folder. */
  readonly targets: readonly string[];
}

/** What the tests of a place reported, one answer per process that ran some. */
async function seenIn(
  { folder, runner }: TestPlace,
  failing: readonly Problem[],
  asking: Asking,
): Promise<readonly unknown[] | undefined> {
  const base = folder && `${folder}/`;
  const targets = [...new Set(failing.map((problem) => fileOf(problem).slice(base.length)))]
    .filter((path) => path !== "" && !path.startsWith("-"))
    .slice(0, mostFiles);
  if (targets.length === 0) return undefined;
  const watched = { ...asking, folder, base, failing, targets };
  if (runner === "pytest" || runner === "unittest") return [await seenInPython(runner, watched)];
  if (runner === "go test") return [await seenInGo(watched)];
  return isHooked(runner) ? seenInNode(runner, watched) : undefined;
}

const millisecondsFor = (seconds: number): number => (seconds + 2) * 1000;
const namesOf = (failing: readonly Problem[]): readonly string[] =>
  failing.map((problem) => letters(nameOf(problem)));

function seenInPython(runner: string, { targets, failing, seconds, ...asking }: Watched): Promise<unknown> {
  const job = {
    mark: "FOUND",
    mode: "locate",
    runner,
    root: asking.workspace.root,
    targets,
    failed: namesOf(failing),
    seconds: 2,
    budget: Math.ceil(seconds),
  } as const;
  return answerOf(["python3", "-c", python], job, { ...asking, milliseconds: millisecondsFor(seconds) });
}

async function seenInGo({ base, failing, seconds, ...asking }: Watched): Promise<unknown> {
  const byPackage = Map.groupBy(failing, (problem) =>
    fileOf(problem)
      .slice(base.length)
      .replace(/\/?[^/]*$/, ""),
  );
  const job = {
    mark: "FOUND",
    packages: [...byPackage.keys()],
    failed: Object.fromEntries(
      [...byPackage].map(([place, all]) => [
        place,
        all.map((problem) => nameOf(problem).replaceAll(" > ", "/")),
      ]),
    ),
    base,
    module: (await detectProject(asking.workspace.files, asking.folder)).name,
    budget: seconds,
  } as const;
  return answerOf(["node", "-e", go], job, { ...asking, milliseconds: millisecondsFor(seconds) });
}

async function seenInNode(
  runner: Hooked,
  { workspace, signal, seconds, folder, base, failing, targets }: Watched,
): Promise<readonly unknown[]> {
  const ownWay = await ownCommand(workspace.files, runner, folder);
  const command =
    runner === "node:test"
      ? [...ownWay.command.filter((word) => word !== "--test"), ...targets.slice(0, 1)]
      : [...ownWay.command, ...quiet[runner], ...targets];
  const paths = targets.map((path) => `${workspace.root}/${base}${path}`);
  const { reports } = await workspace.shell.run(
    [
      "sh",
      "-c",
      'cat > "$0"; exec env "$@"', // thousands of names don't fit into a variable
      "{reports}/failed",
      `ANTIPHON_BEFORE=${JSON.stringify({ text: prelude(runner), paths })}`,
      `ANTIPHON_SPECTRUM=${JSON.stringify({ root: workspace.root, failed: "{reports}/failed", out: "{reports}/ran" })}`,
      ...Object.entries(ownWay.environment).map(([name, value]) =>
        name === "NODE_OPTIONS" ? `${name}=${nodeOptions.NODE_OPTIONS} ${value}` : `${name}=${value}`,
      ),
      ...command,
    ],
    {
      signal,
      ...(folder && { folder }),
      milliseconds: millisecondsFor(seconds),
      environment: nodeOptions,
      input: JSON.stringify(namesOf(failing)),
      reports: ["ran"],
    },
  );
  return (reports?.["ran"] ?? "").split("\n").flatMap(parsed);
}

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

const count = (value: unknown): number => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0);

/** Sums the counts of several processes. Output of a project's tests is untrusted: only its shape is relied on. */
function read(all: readonly unknown[]): Omit<Spectrum, "used" | "definitions" | "sources"> | undefined {
  const lines = new Map<string, Map<number, readonly [number, number]>>();
  let [passed, failed] = [0, 0];
  let first: readonly string[] = [];
  let cost: number | undefined;
  for (const record of all.filter(isObject)) {
    passed += count(record["passed"]);
    failed += count(record["failed"]);
    if (Array.isArray(record["first"])) first = record["first"].filter((name) => typeof name === "string");
    cost = typeof record["cost"] === "number" ? record["cost"] : cost;
    for (const [path, counts] of Object.entries(isObject(record["lines"]) ? record["lines"] : {})) {
      if (isTestFile(path) || !isObject(counts)) continue;
      const fileLines = lines.get(path) ?? new Map<number, readonly [number, number]>();
      lines.set(path, fileLines);
      for (const [line, pair] of Object.entries(counts)) {
        if (!/^[1-9]\d{0,6}$/.test(line)) continue;
        const [fine = 0, bad = 0] = Array.isArray(pair) ? pair.map(count) : [];
        const [before, badBefore] = fileLines.get(Number(line)) ?? [0, 0];
        fileLines.set(Number(line), [before + fine, badBefore + bad]);
      }
    }
  }
  return failed > 0 ? { passed, failed, lines, first, cost } : undefined;
}
