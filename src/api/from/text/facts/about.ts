import { namesFrom, wordsOf } from "../../../names.ts";
import type { FieldDraft, ResourceDraft } from "../draft.ts";
import { item } from "./item.ts";
import { items } from "../words/lists.ts";
import { lay, saidOf } from "./told.ts";
import { type State, knownIn, nameOf, open, recordOf } from "../state.ts";

/** Where what is said of a subject begins. */
const predicate =
  /\s(?:(?:also|always|never|only|both|all|then|usually|normally)\s+)*(?:is|are|isn['’]?t|aren['’]?t|was|were|must|mustn['’]?t|can|cannot|can['’]?t|may|might|should|shouldn['’]?t|shall|will|won['’]?t|has|have|needs?|needn['’]?t|does|do|doesn['’]?t|don['’]?t|defaults?|starts?|begins?|goes|go|ranges?|lies?|consists?|falls?|takes?|runs?|stays?|counts?|contains?)\s/i;

const named = (resource: ResourceDraft, phrase: string): FieldDraft | undefined => {
  const words = wordsOf(
    phrase.replace(/^(?:the|its|their|this|that|each|every|an?|all|any|both)\s+/i, ""),
  ).join(" ");
  const single = namesFrom(words || "none").words;
  const spelled = (field: FieldDraft): string => wordsOf(field.name).join(" ");
  const alike = resource.fields.filter((field) => spelled(field).endsWith(` ${words}`));
  return (
    resource.fields.find((field) => [words, single].includes(spelled(field))) ??
    (alike.length === 1 ? alike[0] : undefined)
  );
};

/** `the code of a ticket`, `a ticket's code`, `ticket codes`: a record and what of it is meant. */
function meant(state: State, subject: string): readonly [ResourceDraft | undefined, string] {
  const [, of = "", whole = ""] = /^(.+) of (?:an?|each|every|the|all|one) ([a-z-]+)$/i.exec(subject) ?? [];
  if (of !== "") return [recordOf(state, whole), of];
  const [, owner = "", rest = ""] =
    /^(?:(?:an?|the|each|every) )?([a-z-]+)(?:['’]s|s['’]) (.+)$/i.exec(subject) ?? [];
  const isNew = /^(?:an?|each|every) /i.test(subject) && recordOf(state, owner) === undefined;
  if (owner !== "") return [isNew ? open(state, nameOf(owner) ?? owner) : recordOf(state, owner), rest];
  if (state.current && named(state.current, subject)) return [state.current, subject];
  const [, first = "", more = ""] = /^(?:(?:an?|the|each|every) )?([a-z-]+) (.+)$/i.exec(subject) ?? [];
  const known = first === "" ? undefined : knownIn(state, first);
  return known === undefined
    ? [elsewhere(state, subject) ?? state.current, subject]
    : [state.resources.get(known), more];
}

/** `both dates`, `all the names`: every field that ends in that noun, or is of that kind; undefined for any other phrase. */
function everyOne(resource: ResourceDraft, phrase: string): readonly FieldDraft[] | undefined {
  const [, count = "", noun = ""] =
    /^(both|all)(?: of)?(?: the| its| their)?(?: (?:two|three|four))? ([a-z]+s)$/i.exec(phrase) ?? [];
  const one = noun === "" ? "" : namesFrom(noun).words;
  const found = resource.fields.filter(
    ({ name, type }) =>
      wordsOf(name).at(-1) === one ||
      (/^(?:date|time)$/.test(one) && type === one.replace("time", "datetime")),
  );
  return one !== "" && found.length > 1 && (found.length === 2 || /^all/i.test(count)) ? found : undefined;
}

/** The last record that has each of these, where it is not the one that is spoken of: `Names are unique`. */
function elsewhere(state: State, subject: string): ResourceDraft | undefined {
  const names = subject.replace(/^(?:the|all|both) /i, "").split(/,? and (?:the )?|, (?:the )?/i);
  const hasAll = ({ fields }: ResourceDraft): boolean =>
    names.every((name) => {
      const words = wordsOf(name).join(" ");
      const single = namesFrom(words || "none").words;
      return fields.some((field) => [words, single].includes(wordsOf(field.name).join(" ")));
    });
  return [...state.resources.values()].findLast(hasAll);
}

/** `A ticket's code`, where no code was spoken of: what is said is put to the test with a field of that name. */
function added(state: State, resource: ResourceDraft, phrase: string, parts: readonly string[]): boolean {
  const field = { name: wordsOf(phrase).join("-"), type: "string" as const };
  if (!/^[a-z]+(?: [a-z]+)?$/i.test(phrase) || !parts.every((part) => saidOf(state, field, part)))
    return false;
  const [first = "", ...more] = parts;
  item(state, resource, `${phrase} ${first}`);
  for (const one of more) item(state, resource, one);
  return true;
}

/** `Teacher name and subject name are required`: fields of several records; false where it names others. */
function several(state: State, subject: string, parts: readonly string[]): boolean {
  const names = subject.split(/,? and |, /);
  const nouns = names.map((name) => /^(?:the )?([a-z]+) [a-z]+(?: [a-z]+)?$/i.exec(name)?.[1] ?? "");
  const known = new Set(nouns.flatMap((noun) => knownIn(state, noun) ?? []));
  if (known.size < 2 || !nouns.every((noun) => nameOf(noun) !== undefined)) return false;
  return names.every((name, i) => {
    const noun = nouns[i] ?? "";
    const record = open(state, knownIn(state, noun) ?? nameOf(noun) ?? noun);
    return added(state, record, name.slice(name.indexOf(noun) + noun.length).trim(), parts);
  });
}

/** `The code of a ticket is unique`: a sentence about fields alone; false where it is about something else. */
export function about(state: State, text: string): boolean {
  const at = predicate.exec(text);
  const before = state.spoken;
  state.spoken = [];
  if (!at) return false;
  const subject = text.slice(0, at.index).replace(/^(?:and|but|where|while)\s+/i, "");
  const parts = items(text.slice(at.index).trim());
  if (/^(?:it|this|they)$/i.test(subject))
    return (/^they$/i.test(subject) ? before.length > 1 : before.length === 1) && lay(state, before, parts);
  if (/^\sare\s/i.test(at[0]) && several(state, subject, parts)) return true;
  const [resource, phrase] = meant(state, subject);
  if (!resource) return false;
  const fields = everyOne(resource, phrase) ?? phrase.split(/,? and |, /).map((one) => named(resource, one));
  const isOwn = /['’]s? |\sof\s/.test(subject);
  if (!fields.every((field) => field !== undefined)) {
    const names = phrase.split(/,? and |, /);
    const areNew = names.length > 1 && fields.every((one) => !one) && /^\sare\s/i.test(at[0]);
    if (areNew && names.every((name) => knownIn(state, name) === undefined))
      return names.every((name) => added(state, resource, name, parts));
    return isOwn && added(state, resource, phrase, parts);
  }
  if (!lay(state, fields, parts)) return false;
  if (isOwn || resource.name === state.current?.name || !elsewhere(state, phrase)) state.current = resource;
  state.spoken = fields;
  return true;
}
