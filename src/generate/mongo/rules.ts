import {
  belongsTo,
  fieldType,
  fillOf,
  isNullable,
  namesFrom,
  ownedSets,
  resourceNames,
  storedFields,
  type ApiDefinition,
  type Field,
  type Resource,
} from "../../api/index.ts";
import { constraintName, tableName } from "../sql/sql-identifiers.ts";

/** Returns the name of a field in documents; secrets are stored as hashes. */
export const documentField = (field: Field): string => (field.secret ? `${field.name}Hash` : field.name);

const bsonTypes: Readonly<Record<string, readonly string[]>> = {
  string: ["string"],
  enum: ["string"],
  date: ["string"],
  uuid: ["string"],
  integer: ["int", "long", "double"],
  number: ["int", "long", "double"],
  decimal: ["decimal"],
  boolean: ["bool"],
  datetime: ["date"],
  array: ["array"],
  json: ["object"],
};

const typeOf = (field: Field): readonly string[] => bsonTypes[fieldType(field.schema)] ?? ["object"];

const bounds = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

/** The bounds of a field's stored values; secrets are stored in another form. */
function boundsOf({ schema, secret }: Field): Readonly<Record<string, unknown>> {
  if (secret) return {};
  const set = bounds.flatMap((name) => {
    const bound = schema[name];
    return typeof bound === "number" ? [[name, bound] as const] : [];
  });
  return Object.fromEntries(set);
}

/** Returns the collection's validator: MongoDB itself refuses documents that this program couldn't read. */
function validator(resource: Resource): unknown {
  const properties = storedFields(resource).map((field) => {
    const bsonType = [...typeOf(field), ...(isNullable(field) ? ["null"] : [])];
    const { enum: values } = field.schema;
    const all = values && [...new Set([...values, ...(isNullable(field) ? [null] : [])])];
    return [documentField(field), { bsonType, ...(all && { enum: all }), ...boundsOf(field) }] as const;
  });
  const sets = ownedSets(resource).map(({ field }) => [field, { bsonType: ["array"] }] as const);
  const rules = [...properties, ...sets];
  return {
    $jsonSchema: {
      bsonType: "object",
      required: ["_id", ...rules.map(([name]) => name), "createdAt", "updatedAt"],
      properties: Object.fromEntries(rules),
    },
  };
}

/** An index, as MongoDB's drivers expect it. */
export interface Index {
  readonly name: string;
  readonly key: Readonly<Record<string, number>>;
  readonly unique?: boolean;
  readonly partialFilterExpression?: Readonly<Record<string, unknown>>;
}

/** Returns the indexes; uniqueness applies only to documents with a value, and null is none. */
function indexes(resource: Resource): readonly Index[] {
  const stored = storedFields(resource);
  const groups = [
    ...stored.filter((field) => field.unique).map((field) => [field]),
    ...resource.unique.map((names) => names.flatMap((name) => stored.filter((field) => field.name === name))),
  ];
  const plain = [
    ...belongsTo(resource)
      .filter((relation) => !relation.unique)
      .map(({ field }) => field),
    ...ownedSets(resource).map(({ field }) => field),
  ];
  return [
    ...groups.map((fields) => {
      const nullable = fields.filter(isNullable);
      return {
        name: constraintName(tableName(resource), ...fields.map(documentField), "key"),
        key: Object.fromEntries(fields.map((field) => [documentField(field), 1])),
        unique: true,
        ...(nullable.length
          ? {
              partialFilterExpression: Object.fromEntries(
                nullable.map((field) => [documentField(field), { $type: typeOf(field) }]),
              ),
            }
          : {}),
      };
    }),
    ...plain.map((name) => ({ name: constraintName(tableName(resource), name, "idx"), key: { [name]: 1 } })),
  ];
}

/** A filter for documents stored under earlier rules, and the update that adapts them to the current ones. */
export type Upgrade = readonly [filter: unknown, update: unknown];

/** Returns a value for an update with expressions; the server converts values to BSON types. */
const literal = (field: Field, value: unknown): unknown => {
  const convert = { decimal: "$toDecimal", datetime: "$toDate" }[fieldType(field.schema) as string];
  return convert ? { [convert]: value } : { $literal: value };
};

/** The BSON types that values of a field's type are converted from, and the operator that converts them. */
const conversions: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
  string: [["bool", "int", "long", "double", "decimal", "date"], "string"],
  integer: [["string", "decimal"], "long"],
  number: [["string", "decimal"], "double"],
  decimal: [["string", "int", "long", "double"], "decimal"],
  datetime: [["string"], "date"],
};

/** Returns the updates that convert values of an earlier type; what can't be converted stays, and breaks the rules. */
function converted(field: Field): readonly Upgrade[] {
  const name = documentField(field);
  const type = fieldType(field.schema) as string;
  const input = `$${name}`;
  if (type === "boolean")
    return [true, false].map((value) => [
      { [name]: { $in: [String(value), Number(value)] } },
      { $set: { [name]: value } },
    ]);
  const day = { $dateToString: { date: input, format: "%Y-%m-%d" } };
  if (type === "date") return [[{ [name]: { $type: ["date"] } }, [{ $set: { [name]: day } }]]];
  const [from, to] = conversions[type] ?? [];
  const convert = { $convert: { input, to, onError: input } };
  return from ? [[{ [name]: { $type: from } }, [{ $set: { [name]: convert } }]]] : [];
}

/**
 * Returns the updates of older documents, which may run repeatedly: renamed fields (`was`), converted types, replaced
 * values (`map`), and values for required fields (`fill`, else the default, else an empty value).
 */
function upgrades(resource: Resource): readonly Upgrade[] {
  const stored = storedFields(resource);
  const keys = new Map(belongsTo(resource).map(({ field, was }) => [field, was && `${was}Id`]));
  const renames = [
    ...stored.map((field) => [
      documentField({ ...field, name: keys.get(field.name) ?? field.was ?? "" }),
      documentField(field),
    ]),
    ...ownedSets(resource).map(({ field, was = "" }) => [was && `${namesFrom(was).camel}Ids`, field]),
  ] as const;
  const names = new Set(renames.map(([, to]) => to));
  return [
    ...renames
      .filter(([from = ""]) => from !== "" && from !== "Hash" && !names.has(from))
      .map(([from = "", to = ""]): Upgrade => [
        { [from]: { $exists: true }, [to]: { $exists: false } },
        { $rename: { [from]: to } },
      ]),
    ...stored.flatMap(converted),
    ...stored.flatMap(({ name, map = {}, schema }) =>
      Object.entries(map)
        .filter(([oldValue]) => !schema.enum?.includes(oldValue)) // what is allowed again is kept
        .map(([oldValue, value]): Upgrade => [{ [name]: oldValue }, { $set: { [name]: value } }]),
    ),
    ...stored.flatMap((field): readonly Upgrade[] => {
      const name = documentField(field);
      if (isNullable(field)) return []; // it may be null
      const value = fillOf(field);
      if (field.auto === "now") return [[{ [name]: null }, [{ $set: { [name]: "$createdAt" } }]]];
      return value === undefined ? [] : [[{ [name]: null }, [{ $set: { [name]: literal(field, value) } }]]];
    }),
    ...ownedSets(resource).map(({ field }): Upgrade => [{ [field]: null }, { $set: { [field]: [] } }]),
  ];
}

/** A collection: its name, the rules that MongoDB keeps for it, its indexes, and updates of older documents. */
export interface Collection {
  readonly name: string;
  /** Its name before. */
  readonly was?: string | undefined;
  readonly validator: unknown;
  readonly indexes: readonly Index[];
  readonly upgrades: readonly Upgrade[];
}

export const collectionsOf = ({ resources }: ApiDefinition): readonly Collection[] =>
  resources.map((resource) => ({
    name: tableName(resource),
    was: resource.was === undefined ? undefined : resourceNames(resource.was).plural.snake,
    validator: validator(resource),
    indexes: indexes(resource),
    upgrades: upgrades(resource),
  }));

/** A field that holds ids of another collection, and what deleting the other document does. */
export interface Reference {
  readonly from: string;
  readonly field: string;
  readonly to: string;
  readonly onDelete: "cascade" | "restrict" | "set-null" | "pull";
}

/** Returns the references among the collections of an API, which replace foreign keys. */
export function referencesOf(api: ApiDefinition): readonly Reference[] {
  const nameOf = (name: string): string => {
    const target = api.resources.find((resource) => resource.name === name);
    if (!target) throw new Error(`No resource ${name}.`); // each hard relation's resource exists
    return tableName(target);
  };
  return api.resources.flatMap((resource) => [
    ...belongsTo(resource)
      .filter(({ soft }) => !soft)
      .map(({ field, resource: to, onDelete }) => ({
        from: tableName(resource),
        field,
        to: nameOf(to),
        onDelete,
      })),
    ...ownedSets(resource).map(({ field, resource: to }) => ({
      from: tableName(resource),
      field,
      to: nameOf(to),
      onDelete: "pull" as const,
    })),
  ]);
}

/** The variable with the address of a server. */
export const mongoUrl = {
  MONGODB_URL: {
    value: "",
    comment:
      "MongoDB to use, such as mongodb://localhost:27017/name; empty: one that is fetched and started for development.",
  },
} as const;
