import { nodeOptions } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";
import type { Change } from "../../../workspace/index.ts";
import { functionsIn } from "../../review/functions.ts";
import { isTestFile, readImports } from "../../test/imports.ts";
import { frames, type Runnable } from "../../test/run.ts";
import type { Problem } from "../contract.ts";
import { mutants } from "./candidates.ts";
import { node, python } from "./harness.ts";

export interface Repaired {
  /** Changes of one line each that let the failing tests pass, the smallest first; none is applied. */
  readonly patches: readonly Change[];
  readonly tried: number;
}

const budget = 240;
const mostLines = 120;
const mostTexts = 4000;
const wanted = 5;

interface Way {
  readonly language: "python" | "javascript";
  /** How many more are tried after the first that passes. */
  readonly further: number;
  /** What one text may take. */
  readonly seconds: number;
  /** Lines for some files of tests; Python's forks need none. */
  commands(targets: readonly string[]): readonly (readonly string[])[];
}

const forked = { language: "python", further: 60, seconds: 3, commands: () => [] } as const;
const inOne = (...words: readonly string[]): Way => ({
  language: "javascript",
  further: 6,
  seconds: 20,
  commands: (targets) => [[...words, ...targets]],
});

const ways: Readonly<Record<string, Way>> = {
  pytest: forked,
  unittest: forked,
  "node:test": {
    language: "javascript",
    further: 12,
    seconds: 5,
    commands: (targets) => targets.map((target) => ["node", target]),
  },
  mocha: inOne("mocha", "--bail"),
  jest: inOne("jest", "--bail", "--ci", "--runInBand"),
  vitest: inOne("vitest", "run", "--bail=1", "--coverage.enabled=false"),
};

/** Looks for one-line changes with which the failing tests pass, with each runner of JavaScript and Python. */
export async function repaired(
  problems: readonly Problem[],
  {
    workspace,
    runner,
    signal,
  }: { readonly workspace: Runnable; readonly runner: string; readonly signal: AbortSignal },
): Promise<Repaired | undefined> {
  const way = ways[runner];
  const failing = problems.filter(({ test }) => test !== undefined);
  if (!way || failing.length === 0) return undefined;
  const tests = [...new Set(failing.map(({ test = "" }) => test.split(" ")[0] ?? ""))]
    .filter((path) => path && !path.startsWith("-"))
    .slice(0, 5);
  if (tests.length === 0) return undefined;
  const { language, further, seconds } = way;
  let tried = 0;
  const patches: Change[] = [];
  for (const [file, lines] of await suspects(failing, tests, workspace)) {
    const before = await workspace.files.read(file);
    const all = mutants(before, lines, language).slice(0, mostTexts);
    const texts = all.map(({ line, text }) => {
      const whole = before.split("\n");
      whole[line - 1] = text;
      return whole.join("\n");
    });
    const job = JSON.stringify({
      file: `${workspace.root}/${file}`,
      texts,
      runner,
      targets: tests,
      commands: way.commands(tests),
      options: nodeOptions.NODE_OPTIONS,
      seconds,
      budget: budget / 2,
      most: wanted,
      after: further,
    });
    const command =
      language === "python" ? (["python3", "-c", python] as const) : (["node", "-e", node] as const);
    const run = await workspace.shell.run([...command], { signal, input: job, milliseconds: budget * 1000 });
    signal.throwIfAborted();
    const said: unknown = JSON.parse(/^PASSED(.*)$/m.exec(run.stdout)?.[1] ?? "null");
    if (!isObject(said) || !Array.isArray(said["passed"])) continue;
    tried += Number(said["tried"]);
    for (const i of said["passed"]) {
      const after = typeof i === "number" ? texts[i] : undefined;
      if (after !== undefined) patches.push({ path: file, before, after });
    }
    if (patches.length) break;
  }
  return { patches, tried };
}

/** Files that the failing tests use, with the lines that are looked at: on the stack first, then of named functions, then the rest. */
async function suspects(
  failing: readonly Problem[],
  tests: readonly string[],
  { files, root }: Runnable,
): Promise<readonly (readonly [string, readonly number[]])[]> {
  const stack = failing
    .flatMap(({ message }) => frames(message, root, ""))
    .filter(({ file }) => !isTestFile(file));
  const imports = await readImports(files);
  const used: string[] = [];
  for await (const path of files.find("**/*.{py,js,cjs,mjs,jsx,ts,mts,cts,tsx}"))
    if (!isTestFile(path) && imports.testsOf([path]).some((test) => tests.includes(test))) used.push(path);
  const texts = (await Promise.all(tests.map((path) => files.tryRead(path).catch(() => "")))).join("\n");
  const scored = await Promise.all(
    [...new Set([...stack.map(({ file }) => file), ...used])].map(async (file) => {
      const text = (await files.tryRead(file).catch(() => null)) ?? "";
      const functions = await functionsIn(file, text);
      const count = text.split("\n").length;
      const onStack = stack.filter((one) => one.file === file).map(({ line }) => line);
      const named = functions.filter(
        ({ name, line, endLine }) =>
          onStack.some((at) => at >= line && at <= endLine) ||
          new RegExp(`\\b${name.split(".").at(-1) ?? name}\\b`).test(texts),
      );
      const inNamed = named.flatMap(({ line, endLine }) =>
        Array.from({ length: endLine - line + 1 }, (_, i) => line + i),
      );
      const lines = [
        ...new Set([
          ...onStack,
          ...inNamed,
          ...(count <= mostLines ? Array.from({ length: count }, (_, i) => i + 1) : []),
        ]),
      ];
      return { file, lines: lines.slice(0, mostLines), score: onStack.length * 10 + inNamed.length };
    }),
  );
  return scored
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ file, lines }) => [file, lines]);
}
