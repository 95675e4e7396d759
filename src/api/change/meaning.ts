import { UserError, type Json, remembered } from "../../lib/index.ts";
import type { Resource } from "../definition.ts";
import { fieldType } from "../fields.ts";
import { link } from "../link.ts";
import { namesFrom } from "../name-spelling.ts";
import { map, withoutColumn, type Draft } from "./draft.ts";
import { boundField, markField, renameField, retype, type Marks } from "./fields.ts";
import { addRelation, markRelation, removeRelation, renameRelation } from "./relations.ts";
import { removeAction, removeResource, renameAction, renameResource } from "./resources.ts";
import { bare, find, referredNamed, resourceNamed, target, type Target } from "./targets.ts";
import { typed } from "./types.ts";
import { replaceValue } from "./values.ts";

/** The result of a sentence: the changed draft, and what is left for the reader of descriptions. */
export interface Step {
  readonly draft?: Draft;
  readonly describe?: string;
  /** A name in the sentence, which was not understood. */
  readonly unknown?: string | undefined;
}

/** The linked resources of a draft, the same list as long as nothing changes them. */
export const resourcesOf = ({ resources }: Draft): readonly Resource[] => linked(resources);
const linked = remembered(link);

/** Splits `a, b and c of d` and adds to each part what is said of all of them. */
export function phrases(list: string, of: string): readonly string[] {
  const parts = list
    .replace(/^both /i, "")
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*/)
    .filter(Boolean);
  const suffix = / (?:of|from|in|on) .+$/i.exec(parts.at(-1) ?? "")?.[0] ?? "";
  return parts.map(
    (part) => `${part}${/ (?:of|from|in|on) /i.test(part) ? "" : suffix}${of ? ` of ${of}` : ""}`,
  );
}

export const each = (
  list: string,
  of: string | undefined,
  draft: Draft,
  edit: (draft: Draft, phrase: string) => Draft,
): { readonly draft: Draft } => ({ draft: phrases(list, of ?? "").reduce(edit, draft) });

export function remove(draft: Draft, phrase: string, into?: string): Draft {
  const { kind, resource, name, value = "" } = target(phrase, resourcesOf(draft));
  switch (kind) {
    case "resource":
      return removeResource(draft, name);
    case "field":
      return map(draft, resource, (of) => withoutColumn(of, name));
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

export function valueName(phrase: string): string {
  const name = bare(/"(.+)"/.exec(phrase)?.[1] ?? phrase).replaceAll(/\s+/g, " ");
  if (!/[,()]/.test(name)) return name;
  throw new UserError(
    "bad_name",
    `${JSON.stringify(name)} is no value: values have no commas and parentheses.`,
    "Name one value, and say other changes in their own sentences.",
  );
}

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

/** Whether a phrase names a required field, or a relation to a record that must exist. */
export function isRequired(phrase: string, draft: Draft): boolean {
  const [found] = find(phrase, resourcesOf(draft));
  const resource = resourcesOf(draft).find(({ name }) => name === found?.resource);
  const required = [
    ...(resource?.fields.filter((field) => field.required) ?? []),
    ...(resource?.relations.filter((relation) => relation.kind === "belongs-to" && !relation.optional) ?? []),
  ];
  return required.some(({ name }) => name === found?.name);
}

/** Returns the marks that a word gives a field; `mandatory` or `filled in` mean required. */
export function marksOf(text: string): Marks {
  const word = text.toLowerCase().replace("not ", "");
  const isSo = word === text.toLowerCase();
  return word === "unique" ? { unique: isSo } : { required: isSo !== /^(?:optional|nullable)$/.test(word) };
}

/**
 * Parses a value as a number or boolean if the named field has that type and the text fits; else returns it as text.
 */
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
  if (!phrases(phrase, "").every((part) => find(part, resourcesOf(draft))[0]?.kind === "field"))
    return undefined;
  const ends = [least, most].map((text) => (text === undefined ? undefined : Number(text)));
  return each(phrase, undefined, draft, (now, part) => {
    const { resource, name } = target(part, resourcesOf(now), ["field"]);
    return boundField(now, resource, [name, ends]);
  });
}
