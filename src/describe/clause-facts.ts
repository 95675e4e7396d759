import { wordSet } from "../lib/index.ts";
import { addBehind } from "./behind.ts";
import { isAttribute } from "./attributes.ts";
import type { Clause } from "./clauses.ts";
import { addDeed } from "./deeds.ts";
import { addDeedsDone } from "./deeds-done.ts";
import type { Discourse } from "./discourse.ts";
import { pascal, type Drafts } from "./drafts.ts";
import { addFieldFacts } from "./field-facts.ts";
import { having, pronouns, storing } from "./grammar.ts";
import { itemsOf } from "./items.ts";
import { isPronounAlone, type Noun, nounAt, nounsOf } from "./nouns.ts";
import { addAttributes } from "./record-fields.ts";
import { addBeing, addState, setStates } from "./state-facts.ts";
import { statesIn } from "./states.ts";
import { type Token, tokensOf } from "./tokens.ts";
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
  const spoken = spokenOf(discourse, clause, list);
  const [first] = spoken.subjects;
  if (first) speakOf(spoken, first);
  if (first ? addPassive(spoken, first) : addFieldFactsOfOne(spoken)) return;
  if (isSoftwareStoring(spoken)) return;
  if (first) addPredicate(spoken, first);
  else addDeed(discourse, undefined, clause, list);
}

const addFieldFactsOfOne = ({ discourse, clause, nouns }: Spoken): boolean =>
  nouns.length === 1 && addFieldFacts(discourse, clause);

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

function speakOf({ discourse, drafts, clause, isPronoun }: Spoken, first: string): void {
  const { last } = discourse;
  if (last && first !== last && /^(?:their|its|his|her)$/.test(clause.subject[0]?.low ?? ""))
    drafts.hasMany(last, first);
  if (isPronoun || last === first) return;
  discourse.object = undefined;
  discourse.speakOf(first);
}

const isAble = ({ modal }: Clause["verb"]): boolean =>
  modal !== undefined && /^(?:can|may|could|must|should|might)/.test(modal);

/** Reads `new jobs are open`, `a bill is drafted, sent or paid`, `a lot can be archived`. */
function addPassive({ drafts, clause, list, subjects }: Spoken, first: string): boolean {
  const { subject, verb, rest } = clause;
  const isNew = /^new$/i.test(subject[0]?.text ?? "");
  const start = isNew ? (verb.passive ? verb.word : rest[0]?.low) : undefined;
  if (start && !verb.modal) {
    setStates(drafts, first, { values: [], first: start });
    return true;
  }
  if (!verb.passive) return false;
  if (isAble(verb)) {
    for (const owner of subjects) addDeedsDone(drafts, owner, clause);
    return true;
  }
  const states = statesIn(`${verb.word}${/^(?:or|and)\b/.test(list) ? " " : ", "}${list}`);
  if (states && !/\b(?:by|with|in|to|for|of|on|at)\b/.test(list)) {
    setStates(drafts, first, states);
    return true;
  }
  if (/^(?:, \w+)*,? ?or \w+ by\b/.test(list)) {
    for (const owner of subjects) addDeedsDone(drafts, owner, clause);
    return true;
  }
  const predicate = `${verb.word} ${list}`;
  if (!/^\w+ or not\b/.test(predicate)) return false;
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
function addPredicate(spoken: Spoken, first: string): void {
  const { discourse, drafts, clause, list, nouns, subjects } = spoken;
  const { verb, rest } = clause;
  const [opens = "", next = ""] = rest.map(({ low }) => low);
  if (isHaving(drafts, clause)) return addPossession(spoken, first);
  if (verb.base === "become" && rest.length === 1 && !drafts.find(nounAt(rest)))
    return subjects.forEach((owner) => addState(drafts, owner, opens));
  if (/^(?:each other|one another)$/.test(`${opens} ${next}`)) return drafts.eachOther(first, verb.base);
  if (verb.copula) return subjects.forEach((owner) => addBeing(drafts, owner, clause, list));
  if (verb.passive && /^(?:by|with|through)$/.test(opens) && !drafts.find(nounAt(rest, 1))) {
    const attributes = list.replace(/^\w+\s+/, "").replace(/ (?:who|that|which) .*$/is, "");
    return subjects.forEach((owner) => addAttributes(drafts, owner, attributes));
  }
  if (verb.base === "belong" && addBelonging(spoken, first)) return;
  if (/^(?:reference|concern)$/.test(verb.base) && rest[0])
    return addBehind(drafts, first, [{ ...rest[0], low: "to" }, ...rest]);
  if (verb.base === "belong" || verb.passive)
    return subjects.forEach((owner) => addBehind(drafts, owner, rest, nouns[0]?.plural));
  addDeed(discourse, first, clause, list);
}

/** Whether a verb expresses possession. `members keep cats` is an act instead: its object is a resource. */
function isHaving(drafts: Drafts, { verb, rest }: Clause): boolean {
  if (verb.base === "have") return true;
  if (!having.has(verb.base) || verb.passive) return false;
  return possessing.has(verb.base) || !drafts.find(nounAt(rest)) || nounsOf(rest).length !== 1;
}

function addPossession({ discourse, drafts, clause, list, subjects }: Spoken, first: string): void {
  const { verb, rest } = clause;
  const other = discourse.before ?? discourse.object;
  if (/^(?:several|many|more than one)(?: of them)?\W*$/i.test(list) && other && other !== first)
    return drafts.hasMany(first, other);
  const isOptional = /^(?:may|can|might)$/.test(verb.modal ?? "");
  for (const owner of subjects) {
    addAttributes(drafts, owner, list.replace(/^of /i, ""));
    if (isOptional && nounsOf(rest).length === 1) loosen(drafts, owner, drafts.find(nounAt(rest)));
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

/** Reads `a shift belongs to a van, with a start and an end`. */
function addBelonging({ drafts, list, nouns }: Spoken, first: string): boolean {
  const cut = list.indexOf(",");
  const behind = cut === -1 ? [] : itemsOf(list.slice(cut + 1));
  if (!behind.length || !behind.every((item) => isAttribute(item) && !drafts.find(item.noun))) return false;
  addBehind(drafts, first, tokensOf(list.slice(0, cut)), nouns[0]?.plural);
  addAttributes(drafts, first, list.slice(cut + 1));
  return true;
}
