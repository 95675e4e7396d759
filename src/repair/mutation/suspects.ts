import type { Files } from "../../workspace/index.ts";
import { functionsIn } from "../../code/index.ts";
import { isTestFile, readImports, frames, type Runnable } from "../../test-runs/index.ts";
import type { Problem } from "../contract.ts";
import { readDefinitions, suspicionOf } from "../spectrum/definitions.ts";
import type { Spectrum } from "../spectrum/spectrum.ts";

const mostLines = 120;
const mostFiles = 3;
const mostSuspected = 400;

/** Lines of files with their suspicion, up to 1. */
export type Suspects = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Files that tests import, directly or indirectly. */
export async function usedBy(tests: readonly string[], files: Files): Promise<readonly string[]> {
  const imports = await readImports(files, (path) => tests.includes(path));
  const used: string[] = [];
  for await (const path of files.find("**/*.{py,js,cjs,mjs,jsx,ts,mts,cts,tsx,go,rs,java}"))
    if (!isTestFile(path) && !tests.includes(path) && imports.testsOf([path]).length > 0) used.push(path);
  return used;
}

/**
 * The files that the failing tests use, with the lines to examine: on the stack first, then named functions, then the
 * rest.
 */
export async function suspectsByName(
  failing: readonly Problem[],
  tests: readonly string[],
  { files, root }: Runnable,
): Promise<Suspects> {
  const stack = failing
    .flatMap(({ message }) => frames(message, root, ""))
    .filter(({ file }) => !isTestFile(file));
  const used = await usedBy(tests, files);
  const texts = (await Promise.all(tests.map((path) => files.tryRead(path).catch(() => "")))).join("\n");
  const scored = await Promise.all(
    [...new Set([...stack.map(({ file }) => file), ...used])].map(async (file) => {
      const text = (await files.tryRead(file).catch(() => null)) ?? "";
      const functions = await functionsIn(file, text);
      const count = text.split("\n").length;
      const onStack = stack.filter((frame) => frame.file === file).map(({ line }) => line);
      const named = functions.filter(
        ({ name, line, endLine }) =>
          onStack.some((index) => index >= line && index <= endLine) ||
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
      ].slice(0, mostLines);
      const suspected = new Map(lines.map((line) => [line, 1]));
      return [file, suspected, onStack.length * 10 + inNamed.length] as const;
    }),
  );
  return new Map(
    scored
      .filter(([, lines]) => lines.size > 0)
      .sort((a, b) => b[2] - a[2])
      .slice(0, mostFiles)
      .map(([file, lines]) => [file, lines]),
  );
}

export interface Located {
  readonly suspects: Suspects;
  /** Failing tests, by the runner's names. */
  readonly first: readonly string[];
  /** CPU seconds of all tests during the recording; undefined if one didn't end. */
  readonly cost: number | undefined;
}

/**
 * Ranks lines by the tests that ran them (Ochiai): those run by failing but not by passing tests are most suspicious.
 * Lines that run before the tests count by the lines that read their names. Undefined if no line was run.
 */
export async function suspectsByRuns(
  spectrum: Spectrum,
  tests: readonly string[],
  { files }: Runnable,
): Promise<Located | undefined> {
  const { failed, lines: ran, first, cost } = spectrum;
  const scores = new Map<string, { file: string; line: number; suspected: number }>();
  const add = (file: string, line: number, suspected: number): void => {
    const key = `${file}:${line}`;
    if (suspected > (scores.get(key)?.suspected ?? 0)) scores.set(key, { file, line, suspected });
  };
  for (const [file, lines] of ran)
    for (const [line, counts] of lines) add(file, line, suspicionOf(counts, failed));
  for (const { file, range, counts, weight } of await readDefinitions(
    spectrum,
    await usedBy(tests, files),
    files,
  ))
    for (let line = range[0]; line <= range[1]; line++) add(file, line, suspicionOf(counts, failed) * weight);
  const all = [...scores.values()].sort((a, b) => b.suspected - a.suspected).slice(0, mostSuspected);
  const top = all[0]?.suspected;
  if (!top) return undefined;
  return {
    suspects: new Map(
      [...Map.groupBy(all, ({ file }) => file)].map(([file, lines]) => [
        file,
        new Map(lines.map(({ line, suspected }) => [line, suspected / top])),
      ]),
    ),
    first,
    cost,
  };
}
