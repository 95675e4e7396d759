import type { Json } from "../../lib/index.ts";
import { fill, type Filled } from "./fill/fill.ts";
import { meaning, rank, rarity, type Rank } from "./rank.ts";
import type { Tool } from "./read/tool.ts";
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
  const filled = fill(top.tool, reading, { start: 0, end: reading.text.length });
  const whole = filled.filter((one) => one.missing.length === 0);
  if (whole.length === 0)
    return { ranks, calls: [], missing: filled.slice(0, 1).map((one) => ({ tool: top.tool, filled: one })) };
  return {
    ranks,
    calls: whole.map((one) => ({ tool: top.tool, input: one.input, filled: one })),
    missing: [],
  };
}
