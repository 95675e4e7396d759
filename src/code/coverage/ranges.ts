import type { Gap } from "./contract.ts";

/** Groups consecutive lines into gaps. Lines join if no counted line lies between them. */
export function runs(lines: readonly number[], known: readonly number[]): readonly Gap[] {
  const sorted = [...new Set(lines)].sort((a, b) => a - b);
  const all = [...new Set([...known, ...sorted])].sort((a, b) => a - b);
  const gaps: { line: number; endLine: number; kind: "lines"; what: string }[] = [];
  for (const line of sorted) {
    const last = gaps.at(-1);
    const previous = all[all.indexOf(line) - 1];
    if (last && last.endLine === previous) last.endLine = line;
    else gaps.push({ line, endLine: line, kind: "lines", what: "" });
  }
  return gaps;
}
