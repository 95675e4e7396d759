import type { TestResult } from "../../code/index.ts";
import { type Block, type Section, code, shortened, show } from "../../report/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import {
  isChanged,
  type Changed,
  isTestFile,
  type Imports,
  failuresOf,
  frames,
  isSame,
  type Frame,
  type Ran,
} from "../../test-runs/index.ts";
import { compared } from "./compared.ts";

export interface Failure {
  readonly result: TestResult;
  readonly ran: Ran;
  /** Number of re-runs, and how many passed. */
  readonly again: { readonly runs: number; readonly passed: number };
}

interface Ground {
  readonly workspace: Workspace;
  readonly changed: Changed | undefined;
  readonly imports: Imports;
}

export async function failureSection(failure: Failure, n: number, ground: Ground): Promise<Section> {
  const { result, again } = failure;
  const message = result.message ?? "";
  const sides = compared(message);
  const cause = causeOf(failure, ground);
  const facts = {
    test: code(result.name),
    ...(result.file && { place: code(result.line ? `${result.file}:${result.line}` : result.file) }),
    ...(cause
      ? {
          "likely cause": `${code(`${cause.file}:${cause.line}`)} is changed since the last commit and on the stack`,
        }
      : suspected(result.file, ground)),
    ...(again.runs && { "run again": flakiness(again) }),
  };
  const blocks: Block[] = [show.facts(facts)];
  if (message) blocks.push(show.code("text", shortened(message)));
  for (const place of cause && cause.file !== result.file ? [result, cause] : [result]) {
    const source = await excerpt(place, ground.workspace);
    if (source) blocks.push(show.code("text", source));
  }
  if (sides)
    blocks.push({
      kind: "diff",
      change: { path: "expected-to-actual", before: `${sides.expected}\n`, after: `${sides.actual}\n` },
    });
  return show.section(`failure:${n}`, `Failure ${n}`, blocks);
}

/** Returns each test that failed in any of several equal runs, with its first failure and the number of passes. */
export function unsteady(runs: readonly Ran[]): readonly Failure[] {
  const found: Failure[] = [];
  for (const ran of runs)
    for (const result of failuresOf(ran)) {
      if (found.some((failure) => isSame(failure.result, result))) continue;
      const passed = runs.filter(({ results }) =>
        results.some((testResult) => testResult.status === "passed" && isSame(testResult, result)),
      ).length;
      found.push({ result, ran, again: { runs: runs.length, passed } });
    }
  return found;
}

const flakiness = ({ runs, passed }: Failure["again"]): string =>
  passed ? `flaky: passed ${passed} of ${runs}` : `failed ${runs} of ${runs}`;

/** A changed line (since the last commit) on the stack. */
function causeOf({ result, ran }: Failure, { workspace, changed }: Ground): Frame | undefined {
  if (!changed?.size) return undefined;
  const ownFrame = result.line ? [{ file: result.file, line: result.line }] : [];
  const stack = [...frames(result.message ?? "", workspace.root, ran.place.folder), ...ownFrame];
  return stack.find((frame) => isChanged(changed, frame.file, frame.line));
}

const mostSuspects = 3;

/** If an assertion's stack ends in the test, only changed files that the test imports can be suspected. */
function suspected(file: string, { changed, imports }: Ground): Readonly<Record<string, string>> {
  const used = [...(changed ?? [])].filter(
    ([path]) => path !== file && imports.testsOf([path]).includes(file) && !isTestFile(path),
  );
  if (used.length === 0) return {};
  const places = used.slice(0, mostSuspects).map(([path, lines]) => {
    const first = lines === "all" ? undefined : lines[0]?.[0];
    return code(first ? `${path}:${first}` : path);
  });
  const rest = used.length > mostSuspects ? ` and ${used.length - mostSuspects} more` : "";
  return {
    "possible cause": `the test uses what is changed since the last commit: ${places.join(", ")}${rest}`,
  };
}

const around = 3;

async function excerpt(
  { file, line }: Pick<TestResult, "file" | "line">,
  { files }: Workspace,
): Promise<string | undefined> {
  if (!file || !line) return undefined;
  const text = await files.tryRead(file).catch(() => null);
  const lines = text?.split("\n") ?? [];
  if (line > lines.length) return undefined;
  const first = Math.max(1, line - around);
  return lines
    .slice(first - 1, line + around)
    .map((item, i) => {
      const number = first + i;
      return `${number === line ? ">" : " "} ${String(number).padStart(5)} | ${item.slice(0, 200)}`.trimEnd();
    })
    .join("\n");
}
