import { parseEcmascript, type TestPlace, type TestResult } from "../../code/index.ts";
import { mutants } from "../../repair/index.ts";
import { isSame, runStep, type Runnable, type Step } from "../../test-runs/index.ts";

/** A one-line change that made a test fail. */
export interface Kill {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface Ground {
  readonly workspace: Runnable;
  readonly place: TestPlace;
  readonly signal: AbortSignal;
  readonly clock: { now(): number };
}

const mostMutants = 20;
const budget = 180_000;

/**
 * Returns, for each test, the first one-line change of the sources that makes it fail, if any. Nothing is written:
 * the runs see the changed text instead of the file.
 */
export async function killsOf(
  tests: readonly TestResult[],
  sources: readonly string[],
  { workspace, place, signal, clock }: Ground,
): Promise<ReadonlyMap<TestResult, Kill>> {
  const kills = new Map<TestResult, Kill>();
  const end = clock.now() + budget;
  const step: Step = {
    what: "new tests on changed code",
    targets: [...new Set(tests.map(({ file }) => file))],
  };
  for (const { file, line, text, whole } of await changesOf(sources, workspace)) {
    if (kills.size === tests.length || clock.now() > end) break;
    signal.throwIfAborted();
    const ran = await runStep(workspace, step, { place, signal, instead: { [file]: whole } });
    const failed = ran.results.filter(
      ({ status, message = "" }) => status === "failed" && !/\bSyntaxError\b/.test(message),
    );
    // Code that doesn't load fails every test, which proves nothing.
    if (ran.broken || !ran.results.some((result) => tests.some((test) => isSame(result, test)))) continue;
    for (const test of tests)
      if (!kills.has(test) && failed.some((result) => isSame(result, test)))
        kills.set(test, { file, line, text });
  }
  return kills;
}

/** Whether a text is syntactically valid; an invalid one fails every test. */
const isProgram = (file: string, text: string): boolean =>
  !/\.[mc]?[jt]sx?$/.test(file) ||
  parseEcmascript(text, /[jt]sx$/.test(file) ? ["tsx", "jsx"] : ["ts", "jsx"]) !== undefined;

/** Likely changes: one per line before a second one of any line. */
async function changesOf(
  sources: readonly string[],
  { files }: Runnable,
): Promise<readonly (Kill & { readonly whole: string })[]> {
  const all = await Promise.all(
    sources.map(async (file) => {
      const source = await files.read(file);
      const lines = source.split("\n");
      const numbers = lines.map((_, i) => i + 1);
      const byLine = Map.groupBy(
        mutants(source, numbers, file.endsWith(".py") ? "python" : "javascript", { usual: true }).filter(
          ({ line, text }) => isProgram(file, lines.with(line - 1, text).join("\n")),
        ),
        ({ line }) => line,
      );
      return [...byLine.values()].flatMap((some) =>
        some.slice(0, 4).map(({ line, text }, round) => ({
          round,
          file,
          line,
          text: text.trim(),
          whole: lines.map((item, i) => (i + 1 === line ? text : item)).join("\n"),
        })),
      );
    }),
  );
  return all
    .flat()
    .sort((a, b) => a.round - b.round)
    .slice(0, mostMutants);
}
