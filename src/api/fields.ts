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

/** How values of this schema are stored. */
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

/** Schema of a decimal number: a string with exactly `scale` digits behind the point, without floats on any way. */
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

/** The foreign key of a `belongs-to`, seen as a field. */
export const foreignKey = (relation: BelongsTo): Field => ({
  name: relation.field,
  schema: idSchema,
  required: !relation.optional,
  ...(relation.unique ? { unique: true } : {}),
  ...(relation.was === undefined ? {} : { was: relation.was }),
});

/** The set of ids that the owner of a `many-to-many` carries, seen as a field; empty if left out. */
const idSet = (relation: ManyToMany): Field => ({
  name: relation.field,
  schema: { type: "array", items: idSchema, uniqueItems: true, maxItems: 1000 },
  required: false,
  default: [],
});

export const belongsTo = (resource: Resource): readonly BelongsTo[] =>
  resource.relations.filter((relation) => relation.kind === "belongs-to");

/** The many-to-many relations that this resource's bodies carry. */
export const ownedSets = (resource: Resource): readonly ManyToMany[] =>
  resource.relations.filter(
    (relation) => relation.kind === "many-to-many" && relation.owner && !relation.soft,
  ) as ManyToMany[]; // filter can't see through &&

/** What is stored in the resource's own table: its fields, then its foreign keys. Without id and timestamps. */
export const storedFields = (resource: Resource): readonly Field[] => [
  ...resource.fields,
  ...belongsTo(resource).map(foreignKey),
];

/** What a create or update body may carry: stored fields that aren't `auto`, then sets of ids. */
export const writableFields = (resource: Resource): readonly Field[] => [
  ...storedFields(resource).filter((field) => !field.auto),
  ...ownedSets(resource).map(idSet),
];

/** Fields whose values actions lead from one to the next: an action asks for one and sets another. */
export function stateFields({ fields, actions }: Resource): readonly Field[] {
  const asked = new Set(actions.flatMap(({ when = {} }) => Object.keys(when)));
  const set = new Set(actions.flatMap((action) => Object.keys(action.set ?? {})));
  return fields.filter(
    ({ name, auto, schema }) =>
      !auto && asked.has(name) && set.has(name) && ["enum", "boolean"].includes(fieldType(schema)),
  );
}

/** A field, and the values of it from which an action may be called. */
export interface Precondition {
  readonly field: string;
  readonly values: readonly Json[];
  /** What the field of a record says that has none of them. */
  readonly message: string;
}

export const preconditions = ({ when = {} }: Action): readonly Precondition[] =>
  Object.entries(when).map(([field, values]) => ({
    field,
    values,
    message: `must be ${values.map((value) => (value === null ? "empty" : String(value))).join(" or ")}`,
  }));

/** A field of a body that keeps what is stored where the field is left out. */
function keepable(field: Field): Field {
  const { default: _, ...plain } = field;
  return isNullable(field) ? field : { ...plain, required: true };
}

/** Names of the fields that a body of PUT may leave out to keep what is stored: secrets and states. */
export function keptNames(resource: Resource): ReadonlySet<string> {
  const secrets = resource.fields.filter(({ secret, required }) => secret && required);
  return new Set([...secrets, ...stateFields(resource)].map(({ name }) => name));
}

/** What a body of PUT may carry. */
export function updateFields(resource: Resource): readonly Field[] {
  const kept = keptNames(resource);
  return writableFields(resource).map((field) => (kept.has(field.name) ? keepable(field) : field));
}

/** What a body of PATCH may carry, each only where it is to change. */
export const patchFields = (resource: Resource): readonly Field[] => writableFields(resource).map(keepable);

/** Relations to records of the same resource, which make trees. */
export const parents = (resource: Resource): readonly BelongsTo[] =>
  belongsTo(resource).filter((relation) => relation.resource === resource.name && !relation.soft);

/** Those of them whose record a caller of an action names. */
export const movedBy = (resource: Resource, { set = {} }: Action): readonly BelongsTo[] =>
  parents(resource).filter(({ field }) => "input" in (set[field] ?? {}));

/** What an answer carries beside id and timestamps: everything but secrets. */
export const answeredFields = (resource: Resource): readonly Field[] => [
  ...storedFields(resource).filter((field) => !field.secret),
  ...ownedSets(resource).map(idSet),
];

/** Whether a stored value may be null. */
export const isNullable = (field: Field): boolean =>
  (field.default ?? null) === null && (field.auto === "action" || (!field.auto && !field.required));

/** The schema with null allowed, as OpenAPI 3.0 writes it. */
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

/** Fields that a list can be filtered by: scalars that are answered, and sets of ids by one of them. */
export const filterFields = (resource: Resource): readonly Field[] => [
  ...storedFields(resource).filter((field) => !field.secret && filterable.has(fieldType(field.schema))),
  ...ownedSets(resource).map(({ field }) => ({ name: field, schema: idSchema, required: false })),
];

/** Names that a list can be sorted by, ascending; with `-` before, descending. */
export const sortFields = (resource: Resource): readonly string[] => [
  "createdAt",
  "updatedAt",
  ...filterFields(resource)
    .filter((field) => fieldType(field.schema) !== "uuid")
    .map((field) => field.name),
];

/** The value that a new record has where the body leaves the field out. */
export const initialValue = (field: Field): Json => field.default ?? null;
