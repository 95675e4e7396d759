import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { content } from "../text/tokens.ts";
import { assign } from "./assign.ts";
import { candidatesOf, overlap, type Candidate, type Region } from "./candidates.ts";
import { contextOf, type Context } from "./context.ts";
import { cued, weightsOf, type Weights } from "./cues.ts";
import { holderScore, side } from "./direction.ts";
import { evened } from "./evened.ts";
import { inOrder } from "./family.ts";
import { further, type Matrix } from "./further.ts";
import { objectScore } from "./objects.ts";
import { once } from "./once.ts";
import type { Filler, Roles } from "./role.ts";
import { headed, score } from "./score.ts";
import { valueOf } from "./values.ts";

/**
 * Assigns the mentions in a range of the text to the parameters they fill best; a parameter with several values implies
 * several calls (or a list).
 */
export const rolesOf = once((tool, reading, region): Roles => {
  const matrix = matrixOf(tool, reading, region);
  const { parameters, candidates, scores } = matrix;
  const roles = new Map<Parameter, Filler[]>();
  const keptCandidates: Candidate[] = [];
  const at = (row: number, column: number): number => scores[row]?.[column] ?? -9;
  const worth = (row: number, column: number): number =>
    at(row, column) + (parameters[row]?.required ? needed : 0);
  const take = (pairs: readonly (readonly [number, number])[]): void => {
    for (const [row, column] of pairs.toSorted((a, b) => worth(...b) - worth(...a))) {
      const [parameter, candidate] = [parameters[row], candidates[column]];
      if (!parameter || !candidate || keptCandidates.some((other) => overlap(other, candidate))) continue;
      keptCandidates.push(candidate);
      const value = valueFrom(parameter, candidate);
      if (value === undefined) continue;
      const { start, end, group } = candidate;
      const filler = { value, score: at(row, column), start, end, group, kind: candidate.mentions[0]?.kind };
      roles.set(
        parameter,
        [...(roles.get(parameter) ?? []), filler].toSorted((a, b) => a.start - b.start),
      );
    }
  };
  const first = assign(
    scores.map((row, i) =>
      row.map((value) => (value > 0 && parameters[i]?.required ? value + needed : value)),
    ),
  );
  take([...first.entries()]);
  // what was taken may have been part of the best value for another: `temperature` of `soil temperature`
  const left = scores.map((row, i) =>
    row.map((value, column) => {
      const [parameter, candidate] = [parameters[i], candidates[column]];
      const isOpen = parameter?.required === true && !roles.has(parameter);
      return isOpen && candidate && !keptCandidates.some((other) => overlap(other, candidate)) ? value : -9;
    }),
  );
  take([...assign(left).entries()]);
  take(further(matrix, first, reading.text));
  take(evened(matrix, roles, keptCandidates));
  const place = ({ start, end }: Filler): number =>
    candidates.findIndex(
      (candidate) => candidate.start === start && candidate.end === end && candidate.mentions.length > 0,
    );
  return inOrder(
    roles,
    parameters,
    (parameter, filler) => at(parameters.indexOf(parameter), place(filler)),
    tool.deed.effect !== "read",
  );
});

/** Bonus of a value for a required parameter. */
const needed = 0.5;

function matrixOf(tool: Tool, reading: Reading, region: Region): Matrix {
  const parameters = tool.parameters.filter((parameter) => parameter.type !== "boolean");
  const weights = weightsOf(parameters);
  const candidates = candidatesOf(tool, reading, { region, weights });
  const contexts = candidates.map((candidate) => {
    const context = contextOf(reading, span(candidate));
    const head = headOf(candidate, candidates);
    if (head === candidate) return context;
    const preposition =
      context.preposition === "" || context.preposition === "and"
        ? contextOf(reading, span(head)).preposition
        : context.preposition;
    if (candidate.mentions[0]?.kind === "phrase") return { ...context, preposition };
    return { ...contextOf(reading, span(head)), preposition: context.preposition, pair: context.pair };
  });
  const heads = candidates.map(({ mentions: [first] }) =>
    first ? parameters.filter((parameter) => headed(parameter, first)) : [],
  );
  const strings = parameters.filter(({ type, closed }) => type === "string" && !closed).length;
  const paired = new Set(
    parameters.filter(
      ({ closed, options, path }) =>
        closed &&
        parameters.some((other) => other.path !== path && String(other.options) === String(options)),
    ),
  );
  const [day, another] = parameters.filter(({ kind }) => kind === "date");
  const scores = parameters.map((parameter, row) =>
    candidates.map((candidate, column) => {
      const around = contexts[column];
      if (!around) return -9;
      // a tool's only day isn't the end of a range
      const context = parameter === day && !another ? { ...around, preposition: "" } : around;
      const value = fit(parameter, candidate, {
        context,
        weights,
        own: tool.stems,
        ends: paired.has(parameter),
      });
      const others = heads[column]?.length && !heads[column]?.includes(parameter) ? -1 : 0;
      return (
        value +
        others +
        (strings > 1 ? holderScore(tool, parameter, context) + objectScore(tool, parameter, context) : 0) +
        order(parameters, row, { candidates, column }) -
        threshold(parameter, candidate, parameters)
      );
    }),
  );
  return { parameters, candidates, scores };
}

const numeric: ReadonlySet<string> = new Set(["number", "integer", "array", "any"]);

/** The minimum score: an optional parameter needs more than a matching type; digits are always meant for something. */
function threshold(parameter: Parameter, candidate: Candidate, parameters: readonly Parameter[]): number {
  const [first] = candidate.mentions;
  if (parameter.required) return 0;
  if (candidate.object) return 0;
  // a search by any of several names needs one of them
  const isNamed = first?.kind === "name" || first?.kind === "quoted" || first?.kind === "code";
  const isName = parameter.type === "string" && !parameter.closed;
  if (isNamed && isName && parameters.every((other) => !other.required)) return 0.5;
  if (first?.number && parameters.every((item) => item === parameter || !numeric.has(item.type))) return 0.8;
  const written = first?.number && (!first.number.spelt || first.unit !== undefined);
  return written && !first.number.ordinal ? 1.1 : 1.5;
}

/** The first member of a coordination of numbers, whose context applies to all: `base and height as 6 cm and 10 cm`. */
const headOf = (candidate: Candidate, candidates: readonly Candidate[]): Candidate =>
  candidate.mentions[0]?.kind === "number" || candidate.mentions[0]?.kind === "phrase"
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

/** A small preference for the order of declaration among otherwise equal parameters of one type. */
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
  const ownIndex = alikes.indexOf(parameter);
  const place = peers.indexOf(candidate) % alikes.length;
  return ownIndex === place ? 0.12 : -0.03 * Math.abs(ownIndex - place);
}

/**
 * Whether a mention may be a parameter's value: enumerated values are options, and only numbers also occur as mentions.
 */
function free({ closed, item, options, type }: Parameter, { number }: Mention): boolean {
  if (item?.closed) return false;
  return (
    !closed ||
    ((type === "integer" || type === "number") && number !== undefined && options.includes(number.value))
  );
}

/** Whether an option is said for the other end of a conversion: `3 cups in ml`, `how many ml are 3 cups`. */
function otherEnd(parameter: Parameter, { context, ends }: { context: Context; ends: boolean }): boolean {
  const end = ends ? side(parameter, false) : undefined;
  const aim =
    /^(?:in|to|into|as)$/.test(context.preposition) || /^(?:mani|much)$/.test(context.before[0]?.stem ?? "");
  return end !== undefined && (end === "end") !== aim;
}

function fit(
  parameter: Parameter,
  candidate: Candidate,
  about: { context: Context; weights: Weights; own: ReadonlySet<string>; ends: boolean },
): number {
  if (candidate.option) {
    if (candidate.option.parameter !== parameter || otherEnd(parameter, about)) return -9;
    return candidate.option.score + cued(parameter, about.context, about.weights);
  }
  const [first] = candidate.mentions;
  if (!first || !free(parameter, first)) return -9;
  if (candidate.mentions.length > 1 && parameter.type !== "array") return -9;
  const bonus = candidate.mentions.length > 1 ? 0.8 : 0;
  // a name that is the tool's own word is the action, not a value
  const named = first.kind === "name" && content(first.text).every((word) => about.own.has(word)) ? -2 : 0;
  const isLabelled = about.context.before[0]?.stem === parameter.nameStems.at(-1);
  const vague = first.kind === "phrase" && !parameter.required && !candidate.object && !isLabelled ? -0.7 : 0;
  return score(parameter, first, about) + bonus + named + vague;
}
