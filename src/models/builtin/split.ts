import type { Clause } from "./asks/clause.ts";
import { clausesOf } from "./asks/clauses.ts";
import { tells } from "./asks/extent.ts";
import { directs, formsOf } from "./asks/forms.ts";
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
  const requests = new Map(tools.map((tool) => [tool, requestsOf(tool, reading)]));
  const isActed = [...requests.values()].some((spans) => spans !== undefined);
  const acted = spansOf(tools.flatMap((tool) => requestedIn(tool, reading)));
  const acting = new Set(
    clausesOf(reading).flatMap((clause) => (acted.touch(clause) ? [clause.sentence] : [])),
  );
  const asking = clausesOf(reading).filter(
    (clause) => mayAsk(clause) || (!acting.has(clause.sentence) && isMine(clause)),
  );
  const elsewhere = spansOf(asking.filter((clause) => !acted.touch(clause)));
  const readable = spansOf([...asking, ...clausesOf(reading).filter(mayGoOn)]);
  // where an act is asked for, another tool needs a request of its own: `book it, arriving on Monday` lists no arrivals
  const mayMean = (tool: Tool, clause: Region): boolean => {
    const own = requests.get(tool);
    if (!isActed) return true;
    return own
      ? own.touch(clause) || !elsewhere.touch(clause)
      : acted.touch(clause) || readable.touch(clause);
  };
  for (const [index, clause] of all.entries()) {
    const tokens = meaning(reading, clause.start, clause.end);
    const ranked = tools
      .map((tool) => ({
        tool,
        score: mayMean(tool, clause) ? strength(tool, tokens, { rare, reading }) : 0,
      }))
      .sort((a, b) => b.score - a.score);
    const [best] = ranked;
    const last = segments.at(-1);
    const lastScore = ranked.find(({ tool }) => tool === last?.tool)?.score ?? 0;
    const beginsSegment =
      best !== undefined &&
      best.score >= (isActed && elsewhere.touch(clause) ? silent : least) &&
      (!last ||
        (best.tool !== last.tool &&
          best.score - lastScore >= margin &&
          requests.get(best.tool)?.touch(clause) !== false));
    if (beginsSegment) {
      const start = last ? opening(reading, all, { at: index, after: lastClaimed(segments, all) }) : 0;
      if (last)
        segments[segments.length - 1] = { ...last, end: Math.max(last.start, Math.min(last.end, start)) };
      segments.push({ tool: best.tool, score: best.score, start, end: clause.end, claimed: clause.end });
    } else if (last) {
      segments[segments.length - 1] = {
        ...last,
        end: clause.end,
        claimed: lastScore >= silent ? clause.end : (last.claimed ?? last.end),
        score: Math.max(last.score, lastScore),
      };
    }
  }
  return withRequests(segments, requests);
}

/** Joins the segment of an act that is asked for elsewhere to the next one: its clause is no request. */
function withRequests(
  segments: readonly Segment[],
  requests: ReadonlyMap<Tool, Spans | undefined>,
): readonly Segment[] {
  let start: number | undefined;
  return segments.flatMap((segment, i) => {
    const from = start ?? segment.start;
    const isElsewhere = requests.get(segment.tool)?.touch(segment) === false && i < segments.length - 1;
    start = isElsewhere ? from : undefined;
    return isElsewhere ? [] : [{ ...segment, start: from }];
  });
}

const requestedIn = (tool: Tool, reading: Reading): readonly Region[] =>
  tool.deed.effect === "read" ? [] : licenceOf(tool, reading).clauses;

/** Where a tool's act is requested, as only there its segment may begin; undefined for tools that read, and without requests. */
const requestsOf = (tool: Tool, reading: Reading): Spans | undefined => {
  const requests = requestedIn(tool, reading);
  return requests.length === 0 ? undefined : spansOf(requests);
};

/** Whether a clause asks something or for something. */
const mayAsk = (clause: Clause): boolean =>
  clause.standing !== "negated" &&
  (questioning.test(headOf(clause)) || (!tells(clause) && (directs(clause) || clause.asks)));

/** Whether a clause states what its writer wants or wonders: `I'm curious what it costs`. */
const isMine = (clause: Clause): boolean =>
  clause.standing !== "negated" && /^i(?:'\p{L}+)?$/u.test(headOf(clause));

/** Whether a fragment may go on with what is asked for: `I need a flight`, `and a hotel`. */
const mayGoOn = (clause: Clause): boolean =>
  clause.standing !== "negated" &&
  clause.joint === "and" &&
  !tells(clause) &&
  !headOf(clause).endsWith("ing");

const headOf = (clause: Clause): string => {
  const { words, opening } = formsOf(clause);
  return words[opening[0]] ?? "";
};

const questioning = /^(?:what|which|who|whose|when|where|why|how)$/;

/** The index of the first clause after those that name the last segment's tool. */
const lastClaimed = (segments: readonly Segment[], all: readonly Region[]): number =>
  beginningAt(all, segments.at(-1)?.claimed ?? 0);

/** Where the part for a new tool begins: at its clause, or its sentence. */
function opening(
  reading: Reading,
  all: readonly Region[],
  { at, after }: { at: number; after: number },
): number {
  const openers = all.slice(after, at + 1).filter(({ start }) => opensSentence(reading.text, start));
  return (openers.at(-1) ?? all[at])?.start ?? 0;
}

const opensSentence = (text: string, index: number): boolean =>
  /(?:^\s*|[.?!\n]["')]?\s*)$/.test(text.slice(Math.max(0, index - 24), index));
