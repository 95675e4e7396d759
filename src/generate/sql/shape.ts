import { earlierField, earlierName, earlierResource, storedFields, type Resource } from "../../api/index.ts";
import { columnName, joinColumns, references, tableName, uniques } from "./sql-identifiers.ts";
import {
  foreignKey,
  indexTexts,
  joinForeignKeys,
  joinIndex,
  joinsOf,
  uniqueKey,
  type JoinTable,
} from "./tables.ts";

/** Constraints and indexes by name: as the text after `add`, or as the statement that creates an index. */
export interface Rules {
  readonly keys: ReadonlyMap<string, string>;
  /** The columns of keys, by the key's name. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly links: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
}

/** A table that exists before and after, with the old and new names of its columns. */
export interface SharedTable {
  readonly before: string;
  readonly after: string;
  readonly rules: { readonly before: Rules; readonly after: Rules };
  /** Set for resources; a join table only has columns. */
  readonly resources?: { readonly before: Resource; readonly after: Resource };
  readonly columns: ReadonlyMap<string, string>;
}

type All = readonly Resource[];

const rulesOf = (resource: Resource, all: All): Rules => ({
  keys: new Map(uniques(resource).map((key) => [key.name, uniqueKey(key)])),
  columns: new Map(uniques(resource).map(({ name, fields }) => [name, fields.map(columnName)])),
  links: new Map(
    references(resource).flatMap((reference) => {
      const target = all.find(({ name }) => name === reference.relation.resource);
      return target ? [[reference.name, foreignKey(reference, target)] as const] : [];
    }),
  ),
  indexes: indexTexts(resource),
});

const joinRules = (join: JoinTable): Rules => ({
  keys: new Map(),
  columns: new Map(),
  links: joinForeignKeys(join),
  indexes: joinIndex(join),
});

/** What happens to the tables of one definition in the next. */
export interface Passage {
  readonly keptTables: readonly SharedTable[];
  readonly fresh: readonly Resource[];
  readonly freshJoins: readonly JoinTable[];
  /** Dropped tables, with their foreign keys. */
  readonly gone: readonly { readonly table: string; readonly rules: Rules }[];
}

const renamedColumns = (before: Resource, after: Resource): ReadonlyMap<string, string> =>
  new Map(
    storedFields(after).flatMap((field) => {
      const from = earlierField(field, before, after);
      return from ? [[columnName(from), columnName(field)] as const] : [];
    }),
  );

/** A column that gets a foreign key, and the resource that it refers to. */
export interface LateLink {
  readonly before: string;
  readonly now: string;
  readonly target: Resource;
  /** The resource as it was, if it is not new. */
  readonly known: Resource | undefined;
}

/** Returns the columns of a table that get a foreign key, or one to another resource. */
export function lateLinks(
  { resources, columns }: SharedTable,
  [before, after]: readonly [All, All],
): readonly LateLink[] {
  if (!resources) return [];
  return [...columns].flatMap(([old, now]) => {
    const link = references(resources.after).find(({ column }) => column === now);
    const target = after.find(({ name }) => name === link?.relation.resource);
    if (!target) return [];
    const known = earlierResource(target, before, after);
    const bound = references(resources.before).find(({ column }) => column === old);
    return bound && bound.relation.resource === known?.name ? [] : [{ before: old, now, target, known }];
  });
}

export function passage(before: All, after: All): Passage {
  const pairs = after.flatMap((resource) => {
    const from = earlierResource(resource, before, after);
    return from ? [{ from, to: resource }] : [];
  });
  const nowOf = new Map(pairs.map(({ from, to }) => [from.name, to.name]));
  const [oldJoins, newJoins] = [joinsOf(before), joinsOf(after)];
  const earlierJoin = (join: JoinTable): JoinTable | undefined =>
    oldJoins.find(
      (old) =>
        nowOf.get(old.owner.name) === join.owner.name &&
        nowOf.get(old.other.name) === join.other.name &&
        old.relation.name === (earlierName(join.relation, old.owner, join.owner) ?? join.relation.name),
    );
  const joinPairs = newJoins.flatMap((to) => {
    const from = earlierJoin(to);
    return from ? [{ from, to }] : [];
  });
  const sharedTable = (from: JoinTable, to: JoinTable): SharedTable => {
    const [old, now] = [joinColumns(from.owner, from.relation), joinColumns(to.owner, to.relation)];
    return {
      before: from.relation.through,
      after: to.relation.through,
      rules: { before: joinRules(from), after: joinRules(to) },
      columns: new Map([
        [old.owner, now.owner],
        [old.other, now.other],
      ]),
    };
  };
  return {
    keptTables: [
      ...pairs.map(({ from, to }) => ({
        before: tableName(from),
        after: tableName(to),
        rules: { before: rulesOf(from, before), after: rulesOf(to, after) },
        resources: { before: from, after: to },
        columns: renamedColumns(from, to),
      })),
      ...joinPairs.map(({ from, to }) => sharedTable(from, to)),
    ],
    fresh: after.filter((resource) => !pairs.some(({ to }) => to === resource)),
    freshJoins: newJoins.filter((join) => !joinPairs.some(({ to }) => to === join)),
    gone: [
      ...oldJoins
        .filter((join) => !joinPairs.some(({ from }) => from === join))
        .map((join) => ({ table: join.relation.through, rules: joinRules(join) })),
      ...before
        .filter((resource) => !pairs.some(({ from }) => from === resource))
        .map((resource) => ({ table: tableName(resource), rules: rulesOf(resource, before) })),
    ],
  };
}
