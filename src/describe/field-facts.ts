import {
  type FieldDraft,
  type NotationDraft,
  notationRules as rules,
  spell,
  takeRules,
} from "../api/index.ts";
import type { Clause } from "./clauses.ts";
import type { Discourse } from "./discourse.ts";
import { itemOf } from "./items.ts";
import { nounAt, nounsOf } from "./nouns.ts";
import { statesIn } from "./values.ts";
import { isScalar } from "./vocabulary.ts";

/**
 * Adds what a sentence says of a field: `its status is open at first`, `the email must be unique`.
 * @returns whether the subject is a field
 */
export function addFieldFacts({ drafts, last }: Discourse, { subject, verb, rest }: Clause): boolean {
  const [noun] = nounsOf(subject);
  const of = subject.findIndex(({ low }) => low === "of" || low === "for");
  const owner = (of > 0 ? drafts.find(nounAt(subject, of + 1)) : undefined) ?? last;
  if (!noun || !owner) return false;
  const fields = drafts.fieldsOf(owner);
  const name = spell(noun.words).camel;
  const field = fields.find((candidate) => candidate.name.toLowerCase().endsWith(name.toLowerCase()));
  const predicate = rest.map(({ text }) => text).join(" ");
  const draft: NotationDraft = { name: field?.name ?? name, sizes: [] };
  const being = verb.copula ? "be" : `${verb.passive ? "be " : ""}${verb.word}`;
  takeRules(`${verb.modal ?? ""} ${being} ${predicate}`, draft, rules);
  // `a phone number may be left blank`
  const isForm = draft.required !== undefined && verb.modal !== undefined;
  if (!field && !(isForm && isScalar(noun.words))) return false;
  const read = itemOf(`${noun.words.join(" ")} ${verb.copula ? "is" : verb.word} ${predicate}`)?.field;
  const amended: FieldDraft = { ...(field ?? read ?? { name }), name: field?.name ?? name };
  const states = statesIn(predicate);
  if (states) Object.assign(amended, { values: states.values, type: "enum" });
  if (draft.unique) amended.unique = true;
  if (draft.required !== undefined) amended.required = draft.required;
  if (draft.default !== undefined) amended.default ??= draft.default;
  if (field) fields[fields.indexOf(field)] = amended;
  else fields.push(amended);
  return true;
}
