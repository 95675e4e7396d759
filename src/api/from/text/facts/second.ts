import { isNoKind } from "../words/chunk.ts";
import { type Clause, clauseOf, leftOut, prepositions, thirdPerson } from "../words/clause.ts";
import { verbs } from "../words/deeds.ts";
import type { FieldDraft, ResourceDraft } from "../draft.ts";
import { isOrder } from "../words/grammar.ts";
import { fieldWords } from "../words/marks.ts";
import { type Left, type State, act, addField, knownIn, recordOf, relate } from "../state.ts";
import { readField } from "./field.ts";

const pronoun = /^(?:it|they|this|these|those|that|each(?: one)?|he|she|one|both|which|who|)$/i;

/** Verbs that say what somebody does with records rather than what they have. */
const looks =
  /^(?:need|want|see|view|browse|search|find|look|watch|visit|use|read|like|love|know|log|be|do)$/;

/** Verbs that say what a thing or a person comes with. */
const gives =
  /^(?:leave|give|pay|enter|provide|state|supply|choose|pick|take|hold|have|carry|teach|bear|get|receive|show|bring|cost|charge|earn|name|share|submit|fill|set|keep|note|write)$/;

/** Words for the whole of it, which name no field. */
const vague = /^(?:list|number|lot|bit|few|kind|sort|way|thing|part|place|set|day|app|api|system|help)$/i;

/** A field that a noun phrase surely names: its name or what is said of it says its type. */
function fieldOf(state: State, phrase: string): FieldDraft | undefined {
  const noun = /^(?:some|so many|a certain number of|certain) /i.test(phrase)
    ? phrase.replace(/^(?:some|so many|a certain number of|certain) /i, "the ")
    : phrase;
  if (!/^(?:an?|the|its|their|his|her) /i.test(noun)) return undefined;
  const read = readField(noun, state.enums);
  if (!read || read.rest.split(" ").length > 3) return undefined;
  const { field } = read;
  const words = field.name.replaceAll(/([A-Z])/g, " $1").split(" ");
  if (
    words.length > 3 ||
    words.some((word) => prepositions.has(word.toLowerCase())) ||
    vague.test(field.name) ||
    isNoKind(words)
  )
    return undefined;
  const isSure =
    read.typed ||
    (field.type ?? "string") !== "string" ||
    fieldWords.test(words.at(-1) ?? "") ||
    field.unique;
  return isSure && recordOf(state, field.name) === undefined ? field : undefined;
}

/** `from 1 to 10`, `from one to three points`, `a level from -2 to 4`: bounds of what the verb or the noun names. */
const bounded = (rest: string): string | undefined => {
  const [, low = "", high = "", noun = ""] =
    /^(?:from )?(-?\d+|[a-z]+) to (-?\d+|[a-z]+) ([a-z]+s)$/i.exec(rest) ?? [];
  return noun === "" ? undefined : `the ${noun} (${low} to ${high})`;
};

function ownerOf(state: State, clause: Clause, of: ResourceDraft | undefined): ResourceDraft | undefined {
  if (pronoun.test(clause.subject)) return of;
  const known = knownIn(state, clause.subject);
  return known === undefined ? undefined : state.resources.get(known);
}

/** `Owners leave a phone number`, `are registered under a number that must not occur twice`. */
function held(state: State, clause: Clause, owner: ResourceDraft): boolean {
  const { verb, rest } = clause;
  const [, by = ""] = /^[a-z]+(?:ed|n|t) (?:under|by|with|through|as|at|for) (.+)$/i.exec(rest) ?? [];
  if (verb === "be" ? by === "" : !gives.test(verb)) return false;
  const field = fieldOf(
    state,
    bounded(rest) ?? (verb === "be" ? by : rest.replace(/^(?:with|at|on|under|by|for) /i, "")),
  );
  if (!field) return false;
  addField(owner, clause.modal === "can" ? { required: false, ...field } : field);
  return true;
}

/** `may be a ⟦E1⟧`, `counts as ⟦E1⟧`: what kind it is. */
function kindOf(state: State, clause: Clause, owner: ResourceDraft): boolean {
  const [, article, values = ""] = /^(?:either )?(an? )?\s*(⟦E\d+⟧)$/i.exec(clause.rest) ?? [];
  const list = state.enums.get(values) ?? [];
  if (clause.verb !== "be" || !list.length || owner.fields.some((field) => field.values?.length))
    return false;
  if (clause.modal === "can" && article === undefined && list.every((one) => verbs(one))) return false;
  addField(owner, {
    name: article === undefined ? "status" : "type",
    type: "enum",
    values: list.map((one) => one.replace(/^an? /i, "")),
  });
  return true;
}

/** `a technician fixes it`, `The dispatcher schedules a report`: what somebody does to a record that has fields. */
function done(state: State, clause: Clause, of: ResourceDraft | undefined): boolean {
  const [, object = "", noun = "", particle] =
    /^(it|them|(?:an?|the|its|their) ([a-z]+))(?: (off|out|up|down|back|in|over))?$/i.exec(clause.rest) ?? [];
  const verb = thirdPerson(clause.verb) ?? clause.verb;
  if (object === "" || clause.negated || !isOrder(verb) || looks.test(verb)) return false;
  const goal = noun === "" ? of : recordOf(state, noun);
  const isSelf = knownIn(state, clause.subject) === goal?.name;
  if (!goal?.fields.length || isSelf) return false;
  act(goal, [verb, particle].filter(Boolean).join(" "));
  return true;
}

/** `is for one kid or for whoever wants it`, `is meant for a car`: the records that a clause brings in. */
function brings(state: State, clause: Clause, owner: ResourceDraft): boolean {
  if (clause.negated || leftOut.test(clause.rest)) return false;
  const found = [
    ...` ${clause.rest}`.matchAll(
      / (?:for|of|by|in|on|at|from|to|with) (?:exactly )?(?:an?|one|the|its) ([a-z]+)/gi,
    ),
  ].flatMap(([, noun = ""]) => {
    const record = recordOf(state, noun);
    return record && record !== owner && record.fields.length > 0 ? [record] : [];
  });
  for (const { name, relations } of found)
    if (![...owner.relations, ...relations].some(({ target }) => target === name || target === owner.name))
      relate(owner, {
        kind: "belongsTo",
        target: name,
        ...(clause.modal === "can" ||
        / or (?:for |to |by )?(?:none|nobody|whoever|anyone)\b/i.test(clause.rest)
          ? { optional: true }
          : {}),
      });
  return found.length > 0;
}

/** Reads a part once more, now that all records are known: a plain clause whose owner is its subject. */
function again(state: State, { text, of }: Left): boolean {
  const plain = text
    .replace(/^(?:and|but|which|that|who|also|then|normally|usually)\s+/i, "")
    .replace(/^(?:sometimes|occasionally|perhaps) (?=an? )/i, "may have ");
  const clause = clauseOf(plain) ?? clauseOf(`it ${plain}`);
  if (!clause || clause.rest === "") return false;
  const owner = ownerOf(state, clause, of);
  if (owner && (kindOf(state, clause, owner) || held(state, clause, owner))) return true;
  return done(state, clause, of) || (owner !== undefined && brings(state, clause, owner));
}

/** What is not understood after a second reading of what the first one left. */
export const leftOver = (state: State, parts: readonly Left[]): readonly string[] =>
  parts.filter((part) => !again(state, part)).map(({ text }) => text);
