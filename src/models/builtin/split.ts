import type { Region } from "./fill/roles.ts";
import { meaning, strength } from "./rank.ts";
import type { Tool } from "./read/tool.ts";
import type { Reading } from "./text/mention.ts";

/** A part of a request that one tool answers. */
export interface Segment extends Region {
  readonly tool: Tool;
  /** How well its tool fits its words. */
  readonly score: number;
}

const boundary =
  /[.?!;\n]+(?:\s+|$)|,?\s+(?:and|then|also|plus|or)\s+(?:then\s+|also\s+|finally\s+)?|,\s+(?:and\s+)?(?:then\s+|also\s+)?|\s+as well as\s+|\s+along with\s+|\s+while\s+/gi;

/** The clauses of a text: between sentence ends and conjunctions, never inside a mention. */
export function clauses(reading: Reading): readonly Region[] {
  const found: Region[] = [];
  let start = 0;
  for (const match of reading.text.matchAll(boundary)) {
    const { index } = match;
    const end = index + match[0].length;
    if (reading.mentions.some((m) => m.start < end && index < m.end)) continue;
    if (index > start) found.push({ start, end: index });
    start = end;
  }
  if (start < reading.text.length) found.push({ start, end: reading.text.length });
  return found;
}

/** Least strength at which a clause names a tool of its own, and by how much it must beat the tool before. */
const least = 0.3;
const margin = 0.1;

/**
 * Gives each clause to the tool it speaks of; clauses that speak of none belong to what stands before them. One tool
 * takes the whole text.
 */
export function split(
  tools: readonly Tool[],
  reading: Reading,
  rare: (stem: string) => number,
): readonly Segment[] {
  const segments: Segment[] = [];
  let pending: number | undefined;
  for (const clause of clauses(reading)) {
    const said = meaning(reading, clause.start, clause.end);
    const ranked = tools
      .map((tool) => ({ tool, score: strength(tool, said, { rare, reading }) }))
      .sort((a, b) => b.score - a.score);
    const [best] = ranked;
    const last = segments.at(-1);
    const current = ranked.find(({ tool }) => tool === last?.tool)?.score ?? 0;
    if (!best || best.score < least || (last && (best.tool === last.tool || best.score - current < margin))) {
      if (last)
        segments[segments.length - 1] = { ...last, end: clause.end, score: Math.max(last.score, current) };
      else pending ??= clause.start;
      continue;
    }
    segments.push({
      tool: best.tool,
      score: best.score,
      start: last ? clause.start : (pending ?? clause.start),
      end: clause.end,
    });
  }
  return segments;
}
