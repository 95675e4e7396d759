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

interface Pair {
  readonly before: Resource;
  readonly after: Resource;
}

const alter = (resource: Resource, what: string): string =>
  `alter table ${quoted(tableName(resource))} ${what};`;

/** The field that a field was before: of its name, or of the name that it `was`. */
const earlier = (field: Field, { before }: Pair): Field | undefined => {
  const stored = storedFields(before);
  return (
    stored.find(({ name }) => name === field.name) ??
    (field.was === undefined ? undefined : stored.find(({ name }) => name === field.was))
  );
};

/** Rows that are there have no value for it yet, and nobody can guess one. */
function added(resource: Resource, field: Field): readonly string[] {
  const add = `add column ${column(resource, field)}`;
  if (isNullable(field) || defaultOf(field)) return [alter(resource, add)];
  const name = quoted(columnName(field));
  return [
    alter(resource, add.replace(" not null", "")),
    `-- ${name} is required of new records; give it to those that are there, then:`,
    `-- ${alter(resource, `alter column ${name} set not null`)}`,
  ];
}

function changed(resource: Resource, from: Field, to: Field): readonly string[] {
  const [old, name] = [quoted(columnName(from)), quoted(columnName(to))];
  const lines: string[] = [];
  const oldCheck = checkOf(resource, from);
  const newCheck = checkOf(resource, to);
  if (oldCheck !== undefined && oldCheck !== newCheck)
    lines.push(alter(resource, `drop constraint if exists ${checkName(resource, from)}`));
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

function fields(pair: Pair): readonly string[] {
  const { before, after } = pair;
  const kept = new Set<string>();
  const lines = storedFields(after).flatMap((field) => {
    const from = earlier(field, pair);
    if (from) kept.add(from.name);
    return from ? changed(after, from, field) : added(after, field);
  });
  const lost = storedFields(before).filter(({ name }) => !kept.has(name));
  return [...lines, ...lost.flatMap((field) => gone(after, field))];
}

function constraints({ before, after }: Pair, all: readonly Resource[]): readonly string[] {
  const keys = (resource: Resource) => new Map(uniques(resource).map((key) => [key.name, uniqueKey(key)]));
  const links = (resource: Resource) =>
    new Map(
      references(resource).flatMap((reference) => {
        const target = all.find(({ name }) => name === reference.relation.resource);
        return target
          ? [[reference.name, { text: foreignKey(reference, target), column: reference.column }] as const]
          : [];
      }),
    );
  const [oldKeys, newKeys, oldLinks, newLinks] = [keys(before), keys(after), links(before), links(after)];
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
              `create index ${constraintName(tableName(after), own, "idx")} on ${quoted(tableName(after))} (${quoted(own)});`,
            ]),
      ]),
  ];
}

function sets({ before, after }: Pair, all: readonly Resource[]): readonly string[] {
  const known = new Set(ownedSets(before).map(({ through }) => through));
  const fresh = ownedSets(after).filter(({ through }) => !known.has(through));
  return fresh.length ? joinTables({ ...after, relations: fresh }, all) : [];
}

/** Statements that bring a database from one definition to the next; nothing that holds data is ever dropped. */
export function changes(before: readonly Resource[], after: readonly Resource[]): readonly string[] {
  const pairs = after.flatMap((resource) => {
    const from = before.find(({ name }) => name === resource.name);
    return from ? [{ before: from, after: resource }] : [];
  });
  const fresh = after.filter(({ name }) => !before.some((resource) => resource.name === name));
  const lost = before.filter(({ name }) => !after.some((resource) => resource.name === name));
  return [
    ...pairs.flatMap(fields),
    ...(fresh.length
      ? [
          createAll(
            fresh,
            pairs.map((pair) => pair.after),
            after,
          ).trimEnd(),
        ]
      : []),
    ...pairs.flatMap((pair) => [...constraints(pair, after), ...sets(pair, after)]),
    ...lost.map(
      (resource) =>
        `-- ${tableName(resource)} is no longer used; its records stay until you drop it:\n-- drop table ${quoted(tableName(resource))};`,
    ),
  ];
}
