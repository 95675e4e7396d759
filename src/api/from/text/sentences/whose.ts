import { type Clause, clauseOf } from "../words/clause.ts";
import { nobody } from "./doing.ts";
import { fields } from "../facts/item.ts";
import { type State, knownIn, nameOf, open, relate } from "../state.ts";

/** What stands behind `for` without being a record. */
const idiom =
  /^(?:an? )?(?:example|instance|now|later|convenience|simplicity|reference|course|sure|short|hand|way)s?$/i;

/** Where a list begins: `a name`, `its weight`, `whether it is open`. */
const opensList =
  /^(?:an?|the|its|their|his|her|one|only|also|both|whether|when|where|who|how|what|which)\s|^[a-z]+(?: [a-z]+)?,/i;

/** The list that a clause ends in: `(we need) to know the name`, `(there is) a name`; undefined where it is of another kind. */
function listOf({ subject, verb, rest }: Clause): string | undefined {
  if (/^there$/i.test(subject)) return verb === "be" ? rest : undefined;
  if (!nobody.test(subject) && !/^they$/i.test(subject)) return undefined;
  const list = rest.replace(/^(?:to (?:be able to )?[a-z]+(?: down)? |down )/i, "");
  return verb === "be" || !opensList.test(list) ? undefined : list;
}

/** Reads a list as of a record; what must be entered is required. */
function held(
  state: State,
  name: string,
  { list, must }: { readonly list: string; readonly must: boolean },
): void {
  const record = open(state, name);
  const before = record.fields.length;
  fields(state, record, list);
  if (must)
    for (const field of record.fields.slice(before)) if (field.default === undefined) field.required ??= true;
}

/** `For owners there is a name`, `For an enrolment in a lesson I need the age`: a record, and what somebody keeps of it. */
function keptFor(state: State, text: string): boolean {
  const [, noun = "", of, told = ""] =
    /^(?:and |but )?(?:for|of|about) ((?:(?:an?|each|every|all|our|the|any) )?[a-z]+(?: [a-z]+)??)(?: (?:in|on|at|to|of|by) (?:an?|the|one|some) ([a-z]+))?,? ((?:we|i|you|they|she|he|there|people|staff|someone|somebody)\s.+)$/is.exec(
      text,
    ) ?? [];
  const clause = noun === "" || idiom.test(noun) ? undefined : clauseOf(told);
  const list = clause && listOf(clause);
  const name =
    knownIn(state, noun) ??
    (/^(?:an?|each|every|all|our)\s|[a-z]{2}s$/i.test(noun) ? nameOf(noun) : undefined);
  if (!clause || list === undefined || name === undefined) return false;
  held(state, name, { list, must: clause.modal === "must" });
  const holder = of === undefined ? undefined : knownIn(state, of);
  if (holder !== undefined && holder !== name)
    relate(open(state, name), { kind: "belongsTo", target: holder });
  return true;
}

/** `We give every wheel a number`, `We register parcels with a number and the area`: what somebody keeps of the object. */
function keptOf(state: State, text: string): boolean {
  const clause = clauseOf(text);
  if (!clause || !nobody.test(clause.subject) || clause.negated || clause.verb === "be") return false;
  const [, each = "", noun = "", list = ""] =
    /^(?:down )?(each|every|an?|the|all|our)? ?([a-z]+(?: [a-z]+)??) (?:(?:(?:only )?(?:with|by|under)) (?=(?:an?|its|their|the|one)\s)|(?=(?:an?|its|their|one)\s))(.+)$/is.exec(
      clause.rest,
    ) ?? [];
  const isOne = /^(?:each|every)$/i.test(each);
  const name =
    noun === ""
      ? undefined
      : (knownIn(state, noun) ?? (isOne || /[a-z]{2}s$/i.test(noun) ? nameOf(noun) : undefined));
  if (name === undefined || /^(?:it|them|us|me)$/i.test(noun)) return false;
  held(state, name, { list, must: false });
  return true;
}

/** Sentences in which somebody keeps something of a record: whose the list is stands before the list. */
export const whose = (state: State, text: string): boolean => keptFor(state, text) || keptOf(state, text);
