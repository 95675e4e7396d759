import { wordSet } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention } from "../text/mention.ts";
import type { Context } from "./context.ts";

const starts = /^(?:from|origin|start|source|departur|depart|begin|initi|pickup|sender|checkin)/;
const finishes = /^(?:to|destin|end|target|arriv|final|dropoff|receiv|recipi|until|goal)/;

/** Bounds: ends of a range only if the text has both. */
const lower = /^(?:lower|min)/;
const upper = /^(?:upper|max)/;

/** Which end of a range or a route a parameter is. */
export function side(parameter: Parameter, ranged: boolean): "start" | "end" | undefined {
  // `move it to 3 pm`: the new start is the destination
  if (parameter.nameStems[0] === "new") return "end";
  if (parameter.isStay) return parameter.nameStems.some((word) => word.startsWith("arriv")) ? "start" : "end";
  for (const word of parameter.nameStems) {
    if (ranged && lower.test(word)) return "start";
    if (ranged && upper.test(word)) return "end";
    if (starts.test(word) || (word === "base" && parameter.kind === "currency")) return "start";
    if (finishes.test(word)) return "end";
  }
  if (parameter.nameStems.join(" ").match(/^check (in|out)/))
    return parameter.nameStems[1] === "in" ? "start" : "end";
  return undefined;
}

/** What `from`, `to` and `between … and …` say for or against a parameter. */
export function directionScore(parameter: Parameter, context: Context): number {
  const ranged =
    context.pair !== undefined ||
    context.preposition === "from" ||
    context.before.some(({ stem }) => stem === "from");
  const end = side(parameter, ranged);
  if (!end) return context.pair ? 0 : ["from", "to"].includes(context.preposition) ? -0.2 : 0;
  if (context.pair) return (context.pair === "first") === (end === "start") ? 1.5 : -1.5;
  const boundSide = /^(?:from|since|after)$/.test(context.preposition)
    ? "start"
    : /^(?:to|until|into|before|through)$/.test(context.preposition)
      ? "end"
      : undefined;
  return boundSide === undefined ? 0 : boundSide === end ? 1.8 : -1.8;
}

const ceiling = /^(?:max|upper|most|limit|budget|ceil)/;
const floor = /^(?:min|lower|least|floor)/;

/** What a bound (`under 120`) says for or against a parameter that is one. */
export function boundScore({ nameStems }: Parameter, { bound }: Context): number {
  if (bound === undefined) return 0;
  const is = (words: RegExp): boolean => nameStems.some((word) => words.test(word));
  const [same, other] = bound === "upper" ? [ceiling, floor] : [floor, ceiling];
  return is(same) ? 2 : is(other) ? -2 : 0;
}

const makers =
  /^(?:artist|author|director|direct|writer|composer|singer|band|painter|maker|manufactur|brand|creator|sculptor|publish|design|architect)/;
const companions = /^(?:cast|star|actor|actress|featur|ingredi|with|attende|particip|guest|invite)/;

/** Containers of other things: `orders in billing`. */
const holders = wordSet(`
  databas schema repo repositori folder directori playlist channel calendar project workspac board list room env
  environ site warehous region branch album store field class depart team queue bucket
`);

/**
 * `in`, `on` and `from` introduce the container of the thing before them; `in`, whatever else is required beside the
 * thing that the tool's name has: `scale_deployment` takes a namespace, too.
 */
export function holderScore(
  { nameStems, parameters, deed }: Tool,
  { nameStems: stems, type, closed, required }: Parameter,
  { preposition }: Context,
): number {
  if (type !== "string" || closed || !/^(?:in|on|into|from)$/.test(preposition)) return 0;
  const isThing = (words: readonly string[]): boolean => nameStems.indexOf(words.at(-1) ?? "", 1) > 0;
  const isBeside =
    deed.effect !== "read" &&
    preposition === "in" &&
    required &&
    !isThing(stems) &&
    parameters.some((other) => other.type === "string" && isThing(other.nameStems));
  return isBeside || holders.has(stems.at(-1) ?? "") ? 0.62 : 0;
}

/** Whether a value is for whom or what a thing is: `the door for Ann` is no door. */
export function isBeneficiary({ nameStems, type }: Parameter, { before, preposition }: Context): boolean {
  if (preposition !== "for" || type !== "string") return false;
  const at = before.slice(0, 3).findIndex(({ stem }) => stem === "for");
  return at >= 0 && nameStems.at(-1) === before[at + 1]?.stem;
}

/** Verbs of bringing a person `to` something. */
const bringing = /^(?:invit|admit|enrol|welcom|introduc)/;

/** `by` introduces the maker of something, `with` its participants or contents. */
export function companyScore(parameter: Parameter, mention: Mention, context: Context): number {
  if (mention.kind !== "name" && mention.kind !== "quoted" && mention.kind !== "phrase") return 0;
  if (context.owns && mention.kind === "name") return parameter.kind === "person" ? 0.6 : 0;
  const is = (pattern: RegExp): boolean => parameter.nameStems.some((word) => pattern.test(word));
  if (context.preposition === "by") return is(makers) ? 1.2 : parameter.kind === "person" ? 0.3 : -0.3;
  const isReceived = context.preposition === "to" && !context.before.some(({ stem }) => bringing.test(stem));
  if (isReceived && mention.kind !== "quoted" && parameter.kind === "person")
    return mention.kind === "phrase" ? 1.2 : 0.6;
  if (context.preposition === "with")
    return is(companions) ? 1 : is(makers) ? -0.5 : parameter.kind === "text" ? -0.7 : 0;
  return 0;
}
