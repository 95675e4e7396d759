import { named, inTable, type Json } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import { external, type Value } from "../evaluate/value.ts";
import type { Args, ExternalValue, Part } from "../evaluate/types.ts";

/** A schema, and whether its member is optional. */
export interface Shape {
  readonly schema: JsonSchema;
  readonly optional: boolean;
}

export const shape = (schema: JsonSchema, optional = false): Shape => ({ schema, optional });
export const anything: Shape = shape({});

/** Wraps a schema as a value for `schemaOf`. */
export const schemaValue = (schema: JsonSchema): Value => ({ ...external("schema"), schema }) as Value; // read back by `schemaOf`

/** The types of columns and fields, by the names that ORMs, forms and validators give them. */
const fieldTypes: readonly (readonly [RegExp, JsonSchema])[] = [
  [/^(?:positive|small|big|tiny|medium)*(?:int(?:eger)?(?:32)?|serial|auto)$/, { type: "integer" }],
  [/^(?:foreignkey|onetoone|primarykeyrelated)$/, { type: "integer" }],
  [/^(?:float|double|decimal|numeric|number|real)/, { type: "number" }],
  [/^(?:null)?bool/, { type: "boolean" }],
  [/^(?:naive|aware)?datetime|^time(?:stamp)?$/, { type: "string", format: "date-time" }],
  [/^date/, { type: "string", format: "date" }],
  [/^email$/, { type: "string", format: "email" }],
  [/^url$/, { type: "string", format: "uri" }],
  [/^uuid/, { type: "string", format: "uuid" }],
  [/^(?:image|file|bytes)$/, { type: "string", format: "binary" }],
  [/^(?:json|mixed|map$)/, {}],
  [/^(?:dict|mapping|object)$/, { type: "object" }],
  [/^(?:manytomany|list|multiplechoice|manyrelated)$/, { type: "array", items: {} }],
];

/** The schema of a field by the name of its type, such as `IntegerField`; a text if the name says nothing else. */
export function fieldType(name: string): JsonSchema {
  const plain = name.toLowerCase().replace(/(?<=.)field$/, "");
  return fieldTypes.find(([pattern]) => pattern.test(plain))?.[1] ?? { type: "string" };
}

/** A choice of values; with their type, if they share one. */
export function choices(values: readonly Json[]): JsonSchema {
  const [type, other] = new Set(values.map((value) => typeof value));
  const isNamed = other === undefined && (type === "string" || type === "number" || type === "boolean");
  return { ...(isNamed && { type }), enum: [...values] };
}

/** An object schema from its members. */
export function objectOf(members: Iterable<readonly [string, Shape]>): JsonSchema {
  const all = [...members];
  const required = all.filter(([, shape]) => !shape.optional).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(all.map(([name, shape]) => [name, shape.schema])),
    ...(required.length ? { required } : {}),
  };
}

const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> => schema.properties ?? {};

/** The members of an object schema, with their shapes. */
export const membersOf = (schema: JsonSchema): Map<string, Shape> =>
  new Map(
    Object.entries(propertiesOf(schema)).map(([name, jsonSchema]) => [
      name,
      shape(jsonSchema, !(schema.required ?? []).includes(name)),
    ]),
  );

/** Combines two schemas: members of both; the later one's definition takes precedence. */
export function both(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (!a.properties && !a.type) return b;
  if (!b.properties) return a.properties ? a : { ...a, ...b };
  return objectOf([...membersOf(a), ...membersOf(b)]);
}

/** Any of several schemas: the members of each, required if all require them. */
export function any(all: readonly JsonSchema[]): JsonSchema {
  const objects = all.filter(({ properties }) => properties);
  const [first] = all;
  if (!objects.length || objects.length < all.length)
    return all.length === 1 ? (first ?? {}) : objects[0] ? any(objects) : simple(all);
  const members = new Map<string, Shape>();
  for (const schema of objects)
    for (const [name, member] of membersOf(schema)) {
      const everywhere = objects.every(({ required }) => required?.includes(name));
      members.set(name, shape(members.get(name)?.schema ?? member.schema, !everywhere));
    }
  return objectOf(members);
}

const simple = (all: readonly JsonSchema[]): JsonSchema => {
  const values = all.flatMap((schema) => schema.enum ?? []);
  if (values.length && all.every((schema) => schema.enum)) return choices([...new Set(values)]);
  const types = new Set(all.map(({ type }) => type));
  return types.size === 1 ? { ...all[0] } : {};
};

/** The schema with only the members that `keeps` accepts. */
export const chosen = (schema: JsonSchema, keeps: (name: string) => boolean): JsonSchema =>
  objectOf([...membersOf(schema)].filter(([name]) => keeps(name)));

/** The schema with its members, or those with these names, as optional or required. */
const marked = (schema: JsonSchema, optional: boolean, names?: readonly string[]): JsonSchema =>
  objectOf(
    [...membersOf(schema)].map(([name, item]) => [
      name,
      !names || names.includes(name) ? shape(item.schema, optional) : item,
    ]),
  );
export const partial = (schema: JsonSchema, names?: readonly string[]): JsonSchema =>
  marked(schema, true, names);
export const requiring = (schema: JsonSchema, names?: readonly string[]): JsonSchema =>
  marked(schema, false, names);

export interface Step {
  readonly name: string;
  readonly args: Args | undefined;
}

/** Splits `z.object({…}).strict()` into its root and its steps. */
export function chain(value: ExternalValue): { readonly root: string; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  let externalValue: ExternalValue | undefined = value;
  let root = value;
  for (let length = 0; externalValue && length < 60; length++) {
    root = externalValue;
    const callee: ExternalValue | undefined = externalValue.args ? externalValue.of : externalValue;
    if (callee) steps.unshift({ name: callee.name, args: externalValue.args });
    root = callee ?? root;
    externalValue = callee?.of;
  }
  return { root: root.path, steps };
}

const parts: Readonly<Record<string, Part>> = {
  ...named<Part>("body json form", "body"),
  ...named<Part>("query querystring", "query"),
  ...named<Part>("path param params view_args", "path"),
  ...named<Part>("header headers", "header"),
  ...named<Part>("cookie cookies", "cookie"),
  ...named<Part>("file files", "file"),
};

/** The part of a request by the name that libraries give it. */
export const partNamed = (name: string): Part | undefined => inTable(parts, name.toLowerCase());
