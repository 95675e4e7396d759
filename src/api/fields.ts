import type { Json } from "../lib/index.ts";
import type { JsonSchema } from "../schema/index.ts";
import type { Action, BelongsTo, Field, FieldType, ManyToMany, Resource } from "./definition.ts";
import { inTable } from "../lib/index.ts";

const byFormat: Readonly<Record<string, FieldType>> = {
  uuid: "uuid",
  date: "date",
  "date-time": "datetime",
  decimal: "decimal",
};

/** Returns how values of this schema are stored. */
export function fieldType(schema: JsonSchema): FieldType {
  switch (schema.type) {
    case "integer":
    case "number":
    case "boolean":
    case "array":
      return schema.type;
    case "string":
      return schema.enum ? "enum" : (inTable(byFormat, String(schema["format"])) ?? "string");
    default:
      return "json";
  }
}

/**
 * Returns the schema of a decimal number: a string with exactly `scale` decimals, so that no float is ever involved.
 */
export function decimalSchema(precision: number, scale: number, positive: boolean): JsonSchema {
  const whole = precision - scale;
  const point = scale ? `\\.\\d{${scale}}` : "";
  const unsigned = `(0|[1-9]\\d{0,${Math.max(0, whole - 1)}})${point}`;
  return {
    type: "string",
    format: "decimal",
    pattern: positive ? `^${unsigned}$` : `^-?${unsigned}$`,
    maxLength: whole + (scale ? scale + 1 : 0) + (positive ? 0 : 1),
    example: scale ? `12.${"5".padEnd(scale, "0")}` : "12",
  };
}

const idSchema = { type: "string", format: "uuid" } as const;

/** Returns the foreign key of a `belongs-to` as a field. */
export const foreignKey = (relation: BelongsTo): Field => ({
  name: relation.field,
  schema: idSchema,
  required: !relation.optional,
  ...(relation.unique ? { unique: true } : {}),
  ...(relation.was === undefined ? {} : { was: relation.was }),
});

/** Returns the set of ids in bodies of the owner of a `many-to-many`, as a field; empty by default. */
const idSet = (relation: ManyToMany): Field => ({
  name: relation.field,
  schema: { type: "array", items: idSchema, uniqueItems: true, maxItems: 1000 },
  required: false,
  default: [],
});

export const belongsTo = (resource: Resource): readonly BelongsTo[] =>
  resource.relations.filter((relation) => relation.kind === "belongs-to");

/** Returns the many-to-many relations whose ids this resource's bodies contain. */
export const ownedSets = (resource: Resource): readonly ManyToMany[] =>
  resource.relations.filter(
    (relation) => relation.kind === "many-to-many" && relation.owner && !relation.soft,
  ) as ManyToMany[]; // filter can't see through &&

/** Returns what the resource's own table stores, without id and timestamps: its fields, then its foreign keys. */
export const storedFields = (resource: Resource): readonly Field[] => [
  ...resource.fields,
  ...belongsTo(resource).map(foreignKey),
];

/** Returns what a create or update body may contain: stored fields that aren't `auto`, then sets of ids. */
export const writableFields = (resource: Resource): readonly Field[] => [
  ...storedFields(resource).filter((field) => !field.auto),
  ...ownedSets(resource).map(idSet),
];

/** Returns the enum and boolean fields that act as states: actions require values of them and set them. */
export function stateFields({ fields, actions }: Resource): readonly Field[] {
  const conditionFields = new Set(actions.flatMap(({ when = {} }) => Object.keys(when)));
  const set = new Set(actions.flatMap((action) => Object.keys(action.set ?? {})));
  return fields.filter(
    ({ name, auto, schema }) =>
      !auto && conditionFields.has(name) && set.has(name) && ["enum", "boolean"].includes(fieldType(schema)),
  );
}

/** A field and its values from which an action may be called. */
export interface Precondition {
  readonly field: string;
  readonly values: readonly Json[];
  /** The error for a record whose field has none of these values. */
  readonly message: string;
}

export const preconditions = ({ when = {} }: Action): readonly Precondition[] =>
  Object.entries(when).map(([field, values]) => ({
    field,
    values,
    message: `must be ${values.map((value) => (value === null ? "empty" : String(value))).join(" or ")}`,
  }));

/** Returns a field for bodies that may omit it to keep the stored value. */
function keepable(field: Field): Field {
  const { default: _, ...plain } = field;
  return isNullable(field) ? field : { ...plain, required: true };
}

/** Returns the names of fields that a PUT body may omit to keep the stored value: secrets and states. */
export function preservedNames(resource: Resource): ReadonlySet<string> {
  const secrets = resource.fields.filter(({ secret, required }) => secret && required);
  return new Set([...secrets, ...stateFields(resource)].map(({ name }) => name));
}

/** Returns the fields that a PUT body may contain. */
export function updateFields(resource: Resource): readonly Field[] {
  const preservedFields = preservedNames(resource);
  return writableFields(resource).map((field) => (preservedFields.has(field.name) ? keepable(field) : field));
}

/** Returns the fields that a PATCH body may contain; omitted ones are unchanged. */
export const patchFields = (resource: Resource): readonly Field[] => writableFields(resource).map(keepable);

/** Returns the relations to records of the same resource, which form trees. */
export const parents = (resource: Resource): readonly BelongsTo[] =>
  belongsTo(resource).filter((relation) => relation.resource === resource.name && !relation.soft);

/** Returns the tree relations whose new parent an action takes from its body. */
export const movedBy = (resource: Resource, { set = {} }: Action): readonly BelongsTo[] =>
  parents(resource).filter(({ field }) => "input" in (set[field] ?? {}));

/** Returns the fields of a response besides id and timestamps: everything but secrets. */
export const answeredFields = (resource: Resource): readonly Field[] => [
  ...storedFields(resource).filter((field) => !field.secret),
  ...ownedSets(resource).map(idSet),
];

/** Whether a stored value may be null. */
export const isNullable = (field: Field): boolean =>
  (field.default ?? null) === null && (field.auto === "action" || (!field.auto && !field.required));

/** Returns the schema with null allowed, as in OpenAPI 3.0. */
export const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  nullable: true,
  ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
});

const filterable: ReadonlySet<FieldType> = new Set([
  "string",
  "enum",
  "integer",
  "number",
  "decimal",
  "boolean",
  "date",
  "datetime",
  "uuid",
]);

/** Returns the fields that a list can be filtered by: scalars that are not secret, and sets of ids by one of them. */
export const filterFields = (resource: Resource): readonly Field[] => [
  ...storedFields(resource).filter((field) => !field.secret && filterable.has(fieldType(field.schema))),
  ...ownedSets(resource).map(({ field }) => ({ name: field, schema: idSchema, required: false })),
];

/** Returns the names that a list can be sorted by, ascending; with a `-` prefix, descending. */
export const sortFields = (resource: Resource): readonly string[] => [
  "createdAt",
  "updatedAt",
  ...filterFields(resource)
    .filter((field) => fieldType(field.schema) !== "uuid")
    .map((field) => field.name),
];

/** Returns the value of a new record if the body omits the field. */
export const initialValue = (field: Field): Json => field.default ?? null;
