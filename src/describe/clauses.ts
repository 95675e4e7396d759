import {
  adverbs,
  baseOf,
  beings,
  creating,
  determiners,
  doings,
  havings,
  isNumber,
  modals,
  negations,
  prepositions,
  quantities,
  storing,
  relatives,
  subordinators,
} from "./grammar.ts";
import { singular, verbOf, irregularVerbs } from "../language/index.ts";
import { wholly } from "../lib/index.ts";
import { isPlural } from "./nouns.ts";
import { isKnownResource } from "./vocabulary.ts";
import type { Token } from "./tokens.ts";
import { verbhood } from "./verbs.ts";

/** A verb with its auxiliaries. */
export interface VerbGroup {
  readonly from: number;
  /** The index after it. */
  readonly to: number;
  /** The main verb as written, in lower case. */
  readonly word: string;
  /** Base form of an active verb. */
  readonly base: string;
  readonly modal: string | undefined;
  readonly negated: boolean;
  readonly passive: boolean;
  /** Only a form of `be`: no verb follows. */
  readonly copula: boolean;
}

/** What a sentence says of a subject. */
export interface Clause {
  readonly subject: readonly Token[];
  readonly verb: VerbGroup;
  readonly rest: readonly Token[];
}

const isHelper = (low: string): boolean =>
  modals.has(low) || beings.has(low) || havings.has(low) || doings.has(low);

/** `feed`, `need`: not participles. */
const isBaseInEed = (low: string): boolean => low.endsWith("eed") && verbOf(low) === low;

const isParticiple = (token: Token): boolean =>
  (/(?:[a-z]{2}ed|[a-z]{2}en|wn|ught|pt)$/.test(token.low) && !isBaseInEed(token.low)) ||
  token.tags.has("PastTense") ||
  Object.hasOwn(irregularVerbs, token.low);

/** Whether a verb is only in the past tense: descriptions don't state what is stored in it. */
const isPast = (token: Token): boolean =>
  isParticiple(token) &&
  !/^(?:run|put|set|cut|read|split|let|hit|shut|rent|open|happen|lent)$/.test(token.low) &&
  !token.low.endsWith("en");

function verbAt(tokens: readonly Token[], index: number): VerbGroup | undefined {
  const first = tokens[index];
  if (first?.kind !== "word") return undefined;
  let position = index;
  let modal: string | undefined;
  let negated = false;
  let isObliged = false; // `has to`, `are to`
  let lastHelper: string | undefined;
  for (;;) {
    const { low = "", kind } = tokens[position] ?? {};
    if (kind !== "word") break;
    if (isHelper(low)) {
      if (modals.has(low)) modal = low;
      if (/n't$|cannot/.test(low)) negated = true;
      lastHelper = low;
    } else if (low === "to" && lastHelper) {
      [modal, isObliged] = ["must", true];
    } else if (position > index && (negations.has(low) || adverbs.has(low))) {
      if (low === "no" || (low === "first" && !modal)) break;
      if (low !== "also" && negations.has(low)) negated = true;
    } else break;
    position += 1;
  }
  const main = tokens[position];
  const built = (to: number, word: string, rest: Partial<VerbGroup>): VerbGroup => ({
    from: index,
    to,
    word,
    base: baseOf(word),
    modal,
    negated,
    passive: false,
    copula: false,
    ...rest,
  });
  if (lastHelper === undefined && /^(?:gets?|got)$/.test(first.low)) {
    const next = tokens[index + 1];
    if (next?.kind === "word" && isPast(next))
      return built(index + 2, next.low, { passive: true, modal: "can" });
  }
  // `technicians do inspections`
  if (lastHelper !== undefined) {
    const isVerb = modals.has(lastHelper) || !prepositions.has(main?.low ?? "");
    if (main?.kind === "word" && !determiners.has(main.low) && isVerb) {
      const of = tokens[position + 1]?.low === "up" ? position + 2 : position + 1;
      if (
        beings.has(lastHelper) &&
        /^(?:made|composed|comprised)$/.test(main.low) &&
        tokens[of]?.low === "of"
      )
        return built(of, "consist", {});
      if (beings.has(lastHelper) && isParticiple(main))
        return built(position + 1, main.low, { passive: true });
      if (modals.has(lastHelper) || doings.has(lastHelper) || isObliged)
        if (!beings.has(lastHelper)) return built(position + 1, main.low, {});
    }
    if (beings.has(lastHelper)) return built(position, "be", { copula: true });
    if (havings.has(lastHelper)) return built(position, "have", {});
    return undefined;
  }
  return isActive(tokens, index) ? built(index + 1, first.low, {}) : undefined;
}

/**
 * Whether a word without an auxiliary is the verb of the words before it: it agrees with them, and its object may
 * follow.
 */
function isActive(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index];
  const next = tokens[index + 1];
  if (!word || !next || next.text === ":") return false;
  const isSpoken = /^(?:we|i|you|they)$/.test(tokens[index - 1]?.low ?? "");
  if (isObjectRelative(tokens, index)) return verbhood(word) !== "none" && !isHelper(next.low);
  if (isSpoken && (opensObject(next) || (storing.has(word.low) && next.kind === "word")))
    return baseOf(word.low) === word.low;
  const certainty = verbhood(word);
  if (certainty === "none" || tokens[index - 1]?.tags.has("Head")) return false;
  const isThird = baseOf(word.low) !== word.low;
  if (isHelper(next.low) || isPast(word)) return false;
  if (next.low === "of" && /^(?:lists?|sets?|records?)$/.test(word.low)) return false;
  let position = index - 1;
  while (position > 0 && (adverbs.has(tokens[position]?.low ?? "") || tokens[position]?.kind === "group"))
    position -= 1;
  const before = tokens[position];
  if (!before)
    return (
      index === 0 &&
      isThird &&
      opensObject(next) &&
      !isPlural(next.low) &&
      !/^(?:for|of|in|on|by|with)$/.test(next.low)
    );
  if (before.kind === "number") return false;
  if (determiners.has(before.low) && !/^(?:each|both|these|those|this|that)$/.test(before.low)) return false;
  if (isNumber(before)) return false;
  const isPhrasal =
    tokens[position - 1]?.tags.has("Head") === true && /^(?:in|out|up|off|on|over|down)$/.test(before.low);
  if (isPhrasal) return certainty === "sure";
  if (quantities.has(before.low) || prepositions.has(before.low)) return false;
  if (/^(?:he|she|it)$/.test(before.low)) return isThird;
  if (/^(?:we|i|you|they)$/.test(before.low)) return !isThird;
  if (/^(?:which|that|who)$/.test(before.low)) return certainty === "sure" || opensObject(next);
  const opens =
    position < 3 && before.low.endsWith("s") && !isThird && next.kind === "word" && !isHelper(next.low);
  const hasObject = opens || opensObject(next) || (certainty === "sure" && next.kind !== "sign");
  if (/^(?:and|or|but|then|also|,)$/.test(before.low)) {
    // `an api for quotes, quotes with a text`
    if (before.text === "," && next.low === "with") return false;
    const isList = tokens.slice(0, position).findLast((token) => token.tags.has("Head"));
    if (isParticiple(word) && isList && isParticiple(isList)) return false;
    const earlier = tokens.slice(0, position).findLast((token) => token.tags.has("Head"));
    if (!earlier) return false;
    const wasThird =
      /^(?:is|has|does|was)$/.test(earlier.low) ||
      (!isHelper(earlier.low) && baseOf(earlier.low) !== earlier.low);
    const wasBase = !wasThird;
    // `has a text and stars from 1 to 5`: a noun in the list of an object.
    return (isThird ? wasThird : wasBase) && hasObject && (before.text !== "," || certainty === "sure");
  }
  // `customer bring order`: without articles and endings.
  const isKnown = (word: string): boolean => isKnownResource([singular(word)]);
  if (creating.has(word.low) && isKnown(before.low) && isKnown(next.low)) return true;
  if (before.kind !== "word" || !hasObject) return false;
  // `simple quotes api`
  if (before.tags.has("Adjective") && (certainty !== "sure" || !opensObject(next))) return false;
  if (isThird && next.low === "with" && !isPlural(before.low) && isBare(tokens, position)) return false;
  // `it has order lines`: the words directly after a verb are its object.
  if (isThird && tokens[position - 1]?.tags.has("Head")) return false;
  const isMany =
    isPlural(before.low) ||
    tokens.slice(Math.max(0, position - 3), position).some(({ low }) => low === "and");
  return isThird ? !isPlural(before.low) : isMany && before.low.endsWith("s") === isPlural(before.low);
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

/** `purchase orders with a number`: whether no article precedes the word at an index, so that it isn't a subject. */
function isBare(tokens: readonly Token[], index: number): boolean {
  let from = index;
  const opens = (token: Token | undefined): boolean => token?.kind !== "word" || prepositions.has(token.low);
  while (!opens(tokens[from - 1])) from -= 1;
  return !tokens.slice(from, index).some(({ low }) => determiners.has(low));
}

const opensAdverbial = wholly(
  "to|into|onto|from|in|on|at|by|with|for|about|of|as|through|up|out|off",
  "one|two|three|several|many|it|them|whether|when|how",
);

/** Whether a word can begin an object or another complement of a verb. */
const opensObject = ({ low, kind }: Token): boolean =>
  kind === "number" ||
  determiners.has(low) ||
  quantities.has(low) ||
  opensAdverbial.test(low) ||
  (kind === "word" && isPlural(low));

export interface Found {
  readonly verb: VerbGroup;
  readonly kind: "main" | "relative" | "subordinate" | "infinitive";
}

/** Whether a mark or conjunction separates two clauses. */
const isJoint = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === "sign"
    ? /^[,;:–—-]$/.test(token.text)
    : /^(?:and|or|but|so|while|then|plus)$/.test(token.low));

/** The verbs of a sentence, each with the kind of its clause. */
export function verbsIn(tokens: readonly Token[]): readonly Found[] {
  const found: Found[] = [];
  let index = 0;
  while (index < tokens.length) {
    const verb = verbAt(tokens, index);
    if (!verb) {
      index += 1;
      continue;
    }
    const kind = kindOf(tokens, verb, found.at(-1)?.verb.to ?? 0);
    found.push({ verb, kind });
    for (const token of tokens.slice(verb.from, verb.to)) token.tags = new Set([...token.tags, "Head"]);
    index = verb.to;
  }
  return found;
}

function kindOf(tokens: readonly Token[], { from }: VerbGroup, since: number): Found["kind"] {
  let index = from - 1;
  if (tokens[index]?.low === "to") return "infinitive";
  if (relatives.has(tokens[index]?.low ?? "")) return "relative";
  if (isContact(tokens, index, since)) return "relative";
  // Go back over the subject to the word that opens the clause.
  for (; index >= since; index -= 1) {
    const token = tokens[index];
    if (!token || (isJoint(token) && token.kind === "sign")) break;
    if (subordinators.has(token.low) && !(index === from - 1 && token.low === "as")) return "subordinate";
    const between = tokens.slice(index + 1, from).filter(({ low }) => !adverbs.has(low));
    if (relatives.has(token.low) && !(token.low === "that" && between.length > 1)) return "relative";
  }
  return "main";
}

/** `the rack it hangs on`: a pronoun directly after a noun opens a clause about that noun. */
function isContact(tokens: readonly Token[], index: number, since: number): boolean {
  const before = tokens[index - 1];
  if (!/^(?:i|we|you|they|he|she|it)$/.test(tokens[index]?.low ?? "") || index - 1 < since) return false;
  if (before?.kind !== "word" || prepositions.has(before.low)) return false;
  if (isJoint(before) || subordinators.has(before.low) || adverbs.has(before.low)) return false;
  if (/^(?:also|that|this|and|or|if|so|when|then|than)$/.test(before.low)) return false;
  let start = index - 1;
  while (start > since && !isJoint(tokens[start - 1])) start -= 1;
  const opens = tokens[start];
  return !(opens && prepositions.has(opens.low));
}

/** The clauses of a sentence that can stand alone, with what each says of its subject. */
export function clausesIn(tokens: readonly Token[]): readonly Clause[] {
  const verbs = verbsIn(tokens)
    .filter(({ kind }) => kind === "main")
    .map(({ verb }) => verb);
  const clauses: Clause[] = [];
  let subject: readonly Token[] = [];
  const starts = verbs.map((verb, index) => startOf(tokens, verb, verbs[index - 1]?.to ?? 0));
  for (const [index, verb] of verbs.entries()) {
    const start = starts[index] ?? verb.from;
    const clauseTokens = tokens
      .slice(start, verb.from)
      .filter((token) => !/^(?:and|but|or|so|then|later|also|here|there)$/.test(token.low));
    if (clauseTokens.some((token) => token.kind === "word"))
      subject = behindPreposition(trimmed(clauseTokens));
    const next = verbs[index + 1];
    const end = next ? Math.max(verb.to, starts[index + 1] ?? next.from) : tokens.length;
    clauses.push({ subject, verb, rest: trimmed(tokens.slice(verb.to, end), true) });
  }
  // `can accept or reject orders`: coordinated verbs share their auxiliary.
  const helped: Clause[] = [];
  for (const clause of clauses) {
    const before = helped.at(-1);
    const { verb } = clause;
    const modal = before?.subject === clause.subject ? before.verb.modal : undefined;
    const shares = modal !== undefined && !verb.modal && !verb.copula;
    helped.push(shares ? { ...clause, verb: { ...verb, modal } } : clause);
  }
  // `archive or share a lot`: coordinated verbs share their object.
  return helped.map((clause, index) => {
    const next = helped[index + 1];
    const isOpen =
      clause.rest.every((token) => isJoint(token) || verbhood(token) !== "none") &&
      next?.subject === clause.subject;
    return isOpen && next && !clause.verb.passive && !clause.verb.copula
      ? { ...clause, rest: [...clause.rest, ...next.rest] }
      : clause;
  });
}

/** Drops a leading prepositional phrase: `besides the name a task` → a task. */
function behindPreposition(tokens: readonly Token[]): readonly Token[] {
  if (!/^(?:besides?|apart|additionally|in)$/.test(tokens[0]?.low ?? "")) return tokens;
  const index = tokens.findLastIndex(({ low }) => determiners.has(low));
  return index > 1 ? tokens.slice(index) : tokens;
}

/** Where the clause of a verb begins: after the last conjunction before its subject. */
function startOf(tokens: readonly Token[], verb: VerbGroup, since: number): number {
  let index = verb.from - 1;
  if (since === 0 && !tokens.slice(0, verb.from).some(({ text }) => /^[;:]$/.test(text)))
    return leading(tokens, verb.from);
  for (; index >= since; index -= 1) if (isJoint(tokens[index])) return index;
  return verb.from;
}

/** Where the subject of the first clause begins: at the beginning, or after an introduction like `Later, users …`. */
function leading(tokens: readonly Token[], to: number): number {
  for (let index = to - 1; index > 0; index -= 1)
    if (tokens[index]?.text === "," && prepositions.has(tokens[0]?.low ?? "")) return index + 1;
  return 0;
}

/** Trims conjunctions at both ends. `isRest`: other verbs may follow the verb: `approve or reject an order`. */
const trimmed = (tokens: readonly Token[], isRest = false): readonly Token[] => {
  let [from, to] = [0, tokens.length];
  if (!isRest) while (from < to && isJoint(tokens[from])) from += 1;
  while (to > from && (isJoint(tokens[to - 1]) || /^[.!?]$/.test(tokens[to - 1]?.text ?? ""))) to -= 1;
  return tokens.slice(from, to);
};
