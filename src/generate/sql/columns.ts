import {
  earlierField,
  fillOf,
  goneValues,
  isNullable,
  storedFields,
  type Field,
  type Resource,
} from "../../api/index.ts";
import { columnName, quoted, sqlText, tableName } from "./names.ts";
import { checkName, checkOf, column, columnType, constant, defaultOf } from "./tables.ts";

/** Statements of one change, and the words that a migration is named by. */
export interface Step {
  readonly about: string;
  readonly statements: readonly string[];
}

interface Pair {
  readonly before: Resource;
  readonly after: Resource;
}

export const alter = (table: string, what: string): string => `alter table ${quoted(table)} ${what};`;

/** Stops a migration where rows are in the way, and says what to do. */
const stopWhere = (table: string, condition: string, why: string): string =>
  `do $$ begin if exists (select from ${quoted(table)}${condition && ` where ${condition}`}) then raise exception ${sqlText(why.replaceAll("%", "%%")).trim()}; end if; end $$;`;

const numbers = new Set(["integer", "bigint", "double precision"]);
const family = (type: string): string => (numbers.has(type) || type.startsWith("numeric") ? "number" : type);

/** A value of one type as one of another; by way of text where the types know nothing of each other. */
function cast(name: string, from: string, to: string): string {
  if (to === "jsonb") return `to_jsonb(${name})`;
  if (from === "jsonb") return `(${name} #>> '{}')::${to}`;
  const direct = family(from) === family(to) || from === "text" || to === "text";
  return direct ? `${name}::${to}` : `${name}::text::${to}`;
}

/** Gives every row a value, or stops where one has none. */
function filled(table: string, field: Field): readonly string[] {
  const name = quoted(columnName(field));
  const value = fillOf(field);
  const lacks = `${name} is null`;
  return [
    value === undefined
      ? stopWhere(
          table,
          lacks,
          `${table}.${columnName(field)} is required now, and there are records without it: give them a value, or say fill: in api.yaml`,
        )
      : `update ${quoted(table)} set ${name} = ${constant(value, field)} where ${lacks};`,
    alter(table, `alter column ${name} set not null`),
  ];
}

/** A column that is there already, made by somebody else or by an earlier definition, becomes what the field says. */
function adopted(resource: Resource, field: Field): readonly string[] {
  const [table, name, type] = [tableName(resource), quoted(columnName(field)), columnType(field)];
  const [check, value] = [checkOf(resource, field), defaultOf(field)];
  return [
    alter(table, `alter column ${name} drop default`),
    alter(table, `alter column ${name} type ${type} using ${name}::text::${type}`),
    ...(value ? [alter(table, `alter column ${name} set${value}`)] : []),
    alter(table, `drop constraint if exists ${checkName(resource, field)}`),
    ...(check === undefined ? [] : [alter(table, `add ${check}`)]),
    ...(isNullable(field) ? [alter(table, `alter column ${name} drop not null`)] : filled(table, field)),
  ];
}

function added(resource: Resource, field: Field, present: ReadonlySet<string>): Step {
  const table = tableName(resource);
  const about = `add_${columnName(field)}_to_${table}`;
  if (present.has(`${table}.${columnName(field)}`)) return { about, statements: adopted(resource, field) };
  const add = alter(table, `add column ${column(resource, field)}`);
  const free = isNullable(field) || defaultOf(field) !== "";
  return { about, statements: free ? [add] : [add.replace(" not null", ""), ...filled(table, field)] };
}

/** Values that are allowed no more become what the definition says, or stop the migration. */
function mapped(table: string, from: Field, to: Field): readonly string[] {
  const name = quoted(columnName(to));
  const gone = goneValues(from, to);
  if (!gone.length) return [];
  const held = `${name} in (${gone.map((value) => constant(value, from)).join(", ")})`;
  if (!to.map)
    return [
      stopWhere(
        table,
        held,
        `${table}.${columnName(to)} holds ${gone.join(" or ")}, which is allowed no more: say in api.yaml what it becomes, with map:`,
      ),
    ];
  const cases = gone.map((value) => `when ${constant(value, from)} then ${constant(to.map?.[value], to)}`);
  return [`update ${quoted(table)} set ${name} = case ${name} ${cases.join(" ")} end where ${held};`];
}

function changed({ before, after: resource }: Pair, from: Field, to: Field): Step {
  const table = tableName(resource);
  const [old, name] = [quoted(columnName(from)), quoted(columnName(to))];
  const lines: string[] = [];
  if (old !== name) lines.push(alter(table, `rename column ${old} to ${name}`));
  const [type, newType] = [columnType(from), columnType(to)];
  const [value, newValue] = [defaultOf(from), defaultOf(to)];
  const retyped = type !== newType;
  if (value !== newValue || retyped) {
    if (value) lines.push(alter(table, `alter column ${name} drop default`));
    if (retyped)
      lines.push(alter(table, `alter column ${name} type ${newType} using ${cast(name, type, newType)}`));
    if (newValue) lines.push(alter(table, `alter column ${name} set${newValue}`));
  }
  lines.push(...mapped(table, from, to));
  const check = checkOf(resource, to);
  if (check !== undefined && check !== checkOf(before, from)) lines.push(alter(table, `add ${check}`));
  if (isNullable(to) && !isNullable(from)) lines.push(alter(table, `alter column ${name} drop not null`));
  if (!isNullable(to) && isNullable(from)) lines.push(...filled(table, to));
  const about =
    old === name
      ? `change_${columnName(to)}_of_${table}`
      : `rename_${columnName(from)}_to_${columnName(to)}_in_${table}`;
  return { about, statements: lines };
}

/** Checks of columns that go or become others, by name. */
export const lostChecks = ({ before, after }: Pair): readonly string[] => {
  const kept = new Map(
    storedFields(after).flatMap((field) => {
      const from = earlierField(field, before, after);
      return from ? [[from.name, checkOf(after, field)] as const] : [];
    }),
  );
  return storedFields(before).flatMap((field) => {
    const check = checkOf(before, field);
    return check !== undefined && kept.get(field.name) !== check ? [checkName(before, field)] : [];
  });
};

/** What happens to the columns of a resource whose table has its new name. */
export function columnSteps(pair: Pair, present: ReadonlySet<string>): readonly Step[] {
  const { before, after } = pair;
  const table = tableName(after);
  const pairs = storedFields(after).map((to) => ({ from: earlierField(to, before, after), to }));
  const kept = new Set(pairs.map(({ from }) => from?.name));
  const gone = storedFields(before).filter(({ name }) => !kept.has(name));
  return [
    ...gone.map((field) => ({
      about: `remove_${columnName(field)}_from_${table}`,
      statements: [alter(table, `drop column ${quoted(columnName(field))}`)],
    })),
    ...pairs.flatMap(({ from, to }) => (from ? [changed(pair, from, to)] : [])),
    ...pairs.flatMap(({ from, to }) => (from ? [] : [added(after, to, present)])),
  ];
}
