import { createHash } from "node:crypto";
import {
  belongsTo,
  fieldType,
  isNullable,
  namesOf,
  spell,
  storedFields,
  wordsOf,
  type Field,
  type Resource,
} from "../../api/index.ts";

/** Words that PostgreSQL or SQLite reserve, so that names need quotes. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between binary both case cast check collate
  collation column concurrently constraint create cross current_catalog current_date current_role current_schema
  current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for
  foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading
  left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing
  primary references returning right select session_user similar some symmetric table tablesample then to trailing
  true union unique user using variadic verbose when where window with
  add alter autoincrement commit delete drop escape exists if index indexed insert nothing set transaction update
  values`.split(/\s+/),
);

/** Returns a snake_case name as an identifier in SQL. */
export const quoted = (name: string): string => (reserved.has(name) ? `"${name}"` : name);

/** Returns a text as a string constant in SQL. */
export const sqlText = (text: string): string =>
  text.includes("\\")
    ? ` E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`;

export const snake = (name: string): string => spell(wordsOf(name)).snake;

export const tableName = (resource: Resource): string => namesOf(resource).plural.snake;

export const columnName = (field: { readonly name: string; readonly secret?: boolean }): string =>
  field.secret ? `${snake(field.name)}_hash` : snake(field.name);

/**
 * Returns a constraint's name. PostgreSQL cuts names at 63 bytes; a shortened one ends in a hash, so that it stays
 * unique.
 */
export function constraintName(...parts: readonly string[]): string {
  const name = parts.join("_");
  if (name.length <= 63) return name;
  return `${name.slice(0, 50)}_${createHash("sha256").update(name).digest("hex").slice(0, 12)}`;
}

/** Returns the columns of a many-to-many table: the owner's id, then the other's. */
export const joinColumns = (
  owner: Resource,
  relation: { readonly name: string; readonly resource: string },
) => ({
  owner: `${namesOf(owner).snake}_id`,
  other:
    relation.resource === owner.name
      ? `related_${snake(relation.resource)}_id`
      : `${snake(relation.resource)}_id`,
});

/** Returns the fields whose values are unique, alone or together, with the name of their constraint. */
export const uniques = (
  resource: Resource,
): readonly { readonly name: string; readonly fields: readonly Field[] }[] => {
  const stored = storedFields(resource);
  const groups = [
    ...stored.filter((field) => field.unique).map((field) => [field]),
    ...resource.unique.map((names) => names.flatMap((name) => stored.filter((field) => field.name === name))),
  ];
  return groups.map((fields) => ({
    name: constraintName(tableName(resource), ...fields.map(columnName), "key"),
    fields,
  }));
};

export const references = (resource: Resource) =>
  belongsTo(resource)
    .filter((relation) => !relation.soft)
    .map((relation) => ({
      relation,
      name: constraintName(tableName(resource), snake(relation.field), "fkey"),
      column: snake(relation.field),
    }));

/** Fields by the constraint that guards them: unique values, and references to other records. */
export type Guards = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export type Guard = readonly [constraint: string, fields: readonly string[]];

/** Returns the constraints of a resource by kind, without empty kinds; `links` are those of many-to-many tables. */
export function guardsOf(resource: Resource, links: readonly Guard[]): Guards {
  const kinds: Readonly<Record<string, readonly Guard[]>> = {
    unique: uniques(resource).map(({ name, fields }) => [name, fields.map((field) => field.name)]),
    references: [
      ...references(resource).map(({ name, relation }): Guard => [name, [relation.field]]),
      ...links,
    ],
  };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, all]) => (all.length ? [[kind, Object.fromEntries(all)]] : [])),
  );
}

export { fieldType, isNullable, storedFields };
