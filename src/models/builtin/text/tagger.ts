import { inTable } from "../../../lib/index.ts";
import { tagger } from "../../../language/index.ts";

const joining = /^(?:of|for|in|on|at|by|from|between|near|around|with|and|or|that|which|who)$/;
const nominal = /(?:tion|sion|ment|ness|ity|age|ance|ence|ing|th|er|or|al|ic|ous|ive)$/;

/**
 * Whether a lower-case phrase certainly names something: it begins with a noun or its attributes. A word that may be a
 * verb before its object counts as one.
 */
export function isNounPhrase(phrase: string): boolean {
  const [lead = "", mark, next = ""] = phrase.match(/[\p{L}-]+|\P{L}+/gu) ?? [];
  const linked = mark?.trim() !== "" || next === "" || joining.test(next);
  const { lexicon } = tagger().world().model.one;
  const known = determined.test(lead) || Object.hasOwn(lexicon, lead) || nominal.test(lead);
  if (!linked && (lead.endsWith("s") || !known || mayAct(lead))) return false;
  const terms = tagger()(phrase.slice(0, 200).replaceAll(/['’]s\b/g, ""))
    .json()
    .flatMap((sentence) => sentence.terms);
  const verb = terms.findIndex(
    ({ tags }) => !tags.includes("Gerund") && (tags.includes("PresentTense") || tags.includes("Auxiliary")),
  );
  // `The guest reads this`
  const states = determined.test(lead) && verb > 0 && verb < 4 && !joining.test(terms[verb - 1]?.text ?? "");
  return verb !== 0 && !states;
}

/** Whether a word in base form is as much a verb as a noun: `claim`, `ring`. */
export const mayAct = (word: string): boolean =>
  /^(?:Noun|Adj)\|Verb$/.test(inTable(tagger().world().model.two.switches, word) ?? "");

const determined = /^(?:the|an?|every|everything|each|any|all)$/;

/** Whether a word is a verb and nothing else, or has the form of one: `prolong`, `resize`. */
export function isOnlyVerb(word: string): boolean {
  const { lexicon } = tagger().world().model.one;
  if (Object.hasOwn(lexicon, word)) return lexicon[word] === "Infinitive";
  return /^(?:re|un|dis|de)\p{L}{3}|(?:ize|ise|ify|ate)$/u.test(word);
}

/** Whether a word in base form may be a verb. */
export const mayBeVerb = (word: string): boolean => mayAct(word) || isOnlyVerb(word);

/** Whether a lower-case word is a first name and no other word: `mira`. */
export const isForename = (word: string): boolean =>
  /^(?:First|Male|Female)Name$/.test(String(inTable(tagger().world().model.one.lexicon, word) ?? "")) &&
  inTable(tagger().world().model.two.switches, word) === undefined;

/** Whether a lower-case word is a verb in a form of statements: `rang`, `arrives`. */
export const isFinite = (word: string): boolean =>
  /^(?:Past|Present)Tense$|^Participle$/.test(
    String(inTable(tagger().world().model.one.lexicon, word) ?? ""),
  );

/** Whether a lower-case word is a verb in a past form: `rang`, `placed`. */
export const isPast = (word: string): boolean =>
  /^(?:PastTense|Participle)$/.test(String(inTable(tagger().world().model.one.lexicon, word) ?? "")) ||
  /\p{L}{2}ed$/u.test(word);
