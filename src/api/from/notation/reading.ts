import { UserError, type Json } from "../../../lib/index.ts";
import { verbOf } from "../../../language/index.ts";
import type { JsonSchema } from "../../../schema/index.ts";
import { checkResources } from "../../check.ts";
import type { Action, Assignment, Field, Reading, Resource } from "../../definition.ts";
import { link, type LooseRelation, type LooseResource } from "../../link.ts";
import { matches } from "../../match.ts";
import { memberName, namesFrom, resourceNames, spell, wordsOf } from "../../name-spelling.ts";
import { decimalSchema } from "../../fields.ts";
import { fieldTypes } from "../../notation.ts";
import { reservedBecause } from "../../reserved.ts";
import { serve } from "../../serve.ts";
import { softNotes } from "../../soft.ts";
import { actionSummary } from "../../yaml/action.ts";
import type { FieldDraft, RelationDraft, ResourceDraft, TextDraft } from "./draft.ts";

const basis: Readonly<Record<NonNullable<FieldDraft["type"]>, string>> = {
  string: "string",
  integer: "integer",
  number: "number",
  decimal: "decimal",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  enum: "enum",
  array: "string",
  object: "json",
};

function schemaOf(draft: FieldDraft): JsonSchema {
  const type = draft.type ?? "string";
  const { min, max, minLength, maxLength, values } = draft;
  if (values?.length) {
    const schema: JsonSchema = { type: "string", enum: [...new Set(values)] };
    return type === "array" ? { type: "array", items: schema, maxItems: 100 } : schema;
  }
  if (type === "array") return { type: "array", items: { type: "string" }, maxItems: 100 };
  if (type === "decimal") return decimalSchema(...digitsOf(draft), min === 0);
  const plain = fieldTypes[(draft.type === "string" && draft.format) || basis[type]]?.schema ?? {
    type: "string",
  };
  const secret = fieldTypes["password"]?.schema ?? {};
  const least = Number(secret["minLength"]);
  const isSecret = draft.name === "password" && type === "string";
  const bounds = { minimum: min, maximum: max, minLength, maxLength };
  const statedBounds = Object.entries(bounds).filter(([, value]) => value !== undefined);
  return {
    ...plain,
    ...(isSecret ? { ...secret, minLength: Math.min(least, maxLength ?? least) } : {}),
    ...Object.fromEntries(statedBounds),
  };
}

/** The digits of a decimal number; 12 of which two are decimals, unless the text says otherwise. */
const digitsOf = ({ digits: [precision, scale] = [12, 2] }: FieldDraft): readonly [number, number] =>
  precision > scale && precision <= 38 ? [precision, scale] : [12, 2];

/** Returns a field as a definition has it. */
export function fieldOf(draft: FieldDraft): Field {
  const schema = schemaOf(draft);
  const name = memberName(draft.name, "field");
  const initial =
    draft.values?.find((value) => String(draft.default).toLowerCase() === value.toLowerCase()) ??
    draft.default;
  const [precision, scale] = digitsOf(draft);
  const isDecimal = draft.type === "decimal" && !draft.values?.length;
  const text = typeof initial === "number" && isDecimal ? initial.toFixed(scale) : String(initial);
  const value: Json | undefined =
    schema.type === "string" && initial !== undefined && !schema.enum ? text : initial;
  const usable = value !== undefined && matches(schema, value);
  const scalar = schema.type !== "array" && schema.type !== "object";
  return {
    name,
    schema,
    required: draft.required === true && !usable && draft.auto !== true,
    ...(isDecimal ? { decimal: { precision, scale } } : {}),
    ...(draft.unique && draft.within === undefined && scalar ? { unique: true } : {}),
    ...(draft.name === "password" && schema.type === "string" ? { secret: true } : {}),
    ...(draft.auto ? { auto: "action" as const } : {}),
    ...(usable ? { default: value } : {}),
  };
}

/** Turns a time that the system sets and no action writes into the creation time. */
const atOnce = (field: Field): Field =>
  field.auto === "action" && field.schema["format"] === "date-time" ? { ...field, auto: "now" } : field;

/** The kinds of relations in drafts, with those in definitions. */
export const relationKinds = {
  belongsTo: "belongs-to",
  hasMany: "has-many",
  manyToMany: "many-to-many",
  hasOne: "has-one",
} as const;

/** Returns a name that code can use as a type: `class` is reserved, so it becomes `ClassEntry`. */
function nameable(name: string): string {
  const { camel, pascal, plural } = namesFrom(name);
  return reservedBecause(camel, plural.snake) === undefined ? name : `${pascal}Entry`;
}

function relationOf(draft: RelationDraft): LooseRelation {
  const target = resourceNames(nameable(draft.target)).pascal;
  return {
    kind: relationKinds[draft.kind],
    resource: target,
    ...(draft.optional ? { optional: true } : {}),
    ...(draft.name === undefined ? {} : { name: draft.name }),
    ...(draft.inverse === undefined ? {} : { inverse: draft.inverse }),
  };
}

/** Returns what an action of that verb writes, if the resource has a matching field. */
function effect(verb: string, fields: readonly Field[]): Readonly<Record<string, Assignment>> | undefined {
  const undo = /^(?:un|de|dis)(.+)$/.exec(verb)?.[1];
  const set: Record<string, Assignment> = {};
  for (const { name, schema } of fields) {
    const value = schema.enum?.find(
      (item) => typeof item === "string" && (item === verb || verbOf(item) === verb),
    );
    if (value !== undefined) set[name] = { value };
    const words = wordsOf(name);
    const state = words.filter((word) => word !== "is" && word !== "at").join(" ");
    if (schema.type === "boolean" && verbOf(state) === verb) set[name] = { value: true };
    if (schema.type === "boolean" && undo !== undefined && verbOf(state) === undo)
      set[name] = { value: false };
    if (schema["format"] === "date-time" && words.at(-1) === "at" && verbOf(state) === verb)
      set[name] = { now: true };
  }
  return Object.keys(set).length ? set : undefined;
}

/** Reads each item, and reports the ones that can't be read instead of failing. */
function each<T, U extends { readonly name?: string }>(
  all: readonly U[],
  read: (one: U) => T,
  ignored: string[],
): readonly T[] {
  return all.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      ignored.push(error.message);
      return [];
    }
  });
}

function resourceOf(draft: ResourceDraft, ignored: string[]): LooseResource {
  const names = resourceNames(nameable(draft.name));
  const relations = each(draft.relations, relationOf, ignored);
  const reservedNames = new Set(
    relations.flatMap(({ resource, name, inverse }) => [
      ...[name, inverse].filter((item) => item !== undefined),
      namesFrom(resource).camel,
      namesFrom(resource).plural.camel,
      `${namesFrom(resource).camel}Id`,
    ]),
  );
  const fields = each(draft.fields, fieldOf, ignored).filter(({ name }) => !reservedNames.has(name));
  const actions = each(
    draft.actions.map((name) => ({ name })),
    ({ name: rawName }): Action => {
      const name = memberName(rawName, "action");
      const set = effect(spell(wordsOf(name)).words, fields);
      return { name, summary: actionSummary(name, names.pascal), ...(set ? { set } : {}) };
    },
    ignored,
  );
  const written = new Set(actions.flatMap(({ set = {} }) => Object.keys(set)));
  return {
    name: names.pascal,
    plural: names.plural.pascal,
    fields: fields.map((field) => (written.has(field.name) ? field : atOnce(field))),
    relations,
    actions,
    unique: [
      ...draft.fields.flatMap((field) => uniqueTogether(field, fields)),
      ...(draft.together ?? []).map((scopes) => columnsOf(scopes, fields)),
    ],
  };
}

/**
 * Returns the fields that are unique together: in `a number that is unique per company`, the number and the company's
 * key.
 */
function uniqueTogether(draft: FieldDraft, fields: readonly Field[]): readonly (readonly string[])[] {
  const name = memberName(draft.name, "field");
  if (draft.within === undefined || !fields.some((field) => field.name === name)) return [];
  return [[...columnsOf(draft.within, fields), name]];
}

/** The columns of scopes, each the name of a field or of a resource to which the record belongs. */
const columnsOf = (scopes: string, fields: readonly Field[]): readonly string[] =>
  scopes
    .split(" and ")
    .map((scope) =>
      fields.some(({ name }) => name === scope)
        ? scope
        : `${namesFrom(resourceNames(nameable(scope)).pascal).camel}Id`,
    );

/** Links resources; if they require each other in a cycle, makes these relations optional. */
function linked(loose: readonly LooseResource[], assumed: string[]): readonly Resource[] {
  try {
    return link(loose);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "required_cycle") throw error;
    assumed.push(`${error.message} So all of these relations are optional.`);
    return link(
      loose.map((resource) => ({
        ...resource,
        relations: resource.relations.map((relation) => ({ ...relation, optional: true })),
      })),
    );
  }
}

/** Maximum characters read from a description; longer ones belong in a definition file. */
const longest = 8000;

/**
 * Returns the API that an English description asks for, with what was assumed and what was not understood.
 * @param read extracts the resources from the text
 * @throws UserError `description_too_long`, or `not_understood` if the description names no resource
 */
export function fromText(text: string, read: (text: string) => TextDraft): Reading {
  if (text.length > longest)
    throw new UserError(
      "description_too_long",
      `The description has ${text.length} characters; ${longest} are read.`,
      "Write it shorter, or as a definition file in YAML.",
    );
  const { resources: drafts, title, assumed: guessed, ignored: left } = read(text);
  const ignored = [...left];
  if (!drafts.length)
    throw new UserError(
      "not_understood",
      "The description names no resource with fields.",
      'Write for example "A book has a title (required), a unique ISBN and a number of pages; a book belongs to an author".',
    );
  const assumed: string[] = ["What the description does not call required is optional.", ...guessed];
  for (const { name } of drafts)
    if (nameable(name) !== name)
      assumed.push(
        `${namesFrom(name).pascal} is a reserved word of the generated code, so it is called ${nameable(name)}.`,
      );
  const resources = linked(
    drafts.map((draft) => resourceOf(draft, ignored)),
    assumed,
  );
  checkResources(resources);
  const unwritten = resources.flatMap(({ name, actions }) =>
    actions.filter(({ set }) => !set).map((action) => `${action.name} of ${name}`),
  );
  if (unwritten.length) assumed.push(`What these do is yours to write: ${unwritten.join(", ")}.`);
  return { api: serve(resources, title), assumed: [...assumed, ...resources.flatMap(softNotes)], ignored };
}
