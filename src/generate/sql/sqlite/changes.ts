import {
  earlierField,
  fillOf,
  goneValues,
  isNullable,
  storedFields,
  type Field,
  type Resource,
} from "../../../api/index.ts";
import { UserError } from "../../../lib/index.ts";
import { columnName, quoted, tableName } from "../names.ts";
import { joinsOf, passage, type KeptTable } from "../shape.ts";
import { columnType, constant, indexTexts, joinTable } from "../tables.ts";
import { castOf } from "./casts.ts";
import { createAll, tableText, toSqlite } from "./tables.ts";

type All = readonly Resource[];
type Pair = NonNullable<KeptTable["resources"]>;

/** Stops a migration where rows are in the way: the message of a failed check has the check's name. */
const stopWhere = (table: string, condition: string, why: string): readonly string[] => [
  `create temp table stops (goes integer constraint "${why.replaceAll('"', '""')}" check (goes));`,
  `insert into stops select 0 from ${quoted(table)} where ${condition} limit 1;`,
  "drop table stops;",
];

interface Carried {
  readonly stops: readonly string[];
  /** The expression of the column's value; undefined: its default. */
  readonly value: string | undefined;
}

/** What a column of the new table gets out of the old one. */
function carried(pair: Pair, to: Field, present: ReadonlySet<string>): Carried {
  const [before, after] = [tableName(pair.before), tableName(pair.after)];
  const from = earlierField(to, pair.before, pair.after);
  const column = columnName(to);
  const isThere = from !== undefined || present.has(`${before}.${column}`);
  const fill = fillOf(to);
  const filling = fill === undefined ? undefined : toSqlite(constant(fill, to));
  const lacks = `${after}.${column} is required now, and there are records without it: give them a value, or say fill: in api.yaml`;
  if (!isThere) {
    const isFree = isNullable(to) || to.default !== undefined || to.auto !== undefined;
    return { value: filling, stops: isFree || filling !== undefined ? [] : stopWhere(before, "true", lacks) };
  }
  const name = quoted(columnName(from ?? to));
  const gone = from ? goneValues(from, to) : [];
  const held = from ? `${name} in (${gone.map((value) => toSqlite(constant(value, from))).join(", ")})` : "";
  const { value, fails } = castOf(name, columnType(from ?? to), columnType(to));
  const map = to.map;
  const cases = gone.map(
    (old) => `when ${toSqlite(constant(old, from ?? to))} then ${toSqlite(constant(map?.[old], to))}`,
  );
  const mapped = gone.length && map ? `case ${name} ${cases.join(" ")} else ${value} end` : value;
  // Rows of before may be without a value.
  const mayLack = !isNullable(to) && (from === undefined || isNullable(from));
  return {
    value: mayLack && filling !== undefined ? `coalesce(${mapped}, ${filling})` : mapped,
    stops: [
      ...(gone.length && !map
        ? stopWhere(
            before,
            held,
            `${after}.${column} holds ${gone.join(" or ")}, which is allowed no more: say in api.yaml what it becomes, with map:`,
          )
        : []),
      ...(fails === undefined
        ? []
        : stopWhere(
            before,
            fails,
            `${before}.${columnName(from ?? to)} has values that ${after}.${column} can't have`,
          )),
      ...(mayLack && filling === undefined ? stopWhere(before, `${name} is null`, lacks) : []),
    ],
  };
}

interface Rebuilt {
  readonly stops: readonly string[];
  readonly make: readonly string[];
  readonly old: string;
  readonly temporary: string;
  readonly now: string;
  readonly indexes: readonly string[];
}

const keptColumns = ["id", "created_at", "updated_at"];

/** @throws UserError where the table has columns that no definition knows: to make it anew would drop them */
function refuseOthers({ before, after }: Pair, present: ReadonlySet<string>): void {
  const table = tableName(before);
  const known = new Set([...keptColumns, ...[before, after].flatMap(storedFields).map(columnName)]);
  const others = [...present].flatMap((place) => {
    const name = place.startsWith(`${table}.`) ? place.slice(table.length + 1) : undefined;
    return name === undefined || known.has(name) ? [] : [name];
  });
  if (!others.length) return;
  throw new UserError(
    "unknown_columns",
    `SQLite changes ${table} by making it anew, which would drop ${others.join(", ")}: no definition has them.`,
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
  const names = [...keptColumns, ...filled.map(([name]) => name)].join(", ");
  const values = [...keptColumns, ...filled.map(([, value]) => value)].join(", ");
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

function joined({ before, after, columns }: KeptTable, text: string): Rebuilt {
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
  kept: KeptTable,
  [before, after]: readonly [All, All],
  present: ReadonlySet<string>,
): readonly Rebuilt[] {
  const { resources } = kept;
  const [old, now] = resources
    ? [tableText(resources.before, before), tableText(resources.after, after)]
    : [joinText(before, kept.before), joinText(after, kept.after)];
  if (old === now) return [];
  return [resources ? rebuilt(resources, after, present) : joined(kept, now)];
}

/** Statements that bring a database from one definition to the next; a table that changes is made anew. */
export function change(before: All, after: All, present: ReadonlySet<string>): readonly string[] {
  const { kept, fresh, freshJoins, gone } = passage(before, after);
  const all = kept.flatMap((table) => tableOf(table, [before, after], present));
  return [
    ...all.flatMap(({ stops }) => stops),
    ...all.flatMap(({ make }) => make),
    ...[...gone.map(({ table }) => table), ...all.map(({ old }) => old)].map(
      (table) => `drop table ${quoted(table)};`,
    ),
    ...all.map(({ temporary, now }) => `alter table ${temporary} rename to ${quoted(now)};`),
    ...all.flatMap(({ indexes }) => indexes),
    ...(fresh.length || freshJoins.length ? [createAll(fresh, after, freshJoins.map(joinTable)).trim()] : []),
  ];
}
