import type { Field, Resource } from "../definition.ts";
import { UserError, type Json } from "../../lib/index.ts";
import { decimalSchema } from "../fields.ts";
import { matches } from "../match.ts";
import { memberName } from "../name-spelling.ts";
import { earlierField, earlierResource } from "../renames.ts";
import { map, mapField, mapActions, asName, type Draft } from "./draft.ts";

export const addField = (draft: Draft, of: string, field: Field): Draft =>
  map(draft, of, (resource) => ({
    ...resource,
    fields: [...resource.fields.filter(({ name }) => name !== field.name), field],
  }));

export function renameField(draft: Draft, of: string, [from, phrase]: readonly [string, string]): Draft {
  const to = memberName(asName(phrase), "field");
  return map(draft, of, (resource) => {
    const old =
      draft.before && earlierResource(resource as Resource, draft.before, draft.resources as Resource[]); // only names are used
    const field = resource.fields.find(({ name }) => name === from);
    const was = old && field ? earlierField(field, old, { ...old, fields: resource.fields })?.name : from;
    const { was: _, ...plain } = field ?? ({} as Field); // it exists: it was found by name
    return {
      ...resource,
      fields: resource.fields.map((item) =>
        item === field ? { ...plain, name: to, ...(was === undefined || was === to ? {} : { was }) } : item,
      ),
      unique: resource.unique.map((names) => names.map((name) => (name === from ? to : name))),
      actions: mapActions(resource, ([name, value]) => [name === from ? to : name, value]),
    };
  });
}

/** What a text says about a field or relation besides its type and name. */
export interface Marks {
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly default?: Json;
  readonly fill?: Json;
}

export const markField = (draft: Draft, of: string, [name, marks]: readonly [string, Marks]): Draft =>
  mapField(draft, of, name, ({ unique, fill, default: initial, ...field }) => ({
    ...field,
    ...((marks.unique ?? unique) ? { unique: true } : {}),
    ...((marks.fill ?? fill) === undefined ? {} : { fill: marks.fill ?? fill ?? null }),
    // A required field gets its value from the request: a default would replace it.
    ...(marks.required !== undefined && marks.default === undefined
      ? { required: marks.required }
      : (marks.default ?? initial) === undefined
        ? {}
        : { default: marks.default ?? initial ?? null, required: false }),
  }));

/** Changes the type of a field; its other properties are kept where they still fit. */
export const retype = (draft: Draft, of: string, [name, type]: readonly [string, Field]): Draft =>
  mapField(draft, of, name, (field) => {
    const { description, required, unique, auto, was, fill, default: old } = field;
    const initial = type.default ?? (old !== undefined && matches(type.schema, old) ? old : undefined);
    const settings = { description, unique, auto, was, fill, default: initial };
    return {
      ...type,
      ...(Object.fromEntries(
        Object.entries(settings).filter(([, value]) => value !== undefined),
      ) as Partial<Field>), // what the field said before
      required: required || type.required,
    };
  });

/** Sets the bounds of a number's value, a list's items or a text's length. */
export const boundField = (
  draft: Draft,
  of: string,
  [name, [least, most]]: readonly [string, readonly (number | undefined)[]],
): Draft =>
  mapField(draft, of, name, (field) => {
    const { type } = field.schema;
    if (field.decimal) {
      const { precision, scale } = field.decimal;
      if (least === 0 && most === undefined)
        return { ...field, schema: decimalSchema(precision, scale, true) };
      throw new UserError(
        "bad_field",
        `${of}.${name} is a decimal, which has no bound but 0 from below.`,
        'Say "at least 0", or make it a number: "change price to number".',
      );
    }
    const [low, high] =
      type === "array"
        ? ["minItems", "maxItems"]
        : type === "string"
          ? ["minLength", "maxLength"]
          : ["minimum", "maximum"];
    return {
      ...field,
      schema: {
        ...field.schema,
        ...(least === undefined ? {} : { [low ?? ""]: least }),
        ...(most === undefined ? {} : { [high ?? ""]: most }),
      },
    };
  });
