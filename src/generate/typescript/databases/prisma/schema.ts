import {
  belongsTo,
  fieldType,
  isNullable,
  storedFields,
  type ApiDefinition,
  type Field,
  type Relation,
  type Resource,
} from "../../../../api/index.ts";
import {
  columnName,
  constraintName,
  references,
  snake,
  tableName,
  uniques,
} from "../../../sql/sql-identifiers.ts";
import { columnType } from "../../../sql/tables.ts";
import { columnField, joins, modelName, type Join } from "./prisma-names.ts";

/** Header before the models. */
export const head = `// What the client knows of the tables; the files in migrations/ make them.

generator client {
  provider            = "prisma-client"
  output              = "../src/generated/prisma"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "ts"
}

datasource db {
  provider = "postgresql"
}
`;

const text = (value: string): string => JSON.stringify(value);

/** Returns the scalar type of a column, and the attribute with the exact database type. */
function typeOf(field: Field): readonly [type: string, native: string] {
  const type = columnType(field);
  if (type.startsWith("numeric")) return ["Decimal", type.replace("numeric", "@db.Decimal")];
  if (type.startsWith("timestamptz")) return ["DateTime", type.replace("timestamptz", "@db.Timestamptz")];
  const others: Readonly<Record<string, readonly [string, string]>> = {
    integer: ["Int", ""],
    bigint: ["BigInt", ""],
    "double precision": ["Float", ""],
    boolean: ["Boolean", ""],
    date: ["DateTime", "@db.Date"],
    uuid: ["String", "@db.Uuid"],
    jsonb: ["Json", ""],
  };
  return others[type] ?? ["String", ""];
}

/** Returns the column's default in the schema language. */
function defaultOf(field: Field): string {
  if (field.auto === "now") return "@default(now())";
  if (field.auto === "uuid") return '@default(dbgenerated("gen_random_uuid()"))';
  const value = field.default;
  if (value === undefined || value === null) return "";
  const type = fieldType(field.schema);
  if (type === "json" || type === "array") return `@default(${text(JSON.stringify(value))})`;
  if (typeof value === "number" || type === "decimal")
    return /^-?[\d.]+$/.test(String(value)) ? `@default(${String(value)})` : "";
  if (type === "date") return `@default(${text(`${String(value)}T00:00:00Z`)})`;
  return `@default(${typeof value === "string" ? text(value) : String(value)})`;
}

type Row = readonly [name: string, type: string, ...attributes: readonly string[]];

/** `unique` is the name of the constraint on this column alone. */
function scalar(field: Field, unique: string | undefined): Row {
  const name = columnField(field);
  const column = columnName(field);
  const [type, native] = typeOf(field);
  return [
    name,
    isNullable(field) ? `${type}?` : type,
    unique === undefined ? "" : `@unique(map: ${text(unique)})`,
    defaultOf(field),
    column === name ? "" : `@map(${text(column)})`,
    native,
  ];
}

const fates = { cascade: "Cascade", restrict: "Restrict", "set-null": "SetNull" } as const;

/** The two sides of a foreign key are matched by its constraint's name. */
const parents = (resource: Resource, api: ApiDefinition): readonly Row[] =>
  references(resource).flatMap(({ relation, name }) => {
    const target = api.resources.find((candidate) => candidate.name === relation.resource);
    if (!target) return [];
    const type = `${modelName(target)}${relation.optional ? "?" : ""}`;
    const rule = `fields: [${relation.field}], references: [id], onDelete: ${fates[relation.onDelete]}, onUpdate: NoAction`;
    return [[relation.name, type, `@relation(${text(name)}, ${rule}, map: ${text(name)})`] as const];
  });

const children = (resource: Resource, api: ApiDefinition): readonly Row[] =>
  resource.relations.flatMap((relation: Relation) => {
    const other = api.resources.find((candidate) => candidate.name === relation.resource);
    if (relation.kind !== "has-many" || relation.soft || !other) return [];
    const key = belongsTo(other).find(({ name }) => name === relation.inverse);
    const constraint = references(other).find(({ relation: back }) => back.name === relation.inverse)?.name;
    return constraint === undefined
      ? []
      : [
          [
            relation.name,
            `${modelName(other)}${key?.unique ? "?" : "[]"}`,
            `@relation(${text(constraint)})`,
          ] as const,
        ];
  });

const linkName = ({ table }: Join, side: "owner" | "other", column: string): string =>
  side === "other" ? constraintName(table, column, "fkey") : `${table}_${column}_fkey`;

const links = (resource: Resource, all: readonly Join[]): readonly Row[] =>
  all.flatMap((join) =>
    (["owner", "other"] as const).flatMap((side) =>
      join[side].resource.name === resource.name
        ? [
            [
              join.lists[side],
              `${join.model}[]`,
              `@relation(${text(linkName(join, side, join[side].column))})`,
            ] as const,
          ]
        : [],
    ),
  );

/** Aligns columns as the schema's own formatter does. */
function block(name: string, rows: readonly Row[], rest: readonly string[]): string {
  const width = (index: 0 | 1): number => Math.max(...rows.map((row) => row[index].length));
  const [names, types] = [width(0), width(1)];
  const lines = rows.map(([field, type, ...attributes]) =>
    `  ${field.padEnd(names)} ${type.padEnd(types)} ${attributes.filter(Boolean).join(" ")}`.trimEnd(),
  );
  return [`model ${name} {`, ...lines, "", ...rest.map((line) => `  ${line}`), "}"].join("\n");
}

const stamp = (name: string, attribute: string): Row => [
  name,
  "DateTime",
  "@default(now())",
  attribute,
  `@map(${text(snake(name))})`,
  "@db.Timestamptz(3)",
];

const keysOf = (fields: readonly Field[]): string => `[${fields.map(columnField).join(", ")}]`;

function model(resource: Resource, api: ApiDefinition, all: readonly Join[]): string {
  const keys = uniques(resource);
  const alone = ({ name }: Field): string | undefined =>
    keys.find(({ fields: [first, second] }) => first?.name === name && !second)?.name;
  const rows = [
    ["id", "String", "@id", "@db.Uuid"],
    ...storedFields(resource).map((field) => scalar(field, alone(field))),
    stamp("createdAt", ""),
    stamp("updatedAt", "@updatedAt"),
    ...parents(resource, api),
    ...children(resource, api),
    ...links(resource, all),
  ] satisfies readonly Row[];
  const table = tableName(resource);
  return block(modelName(resource), rows, [
    ...keys
      .filter(({ fields }) => fields.length > 1)
      .map(({ name, fields }) => `@@unique(${keysOf(fields)}, map: ${text(name)})`),
    ...references(resource)
      .filter(({ relation }) => !relation.unique)
      .map(
        ({ relation, column }) =>
          `@@index([${relation.field}], map: ${text(constraintName(table, column, "idx"))})`,
      ),
    `@@map(${text(table)})`,
  ]);
}

function joinModel(join: Join): string {
  const sides = (["owner", "other"] as const).map((side) => ({
    ...join[side],
    name: linkName(join, side, join[side].column),
  }));
  const rows = [
    ...sides.map(({ field, column }): Row => [field, "String", `@map(${text(column)})`, "@db.Uuid"]),
    ...sides.map(({ record, resource, name, field }): Row => [
      record,
      modelName(resource),
      `@relation(${text(name)}, fields: [${field}], references: [id], onDelete: Cascade, onUpdate: NoAction, map: ${text(name)})`,
    ]),
  ];
  return block(join.model, rows, [
    `@@id([${join.owner.field}, ${join.other.field}])`,
    `@@index([${join.other.field}], map: ${text(constraintName(join.table, join.other.column, "idx"))})`,
    `@@map(${text(join.table)})`,
  ]);
}

/** Returns the models of an API, each with its text. */
export function modelsOf(api: ApiDefinition): readonly { readonly name: string; readonly text: string }[] {
  const all = joins(api);
  return [
    ...api.resources.map((resource) => ({ name: modelName(resource), text: model(resource, api, all) })),
    ...all.map((join) => ({ name: join.model, text: joinModel(join) })),
  ];
}

/** `prisma/schema.prisma` */
export function schema(api: ApiDefinition): string {
  const models = modelsOf(api).map(({ text: one }) => one);
  return `${[head, models.join("\n\n")].join("\n")}\n`;
}
