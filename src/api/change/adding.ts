import { capital, UserError, wordSet } from "../../lib/index.ts";
import type { Field, Resource } from "../definition.ts";
import type { FieldDraft } from "../from/notation/draft.ts";
import { isFieldName, typeByName } from "../from/notation/guess.ts";
import { fieldOf } from "../from/notation/reading.ts";
import { singular } from "../../language/index.ts";
import { entryFor } from "../lexicon/index.ts";
import type { LooseRelation } from "../link.ts";
import { memberName, namesFrom, wordsOf } from "../name-spelling.ts";
import { capable } from "./abilities.ts";
import { asName, type Draft } from "./draft.ts";
import { addField } from "./fields.ts";
import { each, phrases, resourcesOf, valueName, type Step } from "./meaning.ts";
import { addRelation } from "./relations.ts";
import { bare, find, referredNamed, resourceNamed, target } from "./targets.ts";
import { typed } from "./types.ts";
import { addValue } from "./values.ts";

/** Applies `add X to Y`: adds a value to an enumeration, or an action or field to a resource. */
export function add([what = "", where = ""]: readonly string[], draft: Draft): Step | undefined {
  const resource = resourceNamed(where, resourcesOf(draft));
  const action = /^(?:an? |the )?(?:action (?:called |named )?([\w-]+)|([\w-]+) action)$/i.exec(what);
  if (resource && action)
    return { draft: capable(draft, resource.name, (action[1] ?? action[2] ?? "").toLowerCase()) };
  const known = resource?.fields.find(({ name, schema }) => schema.enum && what.startsWith(`${name} `));
  if (resource && known)
    return { draft: addValue(draft, resource.name, [known.name, valueName(what.slice(known.name.length))]) };
  if (resource) return describing(resource.name, what, draft);
  const found = target(where, resourcesOf(draft), ["field"]);
  const field = draft.resources
    .find(({ name }) => name === found.resource)
    ?.fields.find(({ name }) => name === found.name);
  if (!field?.schema.enum)
    throw new UserError(
      "no_values",
      `${found.resource}.${found.name} is not an enumeration, so nothing can be added to it.`,
      `Name a resource: "add ${bare(what)} to ${found.resource}".`,
    );
  return each(what, undefined, draft, (now, value) =>
    addValue(now, found.resource, [found.name, valueName(value)]),
  );
}

const notation = /^([A-Za-z][\w-]*)(?::| \(|,? of type| as|, (?:which|that) (?:is|are)|,) ?(.+?)\)?$/;
const fieldWord = "(?:field|column|property|attribute)";
const fieldForm = new RegExp(
  `^(?:an? |the )?((?:new |required |optional |unique )*)(?:(.+) )?${fieldWord} (?:called |named )?(\\S+?)(?:[:,]? (.+))?$`,
  "i",
);

/** The parts of `a required integer field points` and `a field called points: integer`. */
interface FieldPhrase {
  readonly flags: string;
  readonly type: string | undefined;
  readonly name: string;
  /** What follows the name. */
  readonly rest: string | undefined;
}

function fieldPhrase(text: string): FieldPhrase | undefined {
  const [, flags = "", type, name, rest] = fieldForm.exec(text) ?? [];
  return name === undefined ? undefined : { flags, type, name, rest };
}

/** Reads a field from `points: integer required`, `points, an integer` or `a required integer field points`. */
function fieldIn(text: string): Field | undefined {
  const phrase = fieldPhrase(text);
  const [, notedName = "", notedType] = phrase ? [] : (notation.exec(text) ?? []);
  const name = bare(phrase?.name ?? notedName);
  const type = phrase ? (phrase.type ?? phrase.rest?.replace(/^\((.*)\)$/, "$1")) : notedType;
  if (name === "" || type === undefined) return undefined;
  const field = typed(memberName(name, "field"), type);
  if (!field) return undefined;
  const flags = phrase?.flags ?? "";
  return {
    ...field,
    required: field.required || (/required/i.test(flags) && field.default === undefined),
    ...(/unique/i.test(flags) ? { unique: true } : {}),
  };
}

const relationForm = /^(.+?)(,? (?:who|which|that) (?:is|are) |, | \()(?:an? |the )?(\w+)\)?$/i;
const several = /^(?:many|several|multiple|some) /i;

/** Reads a relation from `a reviewer, who is a user` or `many reviewers, who are users`, if that is a resource. */
function relationIn(text: string, resources: readonly Resource[]): LooseRelation | undefined {
  const manyToMany = /^many[- ]to[- ]many (\w+)$/i.exec(text)?.[1];
  const [, phrase = "", joint = "", noun = ""] = relationForm.exec(text) ?? [];
  const resource = referredNamed(manyToMany ?? noun, resources);
  if (!resource) return undefined;
  if (manyToMany !== undefined) return { kind: "many-to-many", resource };
  const isMany = several.test(phrase) || / are $/i.test(joint) || singular(noun) !== noun;
  // `reviewers, authors` are two things.
  if (isMany && joint === ", ") return undefined;
  const name = memberName(asName(bare(phrase.replace(several, "").replace(/^one /i, ""))), "relation");
  return isMany
    ? { kind: "many-to-many", resource, name }
    : { kind: "belongs-to", resource, name, optional: true };
}

const notInNames = wordSet(
  "many several some multiple one two three no list array of for to in on at with from by per or who which that is are can",
);

/** A member with a name and no type: `a required short note`, `notes`. */
interface Named {
  readonly name: string;
  readonly marks: Pick<FieldDraft, "required" | "unique">;
  /** Whether it is called a field. */
  readonly isSure: boolean;
}

/** Reads a phrase that says no more than a name; undefined for others. */
function namedIn(phrase: string, isSure: boolean): Named | undefined {
  const [, flags = "", name = ""] =
    /^(?:an? |the |new |one )*((?:(?:required|mandatory|optional|unique) )*)([a-z][\w-]*(?: [a-z][\w-]*){0,2})$/i.exec(
      phrase,
    ) ?? [];
  const words = wordsOf(name);
  if (words.length === 0 || words.some((word) => notInNames.has(word))) return undefined;
  const marks = { required: /required|mandatory/i.test(flags), unique: /unique/i.test(flags) };
  return { name: words.join(" "), marks, isSure };
}

/**
 * Adds a member that has a name and no type. The more likely reading is used, and the other can be chosen: a plural is
 * a field (`notes`) or separate records; a name that ends like a resource's (`home branch`) is a relation or a field.
 */
function addNamed(draft: Draft, resource: string, { name, marks: flags, isSure }: Named): Step {
  const existing = find(`${asName(name)} of ${resource}`, resourcesOf(draft));
  if (existing.some(({ kind, resource: of }) => kind !== "value" && of === resource)) return {};
  const { words: singularName, pascal } = namesFrom(asName(name));
  const words = name.split(" ");
  const referred = words
    .map((_, place) => referredNamed(words.slice(place).join(" "), resourcesOf(draft)))
    .find((target) => target !== undefined);
  const isField = isSure || (referred === undefined && isFieldName(name));
  const type = typeByName(name);
  const field = fieldOf({ name: memberName(asName(name), "field"), ...type, ...flags });
  const to = referred ?? pascal;
  const mayBeResource = singularName !== name || entryFor(to) !== undefined || referred !== undefined;
  const relation = {
    kind: "belongs-to",
    resource: to,
    name: field.name,
    optional: !flags.required,
    soft: !resourceNamed(to, resourcesOf(draft)),
  } as const;
  const asField = {
    step: { draft: addField(draft, resource, field) },
    text: `${resource}.${field.name} is a field: ${type.type === "array" ? "a list of texts" : (type.type ?? "string")}`,
  };
  const asResource =
    singularName === name
      ? {
          step: { draft: addRelation(draft, resource, relation) },
          text: `${resource} belongs to a ${to}`,
        }
      : {
          step: { draft, describe: `${resource} has ${name}` },
          text: `each ${singularName} is a record, ${pascal}`,
        };
  if (isSure || !mayBeResource) return asField.step;
  const id = `${resource} ${name}`;
  const [chosen, other] = isField === draft.others.has(id) ? [asResource, asField] : [asField, asResource];
  const choice = { id, taken: `${capital(chosen.text)}.`, other: other.text };
  return { ...chosen.step, draft: { ...chosen.step.draft, choices: [...draft.choices, choice] } };
}

/** Adds a field or relation given in exact notation or by its name; leaves anything else to the reader of descriptions. */
export function describing(resource: string, phrase: string, draft: Draft): Step {
  const what = phrase.replace(/,\s*$/, "");
  const [, known = "", values] = /^an? (?:new|further|additional) (\w+): (.+)$/i.exec(what) ?? [];
  if (values !== undefined && find(`${known} of ${resource}`, resourcesOf(draft))[0]?.kind === "field")
    return add([values, `${known} of ${resource}`], draft) ?? { describe: phrase };
  const relation = relationIn(what, resourcesOf(draft));
  if (relation) return { draft: addRelation(draft, resource, relation) };
  const field = fieldIn(what);
  if (field) return { draft: addField(draft, resource, field) };
  const fieldNamed = fieldPhrase(what);
  const choices = /^with (?:the )?(?:possible )?values (.+)$/i.exec(fieldNamed?.rest ?? "")?.[1];
  if (fieldNamed && choices !== undefined)
    return { describe: `${resource} has ${fieldNamed.name} (${choices})` };
  const isSure = fieldNamed !== undefined && (fieldNamed.type ?? fieldNamed.rest) === undefined;
  const names = phrases(isSure ? fieldNamed.name : what, "").map((name) => namedIn(name.trim(), isSure));
  if (!names.every((name) => name !== undefined)) return { describe: `${resource} has ${what}` };
  return names.reduce((step: Step, name): Step => {
    const next = addNamed(step.draft ?? draft, resource, name);
    const describe = [step.describe, next.describe].filter(Boolean).join(". ");
    return { draft: next.draft ?? step.draft ?? draft, ...(describe ? { describe } : {}) };
  }, {});
}
