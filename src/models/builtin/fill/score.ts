import { isAlias } from "../knowledge/cities.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Mention } from "../text/mention.ts";
import { stem } from "../../../language/index.ts";
import { content } from "../text/tokens.ts";
import { alike } from "./alike.ts";
import type { Context } from "./context.ts";
import { cueScore, type Weights } from "./cues.ts";
import { boundScore, companyScore, directionScore, isBeneficiary } from "./direction.ts";
import { numberFit } from "./numbers.ts";
import { shapeFit } from "./shape.ts";
import { roomScore } from "./rooms.ts";
import { stringFit } from "./strings.ts";

function typeFit(parameter: Parameter, mention: Mention): number {
  const { type } = parameter;
  if (mention.kind === "object") return type === "object" || type === "any" ? 3 : -9;
  if (type === "number" || type === "integer") return numberFit(parameter, mention);
  if (type === "boolean" || type === "object") return -9;
  if (type === "array") return listFit(parameter, mention);
  return stringFit(parameter, mention);
}

function listFit(parameter: Parameter, mention: Mention): number {
  if (mention.kind === "list") return 3;
  if (mention.kind === "expression") return -3;
  const { item } = parameter;
  if (!item) return 0.2;
  const kind = item.kind === "other" ? parameter.kind : item.kind;
  return typeFit({ ...item, kind, nameStems: parameter.nameStems }, mention) - 0.3;
}

/** The score of a label: `radius = 5` names the parameter explicitly. */
function labelScore(parameter: Parameter, { label }: Mention): number {
  const bare = (name: string): string => name.toLowerCase().replaceAll("_", "");
  return label !== undefined && bare(label) === bare(parameter.name) ? 5 : 0;
}

/** Whether a name contains its own kind as one of the parameter's words: `La Liga league`, `Hilton Hotel`. */
export const headed = (parameter: Parameter, mention: Mention): boolean =>
  mention.kind === "name" && headScore(parameter, mention) > 0;

function headScore(parameter: Parameter, mention: Mention): number {
  if (parameter.type !== "string") return 0;
  const { nameStems } = parameter;
  if (mention.kind === "name") {
    const matchingWords = content(mention.text).filter((word) => word.length > 2 && nameStems.includes(word));
    const rest = nameStems.filter((word) => word !== "name" && !matchingWords.includes(word)).length;
    return matchingWords.length > 0 ? 1.2 - 0.35 * rest : 0;
  }
  return 0;
}

/** A name right before the parameter's own noun: `the Summer playlist`. */
function compoundScore(
  { nameStems, type }: Parameter,
  { kind }: Mention,
  { after: [next] }: Context,
): number {
  const isCompound = next?.weight === 1 && next.stem === nameStems.at(-1);
  return type === "string" && isCompound && /^(?:name|quoted)$/.test(kind) ? 1 : 0;
}

/** `two` and `second` count only next to a word of the parameter: `two tickets`, `the second floor`. */
function counted(parameter: Parameter, mention: Mention, context: Context): boolean {
  const { before, after } = context;
  const { number } = mention;
  if (!number?.spelt || number.perYear) return true;
  if (mention.unit !== undefined && !number.ordinal) return true;
  const near = number.ordinal ? after.slice(0, 1) : [...before.slice(0, 3), ...after.slice(0, 3)];
  const known = number.ordinal ? parameter.nameStems : [...parameter.nameStems, ...parameter.stems];
  return near.some((cue) => known.some((word) => alike(word, cue.stem) >= 0.6));
}

/** A lower-case place must follow a preposition of place: `in paris`, but not `a nice evening`. */
const unplaced = (parameter: Parameter, { preposition, after }: Context): number =>
  parameter.kind === "place" &&
  after[0]?.stem !== "to" &&
  !/^(?:in|at|to|from|near|around|for|into|via|of|between|and)$/.test(preposition)
    ? 3
    : 0;

/** How well a mention fits a parameter: about 1 for the right type, 2 and more with a cue; below 0 it doesn't fit. */
export function score(
  parameter: Parameter,
  mention: Mention,
  { context, weights }: { readonly context: Context; readonly weights: Weights },
): number {
  const fit =
    typeFit(parameter, mention) -
    (mention.kind === "phrase" && !isAlias(mention.text) ? unplaced(parameter, context) : 0);
  if (fit < -4 || !counted(parameter, mention, context) || isBeneficiary(parameter, context)) return -9;
  const unit =
    mention.unit && mention.unit.length > 2 ? [{ stem: stem(mention.unit.toLowerCase()), weight: 1 }] : [];
  const before = cueScore(parameter, [...context.before, ...unit], weights);
  const after = cueScore(parameter, context.after, weights) * (parameter.type === "string" ? 0.6 : 0.75);
  return (
    fit +
    Math.max(before, after) +
    0.3 * Math.min(before, after) +
    directionScore(parameter, context) +
    boundScore(parameter, context) +
    companyScore(parameter, mention, context) +
    headScore(parameter, mention) +
    compoundScore(parameter, mention, context) +
    roomScore(parameter, mention) +
    labelScore(parameter, mention) +
    shapeFit(parameter, mention)
  );
}
