import {
  adverbs,
  baseOf,
  creating,
  determiners,
  isNumber,
  prepositions,
  pronouns,
  quantities,
  storing,
} from "./grammar.ts";
import { singular } from "../language/index.ts";
import { wholly } from "../lib/index.ts";
import { isPlural } from "./nouns.ts";
import { isKnownResource } from "./vocabulary.ts";
import type { Token } from "./tokens.ts";
import { isHelper, isJoint, isParticiple, isPast, verbhood } from "./verb-forms.ts";

/** A word that may be a verb without an auxiliary, and what is around it. */
interface Place {
  readonly tokens: readonly Token[];
  readonly word: Token;
  readonly next: Token;
  /** The index of the word before it, without adverbs and groups. */
  readonly position: number;
  readonly isSure: boolean;
  /** Whether it has the form of the third person: `repairs`. */
  readonly isThird: boolean;
}

/**
 * Whether a word without an auxiliary is the verb of the words before it: it agrees with them, and its object may
 * follow.
 */
export function isActive(tokens: readonly Token[], index: number): boolean {
  const [word, next] = tokens.slice(index, index + 2);
  if (!word || !next || next.text === ":") return false;
  const certainty = verbhood(word);
  if (isObjectRelative(tokens, index)) return certainty !== "none" && !isHelper(next.low);
  const isThird = baseOf(word.low) !== word.low;
  const isSpoken = /^(?:we|i|you|they)$/.test(tokens[index - 1]?.low ?? "");
  if (isSpoken && (opensObject(next) || (storing.has(word.low) && next.kind === "word"))) return !isThird;
  if (certainty === "none" || tokens[index - 1]?.tags.has("Head") || isHelper(next.low) || isPast(word))
    return false;
  if (next.low === "of" && /^(?:lists?|sets?|records?)$/.test(word.low)) return false;
  let position = index - 1;
  while (position > 0 && (adverbs.has(tokens[position]?.low ?? "") || tokens[position]?.kind === "group"))
    position -= 1;
  const place: Place = { tokens, word, next, position, isSure: certainty === "sure", isThird };
  const before = tokens[position];
  return before ? agrees(place, before) : index === 0 && opens(place);
}

/** `Tracks the rooms …` at the beginning of a sentence. */
const opens = ({ next, isThird }: Place): boolean =>
  isThird && opensObject(next) && !isPlural(next.low) && !/^(?:for|of|in|on|by|with)$/.test(next.low);

/** Whether a verb fits the word before it. */
function agrees(place: Place, before: Token): boolean {
  const { next, position, isSure, isThird } = place;
  const { low } = before;
  const isArticle = determiners.has(low) && !/^(?:each|both|these|those|this|that)$/.test(low);
  if (isArticle || isNumber(before) || before.kind === "number") return false;
  if (quantities.has(low) || prepositions.has(low)) return false;
  if (/^(?:he|she|it)$/.test(low)) return isThird;
  if (/^(?:we|i|you|they)$/.test(low)) return !isThird;
  if (/^(?:which|that|who)$/.test(low)) return isSure || opensObject(next);
  const isPluralSubject = position < 3 && low.endsWith("s") && !isThird && next.kind === "word";
  const hasObject = isPluralSubject || opensObject(next) || (isSure && next.kind !== "sign");
  if (/^(?:and|or|but|then|also|,)$/.test(low)) return hasObject && isCoordinated(place, before);
  return agreesWithNoun(place, before, hasObject);
}

/** Whether a verb continues the clause before a conjunction: `… has a name and needs a date`. */
function isCoordinated({ tokens, word, next, position, isSure, isThird }: Place, before: Token): boolean {
  // `an api for quotes, quotes with a text`
  if (before.text === "," && (next.low === "with" || !(isSure || /^(?:it|them)$/.test(next.low))))
    return false;
  const earlier = tokens.slice(0, position).findLast((token) => token.tags.has("Head"));
  if (!earlier || (isParticiple(word) && isParticiple(earlier))) return false;
  const wasThird =
    /^(?:is|has|does|was)$/.test(earlier.low) ||
    (!isHelper(earlier.low) && baseOf(earlier.low) !== earlier.low);
  // `has a text and stars from 1 to 5`: a noun in the list of an object
  return isThird === wasThird;
}

/** Whether a noun may be the subject of a verb. */
function agreesWithNoun(
  { tokens, word, next, position, isSure, isThird }: Place,
  before: Token,
  hasObject: boolean,
): boolean {
  // `customer bring order`: without articles and endings
  const isKnown = (name: string): boolean => isKnownResource([singular(name)]);
  if (creating.has(word.low) && isKnown(before.low) && isKnown(next.low)) return true;
  if (before.kind !== "word" || !hasObject) return false;
  // `simple quotes api`
  if (before.tags.has("Adjective") && (!isSure || !opensObject(next))) return false;
  const isMany = isPlural(before.low);
  // `a member and a coach share`, unlike `it has a date and a trailer link`
  const isPair = tokens.slice(Math.max(0, position - 3), position).some(({ low }) => low === "and");
  if (!isThird && isMany) return before.low.endsWith("s") || !pronouns.has(before.low);
  if (!isThird)
    return (
      isPair && !before.low.endsWith("s") && !tokens.slice(0, position).some(({ tags }) => tags.has("Head"))
    );
  // `it has order lines`: the words directly after a verb are its object
  if (tokens[position - 1]?.tags.has("Head")) return false;
  return !isMany && next.low !== "with";
}

/** `bikes that our mechanics repair,`: whether the object of a verb precedes it, before `that` and its subject. */
function isObjectRelative(tokens: readonly Token[], index: number): boolean {
  const [subject, verb, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (subject?.kind !== "word" || !verb || !next) return false;
  if (next.kind !== "sign" && !isJoint(next) && !prepositions.has(next.low)) return false;
  const isThird = baseOf(verb.low) !== verb.low;
  if (isThird === isPlural(subject.low)) return false;
  const from = Math.max(0, index - 4);
  const position =
    tokens.slice(from, index - 1).findLastIndex(({ low }) => /^(?:that|which)$/.test(low)) + from;
  return position >= from && tokens[position - 1]?.kind === "word";
}

const opensAdverbial = wholly(
  "to|into|onto|from|in|on|at|by|with|for|about|of|as|through|up|out|off|down|back|away|over",
  "one|two|three|several|many|it|them|whether|when|how",
);

/** Whether a word can begin an object or another complement of a verb. */
const opensObject = ({ low, kind }: Token): boolean =>
  kind === "number" ||
  determiners.has(low) ||
  quantities.has(low) ||
  opensAdverbial.test(low) ||
  (kind === "word" && isPlural(low));
