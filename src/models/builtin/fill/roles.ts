import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { assign } from "./assign.ts";
import { contextOf, type Context } from "./context.ts";
import { grouped } from "./groups.ts";
import { optionsSaid } from "./options.ts";
import { phrases } from "./phrases.ts";
import { score, weightsOf, type Weights } from "./score.ts";
import { valueOf } from "./values.ts";

/** One value found for a parameter, where it stands, and how sure that is. */
export interface Filler {
  readonly value: Json;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** Number of its coordination `A, B and C`; fillers of one coordination share it. */
  readonly group: number;
}

export type Roles = ReadonlyMap<Parameter, readonly Filler[]>;

/** A column of the assignment: a mention, a coordination taken as one list, or a said option. */
interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly group: number;
  readonly mentions: readonly Mention[];
  readonly option?: { readonly parameter: Parameter; readonly value: Json; readonly score: number };
}

export interface Region {
  readonly start: number;
  readonly end: number;
}

const most = 40;
const copies = 8;

/**
 * Gives the mentions of a region of the text to the parameters they fill best; a parameter that gets several
 * values speaks of several calls (or of a list).
 */
export function rolesOf(tool: Tool, reading: Reading, region: Region): Roles {
  const parameters = tool.parameters.filter((parameter) => parameter.type !== "boolean");
  const weights = weightsOf(parameters);
  const candidates = candidatesOf(tool, reading, { region, weights });
  const contexts = candidates.map((candidate) => contextOf(reading, span(candidate)));
  const base = parameters.map((parameter, row) =>
    candidates.map((candidate, column) => {
      const context = contexts[column];
      if (!context) return -9;
      return fit(parameter, candidate, { context, weights }) + order(parameters, row, { candidates, column });
    }),
  );
  const rows: { parameter: Parameter; scores: readonly number[] }[] = [];
  for (const [row, parameter] of parameters.entries())
    for (let copy = 0; copy < (candidates.length > 1 ? copies : 1); copy++)
      rows.push({
        parameter,
        scores: (base[row] ?? []).map(
          (s, c) => threshold(parameter, s) - again(parameter, copy, { candidates, column: c }),
        ),
      });
  const chosen = assign(rows.map((row) => row.scores));
  const roles = new Map<Parameter, Filler[]>();
  for (const [i, column] of chosen.entries()) {
    const candidate = candidates[column];
    const row = rows[i];
    if (!candidate || !row) continue;
    const value = valueFrom(row.parameter, candidate);
    if (value === undefined) continue;
    const filler = {
      value,
      score: row.scores[column] ?? 0,
      start: candidate.start,
      end: candidate.end,
      group: candidate.group,
    };
    roles.set(
      row.parameter,
      [...(roles.get(row.parameter) ?? []), filler].sort((a, b) => a.start - b.start),
    );
  }
  return roles;
}

const span = (candidate: Candidate): Mention =>
  candidate.mentions[0]
    ? { ...candidate.mentions[0], end: candidate.end }
    : { kind: "phrase", text: "", start: candidate.start, end: candidate.end };

function valueFrom(parameter: Parameter, candidate: Candidate): Json | undefined {
  if (candidate.option) return parameter.type === "array" ? [candidate.option.value] : candidate.option.value;
  const [first, ...more] = candidate.mentions;
  if (!first) return undefined;
  if (more.length === 0) return valueOf(parameter, first);
  return candidate.mentions.flatMap((mention) => {
    const value = valueOf(parameter, mention);
    return Array.isArray(value) ? (value as readonly Json[]) : []; // lists of parsed values
  });
}

/** An optional parameter needs more evidence than its value's type. */
const threshold = (parameter: Parameter, value: number): number => value - (parameter.required ? 0.2 : 1.5);

/** What it costs to give a parameter one value more. */
function again(
  parameter: Parameter,
  copy: number,
  at: { candidates: readonly Candidate[]; column: number },
): number {
  if (copy === 0) return 0;
  const candidate = at.candidates[at.column];
  const together = at.candidates.some((other) => other !== candidate && other.group === candidate?.group);
  const base = parameter.type === "array" ? 0.5 : together ? 0.6 : 1.1;
  return base + copy * 0.01;
}

/** A nudge towards the order of declaration among parameters of one type that nothing else tells apart. */
function order(
  parameters: readonly Parameter[],
  row: number,
  at: { candidates: readonly Candidate[]; column: number },
): number {
  const parameter = parameters[row];
  if (!parameter) return 0;
  const alikes = parameters.filter(
    (other) => other.type === parameter.type && other.required === parameter.required,
  );
  const kind = at.candidates[at.column]?.mentions[0]?.kind;
  const peers = at.candidates.filter((candidate) => candidate.mentions[0]?.kind === kind);
  const candidate = at.candidates[at.column];
  if (!candidate || alikes.length < 2) return 0;
  const wanted = alikes.indexOf(parameter);
  const place = peers.indexOf(candidate) % alikes.length;
  return wanted === place ? 0.12 : -0.03 * Math.abs(wanted - place);
}

function fit(
  parameter: Parameter,
  candidate: Candidate,
  about: { context: Context; weights: Weights },
): number {
  if (candidate.option) {
    if (candidate.option.parameter !== parameter) return -9;
    return candidate.option.score;
  }
  if (parameter.closed || (parameter.item?.closed ?? false)) return -9;
  const [first] = candidate.mentions;
  if (!first) return -9;
  if (candidate.mentions.length > 1 && parameter.type !== "array") return -9;
  const bonus = candidate.mentions.length > 1 ? 0.8 : 0;
  return score(parameter, first, about) + bonus;
}

function candidatesOf(
  tool: Tool,
  reading: Reading,
  about: { region: Region; weights: Weights },
): readonly Candidate[] {
  const { region, weights } = about;
  const inside = (at: Region): boolean => at.start >= region.start && at.end <= region.end;
  const options = tool.parameters.flatMap((parameter) => {
    const holder = parameter.type === "array" ? parameter.item : parameter;
    if (!holder || holder.options.length === 0) return [];
    const named = { ...holder, nameStems: parameter.nameStems };
    return optionsSaid(named, reading)
      .filter(inside)
      .map((option) => Object.assign({ parameter }, option));
  });
  const said = options.filter((option) => option.score >= 3 && option.parameter.closed);
  const free = [...reading.mentions, ...phrases(reading, tool)]
    .filter(inside)
    .filter((mention) => !said.some((option) => option.start <= mention.start && option.end >= mention.end))
    .sort((a, b) => a.start - b.start)
    .slice(0, most);
  const found: Candidate[] = options.slice(0, most).map((option, i) => ({
    start: option.start,
    end: option.end,
    group: 1000 + i,
    mentions: [],
    option: { parameter: option.parameter, value: option.value, score: option.score },
  }));
  for (const [group, members] of grouped(reading.text, free).entries()) {
    const whole = members.length > 1 && asList(tool, members, { reading, weights });
    const sets = whole ? [members] : members.map((mention) => [mention]);
    for (const mentions of sets)
      found.push({
        start: mentions[0]?.start ?? 0,
        end: mentions.at(-1)?.end ?? 0,
        group: whole ? -1 - group : group,
        mentions,
      });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether a coordination fits a list parameter better than its members fit single ones. */
function asList(
  tool: Tool,
  members: readonly Mention[],
  about: { reading: Reading; weights: Weights },
): boolean {
  const best = (parameters: readonly Parameter[], mention: Mention): number => {
    const context = contextOf(about.reading, mention);
    return Math.max(
      -9,
      ...parameters.map((parameter) => score(parameter, mention, { context, weights: about.weights })),
    );
  };
  const lists = tool.parameters.filter((parameter) => parameter.type === "array" && !parameter.item?.closed);
  if (lists.length === 0) return false;
  const singles = tool.parameters.filter((parameter) => parameter.type !== "array" && !parameter.closed);
  const first = members[0];
  return first !== undefined && best(lists, first) + 0.8 >= best(singles, first);
}
