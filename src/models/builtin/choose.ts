import type { Json } from "../../lib/index.ts";
import { begins, isAskedIn, type Settled } from "./asks/gate.ts";
import { clausesOf } from "./asks/clauses.ts";
import { verbsSaid } from "./asks/forms.ts";
import { licenceOf, onlyTells, silencedBy } from "./asks/licence.ts";
import { viewOf } from "./asks/view.ts";
import { checked } from "./check.ts";
import { fill, type Filled } from "./fill/fill.ts";
import { spokenMentions } from "./fill/spoken.ts";
import { keeping } from "./read/effect.ts";
import { meaning, rank, rarity, type Rank } from "./rank.ts";
import { relevance } from "./relevance.ts";
import type { Tool } from "./read/tool.ts";
import { split, type Segment } from "./split.ts";
import type { Reading } from "./text/mention.ts";
import { spansOf, type Spans } from "./text/spans.ts";
import type { Region } from "./fill/candidates.ts";

export interface Call {
  readonly tool: Tool;
  readonly input: { readonly [key: string]: Json };
  readonly filled: Filled;
}

/** A choice of calls with its intermediate results. */
export interface Choice {
  readonly ranks: readonly Rank[];
  readonly calls: readonly Call[];
  /** The probability, 0 to 1, that the request is about these tools. */
  readonly relevance: number;
  readonly missing: readonly { readonly tool: Tool; readonly filled: Filled }[];
}

/** Minimum probability for a tool to be chosen. */
export const likely = 0.5;

interface Outcome {
  readonly calls: readonly Call[];
  readonly missing: Choice["missing"];
}

/**
 * A tool's arguments. Those of an act come from the request itself; if that has all required ones, the rest of the text
 * only adds optional ones.
 */
function nearest(segment: Segment, reading: Reading): readonly Filled[] {
  const { tool } = segment;
  const wide = fill(tool, viewOf(tool, reading), segment);
  const near = tool.deed.effect === "read" ? reading : viewOf(tool, reading, { near: true });
  if (near === reading) return wide;
  const narrow = fill(tool, near, segment);
  const [narrowFilled, more] = narrow;
  const [all, others] = wide;
  if (!narrowFilled || !all) return wide;
  if (more || others) {
    if (narrow.some(({ missing }) => missing.length > 0)) return wide;
    const isBeside = wide.some(({ places }) => places.some((place) => precedes(place, tool, reading)));
    return tool.deed.effect === "harm" || isBeside ? narrow : wide;
  }
  // what the rest of the text calls by its name isn't replaced where the request itself lacks something
  const isLabelled = (path: string): boolean =>
    narrowFilled.missing.length > 0 &&
    all.evidence.some((other) => other.path === path && other.score > labelled);
  const known = new Set(
    narrowFilled.evidence.filter(({ score, path }) => score > 0 && !isLabelled(path)).map(({ path }) => path),
  );
  const statedInputs = Object.entries(narrowFilled.input).filter(([key]) =>
    [...known].some((path) => path.split(".")[0] === key),
  );
  return [
    {
      ...narrowFilled,
      missing: all.missing.filter((parameter) => narrowFilled.missing.includes(parameter)),
      input: { ...all.input, ...Object.fromEntries(statedInputs) },
      evidence: [
        ...narrowFilled.evidence.filter(({ path }) => !isLabelled(path)),
        ...all.evidence.filter(({ path }) => !known.has(path)),
      ],
      places: [...narrowFilled.places, ...all.places],
    },
  ];
}

/** The score above which a value is called by its parameter's name. */
const labelled = 2.5;

/** Whether a value is in a statement before the request of its sentence: `I can't on Thursday, could you move it to Friday?` */
function precedes({ start, end }: Region, tool: Tool, reading: Reading): boolean {
  const [request] = licenceOf(tool, reading).clauses;
  const first = clausesOf(reading).find(({ sentence }) => sentence === request?.sentence);
  return request !== undefined && first !== undefined && first.start <= start && end <= request.start;
}

/** Of several calls of an act, drops those whose values all precede the request, if another has some from there. */
function closest(tool: Tool, calls: readonly Filled[], reading: Reading): readonly Filled[] {
  const [clause] = calls.length < 2 || tool.deed.effect === "read" ? [] : licenceOf(tool, reading).clauses;
  const clauseCalls = calls.filter(({ places }) => clause && places.some(({ end }) => end > clause.start));
  return clauseCalls.length > 0 ? clauseCalls : calls;
}

/** The calls of all segments; a segment without values of its own adds none for a tool that is already called. */
function filled(segments: readonly Segment[], reading: Reading, audible = reading): Outcome {
  const calls: Call[] = [];
  const missing: { tool: Tool; filled: Filled }[] = [];
  for (const segment of segments)
    for (const raw of closest(
      segment.tool,
      nearest(segment, segment.tool.deed.effect === "read" ? audible : reading),
      reading,
    )) {
      if (!raw.hasOwnValue && calls.some((call) => call.tool === segment.tool)) continue;
      const checkedCall = checked(segment.tool, raw);
      if (!checkedCall) continue;
      if (checkedCall.missing.length === 0)
        calls.push({ tool: segment.tool, input: checkedCall.input, filled: checkedCall });
      else missing.push({ tool: segment.tool, filled: checkedCall });
    }
  const statedCalls = calls.filter(
    (call) =>
      call.filled.hasOwnValue || call.tool.parameters.length === 0 || Object.keys(call.input).length > 0,
  );
  // beside calls with values, one without any only echoes their words
  return { calls: statedCalls.length > 0 ? statedCalls : calls, missing };
}

/** How far behind the best a tool may rank and still be chosen because it can be called. */
const near = 0.35;
/** Penalty of a tool that can't be called because values are missing. */
const lacking = 0.1;

/** Bonus of a request whose tool takes all its values. */
const taking = 0.4;
/** Bonus of an act that a request names explicitly over one that only shares words with it. */
const ahead = 0.2;
/** Bonus of a call whose verb a request contains explicitly. */
const outright = 0.25;
/** Bonus of several calls with their own values. */
const severalCalls = 0.08;
const solid = /^(?:date|number|quoted|code|address|name)$/;

/** The share of a text's values (dates, numbers, names, quotations) that the calls use. */
function covered({ calls, missing }: Outcome, reading: Reading, region: Region): number {
  const regionMentions = reading.mentions.filter(
    ({ kind, start, end }) => solid.test(kind) && start >= region.start && end <= region.end,
  );
  const places = spansOf([...calls, ...missing].flatMap((call) => call.filled.places));
  const usedMentions = regionMentions.filter((mention) => places.touch(mention));
  return regionMentions.length === 0 ? 0 : usedMentions.length / regionMentions.length;
}

/** The candidate tools, best first, and how many tools there were. */
interface Field {
  readonly ranks: readonly Rank[];
  readonly count: number;
  /** Whether the text explicitly requests a tool's act. */
  readonly asks: (tool: Tool) => boolean;
  /** The text as tools that read hear it. */
  readonly audible: Reading;
}

/**
 * `run select …`: prefers a reading tool that takes the words literally, and whose verb is present too, to one that
 * acts.
 */
function gentler(
  { calls: [call, more] }: Outcome,
  { ranks }: Field,
  { reading, ...region }: Region & { readonly reading: Reading },
): Outcome | undefined {
  if (!call || more || call.tool.deed.effect === "read" || call.filled.evidence.length === 0)
    return undefined;
  const wording = JSON.stringify(Object.entries(call.input).toSorted());
  return ranks
    .filter(({ tool: { deed } }) => deed.effect === "read" && verbsSaid(reading, deed.verbs).size > 0)
    .map(({ tool, score }) => filled([{ tool, score, ...region }], reading))
    .find(
      ({ calls: [other] }) => other && JSON.stringify(Object.entries(other.input).toSorted()) === wording,
    );
}

/** The calls of the best tool, or of one slightly behind it that fits the text better. */
function bestFilled(field: Field, { reading, ...region }: Region & { readonly reading: Reading }): Outcome {
  const { ranks } = field;
  const first = ranks[0]?.score ?? 0;
  let best: Outcome = { calls: [], missing: [] };
  let most = Number.NEGATIVE_INFINITY;
  const isOutright = ({ tool }: { readonly tool: Tool }): boolean =>
    field.asks(tool) && licenceOf(tool, reading).clauses.some((clause) => begins(clause, tool));
  for (const { tool, score } of ranks.slice(0, 4)) {
    if (first - score > near) break;
    // an explicit request isn't replaced by a read
    const isMeant = best.calls.some((call) => field.asks(call.tool)) || best.missing.some(isOutright);
    if (isMeant && !field.asks(tool)) continue;
    const outcome = filled([{ tool, score, ...region }], reading, field.audible);
    const likely = Math.max(
      0,
      ...[...outcome.calls, ...outcome.missing].map((call) => likelihood(call, field)),
    );
    const worth =
      score +
      likely +
      taking * covered(outcome, reading, region) -
      (outcome.calls.length === 0 ? lacking : 0);
    if (worth > most) [most, best] = [worth, outcome];
  }
  return gentler(best, field, { reading, ...region }) ?? best;
}

/** The tools that a text may mean: those that change something only if the text requests that now. */
const permitted = (tools: readonly Tool[], reading: Reading, settled: Settled): readonly Tool[] =>
  tools.filter((tool) => tool.deed.effect === "read" || isAskedIn(tool, reading, settled));

export interface Circumstances {
  /** Whether a call is mandatory. */
  readonly forced?: boolean;
  readonly settled?: Settled;
}

/** Chooses the calls that a text requests. */
export function choose(all: readonly Tool[], reading: Reading, about: Circumstances = {}): Choice {
  const { forced = false, settled = () => false } = about;
  const idle = !forced && onlyTells(all, reading);
  const allowed = permitted(all, reading, settled).filter(
    ({ deed }) => !idle || (deed.effect !== "read" && keeping.test(deed.verbs[0]?.[0] ?? "")),
  );
  const tools = forced && allowed.length === 0 ? all : allowed;
  const rare = rarity(all);
  const silenced = silencedBy(
    all.filter((tool) => !allowed.includes(tool)),
    reading,
  );
  const silent = spansOf(silenced.words);
  const words = meaning(reading).filter((token) => !silent.hold(token));
  // nor do their values: `don't cancel A-1, show me what is on tomorrow`
  const audible = without(reading, spansOf(silenced.values));
  const asks = (tool: Tool): boolean => tool.deed.effect !== "read" && licenceOf(tool, reading).isRequested;
  // what an act says to somebody asks for nothing to be read
  const messages = spansOf(tools.filter(asks).flatMap((tool) => spokenMentions(tool, reading)));
  const asking = words.filter((token) => !messages.hold(token));
  const ranks = tools
    .map((tool) => {
      const ranked = rank(tool, tool.deed.effect === "read" ? asking : words, { rare, reading });
      return asks(tool) ? { ...ranked, score: ranked.score + ahead } : ranked;
    })
    .sort((a, b) => b.score - a.score);
  const top = ranks[0];
  const none = { ranks, calls: [], missing: [], relevance: 0 };
  if (!top || (top.score === 0 && !forced)) return none;
  const field = { ranks, count: all.length, asks, audible };
  const whole = { start: 0, end: reading.text.length };
  const parts = tools.length > 1 ? split(tools, reading, rare) : [];
  const several = new Set(parts.map((part) => part.tool)).size > 1;
  const chosen = several ? filled(parts, reading, audible) : bestFilled(field, { ...whole, reading });
  const { missing } = chosen;
  const calls = aligned(chosen.calls, reading);
  // what is requested several times, with different values, is certainly requested
  const more = calls.filter((call) => call.filled.hasOwnValue).length > 1 ? severalCalls : 0;
  const sure = Math.min(
    1,
    more +
      Math.max(
        0,
        ...[...calls, ...missing].map((call) => likelihood(call, field) + (asks(call.tool) ? outright : 0)),
      ),
  );
  if (!forced && sure < likely) return { ...none, relevance: sure };
  return { ranks, calls: unique(calls), missing, relevance: sure };
}

/**
 * Calls in which what an act takes from another request has the place that it has there: in `add A to B and take C off it`,
 * `it` is the `list` of both.
 */
const aligned = (calls: readonly Call[], reading: Reading): readonly Call[] =>
  calls.map((call) => {
    const { tool, input } = call;
    const clauses = tool.deed.effect === "read" ? [] : licenceOf(tool, reading).clauses;
    const own = clauses.map(({ start, end }) => reading.text.slice(start, end)).join("\n");
    const other = calls.find((other) => other.tool !== tool && other.tool.deed.effect !== "read");
    if (!other || own === "") return call;
    const shared = Object.entries(other.input).filter(
      ([key, value]) =>
        typeof value === "string" &&
        typeof input[key] === "string" &&
        input[key] !== value &&
        !own.includes(input[key]) &&
        Object.values(other.input).includes(input[key]),
    );
    return { ...call, input: { ...input, ...Object.fromEntries(shared) } };
  });

/** A text without some of its parts, as far as values are concerned. */
function without(reading: Reading, silent: Spans): Reading {
  const tokens = reading.tokens.filter((token) => !silent.hold(token));
  if (tokens.length === reading.tokens.length) return reading;
  return { ...reading, tokens, mentions: reading.mentions.filter((mention) => !silent.hold(mention)) };
}

function likelihood(call: { readonly tool: Tool; readonly filled: Filled }, { ranks, count }: Field): number {
  const found = ranks.find(({ tool }) => tool === call.tool);
  return found ? relevance(found, call.filled, count) : 0;
}

/** Removes calls that another call of the same tool covers: the same values, or fewer. */
function unique(calls: readonly Call[]): readonly Call[] {
  const covers = (call: Call, other: Call): boolean =>
    call.tool === other.tool &&
    Object.entries(other.input).every(
      ([name, value]) => JSON.stringify(call.input[name]) === JSON.stringify(value),
    );
  return calls.filter(
    (call, i) => !calls.some((other, j) => i !== j && covers(other, call) && (j < i || !covers(call, other))),
  );
}
