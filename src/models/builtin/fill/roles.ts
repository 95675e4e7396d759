import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { numbers } from "../text/numbers.ts";
import { content } from "../text/tokens.ts";
import { assign } from "./assign.ts";
import { contextOf, type Context } from "./context.ts";
import { grouped } from "./groups.ts";
import { optionsSaid } from "./options.ts";
import { phrases } from "./phrases.ts";
import { cued, weightsOf, type Weights } from "./cues.ts";
import { headed, score } from "./score.ts";
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
  /** A name that only announces the value behind it: `host IP '10.0.0.1'`. */
  readonly heading?: boolean;
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
  const contexts = candidates.map((candidate) => {
    const own = contextOf(reading, span(candidate));
    const head = headOf(candidate, candidates);
    return head === candidate
      ? own
      : { ...contextOf(reading, span(head)), preposition: own.preposition, pair: own.pair };
  });
  const heads = candidates.map(({ mentions: [first] }) =>
    first ? parameters.filter((parameter) => headed(parameter, first)) : [],
  );
  const base = parameters.map((parameter, row) =>
    candidates.map((candidate, column) => {
      const context = contexts[column];
      if (!context) return -9;
      const value = fit(parameter, candidate, { context, weights, own: tool.own });
      const others = heads[column]?.length && !heads[column]?.includes(parameter) ? -1 : 0;
      return (
        value + others + order(parameters, row, { candidates, column }) - threshold(parameter, candidate)
      );
    }),
  );
  const roles = new Map<Parameter, Filler[]>();
  const put = (parameter: Parameter, candidate: Candidate, points: number): void => {
    const value = valueFrom(parameter, candidate);
    if (value === undefined) return;
    const { start, end, group } = candidate;
    const filler = { value, score: points, start, end, group };
    roles.set(
      parameter,
      [...(roles.get(parameter) ?? []), filler].sort((a, b) => a.start - b.start),
    );
  };
  const first = assign(
    base.map((scores, row) =>
      scores.map((value) => (value > 0 && parameters[row]?.required ? value + 0.5 : value)),
    ),
  );
  const sure = [...first.entries()].sort(([a, x], [b, y]) => (base[b]?.[y] ?? 0) - (base[a]?.[x] ?? 0));
  const kept: Candidate[] = [];
  for (const [row, column] of sure) {
    const [parameter, candidate] = [parameters[row], candidates[column]];
    if (!parameter || !candidate || kept.some((other) => overlap(other, candidate))) continue;
    kept.push(candidate);
    put(parameter, candidate, base[row]?.[column] ?? 0);
  }
  const more = [...further(base, first, { parameters, candidates, text: reading.text })].sort(
    ([a, x], [b, y]) => (base[b]?.[y] ?? 0) - (base[a]?.[x] ?? 0),
  );
  for (const [row, column] of more) {
    const [parameter, candidate] = [parameters[row], candidates[column]];
    if (!parameter || !candidate || kept.some((other) => overlap(other, candidate))) continue;
    kept.push(candidate);
    put(parameter, candidate, base[row]?.[column] ?? 0);
  }
  return inOrder(
    roles,
    (parameter, at) =>
      base[parameters.indexOf(parameter)]?.[
        candidates.findIndex((one) => one.start === at.start && one.end === at.end && one.mentions.length > 0)
      ] ?? -9,
  );
}

/** An optional parameter needs more evidence than a fitting type; a number in digits is said for something. */
function threshold(parameter: Parameter, { mentions: [first] }: Candidate): number {
  if (parameter.required) return 0;
  if (parameter.inside) return 0.3;
  return first?.number && !first.number.spelt && !first.number.ordinal ? 1.1 : 1.5;
}

/** Values that two parameters of one type could swap without loss go to them by turns, in the order of the text. */
function inOrder(
  roles: Map<Parameter, Filler[]>,
  fits: (parameter: Parameter, filler: Filler) => number,
): Roles {
  const done = new Set<Parameter>();
  for (const [one, values] of roles) {
    if (done.has(one)) continue;
    const indifferent = (other: Parameter): boolean =>
      other.type === one.type &&
      other.type !== "array" &&
      [...values, ...(roles.get(other) ?? [])].every(
        (filler) =>
          Math.abs(fits(one, filler) - fits(other, filler) - (one.required === other.required ? 0 : 1.5)) <
          0.45,
      );
    const family = [...roles.keys()].filter(
      (other) => !done.has(other) && (other === one || indifferent(other)),
    );
    for (const member of family) done.add(member);
    if (family.length < 2) continue;
    const all = family.flatMap((member) => roles.get(member) ?? []).sort((a, b) => a.start - b.start);
    const counts = new Set(family.map((member) => roles.get(member)?.length));
    if (counts.size > 1) continue;
    for (const [i, member] of family.entries())
      roles.set(
        member,
        all.filter((_, at) => at % family.length === i),
      );
  }
  return roles;
}

/** What is left over once every parameter has its best: further values of the same kind, for further calls. */
function further(
  base: readonly (readonly number[])[],
  first: readonly number[],
  about: { parameters: readonly Parameter[]; candidates: readonly Candidate[]; text: string },
): readonly (readonly [number, number])[] {
  const taken = new Set(first);
  const { candidates, parameters } = about;
  const left = candidates
    .map((_, column) => column)
    .filter(
      (column) =>
        !taken.has(column) &&
        !candidates.some((other, at) => taken.has(at) && overlap(other, candidates[column])),
    );
  const rows = parameters.flatMap((_, row) =>
    (first[row] ?? -1) < 0 || left.length === 0
      ? []
      : Array.from({ length: Math.min(copies, left.length) }, () => row),
  );
  const scores = rows.map((row) =>
    left.map((column) => (base[row]?.[column] ?? -9) - again(row, column, { ...about, base, first })),
  );
  return assign(scores).flatMap((at, i) => {
    const [row, column] = [rows[i], left[at]];
    return row === undefined || column === undefined ? [] : [[row, column] as const];
  });
}

const overlap = (a: Candidate, b: Candidate | undefined): boolean =>
  b !== undefined && a.start < b.end && b.start < a.end;

const kindsOf = (candidate: Candidate | undefined): string =>
  candidate?.option ? "option" : (candidate?.mentions[0]?.kind ?? "");

/** What stands between the values of two calls, and not between a value and its explanation. */
const parted =
  /\b(?:and|or|also|then|another|other|next|second|third|finally|lastly|last|plus|while|but|instead|respectively|versus|vs|again|same)\b|[,;\n]|\. (?:The|A|An|In|For|If|You|It|He|She|They|What)\b/i;

/** What it costs to give a parameter one value more: little beside its first value in one coordination, much for another kind of thing. */
function again(
  row: number,
  column: number,
  about: {
    parameters: readonly Parameter[];
    candidates: readonly Candidate[];
    base: readonly (readonly number[])[];
    first: readonly number[];
    text: string;
  },
): number {
  const { candidates, base, first } = about;
  const parameter = about.parameters[row];
  const best = first[row] ?? -1;
  const [one, other] = [candidates[best], candidates[column]];
  if (kindsOf(one) !== kindsOf(other)) return 9;
  if (parameter?.type === "array" && kindsOf(one) !== "list") return 0.5;
  if (one && other && one.group === other.group) return 0.4;
  const again = parameter?.dialect ? 3 : parameter?.required ? 0.9 : 0.1;
  const apart =
    one &&
    other &&
    !parted.test(about.text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start)))
      ? 1
      : 0;
  const drop = (base[row]?.[best] ?? 0) - (base[row]?.[column] ?? 0);
  return again + apart + 0.35 * Math.max(0, drop - 1) + (kindsOf(one) === "phrase" ? 0.8 : 0);
}

/** What is said of a coordination of numbers is said before its first member: `base and height as 6 cm and 10 cm`. */
const headOf = (candidate: Candidate, candidates: readonly Candidate[]): Candidate =>
  candidate.mentions[0]?.kind === "number"
    ? (candidates.find((other) => other.group === candidate.group) ?? candidate)
    : candidate;

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
  about: { context: Context; weights: Weights; own: ReadonlySet<string> },
): number {
  if (candidate.option) {
    if (candidate.option.parameter !== parameter) return -9;
    return candidate.option.score + cued(parameter, about.context, about.weights);
  }
  if (parameter.closed || (parameter.item?.closed ?? false)) return -9;
  const [first] = candidate.mentions;
  if (!first) return -9;
  if (candidate.mentions.length > 1 && parameter.type !== "array") return -9;
  const bonus = candidate.mentions.length > 1 ? 0.8 : 0;
  // a name that is the tool's own word says what is done, not with what
  const named = first.kind === "name" && content(first.text).every((word) => about.own.has(word)) ? -2 : 0;
  const vague = first.kind === "phrase" && !parameter.required ? -0.7 : 0;
  return score(parameter, first, about) + bonus + named + vague - (candidate.heading ? 1.5 : 0);
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
  const plain = !tool.parameters.some((parameter) => parameter.type === "array" || parameter.dialect);
  const said = options.filter((option) => option.score >= 3 && option.parameter.closed);
  const free = [...reading.mentions, ...phrases(reading, tool)]
    .flatMap((mention) => (plain ? members(reading.text, mention) : [mention]))
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
        heading: announces(reading.text, free, mentions[0]),
        start: mentions[0]?.start ?? 0,
        end: mentions.at(-1)?.end ?? 0,
        group: whole ? -1 - group : group,
        mentions,
      });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The numbers of a written list, for tools that take them one by one: `(45, 60)`. */
function members(text: string, mention: Mention): readonly Mention[] {
  if (
    mention.kind !== "list" ||
    !Array.isArray(mention.value) ||
    !mention.value.every((one) => typeof one === "number")
  )
    return [mention];
  return numbers(text.slice(mention.start, mention.end)).map((number) => {
    const [start, end] = [number.start + mention.start, number.end + mention.start];
    return { kind: "number", text: text.slice(start, end), start, end, number };
  });
}

/** `host IP '10.0.0.1'`, `a PrintStream object named 'out'`: what announces the value behind it is no value itself. */
const announces = (text: string, free: readonly Mention[], mention: Mention | undefined): boolean =>
  mention !== undefined &&
  /^(?:name|code|quoted)$/.test(mention.kind) &&
  free.some((next) => {
    if (next.start <= mention.end || next.start - mention.end > 60) return false;
    const between = text.slice(mention.end, next.start);
    if (
      /^(?:quoted|code)$/.test(next.kind) &&
      /^\s*(?:\w+\s+){0,2}(?:named|called|variable)\s*$/.test(between)
    )
      return true;
    return (
      mention.kind === "name" &&
      /^(?:quoted|number|code|address)$/.test(next.kind) &&
      /^\s*(?:as|is|=|:|of|being)?\s*$/.test(between)
    );
  });

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
