import { stripVTControlCharacters as uncoloured } from "node:util";
import { posix } from "node:path";
import { runTests, type FileCoverage, type TestPlace, type TestResult } from "../code/index.ts";
import { anyOf, literal, UserError } from "../lib/index.ts";
import { redact, secretValues } from "../tools/index.ts";
import type { CommandRun, Shell, Workspace } from "../workspace/index.ts";
import { isTestFile } from "./imports.ts";
import type { Step } from "./scope.ts";

export type Runnable = Workspace & { readonly shell: Shell };

/** A run and its results. Files are relative to the root. */
export interface Ran {
  readonly step: Step;
  readonly place: TestPlace;
  readonly run: CommandRun;
  readonly results: readonly TestResult[];
  /** The runner's output, with the values of the project's secret files redacted. */
  readonly output: string;
  /** Set if the runner wrote no report: the error; `output` says why. */
  readonly broken?: string;
  /** If requested. Files are relative to the package. */
  readonly coverage?: readonly FileCoverage[];
  /** Commands that the project's test script runs besides, and that weren't run. */
  readonly beside: readonly string[];
  /** The text of the test script, if there is one. */
  readonly script: string | undefined;
}

export interface Asking {
  readonly place: TestPlace;
  readonly signal: AbortSignal;
  readonly coverage?: boolean;
  /** Texts to use instead of files, by path. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** Runs the tests of a step in one package. Without results it is `broken`; raises UserError if nothing ran. */
export async function runStep(
  workspace: Runnable,
  step: Step,
  { place, signal, ...more }: Asking,
): Promise<Ran> {
  const { folder, runner } = place;
  const inside = step.targets
    .map((target) => (folder && target.startsWith(`${folder}/`) ? target.slice(folder.length + 1) : target))
    .map((target) => (target.startsWith("-") ? `./${target}` : target)); // prevents parsing as an option
  const secrets = await secretValues(workspace);
  const printed = (run: CommandRun): string =>
    redact(uncoloured(`${run.stderr}\n${run.stdout}`).slice(-20_000), secrets);
  const before = new Set(workspace.evidence(0));
  try {
    const options = { runner, signal, ...more, ...(folder && { folder }) };
    const { run, results, coverage, beside, script } = await runTests(
      workspace,
      runner === "cargo test" ? named(inside) : inside,
      options,
    );
    return {
      step,
      place,
      run,
      beside,
      script,
      results: results.map((result) => struck(located(result, workspace.root, folder), secrets)),
      output: printed(run),
      ...(coverage && { coverage }),
    };
  } catch (error) {
    const run = workspace
      .evidence(0)
      .findLast((item): item is CommandRun => item.kind === "run" && !before.has(item));
    if (!(error instanceof UserError) || error.code !== "tests-not-run" || !run) throw error;
    signal.throwIfAborted();
    return {
      step,
      place,
      run,
      results: [],
      beside: [],
      script: undefined,
      output: printed(run),
      broken: error.message,
    };
  }
}

/** Redacts secrets and removes colours, as a report may be sent to a model. */
const struck = (result: TestResult, secrets: readonly string[]): TestResult =>
  result.message ? { ...result, message: redact(uncoloured(result.message), secrets) } : result;

/** Cargo selects only by name. */
const named = (targets: readonly string[]): readonly string[] =>
  targets.filter((target) => target.includes("::"));

/** Adds the file relative to the root; if the runner doesn't report it, from the stack. */
function located(result: TestResult, root: string, folder: string): TestResult {
  const file = result.file.startsWith(`${root}/`)
    ? result.file.slice(root.length + 1)
    : result.file && posix.join(folder, result.file);
  if (file || !result.message) return { ...result, file };
  const stack = frames(result.message, root, folder);
  // A test's helpers are nearer to the failure than the test itself.
  const tests = stack.filter((frame) => isTestFile(frame.file));
  const frame = (/^Traceback /m.test(result.message) ? tests[0] : tests.at(-1)) ?? stack[0];
  return frame ? { ...result, ...frame } : { ...result, file };
}

export interface Frame {
  readonly file: string;
  readonly line: number;
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** The places below the root in a stack or traceback, in order. */
export function frames(message: string, root: string, folder: string): readonly Frame[] {
  const pattern = new RegExp(
    `(?:${anyOf(
      'File "(?<quoted>[^"\\n]{1,400})", line ',
      `file://${literal(encodeURI(root))}/(?<address>[^\\s"'<>:]{1,400}?):`,
      `(?<![^\\s("'<>=,])${literal(root)}/(?<below>[^\\n"'<>:]{1,400}?):`,
      `(?:file://(?=/))?(?<bare>[^\\s()"'<>:]{1,400}):`,
    )})(?<line>\\d{1,7})`,
    "g",
  );
  const places = new Map<string, Frame>();
  for (const { groups = {} } of message.slice(0, 100_000).matchAll(pattern)) {
    const { quoted, address, below, bare = "", line } = groups;
    const path =
      quoted ?? (address !== undefined ? `${root}/${decoded(address)}` : below ? `${root}/${below}` : bare);
    const inside = path.startsWith(`${root}/`)
      ? path.slice(root.length + 1)
      : path.startsWith("/")
        ? ""
        : [folder, path.replace(/^\.\//, "")].filter(Boolean).join("/");
    if (!/\.\w+$/.test(inside) || inside.includes("node_modules/")) continue;
    places.set(`${inside}:${line}`, { file: inside, line: Number(line) });
  }
  return [...places.values()];
}

/** Whether two results are of the same test; without a reported file, names are compared. */
export const isSame = (a: TestResult, b: TestResult): boolean =>
  a.name === b.name && (a.file === b.file || a.file === "" || b.file === "");
export const failuresOf = ({ results }: Ran): readonly TestResult[] =>
  results.filter(({ status }) => status === "failed");
export const countOf = ({ results }: Ran, status: TestResult["status"]): number =>
  results.filter((result) => result.status === status).length;

/** Whether the runner succeeded and the results confirm it: something ran, nothing failed. */
export const isGreen = (ran: Ran): boolean =>
  !ran.broken && ran.run.exitCode === 0 && failuresOf(ran).length === 0 && countOf(ran, "passed") > 0;
