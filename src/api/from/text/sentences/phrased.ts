import { isParticiple } from "../words/deeds.ts";
import { isPerson } from "../words/persons.ts";
import { verbOf } from "../words/words.ts";
import type { ResourceDraft } from "../draft.ts";
import { item } from "../facts/item.ts";
import { type State, knownIn, nameOf, relate } from "../state.ts";
import type { Phrase } from "./phrase.ts";

/** A clause that phrases stand in: `was booked by a guest on some day`. */
export interface Phrased {
  readonly resource: ResourceDraft;
  readonly verb: string;
  /** The word behind the verb: `booked`. */
  readonly word: string;
  /** Whether that word says what was done. */
  readonly isDone: boolean;
  /** Whether it is told of several records. */
  readonly many: boolean;
  /** Whether what the phrases name need not be there. */
  readonly isPossible: boolean;
}

/** Reads one kind of phrase; false where it is of another kind. */
type PhraseRule = (state: State, phrased: Phrased, phrase: Phrase) => boolean;

export const timely = /^(?:another|date|day|time|moment|year|date and time|datetime|point in time)$/i;

/** `runs through the village`: a place that is spoken of, and no record. */
const place: PhraseRule = (state, { isDone, verb }, { noun, definite }) =>
  definite && !isDone && verb !== "be" && knownIn(state, noun) === undefined;

/** `are filed by customers`: people who become a record by it. */
const byMany: PhraseRule = (state, { resource, isDone }, { bare, by, noun }) => {
  const isBy = bare && isDone && by === "by" && /^[a-z]+s$/i.test(noun) && isPerson(noun.slice(0, -1));
  const target = isBy && knownIn(state, noun) === undefined ? nameOf(noun) : undefined;
  if (target === undefined) return false;
  relate(resource, { kind: "belongsTo", target });
  return true;
};

/** `stand in gardens`, where no gardens are kept; and `Crews race in tournaments`: how many of each is asked when all is read. */
const unsaid: PhraseRule = (state, { isDone, verb, many }, { bare, noun }) =>
  bare && (knownIn(state, noun) === undefined || (!isDone && verb !== "be" && many));

/** `is booked for a guest`, `appears in several shows`: a record that is known. */
const toKnown: PhraseRule = (state, { resource, isPossible }, { noun, many, perhaps }) => {
  const target = knownIn(state, noun);
  if (target === undefined || target === resource.name) return false;
  if (many) relate(resource, { kind: "manyToMany", target });
  else relate(resource, { kind: "belongsTo", target, ...(perhaps || isPossible ? { optional: true } : {}) });
  return true;
};

/** `made by an employee`, `sits on one wall`: a record that is named here first. */
const toNew: PhraseRule = (_state, { resource, isDone, isPossible }, { by, noun, one, perhaps }) => {
  const isWord = /^[a-z]+$/i.test(noun);
  const isBy = isDone && by === "by" && isWord && isPerson(noun);
  const target = isBy || (one && isWord && !timely.test(noun)) ? nameOf(noun) : undefined;
  if (target === undefined) return false;
  relate(resource, { kind: "belongsTo", target, ...(perhaps || isPossible ? { optional: true } : {}) });
  return true;
};

const thirdOf = (base: string): string => (/(?:s|sh|ch|x)$/.test(base) ? `${base}es` : `${base}s`);

/** `booked on`, `starts at`: the name of a day or a time, with its type. */
function momentOf({ verb, word, isDone }: Phrased, noun: string): string {
  if (verb === "be" && !isDone) return noun;
  const told = isDone ? word : isParticiple(verb) ? verb : thirdOf(verb);
  if (/time|moment/i.test(noun)) return `${told} at (datetime)`;
  return isDone && /year/i.test(noun) ? `${verbOf(word.toLowerCase())} year` : `${told} on (date)`;
}

/** `was booked on some day`, `starts at a given time`: when it happens; `planned for a day` is that day. */
const when: PhraseRule = (state, phrased, { by, noun }) => {
  if (!timely.test(noun)) return false;
  const { resource, isDone } = phrased;
  item(state, resource, isDone && by === "for" ? `a ${noun}` : momentOf(phrased, noun));
  return true;
};

/** `is stored in a drawer`: a field with the name of the noun. */
const field: PhraseRule = (state, { resource, isDone }, { by, noun }) => {
  if (noun) item(state, resource, by === "by" && !isDone ? noun : `a ${noun}`);
  return true;
};

const rules: readonly PhraseRule[] = [place, byMany, unsaid, toKnown, toNew, when, field];

/** What a phrase says of the record that its clause is about. */
export const phrase = (state: State, phrased: Phrased, one: Phrase): void =>
  void rules.some((rule) => rule(state, phrased, one));
