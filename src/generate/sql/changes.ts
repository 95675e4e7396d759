import { isNullable, ownedSets, storedFields, type Field, type Resource } from "../../api/index.ts";
import { columnName, constraintName, quoted, references, tableName, uniques } from "./names.ts";
import {
  checkName,
  checkOf,
  column,
  columnType,
  createAll,
  defaultOf,
  foreignKey,
  joinTables,
  uniqueKey,
} from "./tables.ts";
import type { Previous } from "../contracts.ts";

interface Pair {
  readonly before: Resource;
  readonly after: Resource;
}

const alter = (resource: Resource, what: string): string =>
  `alter table ${quoted(tableName(resource))} ${what};`;

/** The field that a field was before: of its name, or of the name that it `was`, which nothing has any more. */
const earlier = (field: Field, { before, after }: Pair): Field | undefined => {
  const stored = storedFields(before);
  const taken = storedFields(after).some(({ name }) => name === field.was);
  return (
    stored.find(({ name }) => name === field.name) ??
    (taken ? undefined : stored.find(({ name }) => name === field.was))
  );
};

/** What earlier migrations stopped using and did not drop, and a schema for tables that get in the way of new ones. */
export interface Retired {
  readonly tables: ReadonlySet<string>;
  /** `table.column` */
  readonly columns: ReadonlySet<string>;
  readonly schema: string;
}

const dropped = /-- (?:alter table "?(\w+)"? drop column "?(\w+)"?|drop table "?(\w+)"?);/g;

/** What the migrations so far left to a person to drop, for the migration of a number. */
export function retiredIn({ texts = {} }: Previous, number: string): Retired {
  const found = Object.values(texts).flatMap((text) => [...text.matchAll(dropped)]);
  return {
    tables: new Set(found.flatMap(([, , , table]) => table ?? [])),
    columns: new Set(found.flatMap(([, table, column]) => (table && column ? [`${table}.${column}`] : []))),
    schema: `retired_${number}`,
  };
}

/** A column that was out of use may still be there, with another type and values of then. */
function revived(resource: Resource, field: Field): readonly string[] {
  const name = quoted(columnName(field));
  const type = columnType(field);
  const check = checkOf(resource, field);
  const value = defaultOf(field);
  return [
    alter(resource, `add column if not exists ${name} ${type}`),
    alter(resource, `alter column ${name} drop default`),
    alter(resource, `alter column ${name} type ${type} using ${name}::${type}`),
    alter(resource, `drop constraint if exists ${checkName(resource, field)}`),
    ...(value ? [alter(resource, `alter column ${name} set${value}`)] : []),
    ...(check === undefined ? [] : [alter(resource, `add ${check}`)]),
    ...(isNullable(field) ? [] : later(resource, field)),
  ];
}

/** What a person does once every record has a value. */
function later(resource: Resource, field: Field): readonly string[] {
  const name = quoted(columnName(field));
  return [
    `-- ${name} is required of new records; give it to those that are there, then:`,
    `-- ${alter(resource, `alter column ${name} set not null`)}`,
  ];
}

/** Rows that are there have no value for it yet, and nobody can guess one. */
function added(resource: Resource, field: Field, { columns }: Retired): readonly string[] {
  if (columns.has(`${tableName(resource)}.${columnName(field)}`)) return revived(resource, field);
  const add = `add column ${column(resource, field)}`;
  if (isNullable(field) || defaultOf(field)) return [alter(resource, add)];
  return [alter(resource, add.replace(" not null", "")), ...later(resource, field)];
}

/** A column that was out of use and has the name that another one gets now keeps its values beside it. */
function makeRoom(resource: Resource, name: string, { columns, schema }: Retired): readonly string[] {
  const table = tableName(resource);
  if (!columns.has(`${table}.${name}`)) return [];
  const found = `select from information_schema.columns where table_schema = current_schema() and table_name = '${table}' and column_name = '${name}'`;
  return [
    `do $$ begin if exists (${found}) then ${alter(resource, `rename column ${quoted(name)} to ${constraintName(name, schema)}`)} end if; end $$;`,
  ];
}

function changed(
  resource: Resource,
  { from, to }: { readonly from: Field; readonly to: Field },
  retired: Retired,
): readonly string[] {
  const [old, name] = [quoted(columnName(from)), quoted(columnName(to))];
  const lines: string[] = [];
  const oldCheck = checkOf(resource, from);
  const newCheck = checkOf(resource, to);
  if (oldCheck !== undefined && oldCheck !== newCheck)
    lines.push(alter(resource, `drop constraint if exists ${checkName(resource, from)}`));
  if (old !== name) lines.push(...makeRoom(resource, columnName(to), retired));
  if (old !== name) lines.push(alter(resource, `rename column ${old} to ${name}`));
  const [type, newType] = [columnType(from), columnType(to)];
  const [value, newValue] = [defaultOf(from), defaultOf(to)];
  if (value !== newValue || type !== newType) {
    if (value) lines.push(alter(resource, `alter column ${name} drop default`));
    if (type !== newType)
      lines.push(alter(resource, `alter column ${name} type ${newType} using ${name}::${newType}`));
    if (newValue) lines.push(alter(resource, `alter column ${name} set${newValue}`));
  }
  if (newCheck !== undefined && oldCheck !== newCheck) lines.push(alter(resource, `add ${newCheck}`));
  if (isNullable(to) && !isNullable(from)) lines.push(alter(resource, `alter column ${name} drop not null`));
  if (!isNullable(to) && isNullable(from))
    lines.push(
      `-- ${name} is required now; give it to the records that lack it, then:`,
      `-- ${alter(resource, `alter column ${name} set not null`)}`,
    );
  return lines;
}

/** A column that the definition has no more keeps its values; only a person drops it. */
function gone(resource: Resource, field: Field): readonly string[] {
  const name = quoted(columnName(field));
  return [
    ...(isNullable(field) || defaultOf(field) ? [] : [alter(resource, `alter column ${name} drop not null`)]),
    `-- ${name} is no longer used; its values stay until you drop it:`,
    `-- ${alter(resource, `drop column ${name}`)}`,
  ];
}

function fields(pair: Pair, retired: Retired): readonly string[] {
  const { before, after } = pair;
  const kept = new Set<string>();
  const lines = storedFields(after).flatMap((field) => {
    const from = earlier(field, pair);
    if (from) kept.add(from.name);
    return from ? changed(after, { from, to: field }, retired) : added(after, field, retired);
  });
  const lost = storedFields(before).filter(({ name }) => !kept.has(name));
  return [...lines, ...lost.flatMap((field) => gone(after, field))];
}

function constraints(
  { before, after }: Pair,
  all: { readonly before: readonly Resource[]; readonly after: readonly Resource[] },
): readonly string[] {
  const keys = (resource: Resource) => new Map(uniques(resource).map((key) => [key.name, uniqueKey(key)]));
  const links = (resource: Resource, others: readonly Resource[]) =>
    new Map(
      references(resource).flatMap((reference) => {
        const target = others.find(({ name }) => name === reference.relation.resource);
        return target
          ? [[reference.name, { text: foreignKey(reference, target), column: reference.column }] as const]
          : [];
      }),
    );
  const [oldKeys, newKeys, oldLinks, newLinks] = [
    keys(before),
    keys(after),
    links(before, all.before),
    links(after, all.after),
  ];
  return [
    ...[
      ...[...oldKeys.keys()].filter((name) => !newKeys.has(name)),
      ...[...oldLinks].filter(([name, { text }]) => newLinks.get(name)?.text !== text).map(([name]) => name),
    ].map((name) => alter(after, `drop constraint if exists ${name}`)),
    ...[...newKeys].filter(([name]) => !oldKeys.has(name)).map(([, text]) => alter(after, `add ${text}`)),
    ...[...newLinks]
      .filter(([name, { text }]) => oldLinks.get(name)?.text !== text)
      .flatMap(([name, { text, column: own }]) => [
        // Rows that are there may point nowhere; they are not checked again.
        alter(after, `add ${text} not valid`),
        ...(oldLinks.has(name)
          ? []
          : [
              `create index if not exists ${constraintName(tableName(after), own, "idx")} on ${quoted(tableName(after))} (${quoted(own)});`,
            ]),
      ]),
  ];
}

function sets({ before, after }: Pair, all: readonly Resource[]): readonly string[] {
  const known = new Set(ownedSets(before).map(({ through }) => through));
  const fresh = ownedSets(after).filter(({ through }) => !known.has(through));
  return fresh.length ? joinTables({ ...after, relations: fresh }, all) : [];
}

/** A table that was out of use keeps its records where it is in nobody's way. */
const aside = (resource: Resource, { schema }: Retired): readonly string[] => [
  `-- There may be a ${tableName(resource)} of an earlier definition: its records are in ${schema} from now on.`,
  `create schema if not exists ${schema};`,
  `alter table if exists ${quoted(tableName(resource))} set schema ${schema};`,
];

/** Statements that bring a database from one definition to the next; nothing that holds data is ever dropped. */
export function changes(
  before: readonly Resource[],
  after: readonly Resource[],
  retired: Retired,
): readonly string[] {
  const pairs = after.flatMap((resource) => {
    const from = before.find(({ name }) => name === resource.name);
    return from ? [{ before: from, after: resource }] : [];
  });
  const fresh = after.filter(({ name }) => !before.some((resource) => resource.name === name));
  const lost = before.filter(({ name }) => !after.some((resource) => resource.name === name));
  return [
    ...pairs.flatMap((pair) => fields(pair, retired)),
    ...fresh
      .filter((resource) => retired.tables.has(tableName(resource)))
      .flatMap((resource) => aside(resource, retired)),
    ...(fresh.length
      ? [
          createAll(
            fresh,
            pairs.map((pair) => pair.after),
            after,
          ).trimEnd(),
        ]
      : []),
    ...pairs.flatMap((pair) => [...constraints(pair, { before, after }), ...sets(pair, after)]),
    ...lost.map(
      (resource) =>
        `-- ${tableName(resource)} is no longer used; its records stay until you drop it:\n-- drop table ${quoted(tableName(resource))};`,
    ),
  ];
}
