import { inTable } from "../../../../lib/index.ts";
import { namesFrom } from "../../../names.ts";
import { type Clause, clauseOf, particles, prepositions } from "../words/clause.ts";
import { called } from "../words/called.ts";
import type { RelationDraft, ResourceDraft } from "../draft.ts";
import { items } from "../words/lists.ts";
import { type State, nameOf, recordOf, relate } from "../state.ts";

/** A noun of a clause, as it was written, and whether it speaks of many. */
interface Noun {
  readonly text: string;
  readonly many: boolean;
}

/** Who does what to what, and in, with or for what else. */
export interface Telling {
  readonly subject: Noun;
  readonly verb: string;
  readonly object: Noun | undefined;
  readonly others: readonly { readonly by: string; readonly noun: Noun }[];
}

const determined =
  /^(?:(?:an?|the|each|every|all|our|my|their|its|his|her|some|one|exactly|only|at most|several|many|multiple|various|different|two|three|new|other|these|those)\s+)+/i;

/** What tells when or how often, and what goes on about a noun. */
const beyond =
  /[,;]?\s+(?:when|whenever|if|unless|until|while|before|after|as|so|because|once|that|which|who|where|whose|and (?:have|has|are|is|can|may|must)|every|each|several times|once|twice|again|together|online|regularly|daily|weekly|monthly)\b.*$/i;

const pronoun = /^(?:it|them|they|him|her|us|you|one|ones|each other|one another|this|these|those)$/i;

function nounOf(text: string): Noun | undefined {
  const bare = text.trim().replace(determined, "");
  if (!/^[a-z][a-z-]*(?: [a-z-]+){0,2}$/i.test(bare)) return undefined;
  const isSingle = /^(?:exactly |only |at most )?(?:an?|one|the|each|every)\s/i.test(text.trim());
  return { text: bare, many: !isSingle && namesFrom(bare).plural.words === bare.toLowerCase() };
}

/** `Officers issue tickets to drivers`: the nouns of a clause; undefined where it says something else as well. */
export function tellingOf(clause: Clause): Telling | undefined {
  if (clause.negated || /^(?:be|have|belong|need|require|refer|relate|point|depend)$/.test(clause.verb))
    return undefined;
  // `Vendors give their name`
  if (
    /^(?:give|state|provide|enter|leave|tell|supply|choose|pick)$/.test(clause.verb) &&
    /^(?:their|its|his|her)\s/i.test(clause.rest)
  )
    return undefined;
  // `Guests get a code`
  if (clause.verb === "get" && !/^[a-z]+s\b/i.test(clause.rest)) return undefined;
  const subject = nounOf(clause.subject === "" ? "they" : clause.subject);
  const words = clause.rest
    .replace(/[.;,]+$/, "")
    .replace(beyond, "")
    .split(/\s+/)
    .filter(Boolean);
  if (!subject || words.some((word) => !/^[a-z][a-z'’-]*$/i.test(word))) return undefined;
  if (
    (particles.has(words[0] ?? "") &&
      (!/^(?:in|on)$/.test(words[0] ?? "") || /^(?:hand|put|turn|fill|send|bring|log)$/.test(clause.verb))) ||
    (clause.verb === "take" && /^(?:part|place)$/.test(words[0] ?? ""))
  )
    words.shift();
  const groups: { by: string; words: string[] }[] = [{ by: "", words: [] }];
  for (const word of words)
    if (prepositions.has(word.toLowerCase())) groups.push({ by: word.toLowerCase(), words: [] });
    else groups.at(-1)?.words.push(word);
  const nouns = groups
    .filter(({ words: all }) => all.length > 0)
    .map(({ by, words: all }) => ({ by, noun: nounOf(all.join(" ")) }));
  if (!nouns.length || !nouns.every(({ noun }) => noun !== undefined)) return undefined;
  if (nouns.some(({ noun }) => pronoun.test(noun?.text ?? ""))) return undefined;
  const read = nouns.flatMap(({ by, noun }) => (noun ? [{ by, noun }] : []));
  return {
    subject,
    verb: clause.verb.toLowerCase(),
    object: read.find(({ by }) => by === "")?.noun,
    others: read.filter(({ by }) => by !== ""),
  };
}

const somebody = /s$|^(?:we|i|you|people|staff|children|men|women)$|^(?:an?|the|our|my|each|every)\s/i;

/** Whether a sentence only tells who does what: `Officers issue tickets to drivers and write reports`. */
export function isStory(sentence: string): boolean {
  const parts = items(sentence).map((part) => clauseOf(part) ?? part);
  const [first] = parts;
  if (first === undefined || typeof first === "string" || !somebody.test(first.subject)) return false;
  // `A membership ties a member to a desk` tells of a record, `A theatre puts on plays` of who keeps them.
  const isRecord =
    /^(?:an?|the|each|every)\s/i.test(first.subject) && tellingOf(first)?.object?.many !== true;
  if (isRecord) return false;
  // `Divers speak several languages` says what they have
  if (/^(?:several|many|multiple|various)\s/i.test(first.rest)) return false;
  return parts.every((part) =>
    typeof part === "string"
      ? nounOf(part) !== undefined
      : part.modal === undefined && tellingOf(part) !== undefined,
  );
}

/** Whether a noun names what a verb does: `rental` and rent, `reservation` and reserve. */
export function names(noun: string, verb: string): boolean {
  if (inTable(called, verb)?.includes(noun)) return true;
  const stem = verb.replace(/[ey]$/, "");
  return (
    noun === verb ||
    (stem.length > 2 &&
      noun.startsWith(stem) &&
      /^(?:ing|al|ation|ition|ion|tion|ment|ance|ence|ery|y|sion|iption|ption|lment|ration|ature)$/.test(
        noun.slice(stem.length),
      ))
  );
}

/** The record that a noun means, where more is known of it than its name. */
function toldOf(state: State, noun: string): ResourceDraft | undefined {
  const record = recordOf(state, noun);
  const isTold = record && (record.fields.length + record.actions.length > 0 || record.relations.length > 0);
  return isTold ? record : undefined;
}

const belongs = (one: ResourceDraft, other: ResourceDraft): boolean =>
  one.relations.some(({ target }) => target === other.name);

/** Whether two records are tied already: by themselves, or by a third one that belongs to both. */
function tied(state: State, one: ResourceDraft, other: ResourceDraft): boolean {
  if (one === other || belongs(one, other) || belongs(other, one)) return true;
  return [...state.resources.values()].some((third) => belongs(third, one) && belongs(third, other));
}

/** `dog name` says whose a deed is without a relation. */
const named = (deed: ResourceDraft, other: ResourceDraft): boolean =>
  deed.fields.some(({ name }) => name.toLowerCase().startsWith(other.name.toLowerCase()));

/** `guest name` says who it was as well. */
const namedBy = (deed: ResourceDraft, noun: string): boolean =>
  deed.fields.some(({ name }) => name.toLowerCase().includes(noun.toLowerCase()));

/** `We`, `people`: nobody of whom records are kept. */
const nobody = /^(?:we|i|you|they|people|someone|somebody|anyone|everyone|one|staff)$/i;

/** Relates two records by what was only told of them, and says so. */
function suppose(state: State, resource: ResourceDraft, relation: RelationDraft, telling: Telling): void {
  const { subject, verb, object, others } = telling;
  const told = [
    subject.text,
    verb,
    object?.text ?? "",
    ...others.map(({ by, noun }) => `${by} ${noun.text}`),
  ];
  const what =
    relation.kind === "belongsTo"
      ? `${resource.name} belongs to ${relation.target}`
      : `${resource.name} and ${relation.target} have many of each other`;
  state.assumed.push(`${what}, as was told: ${told.filter(Boolean).join(" ")}.`);
  relate(resource, relation);
}

/** The record of a deed belongs to what it is done to, and to who does it. */
function tie(
  state: State,
  deed: ResourceDraft,
  { others, telling }: { readonly others: readonly (ResourceDraft | undefined)[]; readonly telling: Telling },
): void {
  for (const other of others)
    if (other && !tied(state, deed, other) && !named(deed, other))
      suppose(state, deed, { kind: "belongsTo", target: other.name }, telling);
}

/** Deeds that both sides do many times: `bands play at venues`. */
export const shared =
  /^(?:attend|join|visit|play|perform|enroll?|work|speak|follow|take|participate|compete|teach|appear|study|meet|subscribe|volunteer|act|star|sing|ride|race|sign|register|belong|share|use|know|like)$/;

/** Deeds that make what they are done to: `users write reviews`, `passengers request a seat`. */
const making =
  /^(?:write|post|make|create|submit|request|offer|place|upload|publish|issue|file|design|compose|propose|suggest|host|organi[sz]e|own)$/;

/** Prepositions behind which stands what something is a part of, or made for. */
const holder = /^(?:in|on|at|to|for|from|with|into|onto|of|about|under|by|through|via|inside)$/;

function resolve(state: State, telling: Telling, next: string | undefined, said: boolean): void {
  const of = (noun: Noun | undefined): ResourceDraft | undefined =>
    noun === undefined ? undefined : toldOf(state, noun.text);
  const [subject, object] = [of(telling.subject), of(telling.object)];
  const others = telling.others.filter(({ by }) => holder.test(by)).map(({ noun }) => of(noun));
  const all = [subject, object, ...others];
  const after = next === undefined ? undefined : toldOf(state, next);
  const deed =
    [...state.resources.values()].find(({ name }) => names(name.toLowerCase(), telling.verb)) ??
    (after && !all.includes(after) && all.some((one) => one) ? after : undefined);
  // Who makes a record is kept with it, even where no more is said of them.
  const made = making.test(telling.verb) ? (deed ?? object) : undefined;
  const maker = subject === undefined ? nameOf(telling.subject.text) : undefined;
  const isMade =
    made?.fields.length && maker !== undefined && made.name !== maker && !nobody.test(telling.subject.text);
  if (isMade && made && !made.relations.some(({ kind }) => kind === "belongsTo") && !namedBy(made, maker))
    suppose(state, made, { kind: "belongsTo", target: maker }, telling);
  if (deed) return tie(state, deed, { others: all, telling });
  if (said) return;
  if (object) {
    tie(state, object, { others, telling });
    if (!subject || tied(state, subject, object)) return;
    if (telling.object?.many && shared.test(telling.verb))
      suppose(state, subject, { kind: "manyToMany", target: object.name }, telling);
    else suppose(state, object, { kind: "belongsTo", target: subject.name }, telling);
    return;
  }
  for (const [i, other] of others.entries())
    if (subject && other && !tied(state, subject, other)) {
      const many = telling.others[i]?.noun.many === true && telling.subject.many && shared.test(telling.verb);
      suppose(state, subject, { kind: many ? "manyToMany" : "belongsTo", target: other.name }, telling);
    }
}

/** What was told without tying two records: it is no part of the definition, and the reader is told so. */
export const untied = (state: State): readonly string[] =>
  state.told.filter((text) => {
    const telling = tellingOf(
      clauseOf(text) ?? { subject: "", modal: undefined, negated: true, verb: "", rest: "" },
    );
    const nouns = telling ? [telling.subject, telling.object, ...telling.others.map(({ noun }) => noun)] : [];
    const records = nouns.flatMap((noun) => (noun && toldOf(state, noun.text)) || []);
    return new Set(records).size < 2;
  });

/** `A library where members borrow books`: what stands before what is told. */
const scene = /^\s*(?:(?:an?|the|our|my)\s)?[a-z][\w -]{2,40}?\s(?:where|in which|whereby)\s+(?=[a-z]+s\s)/i;

/**
 * What sentences tell of records that are described elsewhere: `Students rent a locker; a rental has a deposit`,
 * `Officers issue tickets to drivers`, `Bands play on stages: a gig has a fee`. Nothing is said against what was read
 * before: two records that are tied stay as they are.
 */
export function stories(state: State, text: string): void {
  for (const sentence of text.split(/[.?!](?:\s|$)|\n/)) {
    const setting = scene.exec(sentence)?.[0] ?? "";
    const clauses = sentence
      .slice(setting.length)
      .split(
        /[;:,]\s+(?:(?:and|but|while|whereas)\s+)?|\s+(?:and|but|while)\s+(?=(?:an?|each|every|[a-z]+s)\s[a-z]+\s)/i,
      )
      .map((part) => ({ part, clause: clauseOf(part) }));
    for (const [i, { part, clause }] of clauses.entries()) {
      const telling = clause && tellingOf(clause);
      if (!clause || !telling) continue;
      const following = clauses[i + 1]?.clause;
      const next =
        following && /^(?:an?|each|every)\s/i.test(following.subject) ? nameOf(following.subject) : undefined;
      const before = state.assumed.length;
      resolve(state, telling, next, clause.modal !== undefined);
      const isLost = state.assumed.length === before && !toldOf(state, telling.subject.text);
      const told = part.trim();
      if (isLost && telling.subject.many && !nobody.test(telling.subject.text) && !state.told.includes(told))
        state.told.push(told);
    }
  }
}
