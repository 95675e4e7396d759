import { wordSet } from "../../../lib/index.ts";
import { alike } from "../fill/alike.ts";
import { side } from "../fill/direction.ts";
import { isNegation, light, minding } from "../knowledge/openings.ts";
import { imperative } from "../knowledge/verbs.ts";
import { isVerb, verbOf } from "../read/effect.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import { isCurrency } from "../text/currencies.ts";
import type { Mention } from "../text/mention.ts";
import { isOnlyVerb, isPast } from "../text/tagger.ts";
import type { Token } from "../text/tokens.ts";
import { unitsNamed } from "../text/units.ts";
import type { Clause } from "./clause.ts";
import { isVerbForm } from "./extent.ts";
import { directs, formsOf } from "./forms.ts";
import type { Place, Places } from "./places.ts";

/** What may explain the words of a request. */
export interface Known {
  readonly tool: Tool;
  /** Stems in results. */
  readonly stems: ReadonlySet<string>;
  readonly places: Places;
  /** Whether a word selects one of several results: `the second one`. */
  readonly selects: (word: string) => boolean;
}

/**
 * What a word of a request is for the calls: a value, a thing of the tool, a word that changes nothing, a foreign thing,
 * or a word that changes how much of it is meant.
 */
type Part = "value" | "own" | "plain" | "now" | "foreign" | "limit";

/** Words that don't change what is asked for. */
const plain = wordSet(`
  a an the this that these those it its them they he him his she her hers i me my we us our ours you your mine there one
  ones is are was be been and then also too just please pls plz kindly thanks thank right away immediately asap
  straight again upcoming departing leaving arriving returning starting going ok okay all both each every any some same quickly actually really already will would could can
  want need needs have has must should do go ahead name called named titled saying says number no nr mr mrs ms dr id
`);
/** Nouns of what a number counts. */
const counted = wordSet("people persons adults men women guests bucks pcs pieces units items copies");
/** Prepositions that introduce the value of any parameter. */
const neutral = wordSet(
  "of for to with in at on from by as into onto named called titled saying that per within inside starting",
);
/** Words that limit what a request is about, to a part or to another. */
const limits = wordSet(`
  no not only no nothing none nobody neither nor never or either except but other others another else more most less
  least few fewer half several next before after unless without rather almost nearly whichever whoever whatever who whom
  whose which what when where why how if though although anything everything anyone everyone anybody everybody someone
  somebody something much many further once twice here myself higher lower
`);
const prepositions = wordSet(`
  of for to with in at on from by as into onto about regarding concerning after before behind beside besides near
  than except but without via like minus plus through outside above over under below until till up since during within between per
  against around inside toward towards upon beyond across along among instead off out unlike despite starting per saying
`);

interface Phrase {
  readonly preposition: string;
  readonly parts: Part[];
  readonly values: Place[];
  /** Whether it is what somebody is to do: `to help`. */
  isInfinitive: boolean;
}

/** Whether every word of a clause is explained by the calls of a tool. */
export function isExplained(clause: Clause, known: Known): boolean {
  const phrases = phrasesOf(clause, known);
  const hasObject = phrases[0]?.values.length !== 0;
  // `invite Ann to help with the gala`: what she is to do is another act
  const infinitive = phrases.findIndex((phrase) => phrase.isInfinitive);
  const another = infinitive < 0 ? [] : phrases.slice(infinitive).flatMap(({ values }) => values);
  if (another.some(({ parameter }) => parameter && !/^(?:text|query|date|time)$/.test(parameter.kind)))
    return false;
  const taking = phrases.map(({ values }) => new Set(values.map(({ parameter }) => parameter)));
  return phrases.every(
    (phrase, i) =>
      fitsIn(phrase, known.tool) &&
      isPlaced(phrase, hasObject) &&
      !(phrase.preposition === "to" && isSwapped(phrase, phrases[0], formsOf(clause))) &&
      // `users U-1 to U-7`
      !taking
        .slice(0, i)
        .some((earlier) =>
          phrase.values.some(
            ({ parameter }) => parameter && earlier.has(parameter) && !isAmountOf(phrase, parameter),
          ),
        ),
  );
}

/** `2 kg of flour`: both are values of one list. */
const isAmountOf = ({ preposition }: Phrase, { type }: Parameter): boolean =>
  preposition === "of" && type === "array";

/** Whether a word is a verb, and none of the tool's things: `to account AC-77`. */
const isAction = (token: Token | undefined, { vocabulary }: Tool): boolean =>
  token !== undefined &&
  !vocabulary.has(token.stem) &&
  (isVerb(token.lower) || isOnlyVerb(token.lower) || imperative.has(token.lower));

/** Cuts a clause at its prepositions. */
function phrasesOf(clause: Clause, known: Known): readonly Phrase[] {
  const { tokens, joint } = clause;
  const [index] = formsOf(clause).opening;
  const mind = minding.find((phrase) => phrase.every((word, i) => tokens[index + i]?.lower === word));
  const from = index + (mind?.length ?? 0);
  const isLight = light.has(tokens[from]?.lower ?? "");
  const isHeaded = !prepositions.has(joint) || directs(clause);
  let phrase: Phrase = {
    preposition: isHeaded ? "" : joint,
    parts: [],
    values: [],
    isInfinitive: false,
  };
  const phrases = [phrase];
  const named = tokens.slice(from);
  for (const [i, token] of named.slice(0, described(named, known)).entries()) {
    const place = known.places.valueAt(token);
    if (place) {
      phrase.parts.push("value");
      phrase.values.push(place);
      const owns = token.end > place.end && /['’]s$/.test(token.lower);
      if (owns && place.parameter?.kind !== "id") phrase.parts.push("foreign");
    } else if (token.kind === "mark") {
      // an identifier or a quotation that no call takes
      const mention = known.places.unusedAt(token);
      if (mention && !known.places.valueAt(mention)) phrase.parts.push("limit");
    } else if (prepositions.has(token.lower) && !isParticle(token, known, named)) {
      const { parts, preposition } = phrase;
      const isEmpty = parts.length === 0 && preposition !== "";
      if (isEmpty) phrases.pop();
      const isCompound = isEmpty && !(particle.test(preposition) && !/^(?:to|of)$/.test(token.lower));
      phrases.push(
        (phrase = {
          preposition: isCompound ? `${preposition} ${token.lower}` : token.lower,
          parts: [],
          values: [],
          isInfinitive: token.lower === "to" && isAction(named[i + 1], known.tool),
        }),
      );
    } else
      phrase.parts.push(
        partOf(token, {
          ...known,
          head: named[0]?.lower ?? "",
          isHead: i === 0 && isHeaded,
          isLight,
          isMeasure: phrase.parts.at(-1) === "value",
          isCount: phrase.values.at(-1)?.parameter?.kind === "count" && named[i + 1]?.stop === false,
        }),
      );
  }
  const last = phrases.at(-1);
  return last?.parts.length === 0 && (last.preposition === "in" || particle.test(last.preposition))
    ? phrases.slice(0, -1)
    : phrases;
}

/**
 * Where a relative clause begins that only describes what an identifier names anyway: `cancel hold H-77 that I placed
 * yesterday`. Undefined if there is none, or if it names further things.
 */
function described(tokens: readonly Token[], { places }: Known): number | undefined {
  const index = tokens.findIndex(({ lower }, i) => {
    const before = tokens[i - 1];
    return before !== undefined && relative.test(lower) && isNaming(places.valueAt(before));
  });
  const rest = tokens.slice(index);
  const isPlain = rest.every(
    (token) => !places.valueAt(token) && !isAdding(places.unusedAt(token)) && !isNegation(token.lower),
  );
  return index > 0 && isPlain && isHistory(rest.slice(1).map(({ lower }) => lower)) ? index : undefined;
}

const relative = /^(?:that|which|who)$/;

/**
 * Whether a relative clause only tells what happened: `I placed yesterday`, `was placed by mistake`. What is, will or
 * should be may be a reason against the act.
 */
function isHistory(words: readonly string[]): boolean {
  const verbs = words.filter((word) => isVerbForm(word));
  const [first = "", second] = verbs;
  const isPassive = /^(?:was|were)$/.test(first);
  const isTold = isPassive ? second !== undefined && isPast(second) : isPast(first);
  return isTold && verbs.length === (isPassive ? 2 : 1) && !words.some((word) => modal.test(word));
}

const modal = /^(?:may|might|must|shall|should|would|ought|to|nobody|none|hardly)$/;

/** Whether a mention that no call takes is more than a time. */
const isAdding = (mention: Mention | undefined): boolean => mention !== undefined && mention.kind !== "date";

/** Whether a value names a single thing whatever else is said of it. */
const isNaming = (place: Place | undefined): boolean => place?.parameter?.kind === "id";

/** What may end a verb: `turn the light on`. */
const particle = /^(?:on|off|up|down|out|over|back)$/;

/** Whether a word belongs to a verb that is said with it: `sign Ann up`, but not `charge Ann up to 40`. */
const isParticle = ({ lower }: Token, { tool }: Known, said: readonly Token[]): boolean =>
  tool.deed.verbs.some(
    ([verb, particle]) =>
      particle === lower && said.some((token) => (verbOf(token.lower) ?? token.lower) === verb),
  );

function partOf(
  token: Token,
  known: Known & { readonly head: string } & Record<"isHead" | "isLight" | "isMeasure" | "isCount", boolean>,
): Part {
  const { lower, stem, stop } = token;
  const { tool, stems, places, selects, isHead, isLight, isMeasure } = known;
  if (now.test(lower)) return "now";
  if (isHead || plain.has(lower) || selects(lower)) return "plain";
  if (isMeasure && (isCurrency(lower) || counted.has(lower))) return "plain";
  // `order two more packs`
  if (isMeasure && known.isCount && lower === "more") return "plain";
  const isOwn =
    tool.deed.verbs.some(([verb, second]) => second === lower && verb === known.head) ||
    stems.has(stem) ||
    tool.vocabulary.has(stem) ||
    tool.nameStems.some((word) => alike(word, stem) >= 0.6);
  const mention = places.unusedAt(token);
  const isFree = mention?.number?.spelt === true && tool.deed.effect === "act";
  if (mention && !(isOwn && mention.kind === "name"))
    return mention.kind === "name" || isFree ? "foreign" : "limit";
  const base = verbOf(lower) ?? lower;
  if (isOwn || (base !== lower && tool.deed.verbs.some(([verb]) => verb === base))) return "own";
  if (isLight && tool.deed.nouns.some((noun) => noun.includes(lower))) return "own";
  if (limits.has(lower) || isNegation(lower) || unitsNamed(lower).some(({ quantity }) => quantity === "time"))
    return "limit";
  return stop ? "plain" : "foreign";
}

const now = /^(?:now|today)$/;

/** Whether a phrase says nothing that its values and the tool don't. */
function fitsIn({ preposition, parts, values }: Phrase, tool: Tool): boolean {
  const isBare = preposition === "";
  if (parts.includes("limit") || (!isBare && (parts[0] === "now" || parts.length === 0))) return false;
  if (!isBare && !neutral.has(preposition) && !parts.includes("value")) return false;
  // what is easily changed back may be described
  if (tool.deed.effect === "act") return true;
  const isOption = (values.at(-1)?.parameter?.options.length ?? 0) > 0;
  const isQuoted = values.some((value) => value.isQuoted);
  // `my stupid order SO-1`, but neither `invoice SO-1` for a tool of orders nor `order SO-1 anonymously`
  return parts.every((part, i) => {
    if (part !== "foreign") return true;
    const next = parts.slice(i + 1).find((other) => other !== "foreign" && other !== "plain");
    return next === "own" || (isQuoted && next === "value")
      ? parts.lastIndexOf("value") > i
      : isOption && parts[i - 1] === "value";
  });
}

/** Whether a phrase's preposition fits the parameters that take its values. */
function isPlaced({ preposition, values }: Phrase, hasObject: boolean): boolean {
  if (preposition === "") return true;
  return values.every(({ parameter }) => {
    if (!parameter || parameter.closed) return true;
    if (preposition === "from")
      return side(parameter, true) === "start" || (hasObject && parameter.kind !== "person");
    if (neutral.has(preposition) || preposition.startsWith("starting")) return true;
    if (/^(?:after|before|until|till|since)$/.test(preposition)) return isBound(parameter, preposition);
    const isTopic = /^(?:about|regarding|concerning)$/.test(preposition);
    return (
      /^(?:date|time|query)$/.test(parameter.kind) ||
      (parameter.kind === "text" && !(isTopic && parameter.required))
    );
  });
}

/** Verbs of giving something `to` a person. */
const giving =
  /^(?:send|share|give|forward|transfer|pay|mail|email|message|lend|hand|ship|sell|grant|show|offer|write|say)$/;

/** Whether a call has the object for a place and what follows `to` for a person: `invite Ann to the gala`. */
const isSwapped = (
  { values }: Phrase,
  object: Phrase | undefined,
  { words, opening }: ReturnType<typeof formsOf>,
): boolean =>
  !giving.test(words[opening[0]] ?? "") &&
  values.some(({ parameter }) => parameter?.kind === "person") &&
  object?.values.some(({ parameter }) => /^(?:other|place)$/.test(parameter?.kind ?? "")) === true;

/** Whether a parameter is the end of a time that a preposition means. */
const isBound = (parameter: Parameter, preposition: string): boolean =>
  parameter.nameStems.some((word) => /^(?:due|deadlin|expir|until|till|befor|after|sinc)/.test(word)) ||
  side(parameter, true) === (/^(?:after|since)$/.test(preposition) ? "start" : "end");
