import { licenceOf } from "./asks/licence.ts";
import type { Region } from "./fill/candidates.ts";
import { meaning, strength } from "./rank.ts";
import type { Tool } from "./read/tool.ts";
import { clauses } from "./text/clauses.ts";
import type { Reading } from "./text/mention.ts";
import { beginningAt, spansOf, type Spans } from "./text/spans.ts";

/** A part of a request that one tool handles. */
export interface Segment extends Region {
  readonly tool: Tool;
  /** How well the tool matches the words. */
  readonly score: number;
  /** The end of the last clause that names the tool. */
  readonly claimed?: number;
}

/** Minimum strength at which a clause refers to another tool, and its minimum lead over the previous tool. */
const least = 0.3;
const margin = 0.1;

/** Below this strength a clause refers to no tool. */
const silent = 0.15;

const marker =
  /^(?:first|second|third|fourth|fifth|next|then|last|lastly|finally|after|afterwards|also|additionally|furthermore|moreover|besides|in addition|another|and|now|later|once|on|\d+[.)])\b/i;

/**
 * Assigns each clause to the tool that it refers to; other clauses belong to the part before them, unless they open the
 * sentence, or the numbered item, of the next part.
 */
export function split(
  tools: readonly Tool[],
  reading: Reading,
  rare: (stem: string) => number,
): readonly Segment[] {
  const segments: Segment[] = [];
  const all = clauses(reading);
  // a part belongs to another act only if that is requested there
  const asking = new Map(tools.map((tool) => [tool, askedAt(tool, reading)]));
  let claimed = -1;
  for (const [i, clause] of all.entries()) {
    const clauseTokens = meaning(reading, clause.start, clause.end);
    const ranked = tools
      .map((tool) => ({ tool, score: strength(tool, clauseTokens, { rare, reading }) }))
      .sort((a, b) => b.score - a.score);
    const [best] = ranked;
    const last = segments.at(-1);
    const current = ranked.find(({ tool }) => tool === last?.tool)?.score ?? 0;
    const isOwnClause =
      best !== undefined &&
      (segments.length === 0 || asking.get(best.tool)?.touch(clause) !== false) &&
      !(last && attribute.test(reading.text.slice(clause.start, clause.start + 40))) &&
      best.score >= least &&
      (!last || (best.tool !== last.tool && best.score - current >= margin));
    if (isOwnClause || current >= silent) claimed = i;
    if (isOwnClause) {
      const start = last ? opening(reading, all, { at: i, after: lastClaimed(segments, all) }) : 0;
      if (last)
        segments[segments.length - 1] = { ...last, end: Math.max(last.start, Math.min(last.end, start)) };
      segments.push({ tool: best.tool, score: best.score, start, end: clause.end, claimed: clause.end });
    } else if (last) {
      const end = current >= silent ? clause.end : (last.claimed ?? last.end);
      segments[segments.length - 1] = {
        ...last,
        end: clause.end,
        claimed: end,
        score: Math.max(last.score, current),
      };
    }
  }
  return claimed < 0 ? [] : segments;
}

/** Where a text requests an act; undefined for tools that read, and for acts without a request. */
const askedAt = (tool: Tool, reading: Reading): Spans | undefined => {
  if (tool.deed.effect === "read") return undefined;
  const { clauses: asking } = licenceOf(tool, reading);
  return asking.length === 0 ? undefined : spansOf(asking);
};

/** `directed by …`, `located in …`: describes the words before it. */
const attribute = /^(?:\p{L}+(?:ed|ing)\s+(?:by|in|at|with|from|on)|starring|featuring)\b/iu;

/** The first clause after all those that name the last segment's tool. */
const lastClaimed = (segments: readonly Segment[], all: readonly Region[]): number =>
  beginningAt(all, segments.at(-1)?.claimed ?? 0);

/** Where the part for a new tool begins: at its clause, its sentence, or an enumerating sentence before it. */
function opening(
  reading: Reading,
  all: readonly Region[],
  { at, after }: { at: number; after: number },
): number {
  let start = all[at]?.start ?? 0;
  let left = false;
  for (let i = at; i >= after; i--) {
    const clause = all[i];
    if (!clause) break;
    if (!opensSentence(reading.text, clause.start)) continue;
    const marked = marker.test(reading.text.slice(clause.start, clause.start + 20));
    if (!left || marked) start = clause.start;
    if (marked) break;
    left = true;
  }
  return start;
}

const opensSentence = (text: string, index: number): boolean =>
  /(?:^\s*|[.?!\n]["')]?\s*)$/.test(text.slice(Math.max(0, index - 24), index));
