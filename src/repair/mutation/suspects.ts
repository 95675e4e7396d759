import { suspicionOf } from "../spectrum/definitions.ts";
import type { Spectrum } from "../spectrum/spectrum.ts";

const mostSuspected = 400;

/** Lines of files with their suspicion, up to 1. */
export type Suspects = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * Ranks lines by the tests that ran them (Ochiai): those run by failing but not by passing tests are most suspicious.
 * Lines that run before the tests count by the lines that read their names. Undefined if no line was run.
 */
export function suspectsIn({ failed, lines: ran, definitions }: Spectrum): Suspects | undefined {
  const scores = new Map<string, { file: string; line: number; suspected: number }>();
  const add = (file: string, line: number, suspected: number): void => {
    const key = `${file}:${line}`;
    if (suspected > (scores.get(key)?.suspected ?? 0)) scores.set(key, { file, line, suspected });
  };
  for (const [file, lines] of ran)
    for (const [line, counts] of lines) add(file, line, suspicionOf(counts, failed));
  for (const { file, range, counts, weight } of definitions)
    for (let line = range[0]; line <= range[1]; line++) add(file, line, suspicionOf(counts, failed) * weight);
  const all = [...scores.values()].sort((a, b) => b.suspected - a.suspected).slice(0, mostSuspected);
  const top = all[0]?.suspected;
  if (!top) return undefined;
  return new Map(
    [...Map.groupBy(all, ({ file }) => file)].map(([file, lines]) => [
      file,
      new Map(lines.map(({ line, suspected }) => [line, suspected / top])),
    ]),
  );
}
