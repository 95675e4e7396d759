import { namesOfColumns, type Column, type Storage, type StoredResource } from "../../../api/index.ts";
import type { RecordTables } from "../../sql/engine.ts";
import { storedType, type StoredType } from "./data.ts";

const types: Readonly<Record<StoredType, string>> = {
  string: "text",
  integer: "bigint",
  number: "double precision",
  boolean: "boolean",
  json: "jsonb",
  uuid: "uuid",
  timestamp: "timestamptz(3)",
};

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Whether every record has a value in a column. */
export const isNeeded = (column: Column, resource: StoredResource): boolean =>
  resource.key.includes(column.name) || (column.required && !column.nullable && column.set?.by !== "hook");

/** Returns what happens to a record when the one that a column refers to is deleted. */
export const deleteRule = (column: Column, resource: StoredResource): "cascade" | "set null" =>
  column.required || resource.key.includes(column.name) || column.set?.by !== "caller"
    ? "cascade"
    : "set null";

function columnText(
  column: Column,
  resource: StoredResource,
  { storage, counted, key, unique }: RecordTables & { readonly storage: Storage },
): string {
  const names = namesOfColumns(resource);
  const isCounted = column.set?.by === "integer" && column.refers === undefined;
  const isKey = resource.key.includes(column.name);
  const isOnly = isKey && resource.key.length === 1;
  const parts = [
    quoted(names.get(column.name) ?? ""),
    types[storedType(column, storage)],
    isCounted ? counted : "",
    isOnly ? key : column.unique && column.type !== "json" ? "unique" : "",
    (isKey ? unique && !isOnly : isNeeded(column, resource)) ? "not null" : "",
  ];
  return `  ${parts.filter(Boolean).join(" ")}`;
}

/** Returns the foreign key of a column. */
function referenceText(
  column: Column,
  resource: StoredResource,
  storage: Storage,
): { readonly constraint: string; readonly index: readonly string[] } | undefined {
  const target = storage.resources.find(({ name }) => name === column.refers);
  const [key] = target?.key ?? [];
  if (!target || key === undefined) return undefined;
  const columnName = quoted(namesOfColumns(resource).get(column.name) ?? "");
  const gone = `on delete ${deleteRule(column, resource)} on update cascade`;
  const place = `${quoted(target.table)} (${quoted(namesOfColumns(target).get(key) ?? "")})`;
  return {
    constraint: `foreign key (${columnName}) references ${place} ${gone}`,
    index: resource.key[0] === column.name ? [] : [columnName],
  };
}

/** Returns the tables of a database, with keys, unique columns and foreign keys. */
export function migrationText(storage: Storage, settings: RecordTables): string {
  const { within: isWithin } = settings;
  const references = storage.resources.map((resource) => ({
    resource,
    all: resource.columns.flatMap((column) => referenceText(column, resource, storage) ?? []),
  }));
  const tables = references.map(({ resource, all }) => {
    const columns = resource.columns.map((column) => columnText(column, resource, { storage, ...settings }));
    const order = `  ${quoted("made_at_position")} ${settings.position}`;
    const together = (kind: string, names: readonly string[]): string =>
      `  ${kind} (${names.map((name) => quoted(namesOfColumns(resource).get(name) ?? "")).join(", ")})`;
    const kind = settings.unique ? "unique" : "primary key";
    const keys = [
      ...(resource.key.length > 1 ? [together(kind, resource.key)] : []),
      ...resource.unique.map((names) => together("unique", names)),
    ];
    const within = isWithin ? all.map(({ constraint }) => `  ${constraint}`) : [];
    return `create table ${quoted(resource.table)} (\n${[...columns, order, ...keys, ...within].join(",\n")}\n);\n`;
  });
  const later = references.flatMap(({ resource: { table }, all }) =>
    all.flatMap(({ constraint, index }, i) => [
      ...(isWithin ? [] : [`alter table ${quoted(table)} add ${constraint};`]),
      ...index.map((column) => {
        const name = isWithin ? `${quoted(`${table}_reference_${i + 1}`)} ` : "";
        return `create index ${name}on ${quoted(table)} (${column});`;
      }),
    ]),
  );
  return `${tables.join("\n")}${later.length ? `\n${later.join("\n")}\n` : ""}`;
}
