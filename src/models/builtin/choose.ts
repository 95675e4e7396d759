import type { Json } from "../../lib/index.ts";
import { checked } from "./check.ts";
import { fill, type Filled } from "./fill/fill.ts";
import { meaning, rank, rarity, type Rank } from "./rank.ts";
import { relevance } from "./relevance.ts";
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
  /** How likely it is that anything is asked of these tools, 0 to 1. */
  readonly relevance: number;
  readonly missing: readonly { readonly tool: Tool; readonly filled: Filled }[];
}

/** Least likelihood at which a tool is taken to be meant. */
export const likely = 0.5;

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");

/** A request may name its tools (`use the 'sort_list' function`): their names are no arguments. */
function withoutNames(tools: readonly Tool[], reading: Reading): Reading {
  const names = new Set(tools.map((tool) => bare(tool.definition.name)));
  const mentions = reading.mentions.filter(
    (mention) =>
      !/^(?:quoted|code|address|name)$/.test(mention.kind) ||
      !/[_.]/.test(mention.text) ||
      !names.has(bare(mention.text)),
  );
  return mentions.length === reading.mentions.length ? reading : { ...reading, mentions };
}

/** Chooses the calls that a text asks for; `forced` calls even where it seems to ask for none. */
export function choose(tools: readonly Tool[], said: Reading, forced = false): Choice {
  const reading = withoutNames(tools, said);
  const rare = rarity(tools);
  const words = meaning(reading);
  const ranks = tools.map((tool) => rank(tool, words, { rare, reading })).sort((a, b) => b.score - a.score);
  const top = ranks[0];
  if (!top || (top.score === 0 && !forced)) return { ranks, calls: [], missing: [], relevance: 0 };
  const whole = { start: 0, end: reading.text.length };
  const parts = tools.length > 1 ? split(tools, reading, rare) : [];
  const one = { tool: top.tool, score: top.score, ...whole };
  const segments = new Set(parts.map((part) => part.tool)).size > 1 ? parts : [one];
  const calls: Call[] = [];
  const missing: { tool: Tool; filled: Filled }[] = [];
  for (const segment of segments)
    for (const raw of fill(segment.tool, reading, segment)) {
      if (!raw.own && calls.some((call) => call.tool === segment.tool)) continue;
      const filled = checked(segment.tool, raw);
      if (!filled) continue;
      if (filled.missing.length === 0) calls.push({ tool: segment.tool, input: filled.input, filled });
      else missing.push({ tool: segment.tool, filled });
    }
  const sure = Math.max(0, ...[...calls, ...missing].map((call) => likelihood(call, ranks)));
  if (!forced && sure < likely) return { ranks, calls: [], missing: [], relevance: sure };
  return { ranks, calls: unique(calls), missing, relevance: sure };
}

function likelihood(call: { readonly tool: Tool; readonly filled: Filled }, ranks: readonly Rank[]): number {
  const found = ranks.find(({ tool }) => tool === call.tool);
  return found ? relevance(found, call.filled, ranks.length) : 0;
}

const unique = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(
    (call, i) =>
      calls.findIndex(
        (other) => other.tool === call.tool && JSON.stringify(other.input) === JSON.stringify(call.input),
      ) === i,
  );
