import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { plainNumber } from "../text/numbers.ts";
import { beginningAt, inside } from "../text/spans.ts";
import { stem } from "../../../language/index.ts";
import { verbsSaid } from "../asks/forms.ts";
import { contextOf } from "./context.ts";
import type { Weights } from "./cues.ts";
import { grouped } from "./groups.ts";
import { moments } from "./moments.ts";
import { once } from "./once.ts";
import { optionsSaid } from "./options.ts";
import { parts } from "./value-parts.ts";
import { phrases } from "./phrases.ts";
import { score } from "./score.ts";
import { spokenMentions } from "./spoken.ts";

export interface Region {
  readonly start: number;
  readonly end: number;
}

/** A column of the assignment: a mention, a coordination as one list, or a mentioned option. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly group: number;
  readonly mentions: readonly Mention[];
  /** The object of a request to a tool without required parameters: `play jazz`. */
  readonly object?: boolean;
  readonly option?: { readonly parameter: Parameter; readonly value: Json; readonly score: number };
}

const most = 40;

export const overlap = (a: Candidate, b: Candidate | undefined): boolean =>
  b !== undefined && a.start < b.end && b.start < a.end;

const listed = ({ closed, item }: Parameter): boolean => closed || item?.closed === true;

/** What a tool could take from the whole text: mentions of its options, and others. */
const materialOf = once((tool, reading) => {
  const options = tool.parameters.flatMap((parameter) => {
    const holder = parameter.type === "array" ? parameter.item : parameter;
    if (!holder || holder.options.length + holder.glosses.length === 0) return [];
    const named = { ...holder, nameStems: parameter.nameStems };
    return optionsSaid(named, reading).map((option) => Object.assign({ parameter }, option));
  });
  const verbs = tool.deed.effect === "read" ? undefined : verbsSaid(reading, tool.deed.verbs);
  const named = reading.mentions.map((mention) => withoutLead(mention, tool, verbs));
  const moved = moments(tool.parameters, named);
  const mentions = [
    ...moved,
    ...nones(tool, reading),
    ...phrases(reading, tool),
    ...spokenMentions(tool, reading),
  ]
    .flatMap((mention) => parts(tool.parameters, mention))
    .filter((mention) => !countsThings(tool, mention, reading))
    .map((mention) => counting(tool, mention, reading))
    .sort((a, b) => a.start - b.start);
  const [[own] = []] = tool.deed.verbs;
  const isOwn = ({ value }: (typeof options)[number]): boolean => value === own;
  // `squash and merge it`: the tool's own verb is no choice beside another
  const ends = new Map(options.filter((option) => !isOwn(option)).map((option) => [option.end, option]));
  const isSecond = (option: (typeof options)[number]): boolean =>
    ends.get(endBefore(reading.text, option))?.parameter === option.parameter;
  const chosen = options.filter((option) => !isOwn(option) || !isSecond(option));
  const placed = chosen
    .map((option, index) => ({ option, index, start: option.start, end: option.end }))
    .sort((a, b) => a.start - b.start);
  return { options: placed, mentions };
});

/** Where a part of a text ends that `and` or a comma joins to another; that other's start if nothing does. */
const endBefore = (text: string, { start }: Region): number =>
  start - (/(?:\s,\s|,\s|,|-|\sand\s)$/i.exec(text.slice(Math.max(0, start - 6), start))?.[0].length ?? 0);

/** `no stops` for a tool that takes their number: zero. */
const nones = ({ parameters }: Tool, { tokens }: Reading): readonly Mention[] =>
  tokens.flatMap(({ lower, start, end, text }, i): readonly Mention[] => {
    const next = tokens[i + 1];
    const isNamed =
      /^(?:no|without|zero)$/.test(lower) &&
      next?.lower.endsWith("s") === true &&
      parameters.some(({ type, nameStems }) => type === "integer" && nameStems.includes(next.stem));
    return isNamed ? [{ kind: "number", text, start, end, number: plainNumber(0, { start, end }) }] : [];
  });

/** `Onboard Ann Lee`, `Trains Leeds`: drops a leading verb, or the plural of the tool's thing, from a name. */
function withoutLead(mention: Mention, tool: Tool, verbs: ReadonlySet<number> | undefined): Mention {
  const [lead = ""] = (mention.kind === "name" && /^\p{L}+\s+(?=\S)/u.exec(mention.text)) || [];
  const word = lead.trim().toLowerCase();
  const leads = verbs?.has(mention.start) || (word.endsWith("s") && tool.nameStems.includes(stem(word)));
  if (lead === "" || !leads) return mention;
  return { ...mention, text: mention.text.slice(lead.length), start: mention.start + lead.length };
}

const quantities = /^(?:count|number|quantiti|qti|amount|copi|unit|piec|num|n)$/;

/** `two tables` for a tool that books one for some guests: how often it is to act. */
function countsThings(
  { deed, nameStems, parameters }: Tool,
  { number, end }: Mention,
  { tokens }: Reading,
): boolean {
  if (!number || number.ordinal || deed.effect === "read") return false;
  const next = tokens[beginningAt(tokens, end)]?.stem ?? "";
  const numeric = parameters.filter(({ type }) => type === "integer" || type === "number");
  return (
    nameStems.indexOf(next) > 0 &&
    numeric.length > 0 &&
    !numeric.some((parameter) => parameter.nameStems.some((word) => word === next || quantities.test(word)))
  );
}

/**
 * `two spots`, `to zero`: a spelled number counts like digits if the tool takes exactly one number, and that is a count or
 * the text counts nothing with it.
 */
function counting({ parameters }: Tool, mention: Mention, { tokens }: Reading): Mention {
  const { number } = mention;
  const counts = parameters.filter(({ type }) => type === "integer" || type === "number");
  if (
    !number?.spelt ||
    number.ordinal ||
    number.value === 1 ||
    counts.length !== 1 ||
    (counts[0]?.kind !== "count" && tokens[beginningAt(tokens, mention.end)]?.stop === false)
  )
    return mention;
  return { ...mention, number: { ...number, spelt: false } };
}

/** Everything in a range that a parameter of the tool could take, in order. */
export function candidatesOf(
  tool: Tool,
  reading: Reading,
  about: { region: Region; weights: Weights },
): readonly Candidate[] {
  const { region, weights } = about;
  const material = materialOf(tool, reading, { start: 0, end: reading.text.length });
  const needs = tool.parameters.some((parameter) => parameter.required);
  const options = inside(material.options, region)
    .toSorted((a, b) => a.index - b.index)
    .map(({ option }) => option);
  const stated = options.filter((option) => option.score >= 3 && listed(option.parameter));
  const free = inside(material.mentions, region)
    .filter((mention) => !stated.some((option) => option.start <= mention.start && option.end >= mention.end))
    .slice(0, most);
  const groups = grouped(reading.text, free);
  const found: Candidate[] = options.slice(0, most).map((option, i) => ({
    start: option.start,
    end: option.end,
    group: 1000 + i,
    mentions: [],
    option: { parameter: option.parameter, value: option.value, score: option.score },
  }));
  for (const [group, members] of groups.entries()) {
    const whole = members.length > 1 && asList(tool, members, { reading, weights });
    const sets = whole ? [members] : members.map((mention) => [mention]);
    for (const mentions of sets)
      found.push({
        object: !needs && isObject(reading.text, mentions[0]),
        start: mentions[0]?.start ?? 0,
        end: unitless(mentions.at(-1), options),
        group: whole ? -1 - group : group,
        mentions,
      });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The end of a mention, without a unit that is an option: `3 cups` where `cup` is one. */
const unitless = (mention: Mention | undefined, options: readonly Region[]): number =>
  options.find(({ start, end }) => mention?.number && start > mention.start && end <= mention.end)?.start ??
  mention?.end ??
  0;

const begun =
  /(?:^|[.!?;\n])\s*(?:please\s+)?\p{L}+\s+(?:me\s+|us\s+)?(?:some\s+|the\s+|an?\s+|any\s+|my\s+)?$/iu;

/** Whether a phrase is the object of the verb at the beginning of a sentence. */
const isObject = (text: string, mention: Mention | undefined): boolean =>
  mention?.kind === "phrase" && begun.test(text.slice(Math.max(0, mention.start - 40), mention.start));

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
  if (first === undefined) return false;
  const fitting = best(lists, first);
  // more numbers than single parameters are a list
  const left = singles.filter(({ type }) => type === "number" || type === "integer").length;
  const many = first.kind === "number" && members.length > Math.max(2, left) && fitting > 0;
  return many || fitting + 0.8 >= best(singles, first);
}
