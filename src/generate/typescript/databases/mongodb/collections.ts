import {
  belongsTo,
  fieldType,
  isNullable,
  ownedSets,
  storedFields,
  type ApiDefinition,
  type Field,
  type Resource,
} from "../../../../api/index.ts";
import { imported, joined, ts, type Code } from "../../../../code/index.ts";
import { constraintName, tableName } from "../../../sql/names.ts";

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

/** What MongoDB itself checks of a document, so that no other program stores what this one can't read. */
function validator(resource: Resource): unknown {
  const properties = storedFields(resource).map((field) => {
    const bsonType = [...typeOf(field), ...(isNullable(field) ? ["null"] : [])];
    const values = field.schema.enum && !isNullable(field) ? { enum: field.schema.enum } : {};
    return [documentField(field), { bsonType, ...values }] as const;
  });
  return {
    $jsonSchema: {
      bsonType: "object",
      required: ["_id", ...properties.map(([name]) => name), "createdAt", "updatedAt"],
      properties: Object.fromEntries(properties),
    },
  };
}

/** Unique among the documents that have a value: null is none. */
function indexes(resource: Resource): readonly unknown[] {
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

/** `src/collections.ts`: names, rules and indexes of the collections. */
export const collectionsModule = (api: ApiDefinition): Code => ts`
/** A collection, the rules that MongoDB keeps for it, and its indexes. */
export interface CollectionSettings {
  readonly name: string;
  readonly validator: ${imported("mongodb", "type Document")};
  readonly indexes: readonly ${imported("mongodb", "type IndexDescription")}[];
}

export const collections: readonly CollectionSettings[] = [
  ${joined(
    api.resources.map(
      (resource) => ts`{
    name: ${tableName(resource)},
    validator: ${validator(resource)},
    indexes: ${indexes(resource)},
  },`,
    ),
  )}
];
`;
