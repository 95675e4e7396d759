import { isPerson } from "../api/index.ts";
import { wordSet } from "../lib/index.ts";
import { baseVerb, isAdministrative, recordNames } from "./actions.ts";
import { isAttributeList } from "./attributes.ts";
import { addBehind } from "./behind.ts";
import type { Clause } from "./clauses.ts";
import type { Discourse } from "./discourse.ts";
import type { Drafts } from "./drafts.ts";
import { connecting, creating, prepositions } from "./grammar.ts";
import { describesPlural, type Noun, nounAt, nounsOf } from "./nouns.ts";
import { particleAt } from "./phrasal-verbs.ts";
import { addAttributes } from "./record-fields.ts";

/** A verb with its object. */
interface Deed {
  readonly actor: string | undefined;
  /** The first verb, or one that means the same. */
  readonly base: string;
  /** The verbs in base form: `approve, reject or waitlist an application` has three. */
  readonly verbs: readonly string[];
  readonly noun: Noun | undefined;
  /** Whether the object is `it` or `them`. */
  readonly isPronoun: boolean;
  readonly isPrepositional: boolean;
  /** The index of the object. */
  readonly start: number;
  readonly clause: Clause;
  readonly list: string;
}

const isPronounWord = (low: string | undefined): boolean => /^(?:it|them|one|this)$/.test(low ?? "");

function deedOf(actor: string | undefined, clause: Clause, list: string): Deed {
  const { verb, rest } = clause;
  const opens = rest[0]?.low ?? "";
  const isPrepositional = prepositions.has(opens);
  const isPronoun = isPronounWord(opens);
  // `drop it off`
  const particle = isPronoun ? particleAt(rest, 1, verb.name) : undefined;
  let start = isPrepositional || particle ? 1 : 0;
  const marking = isPronoun ? markedAs(verb.name, list) : undefined;
  const name = marking ?? (particle ? `${verb.name} ${particle.low}` : verb.name);
  const verbs = [name];
  while (/^(?:and|or|,)$/.test(rest[start]?.low ?? "")) {
    const word = rest[start + 1]?.low ?? "";
    if (nounAt(rest, start + 1)?.plural) break;
    if (!/^(?:and|or|,)$/.test(word)) verbs.push(baseVerb(word));
    start += 2;
  }
  return {
    actor,
    base: particle ? (particle.meaning ?? name) : baseVerb(verb.base),
    verbs,
    noun: nounAt(rest, start),
    isPronoun,
    isPrepositional,
    start,
    clause,
    list,
  };
}

/** Adds an act: somebody does something with something. */
export function addDeed(discourse: Discourse, actor: string | undefined, clause: Clause, list: string): void {
  const { drafts } = discourse;
  const deed = deedOf(actor, clause, list);
  const { base, noun, isPronoun, start } = deed;
  const { rest } = clause;
  const { object, last, before } = discourse;
  const isSeveral = rest.length === start + 1 && /^(?:many|several)$/.test(rest[start]?.low ?? "");
  if (isSeveral && actor && object) return drafts.hasMany(actor, object);
  const actionObject = object ?? last;
  const target = isPronoun ? (actionObject === actor ? before : actionObject) : drafts.find(noun);
  const record = drafts.recordOf(clause.verb.name) ?? drafts.recordOf(base);
  if (!target) return addDeedAlone(discourse, deed);
  discourse.object = target;
  if (!actor) discourse.last = target;
  if (record && record !== target) {
    if (actor) drafts.belongs(record, actor);
    drafts.belongs(record, target);
    return describe(drafts, record, deed);
  }
  const isThem = rest.some(({ low }) => low === "them") && recordNames(base) !== undefined;
  if (actor && actor !== target && (isThem || isShared(deed))) return drafts.manyToMany(actor, target);
  if (creating.has(base)) addMaking(discourse, deed, target);
  else addActing(discourse, deed, target);
}

/** Acts that several people can do with a thing one after the other, without owning it. */
const sharing = wordSet(
  "borrow rent hire book reserve enrol enroll apply join attend visit follow like subscribe review rate participate compete register play perform sing act",
);

/** `members borrow books`, `students enrol in courses`: whether the relation is many-to-many. */
function isShared({ base, noun, clause }: Deed): boolean {
  const doer = nounsOf(clause.subject)[0];
  // other words that follow would describe one of them
  const isNamedOnly = /^(?:and)?$/.test(clause.rest[noun?.to ?? 0]?.low ?? "");
  const areMany = doer?.plural === true && noun?.plural === true;
  const isWork = base === "work" && clause.rest[0]?.low === "on";
  return areMany && isNamedOnly && !clause.verb.modal && (isWork || sharing.has(base));
}

/** Adds an act whose object isn't a resource: it concerns attributes of the actor. */
function addDeedAlone({ drafts }: Discourse, { actor, clause, isPrepositional }: Deed): void {
  if (!actor) return;
  if (isPrepositional) addBehind(drafts, actor, clause.rest);
}

/** Adds an act that creates something: it belongs to its maker, and the words after it are its attributes. */
function addMaking({ drafts }: Discourse, deed: Deed, target: string): void {
  const { actor, noun, clause } = deed;
  const { verb } = clause;
  if (actor && actor !== target && !isAdministrative(actor)) {
    if (noun?.many) drafts.hasMany(actor, target);
    else drafts.belongs(target, actor);
  }
  describe(drafts, target, deed);
  const acts = actor || verb.modal === undefined ? deed.verbs.slice(1) : deed.verbs;
  for (const act of acts) drafts.act(target, act);
}

/** Adds the attributes behind the object of an act to a record: `order tables for a date and a time`. */
function describe(drafts: Drafts, record: string, { noun, clause: { rest }, list }: Deed): void {
  const next = rest[noun?.to ?? 0];
  if (!noun || !next) return;
  const behind = list.slice(next.end - (rest[0]?.start ?? 0));
  const isList =
    next.low === "for" && !drafts.find(nounAt(rest, noun.to + 1)) && isAttributeList(behind, noun);
  if (isList || /^(?:with|giving|including)$/.test(next.low)) addAttributes(drafts, record, behind);
}

/** Adds an act on something that exists: an action of it, or a relation to the actor. */
function addActing({ drafts }: Discourse, deed: Deed, target: string): void {
  const { actor, noun, isPronoun, isPrepositional, clause } = deed;
  const { rest, subject, verb } = clause;
  const able = verb.modal !== undefined;
  const doer = nounsOf(subject)[0];
  if (!able && !actor && !isPronoun && !isPerson(doer?.words.at(-1) ?? "")) return;
  if (actor && actor !== target && noun?.many && !isPronoun) return drafts.hasMany(actor, target);
  if (actor && doer?.many && !isPronoun && isPrepositional) return drafts.hasMany(target, actor);
  if (able || !actor || isPronoun) {
    for (const act of deed.verbs) drafts.act(target, act);
    return;
  }
  if (actor === target) return;
  // `a match breaks down into games`
  if (isPrepositional && rest[0]?.low === "into" && noun?.plural) return drafts.hasMany(actor, target);
  if (isPrepositional) {
    drafts.belongs(actor, target);
    if (!describesPlural(rest, noun?.to ?? 0)) addBehind(drafts, actor, rest.slice(noun?.to));
  } else if (noun?.plural) drafts.belongs(target, actor);
  else if (isPerson(actor.split(" ").at(-1) ?? "")) for (const act of deed.verbs) drafts.act(target, act);
  else {
    drafts.belongs(actor, target);
    if (connecting.has(verb.base)) addBehind(drafts, actor, rest.slice(noun?.to));
  }
}

/** Adds what can be done to something: `a lot can be archived or marked as sold`. */
export function addDeedsDone(drafts: Drafts, owner: string, clause: Clause): void {
  const { rest } = clause;
  const doer = rest[0]?.low === "by" ? nounAt(rest, 1) : undefined;
  const actor = drafts.find(doer);
  if (doer?.many && actor) return drafts.hasMany(owner, actor);
  if (addJoined(drafts, owner, clause)) return;
  const text = rest.map((token) => token.text).join(" ");
  drafts.act(owner, markedAs(clause.verb.name, text) ?? clause.verb.name);
  for (const deed of furtherDeeds(text)) drafts.act(owner, deed);
}

/** Reads `tags can be assigned to tasks`, `mechanics are assigned to orders`. */
export function addJoined(drafts: Drafts, owner: string, { verb, rest }: Clause): boolean {
  const noun = nounAt(rest, 1);
  const target = drafts.find(noun);
  const record = drafts.recordOf(verb.name);
  if (record && target && ![owner, target].includes(record)) {
    for (const party of [owner, target]) drafts.belongs(record, party);
    return true;
  }
  if (!/^(?:added|assigned|linked|attached|put|tagged|booked|applied)$/.test(verb.word)) return false;
  if (!target || (!noun?.plural && verb.modal === undefined)) return false;
  if (noun?.plural) drafts.manyToMany(owner, target);
  else drafts.belongs(owner, target, true);
  return true;
}

/** What something is marked as, with the verb: `mark it as spam` → mark as spam; undefined for other verbs. */
export function markedAs(verb: string, behind: string): string | undefined {
  const [, as = "", what = ""] = /^(?:(?:it|them) )?(as )?(?:an? )?([\w-]+)/.exec(behind) ?? [];
  const isMark = /^(?:mark|flag|declare)$/.test(verb) && !/^(?:and|or|if|when|it|them|)$/.test(what);
  return isMark && !prepositions.has(what) ? `${verb} ${as}${what}` : undefined;
}

/** The acts after the first: `confirmed by us or cancelled by the band`. */
function furtherDeeds(text: string): readonly string[] {
  const [actionList = ""] = text
    .replaceAll(/\([^)]*\)/g, "")
    .split(/\b(?:until|when|if|only|within|unless|but|before|after)\b/);
  return actionList.split(/,|\band\b|\bor\b/).flatMap((whole) => {
    const part = whole.trim();
    const [first = "", ...more] = part.split(" ");
    const marking = markedAs(baseVerb(first), more.join(" "));
    if (marking) return [marking];
    const deed = part.replace(/^(?:then|later|also|again) /, "").trim();
    const words = deed.split(/\s+/);
    const isParticiple = /(?:ed|en|wn|un|id|ld|ut|nt|lit)$/.test(words[0] ?? "");
    return isParticiple ? [baseVerb(deed)] : [];
  });
}
