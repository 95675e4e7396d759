import { UserError, type Json } from "../../lib/index.ts";
import type { Field, Resource } from "../definition.ts";
import { fieldType } from "../fields.ts";
import { link, type LooseRelation } from "../link.ts";
import { singular } from "../inflection.ts";
import { memberName, namesFrom } from "../name-spelling.ts";
import { capable } from "./abilities.ts";
import { addField, boundField, markField, removeField, renameField, retype, type Marks } from "./fields.ts";
import { addRelation, markRelation, removeRelation, renameRelation } from "./relations.ts";
import { addValue, replaceValue } from "./values.ts";
import { asName, type Draft } from "./draft.ts";
import { removeAction, removeResource, renameAction, renameResource } from "./resources.ts";
import { bare, find, referredNamed, resourceNamed, target, type Target } from "./targets.ts";
import { typed } from "./types.ts";

/** The result of a sentence: the changed draft, or a text for the reader of descriptions. */
export type Step = { readonly draft: Draft } | { readonly describe: string };

export const resourcesOf = ({ resources }: Draft): readonly Resource[] => link(resources);

/** Splits `a, b and c of d` and adds to each part what is said of all of them. */
export function phrases(list: string, of: string): readonly string[] {
  const parts = list
    .replace(/^both /i, "")
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*/)
    .filter(Boolean);
  const own = / (?:of|from|in|on) .+$/i.exec(parts.at(-1) ?? "")?.[0] ?? "";
  return parts.map(
    (part) => `${part}${/ (?:of|from|in|on) /i.test(part) ? "" : own}${of ? ` of ${of}` : ""}`,
  );
}

export const each = (
  list: string,
  of: string | undefined,
  draft: Draft,
  edit: (draft: Draft, phrase: string) => Draft,
): Step => ({
  draft: phrases(list, of ?? "").reduce(edit, draft),
});

export function remove(draft: Draft, phrase: string, into?: string): Draft {
  const { kind, resource, name, value = "" } = target(phrase, resourcesOf(draft));
  switch (kind) {
    case "resource":
      return removeResource(draft, name);
    case "field":
      return removeField(draft, resource, name);
    case "relation":
      return removeRelation(draft, resource, name);
    case "action":
      return removeAction(draft, resource, name);
    case "value":
      return replaceValue(draft, { of: resource, name, value }, { into, stays: true });
  }
}

/** Removes the relation between two resources. */
export function parted(draft: Draft, pair: readonly string[]): Draft {
  const names = pair.map((phrase) => target(phrase, resourcesOf(draft), ["resource"]).name);
  const [relation, other] = draft.resources.flatMap(({ name, relations }) =>
    relations.flatMap((relation) =>
      [name, relation.resource].toSorted().join() === names.toSorted().join()
        ? [[name, relation.name ?? relation.resource] as const]
        : [],
    ),
  );
  if (relation && !other) return removeRelation(draft, ...relation);
  throw new UserError(
    relation ? "ambiguous_name" : "unknown_name",
    `${relation ? "More than one relation" : "No relation"} is between ${names.join(" and ")}.`,
    `Name it: "remove owner from ${names[0] ?? ""}".`,
  );
}

export const valueName = (phrase: string): string =>
  bare(/"(.+)"/.exec(phrase)?.[1] ?? phrase).replaceAll(/\s+/g, "-");

export function rename(draft: Draft, phrase: string, to: string): Draft {
  const { kind, resource, name, value = "" } = target(phrase, resourcesOf(draft));
  switch (kind) {
    case "resource":
      return renameResource(draft, name, bare(to));
    case "field":
      return renameField(draft, resource, [name, bare(to)]);
    case "action":
      return renameAction(draft, resource, [name, bare(to)]);
    case "value":
      return replaceValue(draft, { of: resource, name, value }, { into: valueName(to), stays: false });
    case "relation":
      return renameRelation(draft, resource, [name, bare(to)]);
  }
}

export function mark(draft: Draft, phrase: string, marks: Marks): Draft {
  const found = target(phrase, resourcesOf(draft), ["field", "relation"]);
  const edit = found.kind === "field" ? markField : markRelation;
  return edit(draft, found.resource, [found.name, marks]);
}

const marks: Readonly<Record<string, Marks>> = {
  required: { required: true },
  mandatory: { required: true },
  compulsory: { required: true },
  obligatory: { required: true },
  optional: { required: false },
  nullable: { required: false },
  unique: { unique: true },
};
/** Alternatives of a pattern: the words that mark a field, with and without `not`. */
export const markWords = Object.keys(marks)
  .flatMap((word) => [`not ${word}`, word])
  .join("|");

/** Returns the marks that a word gives a field; `given` or `filled in` mean required. */
export function marksOf(text: string): Marks {
  const word = text.toLowerCase().replace("not ", "");
  const { required = true, unique } = marks[word] ?? {};
  const isSo = word === text.toLowerCase();
  return unique ? { unique: isSo } : { required: isSo === required };
}

/** Parses a value as the type of the named field. */
export function valueOf(draft: Draft, { resource, name }: Target, text: string): Json {
  const field = draft.resources
    .find((looseResource) => looseResource.name === resource)
    ?.fields.find((field) => field.name === name);
  const plain = text.trim().replaceAll(/^["'`]|["'`]$/g, "");
  const type = field && fieldType(field.schema);
  if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(plain)) return Number(plain);
  if (type === "boolean" && /^(?:true|yes|on|false|no|off)$/i.test(plain))
    return /^(?:true|yes|on)$/i.test(plain);
  return plain;
}

export function defaultTo(draft: Draft, phrase: string, text: string): Step {
  const found = target(phrase, resourcesOf(draft), ["field"]);
  return { draft: markField(draft, found.resource, [found.name, { default: valueOf(draft, found, text) }]) };
}

export function change(draft: Draft, phrase: string, to: string): Step | undefined {
  const [found] = find(phrase, resourcesOf(draft));
  const type = found?.kind === "field" ? typed(found.name, to) : undefined;
  if (!type) return undefined;
  const { resource, name } = target(phrase, resourcesOf(draft), ["field"]);
  return { draft: retype(draft, resource, [name, type]) };
}

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
      `${found.resource}.${found.name} is no enumeration, so nothing can be added to it.`,
      `Name a resource: "add ${bare(what)} to ${found.resource}".`,
    );
  return each(what, undefined, draft, (now, value) =>
    addValue(now, found.resource, [found.name, valueName(value)]),
  );
}

const notation = /^([A-Za-z][\w-]*)(?::| \(|,? of type| as|,) ?(.+?)\)?$/;
const named =
  /^(?:an? |the )?((?:new |required |optional |unique )*)(?:(.+) )?(?:field|column|property|attribute) (?:called |named )?(\S+?)(?:[:,]? (.+))?$/i;

/** Reads a field from `points: integer required`, `points, an integer` or `a required integer field points`. */
function fieldIn(what: string): Field | undefined {
  const [, flags = "", before, called, behind] = named.exec(what) ?? [];
  const [, name = bare(called ?? ""), type] = notation.exec(called === undefined ? what : "") ?? [];
  const text = type ?? before ?? behind?.replace(/^\((.*)\)$/, "$1");
  const field = name !== "" && text !== undefined ? typed(memberName(bare(name), "field"), text) : undefined;
  return (
    field && {
      ...field,
      required: field.required || (/required/i.test(flags) && field.default === undefined),
      ...(/unique/i.test(flags) ? { unique: true } : {}),
    }
  );
}

const whose = /^(.+?)(,? (?:who|which|that) (?:is|are) |, | \()(?:an? |the )?(\w+)\)?$/i;
const several = /^(?:many|several|multiple|some) /i;
const quantity = /^(?:many|several|multiple|some|one) /i;

/** Reads a relation from `a reviewer, who is a user` or `many reviewers, who are users`, if that is a resource. */
function relationIn(what: string, resources: readonly Resource[]): LooseRelation | undefined {
  const [, phrase = "", tie = "", of = ""] = whose.exec(what) ?? [];
  const many = /^many[- ]to[- ]many (\w+)$/i.exec(what)?.[1];
  const resource = referredNamed(many ?? of, resources);
  if (!resource) return undefined;
  if (many !== undefined) return { kind: "many-to-many", resource };
  const isMany = several.test(phrase) || / are $/i.test(tie) || singular(of) !== of;
  // `reviewers, authors` are two things.
  if (isMany && tie === ", ") return undefined;
  const name = memberName(asName(bare(phrase.replace(quantity, ""))), "relation");
  return isMany
    ? { kind: "many-to-many", resource, name }
    : { kind: "belongs-to", resource, name, optional: true };
}

/** Adds a field or relation given in exact notation; leaves anything else to the reader of descriptions. */
export function describing(resource: string, phrase: string, draft: Draft): Step {
  const what = phrase.replace(/,\s*$/, "");
  const [, known = "", values] = /^an? (?:new|further|additional) (\w+): (.+)$/i.exec(what) ?? [];
  if (values !== undefined && find(`${known} of ${resource}`, resourcesOf(draft))[0]?.kind === "field")
    return add([values, `${known} of ${resource}`], draft) ?? { describe: phrase };
  const relation = relationIn(what, resourcesOf(draft));
  if (relation) return { draft: addRelation(draft, resource, relation) };
  const field = fieldIn(what);
  const [, , before, called, behind] = named.exec(what) ?? [];
  const choices = /^with (?:the )?(?:possible )?values (.+)$/i.exec(behind ?? "")?.[1];
  if (!field && called !== undefined && (choices !== undefined || (before ?? behind) === undefined))
    return { describe: `${resource} has ${called}${choices === undefined ? "" : ` (${choices})`}` };
  return field ? { draft: addField(draft, resource, field) } : { describe: `${resource} has ${what}` };
}

/** Applies `Task belongs to a project`. */
export function belonging(draft: Draft, [subject = "", to = ""]: readonly string[]): Step | undefined {
  const from = resourceNamed(subject, resourcesOf(draft));
  const resource = referredNamed(to, resourcesOf(draft));
  const optional = /\b(?:optional(?:ly)?|or none|at most one)\b/i.test(to);
  return from && resource !== undefined
    ? { draft: addRelation(draft, from.name, { kind: "belongs-to", resource, optional }) }
    : undefined;
}

/** Describes a new resource, named in the singular. */
export const fresh = (name: string, has: string | undefined): Step => {
  const { pascal } = namesFrom(bare(name));
  return { describe: has === undefined ? pascal : `${pascal} has ${has}` };
};

/** Applies `limit title to 200 characters` or `points must be between 0 and 100`. */
export function bound(
  draft: Draft,
  phrase: string,
  [least, most]: readonly (string | undefined)[],
): Step | undefined {
  const [found] = find(phrase, resourcesOf(draft));
  if (found?.kind !== "field") return undefined;
  const { resource, name } = target(phrase, resourcesOf(draft), ["field"]);
  return {
    draft: boundField(draft, resource, [
      name,
      [least, most].map((text) => (text === undefined ? undefined : Number(text))),
    ]),
  };
}
