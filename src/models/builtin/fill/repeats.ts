import { clauses } from "../text/clauses.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import type { Region } from "./candidates.ts";
import { grouped } from "./groups.ts";
import { rolesOf } from "./roles.ts";

/** Minimum number of values that a part must share with another to be its repetition. */
const enough = 2;
const most = 24;

interface Part extends Region {
  /** The parameters for which it has one value each. */
  readonly gives: ReadonlySet<Parameter>;
}

/**
 * The parts of a text that fill the same parameters in turn: `100 trees and a depth of 10, then 200 trees and a depth
 * of 20`. A single part if nothing repeats.
 */
export function repeats(tool: Tool, reading: Reading, region: Region): readonly Region[] {
  const values = reading.mentions.filter(
    (mention) => mention.start >= region.start && mention.end <= region.end,
  );
  if (values.length < 2 * enough || tool.parameters.length < enough) return [region];
  for (const pieces of [sentences(reading, region), clausesOf(reading, region)]) {
    if (pieces.length < 2 || pieces.length > most) continue;
    const parts = collected(tool, reading, pieces);
    const core = shared(parts);
    if (parts.length > 1 && core.length >= enough) return spanning(parts, region);
  }
  return [region];
}

const within = (all: readonly Region[], region: Region): readonly Region[] =>
  all.filter((item) => item.start >= region.start && item.end <= region.end);

/** Clauses that don't split a coordination: `beds 1, 2 and 5` stays whole. */
function clausesOf(reading: Reading, region: Region): readonly Region[] {
  const wholes = grouped(reading.text, reading.mentions).filter((group) => group.length > 1);
  const inside = (index: number): boolean =>
    wholes.some((group) => (group[0]?.end ?? 0) <= index && index <= (group.at(-1)?.start ?? 0));
  const found: Region[] = [];
  for (const clause of within(clauses(reading, region), region)) {
    const last = found.at(-1);
    if (last && inside(clause.start)) found[found.length - 1] = { start: last.start, end: clause.end };
    else found.push(clause);
  }
  return found;
}

/** Clauses joined up to the end of their sentence. */
function sentences(reading: Reading, region: Region): readonly Region[] {
  const found: Region[] = [];
  for (const clause of clausesOf(reading, region)) {
    const last = found.at(-1);
    if (last && !/[.?!;\n]/.test(reading.text.slice(last.end, clause.start)))
      found[found.length - 1] = { start: last.start, end: clause.end };
    else found.push(clause);
  }
  return found;
}

function partOf(tool: Tool, reading: Reading, region: Region): Part {
  const filledParameters = new Set<Parameter>();
  for (const [parameter, fillers] of rolesOf(tool, reading, region))
    if (fillers.length === 1 && (fillers[0]?.score ?? 0) >= 0.8) filledParameters.add(parameter);
  return { ...region, gives: filledParameters };
}

/** Joins pieces until one repeats the parameters of the part before it. */
function collected(tool: Tool, reading: Reading, pieces: readonly Region[]): readonly Part[] {
  const parts: Part[] = [];
  for (const piece of pieces) {
    const next = partOf(tool, reading, piece);
    const last = parts.at(-1);
    const again =
      last !== undefined &&
      last.gives.size >= enough &&
      [...next.gives].some((parameter) => last.gives.has(parameter));
    if (last && !again)
      parts[parts.length - 1] =
        next.gives.size > 0
          ? partOf(tool, reading, { start: last.start, end: piece.end })
          : { ...last, end: piece.end };
    else parts.push(next);
  }
  return parts;
}

const shared = (parts: readonly Part[]): readonly Parameter[] =>
  [...(parts[0]?.gives ?? [])].filter((parameter) => parts.every(({ gives }) => gives.has(parameter)));

/** The parts without gaps. */
const spanning = (parts: readonly Region[], region: Region): readonly Region[] =>
  parts.map((part, i) => ({
    start: i === 0 ? region.start : part.start,
    end: parts[i + 1]?.start ?? region.end,
  }));
