import { namesOfColumns, type Column, type Storage, type StoredResource } from "../../../../api/index.ts";
import { storedType, type StoredType } from "../../../specification/server/data.ts";
import { isNeeded, deleteRule } from "../../../specification/server/migration.ts";
import { head } from "./schema.ts";

const types: Readonly<Record<StoredType, readonly [type: string, attribute: string]>> = {
  string: ["String", ""],
  integer: ["BigInt", ""],
  number: ["Float", ""],
  boolean: ["Boolean", ""],
  json: ["Json", ""],
  uuid: ["String", "@db.Uuid"],
  timestamp: ["DateTime", "@db.Timestamptz(3)"],
};

/** Returns the name of a model; the suffix keeps it from being a keyword. */
const modelName = (name: string): string => `${name}Record`;
const fieldName = (sql: string): string => (/^[a-z]/i.test(sql) ? sql : `f_${sql}`);
const mapped = (sql: string): string => (fieldName(sql) === sql ? "" : `@map(${JSON.stringify(sql)})`);

const refersTo = (storage: Storage, { refers }: Column): StoredResource | undefined =>
  storage.resources.find(({ name }) => name === refers);

function columnLine(column: Column, resource: StoredResource, storage: Storage): string {
  const sql = namesOfColumns(resource).get(column.name) ?? "";
  const [type, attribute] = types[storedType(column, storage)];
  const isKey = resource.key.includes(column.name);
  const parts = [
    fieldName(sql),
    isNeeded(column, resource) ? type : `${type}?`,
    isKey && resource.key.length === 1 ? "@id" : column.unique && column.type !== "json" ? "@unique" : "",
    column.set?.by === "integer" && column.refers === undefined ? "@default(autoincrement())" : "",
    attribute,
    mapped(sql),
  ];
  return `  ${parts.filter(Boolean).join(" ")}`;
}

/** Returns both sides of a foreign key. */
function relationLines(resource: StoredResource, storage: Storage): readonly string[] {
  const names = namesOfColumns(resource);
  const ownLines = resource.columns.flatMap((column) => {
    const target = refersTo(storage, column);
    if (!target) return [];
    const field = fieldName(names.get(column.name) ?? "");
    const key = fieldName(namesOfColumns(target).get(target.key[0] ?? "") ?? "");
    const gone = deleteRule(column, resource) === "cascade" ? "Cascade" : "SetNull";
    return [
      `  to_${field} ${modelName(target.name)}${isNeeded(column, resource) ? "" : "?"} @relation("${resource.table}_${field}", fields: [${field}], references: [${key}], onDelete: ${gone})`,
    ];
  });
  const others = storage.resources.flatMap((other) =>
    other.columns
      .filter((column) => column.refers === resource.name)
      .map((column) => {
        const field = fieldName(namesOfColumns(other).get(column.name) ?? "");
        const isOne = column.unique && column.type !== "json";
        return `  of_${other.table}_${field} ${modelName(other.name)}${isOne ? "?" : "[]"} @relation("${other.table}_${field}")`;
      }),
  );
  return [...ownLines, ...others];
}

/** Generates `prisma/schema.prisma` of a server from a specification: the tables as Prisma's client sees them. */
export function recordSchema(storage: Storage): string {
  const models = storage.resources.map((resource) => {
    const names = namesOfColumns(resource);
    const keys = resource.key.map((name) => fieldName(names.get(name) ?? ""));
    const lines = [
      ...resource.columns.map((column) => columnLine(column, resource, storage)),
      "  made_at_position BigInt @default(autoincrement())",
      ...relationLines(resource, storage),
      ...(keys.length > 1 ? [`  @@id([${keys.join(", ")}])`] : []),
      `  @@map(${JSON.stringify(resource.table)})`,
    ];
    return `\nmodel ${modelName(resource.name)} {\n${lines.join("\n")}\n}\n`;
  });
  return head + models.join("");
}
