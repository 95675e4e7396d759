import {
  earlierField,
  fillOf,
  removedValues,
  isNullable,
  storedFields,
  tightened,
  type Field,
  type Resource,
} from "../../../api/index.ts";
import { UserError, type Json, inTable } from "../../../lib/index.ts";
import { alike, answersOf, whyAlike, whyBroken, whyHolding, whyLacking, whyUnmet } from "../answers.ts";
import { brokenBy, comparedAs, dialects } from "../bounds.ts";
import { columnName, quoted, tableName } from "../sql-identifiers.ts";
import { lateLinks, passage, type SharedTable } from "../shape.ts";
import { columnType, constant, indexTexts, joinsOf, joinTable } from "../tables.ts";
import { castOf } from "./casts.ts";
import { createAll, tableText, toSqlite } from "./tables.ts";

type All = readonly Resource[];
type Pair = NonNullable<SharedTable["resources"]>;

/** Stops a migration if rows match a condition: the name of the failing check is its message. */
const stopWhere = (table: string, condition: string, why: string): string =>
  [
    `create temp table stops (goes integer constraint "${why.replaceAll('"', '""')}" check (goes));`,
    `insert into stops select 0 from ${quoted(table)} where ${condition} limit 1;`,
    "drop table stops;",
  ].join("\n");

/** An existing column, and the field it becomes. */
interface Passing {
  readonly before: string;
  readonly after: Resource;
  readonly name: string;
  readonly to: Field;
}

/**
 * Returns a statement that stops a migration if a column contains `oldValue`, or null, and its replacement for a given
 * value.
 */
function stopAt({ before, after, name, to }: Passing, oldValue: string | undefined) {
  const condition =
    oldValue === undefined ? `${name} is null` : `${name} = ${toSqlite(constant(oldValue, to))}`;
  const why = oldValue === undefined ? whyLacking(after, to) : whyHolding(oldValue);
  return {
    stop: stopWhere(before, condition, `${tableName(after)}.${columnName(to)} ${why}`),
    // The old table may not allow the new value.
    give: (value: Json): string =>
      [
        "pragma ignore_check_constraints = on;",
        `update ${quoted(before)} set ${name} = ${toSqlite(constant(value, to))} where ${condition};`,
        "pragma ignore_check_constraints = off;",
      ].join("\n"),
  };
}

const names = ({ name, was }: { readonly name: string; readonly was?: string }): readonly string[] =>
  was === undefined ? [name] : [name, was];

/** Returns the replacements that these resources define, by the statement that stops a migration. */
export const answers = (resources: All): ReadonlyMap<string, string> =>
  new Map(
    resources.flatMap((resource) =>
      names(resource).flatMap((name) =>
        storedFields(resource).flatMap((to) =>
          names(to).flatMap((was) => {
            const before = tableName({ ...resource, name });
            const passing = { before, after: resource, name: quoted(columnName({ ...to, name: was })), to };
            return answersOf(to).map(({ oldValue, value }) => {
              const { stop, give } = stopAt(passing, oldValue);
              return [stop, give(value)] as const;
            });
          }),
        ),
      ),
    ),
  );

interface Carried {
  readonly stops: readonly string[];
  /** Expression of the column's value; undefined: its default. */
  readonly value: string | undefined;
}

/** Returns the value of a column that the old table doesn't have. */
function begun(passing: Passing): Carried {
  const { to, name } = passing;
  const fill = fillOf(to);
  const isFree = isNullable(to) || to.default !== undefined || to.auto !== undefined;
  if (isFree || fill !== undefined)
    return { stops: [], value: fill === undefined ? undefined : toSqlite(constant(fill, to)) };
  const add = `alter table ${quoted(passing.before)} add column ${name} ${toSqlite(columnType(to))};`;
  return { stops: [add, stopAt(passing, undefined).stop], value: name };
}

/** Returns the value of a column, from the old table. */
function carried(pair: Pair, to: Field, present: ReadonlySet<string>): Carried {
  const before = tableName(pair.before);
  const from = earlierField(to, pair.before, pair.after);
  const column = columnName(from ?? to);
  const passing = { before, after: pair.after, name: quoted(column), to };
  const { name } = passing;
  if (from === undefined && !present.has(`${before}.${columnName(to)}`)) return begun(passing);
  const gone = from ? removedValues(from, to) : [];
  const { value, fails } = castOf(name, columnType(from ?? to), columnType(to));
  const cases = gone.flatMap((old) => {
    const now = inTable(to.map ?? {}, old);
    return now === undefined
      ? []
      : [`when ${toSqlite(constant(old, to))} then ${toSqlite(constant(now, to))}`];
  });
  const mapped = cases.length ? `case ${name} ${cases.join(" ")} else ${value} end` : value;
  // Existing rows may have no value.
  const mayLack = !isNullable(to) && (from === undefined || isNullable(from));
  const fill = fillOf(to);
  const filling = fill === undefined ? undefined : toSqlite(constant(fill, to));
  return {
    value: mayLack && filling !== undefined ? `coalesce(${mapped}, ${filling})` : mapped,
    stops: [
      ...gone.flatMap((old) => (inTable(to.map ?? {}, old) === undefined ? [stopAt(passing, old).stop] : [])),
      ...(fails === undefined
        ? []
        : [
            stopWhere(
              before,
              fails,
              `${before}.${column} has values that ${tableName(pair.after)}.${columnName(to)} can't have`,
            ),
          ]),
      ...(mayLack && filling === undefined ? [stopAt(passing, undefined).stop] : []),
    ],
  };
}

/** Returns statements that stop the migration if stored values break new rules. */
const unbroken = ({ before, after }: Pair): readonly string[] =>
  storedFields(after).flatMap((to) => {
    const from = earlierField(to, before, after);
    if (!from) return [];
    const { value } = castOf(quoted(columnName(from)), columnType(from), comparedAs(columnType(to)));
    return tightened(from, to).flatMap((rule) => {
      const condition = brokenBy(dialects.sqlite, rule, value);
      const why = `${tableName(after)}.${columnName(to)} ${whyBroken(rule.broken)}`;
      return condition === undefined ? [] : [stopWhere(tableName(before), condition, why)];
    });
  });

/** Returns statements that stop the migration if rows that must be unique are equal. */
function unlike({ before, after, rules, columns }: SharedTable): readonly string[] {
  const earlier = new Map([...columns].map(([old, now]) => [now, old]));
  return [...rules.after.columns].flatMap(([name, now]) => {
    const old = now.flatMap((column) => earlier.get(column) ?? []);
    return rules.before.keys.has(name) || old.length < now.length
      ? []
      : [stopWhere(before, alike(old.map(quoted)), `${after}.${now.join(", ")} ${whyAlike}`)];
  });
}

/**
 * Returns statements that stop the migration if rows refer to missing records. New tables are empty and created last.
 */
const unmet = (table: SharedTable, definitions: readonly [All, All]): readonly string[] =>
  lateLinks(table, definitions).map(({ before, now, target, known }) =>
    stopWhere(
      table.before,
      known
        ? `${quoted(before)} not in (select id from ${quoted(tableName(known))})`
        : `${quoted(before)} is not null`,
      `${table.after}.${now} ${whyUnmet(target.name)}`,
    ),
  );

interface Rebuilt {
  readonly stops: readonly string[];
  readonly make: readonly string[];
  readonly old: string;
  readonly temporary: string;
  readonly now: string;
  readonly indexes: readonly string[];
}

const sharedColumns = ["id", "created_at", "updated_at"];

/** @throws UserError if the table has columns unknown to the definitions: recreating it would drop them */
function refuseOthers({ before, after }: Pair, present: ReadonlySet<string>): void {
  const table = tableName(before);
  const known = new Set([...sharedColumns, ...[before, after].flatMap(storedFields).map(columnName)]);
  const others = [...present].flatMap((place) => {
    const name = place.startsWith(`${table}.`) ? place.slice(table.length + 1) : undefined;
    return name === undefined || known.has(name) ? [] : [name];
  });
  if (!others.length) return;
  throw new UserError(
    "unknown_columns",
    `SQLite changes ${table} by creating it anew, which would drop ${others.join(", ")}: no definition contains them.`,
    "Add them to api.yaml, or drop them in a migration of your own.",
  );
}

function rebuilt(pair: Pair, after: All, present: ReadonlySet<string>): Rebuilt {
  refuseOthers(pair, present);
  const [old, now] = [tableName(pair.before), tableName(pair.after)];
  const temporary = `${now}__new`;
  const columns = storedFields(pair.after).map((field) => ({ field, ...carried(pair, field, present) }));
  const filled = columns.flatMap(({ field, value }) =>
    value === undefined ? [] : [[quoted(columnName(field)), value] as const],
  );
  const names = [...sharedColumns, ...filled.map(([name]) => name)].join(", ");
  const values = [...sharedColumns, ...filled.map(([, value]) => value)].join(", ");
  return {
    old,
    now,
    temporary,
    stops: columns.flatMap(({ stops }) => stops),
    make: [
      tableText(pair.after, after).replace(/^create table \S+/, () => `create table ${temporary}`),
      `insert into ${temporary} (${names}) select ${values} from ${quoted(old)};`,
    ],
    indexes: [...indexTexts(pair.after).values()],
  };
}

function joined({ before, after, columns }: SharedTable, text: string): Rebuilt {
  const temporary = `${after}__new`;
  const [table = "", ...indexes] = text.split(/;\n/);
  const [old, now] = [[...columns.keys()], [...columns.values()]];
  return {
    old: before,
    now: after,
    temporary,
    stops: [],
    make: [
      `${table.replace(/^create table \S+/, () => `create table ${temporary}`)};`,
      `insert into ${temporary} (${now.map(quoted).join(", ")}) select ${old.map(quoted).join(", ")} from ${quoted(before)};`,
    ],
    indexes,
  };
}

const joinText = (all: All, through: string): string =>
  joinsOf(all)
    .flatMap((join) => (join.relation.through === through ? joinTable(join) : []))
    .join("");

function tableOf(
  keptTable: SharedTable,
  definitions: readonly [All, All],
  present: ReadonlySet<string>,
): readonly Rebuilt[] {
  const { resources } = keptTable;
  const [before, after] = definitions;
  const [old, now] = resources
    ? [tableText(resources.before, before), tableText(resources.after, after)]
    : [joinText(before, keptTable.before), joinText(after, keptTable.after)];
  if (old === now) return [];
  if (!resources) return [joined(keptTable, now)];
  const table = rebuilt(resources, after, present);
  return [{ ...table, stops: [...table.stops, ...unlike(keptTable), ...unmet(keptTable, definitions)] }];
}

/** Returns the statements from one definition's database to the next one's; changed tables are recreated. */
export function change(before: All, after: All, present: ReadonlySet<string>): readonly string[] {
  const { keptTables, fresh, freshJoins, gone } = passage(before, after);
  const all = keptTables.flatMap((table) => tableOf(table, [before, after], present));
  return [
    ...all.flatMap(({ stops }) => stops),
    ...keptTables.flatMap(({ resources }) => (resources ? unbroken(resources) : [])),
    ...all.flatMap(({ make }) => make),
    ...[...gone.map(({ table }) => table), ...all.map(({ old }) => old)].map(
      (table) => `drop table ${quoted(table)};`,
    ),
    ...all.map(({ temporary, now }) => `alter table ${temporary} rename to ${quoted(now)};`),
    ...all.flatMap(({ indexes }) => indexes),
    ...(fresh.length || freshJoins.length ? [createAll(fresh, after, freshJoins.map(joinTable)).trim()] : []),
  ];
}
