import { wordSet } from "../lib/index.ts";
import { addBehind } from "./behind.ts";
import { mayHave, type Clause } from "./clauses.ts";
import { addDeed, addDeedsDone, addJoined } from "./deeds.ts";
import type { Discourse } from "./discourse.ts";
import { pascal, type Drafts } from "./drafts.ts";
import { addFieldFacts } from "./field-facts.ts";
import { pronouns, storing } from "./grammar.ts";
import { isPronounAlone, type Noun, nounAt, nounsOf } from "./nouns.ts";
import { addAttributes } from "./record-fields.ts";
import { addBeing } from "./state-facts.ts";
import { statesIn } from "./values.ts";
import { type Token } from "./tokens.ts";
import { appNouns } from "./vocabulary.ts";

/** Verbs that never describe an action. */
const possessing = wordSet(
  "contain include consist hold store need require own get reference involve concern",
);

/** A clause with the resources that its subject names. */
interface Spoken {
  readonly discourse: Discourse;
  readonly drafts: Drafts;
  readonly clause: Clause;
  readonly list: string;
  readonly nouns: readonly Noun[];
  readonly subjects: readonly string[];
  readonly isPronoun: boolean;
}

/** Adds the facts that a clause states about its subject. */
export function addClause(discourse: Discourse, clause: Clause, list: string): void {
  if (clause.verb.negated) return;
  const context = spokenOf(discourse, clause, list);
  const [first] = context.subjects;
  if (first) speakOf(context, first);
  const isField = !first && context.nouns.length === 1;
  if (first ? addPassive(context, first) : isField && addFieldFacts(discourse, clause)) return;
  if (isSoftwareStoring(context)) return;
  if (first) addPredicate(context, first);
  else addDeed(discourse, undefined, clause, list);
}

function spokenOf(discourse: Discourse, clause: Clause, list: string): Spoken {
  const { drafts, last, before } = discourse;
  const nouns = nounsOf(clause.subject);
  const isPronoun = isPronounAlone(clause.subject);
  // `a trip has stops: place, minutes, and it has guests`: the owner isn't one of its own items.
  const isObject = isPronoun && last !== undefined && drafts.find(nounAt(clause.rest)) === last;
  const referent = isObject ? (before ?? last) : last;
  const named = nouns.map((noun) => drafts.find(noun)).filter((key) => key !== undefined);
  const subjects = isPronoun && referent ? [referent] : named;
  return { discourse, drafts, clause, list, nouns, subjects, isPronoun };
}

function speakOf({ discourse, isPronoun }: Spoken, first: string): void {
  if (discourse.last === first) return;
  if (!isPronoun) discourse.object = undefined;
  discourse.speakOf(first);
}

/** Reads `a lot can be archived`, `a bill is paid or not`. */
function addPassive({ drafts, clause, list, subjects }: Spoken, first: string): boolean {
  const { subject, verb, rest } = clause;
  if (!verb.passive) return false;
  if (verb.modal !== undefined || /^(?:, \w+)*,? ?or \w+ by\b/.test(list)) {
    for (const owner of subjects) addDeedsDone(drafts, owner, clause);
    return true;
  }
  const predicate = `${verb.word} ${list}`;
  const states = statesIn(predicate)?.values ?? [];
  if (!/^\w+ or not\b/.test(predicate) && states.length < 3) return false;
  const participle = { ...(subject[0] as Token), low: verb.word, text: verb.word };
  addBeing(drafts, first, { ...clause, rest: [participle, ...rest] }, predicate);
  return true;
}

/** Whether the software or its makers store something: `we store names`, `the app keeps a log`. */
function isSoftwareStoring({ clause, nouns, subjects, isPronoun }: Spoken): boolean {
  const { subject, verb } = clause;
  const isOurs = subject.length === 1 && pronouns.has(subject[0]?.low ?? "") && !isPronoun;
  const isApp = appNouns.test(nouns[0]?.words.at(-1) ?? "") && !subjects[0];
  return (isOurs || isApp) && !verb.passive && storing.has(verb.base);
}

/** Adds facts about resources: what they have, become, are, belong to, do. */
function addPredicate(context: Spoken, first: string): void {
  const { discourse, drafts, clause, list, nouns, subjects } = context;
  const { verb, rest } = clause;
  const [opens = "", next = ""] = rest.map(({ low }) => low);
  if (isHaving(drafts, clause)) return addPossession(context);
  if (/^(?:each other|one another)$/.test(`${opens} ${next}`)) return drafts.eachOther(first, verb.base);
  if (verb.copula) return subjects.forEach((owner) => addBeing(drafts, owner, clause, list));
  // `it is approved by the manager`: what one role does
  if (verb.passive && opens === "by" && next === "the" && !drafts.find(nounAt(rest, 1)))
    return subjects.forEach((owner) => addDeedsDone(drafts, owner, clause));
  if (verb.passive && /^(?:by|with|through)$/.test(opens) && !drafts.find(nounAt(rest, 1))) {
    const attributes = list.replace(/^\w+\s+/, "").replace(/ (?:who|that|which) .*$/is, "");
    return subjects.forEach((owner) => addAttributes(drafts, owner, attributes));
  }
  if (verb.passive && subjects.some((owner) => addJoined(drafts, owner, clause))) return;
  if (verb.base === "belong" || verb.passive)
    return subjects.forEach((owner) => addBehind(drafts, owner, rest, nouns[0]?.plural));
  addDeed(discourse, first, clause, list);
}

/** Whether a verb expresses possession. `members keep cats` is an act instead: its object is a resource. */
function isHaving(drafts: Drafts, clause: Clause): boolean {
  const { verb, rest } = clause;
  if (verb.base === "have") return true;
  if (!mayHave(clause)) return false;
  return possessing.has(verb.base) || !drafts.find(nounAt(rest));
}

/** Verbs for what somebody says of a thing while doing something with it. */
const stating = wordSet("give enter specify note");

function addPossession({ discourse, drafts, clause, list, subjects }: Spoken): void {
  const { verb, rest } = clause;
  const { object } = discourse;
  // `customers can request a repair and give a reason`
  if (object && verb.modal && stating.has(verb.base)) return addAttributes(drafts, object, list);
  const isOptional = /^(?:may|can|might)$/.test(verb.modal ?? "");
  for (const owner of subjects) {
    const before = new Set(drafts.fieldsOf(owner));
    addAttributes(drafts, owner, list.replace(/^of /i, ""));
    if (isOptional && nounsOf(rest).length === 1) loosen(drafts, owner, drafts.find(nounAt(rest)));
    // `must have a title`
    const isNeeded = /^(?:must|shall)$/.test(verb.modal ?? "");
    for (const field of drafts.fieldsOf(owner)) if (isNeeded && !before.has(field)) field.required ??= true;
  }
}

/** Makes a relation optional if a single thing is only possibly there. */
function loosen(drafts: Drafts, owner: string, target: string | undefined): void {
  const relations = drafts.resources.get(owner)?.relations ?? [];
  const index = relations.findIndex(
    (relation) => relation.kind === "belongsTo" && relation.target === pascal(target ?? ""),
  );
  const relation = relations[index];
  if (relation) relations[index] = { ...relation, optional: true };
}
