import type { Json } from "../../lib/index.ts";
import { fill, type Filled } from "./fill/fill.ts";
import { meaning, rank, rarity, type Rank } from "./rank.ts";
import type { Tool } from "./read/tool.ts";
import { split } from "./split.ts";
import type { Reading } from "./text/mention.ts";

export interface Call {
  readonly tool: Tool;
  readonly input: { readonly [key: string]: Json };
  readonly filled: Filled;
}

/** What was considered and what came of it. */
export interface Choice {
  readonly ranks: readonly Rank[];
  readonly calls: readonly Call[];
  readonly missing: readonly { readonly tool: Tool; readonly filled: Filled }[];
}

/** Least score at which a tool is taken to be meant. */
export const relevant = 0.3;

/** Chooses the calls that a text asks for. */
export function choose(tools: readonly Tool[], reading: Reading, forced = false): Choice {
  const rare = rarity(tools);
  const said = meaning(reading);
  const ranks = tools.map((tool) => rank(tool, said, { rare, reading })).sort((a, b) => b.score - a.score);
  const top = ranks[0];
  if (!top || (!forced && top.score < relevant)) return { ranks, calls: [], missing: [] };
  const whole = { start: 0, end: reading.text.length };
  const parts = tools.length > 1 ? split(tools, reading, rare) : [];
  const one = { tool: top.tool, score: top.score, ...whole };
  const segments = new Set(parts.map((part) => part.tool)).size > 1 ? parts : [one];
  const calls: Call[] = [];
  const missing: { tool: Tool; filled: Filled }[] = [];
  for (const segment of segments)
    for (const filled of fill(segment.tool, reading, segment)) {
      if (!filled.own && calls.some((call) => call.tool === segment.tool)) continue;
      if (filled.missing.length === 0) calls.push({ tool: segment.tool, input: filled.input, filled });
      else missing.push({ tool: segment.tool, filled });
    }
  return { ranks, calls: unique(calls), missing };
}

const unique = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(
    (call, i) =>
      calls.findIndex(
        (other) => other.tool === call.tool && JSON.stringify(other.input) === JSON.stringify(call.input),
      ) === i,
  );
