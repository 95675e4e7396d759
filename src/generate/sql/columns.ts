import { inTable } from "../../lib/index.ts";
import {
  earlierField,
  fillOf,
  removedValues,
  isNullable,
  storedFields,
  tightened,
  type Field,
  type Resource,
} from "../../api/index.ts";
import type { Json } from "../../lib/index.ts";
import { answersOf, whyBroken, whyHolding, whyLacking } from "./answers.ts";
import { brokenBy, comparedAs, dialects } from "./bounds.ts";
import { columnName, quoted, sqlText, tableName } from "./sql-identifiers.ts";
import { checkName, checkOf, column, columnType, constant, defaultOf } from "./tables.ts";

/** Statements of one change, and the words for the migration's name. */
export interface Step {
  readonly about: string;
  readonly statements: readonly string[];
}

interface Pair {
  readonly before: Resource;
  readonly after: Resource;
}

export const alter = (table: string, what: string): string => `alter table ${quoted(table)} ${what};`;

/** Returns a statement that stops a migration if rows match a condition, and says what to do. */
export function stopWhere(table: string, condition: string, why: string): string {
  const body = `begin if exists (select from ${quoted(table)}${condition && ` where ${condition}`}) then raise exception ${sqlText(why.replaceAll("%", "%%")).trim()}; end if; end`;
  let quote = "$$"; // patterns and values may hold dollars themselves
  for (let n = 1; body.includes(quote); n++) quote = `$s${n}$`;
  return `do ${quote} ${body} ${quote};`;
}

/** Casts a value from one type to another; through text if the types are unrelated. */
function cast(name: string, from: string, to: string): string {
  if (to === "jsonb") return `to_jsonb(${name})`;
  if (from === "jsonb") return `(${name} #>> '{}')::${to}`;
  const direct = comparedAs(from) === comparedAs(to) || from === "text" || to === "text";
  return direct ? `${name}::${to}` : `${name}::text::${to}`;
}

/** A statement that stops a migration, and its replacement once the definition provides a value. */
interface Stop {
  readonly stop: string;
  give(value: Json): string;
}

const stopAt = (table: string, field: Field, condition: string, why: string): Stop => {
  const name = quoted(columnName(field));
  return {
    stop: stopWhere(table, `${name} ${condition}`, `${table}.${columnName(field)} ${why}`),
    give: (value) =>
      `update ${quoted(table)} set ${name} = ${constant(value, field)} where ${name} ${condition};`,
  };
};

const lacking = (resource: Resource, field: Field): Stop =>
  stopAt(tableName(resource), field, "is null", whyLacking(resource, field));

const holding = (table: string, field: Field, value: string): Stop =>
  stopAt(table, field, `= ${constant(value, field)}`, whyHolding(value));

/** Gives every row a value, or stops if one has none. */
function filled(resource: Resource, field: Field): readonly string[] {
  const value = fillOf(field);
  const { stop, give } = lacking(resource, field);
  return [
    value === undefined ? stop : give(value),
    alter(tableName(resource), `alter column ${quoted(columnName(field))} set not null`),
  ];
}

/** Returns the replacements that these resources define, by the statement that stops a migration. */
export const answers = (resources: readonly Resource[]): ReadonlyMap<string, string> =>
  new Map(
    resources.flatMap((resource) =>
      storedFields(resource).flatMap((field) =>
        answersOf(field).map(({ oldValue, value }) => {
          const table = tableName(resource);
          const { stop, give } =
            oldValue === undefined ? lacking(resource, field) : holding(table, field, oldValue);
          return [stop, give(value)] as const;
        }),
      ),
    ),
  );

/** Adapts a column that already exists, from somebody else or an earlier definition, to the field. */
function adopted(resource: Resource, field: Field): readonly string[] {
  const [table, name, type] = [tableName(resource), quoted(columnName(field)), columnType(field)];
  const [check, value] = [checkOf(resource, field), defaultOf(field)];
  return [
    alter(table, `alter column ${name} drop default`),
    alter(table, `alter column ${name} type ${type} using ${name}::text::${type}`),
    ...(value ? [alter(table, `alter column ${name} set${value}`)] : []),
    alter(table, `drop constraint if exists ${checkName(resource, field)}`),
    ...(check === undefined ? [] : [alter(table, `add ${check}`)]),
    ...(isNullable(field) ? [alter(table, `alter column ${name} drop not null`)] : filled(resource, field)),
  ];
}

function added(resource: Resource, field: Field, present: ReadonlySet<string>): Step {
  const table = tableName(resource);
  const about = `add_${columnName(field)}_to_${table}`;
  if (present.has(`${table}.${columnName(field)}`)) return { about, statements: adopted(resource, field) };
  const add = alter(table, `add column ${column(resource, field)}`);
  const free = isNullable(field) || defaultOf(field) !== "";
  return { about, statements: free ? [add] : [add.replace(" not null", ""), ...filled(resource, field)] };
}

/** Replaces values that are no longer allowed as the definition says, or stops the migration. */
const mapped = (table: string, from: Field, to: Field): readonly string[] =>
  removedValues(from, to).map((value) => {
    const { stop, give } = holding(table, to, value);
    const now = inTable(to.map ?? {}, value);
    return now === undefined ? stop : give(now);
  });

/** Returns statements that stop the migration if values, still of their old type, break new rules. */
function unbroken(table: string, from: Field, to: Field): readonly string[] {
  const [name, type, newType] = [quoted(columnName(to)), columnType(from), columnType(to)];
  const value = type === newType ? name : cast(name, type, comparedAs(newType));
  return tightened(from, to).flatMap((rule) => {
    const condition = brokenBy(dialects.postgres, rule, value);
    const why = `${table}.${columnName(to)} ${whyBroken(rule.broken)}`;
    return condition === undefined ? [] : [stopWhere(table, condition, why)];
  });
}

function changed({ before, after: resource }: Pair, from: Field, to: Field): Step {
  const table = tableName(resource);
  const [old, name] = [quoted(columnName(from)), quoted(columnName(to))];
  const lines: string[] = [];
  if (old !== name) lines.push(alter(table, `rename column ${old} to ${name}`));
  const [type, newType] = [columnType(from), columnType(to)];
  const [value, newValue] = [defaultOf(from), defaultOf(to)];
  const retyped = type !== newType;
  lines.push(...unbroken(table, from, to));
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
  if (!isNullable(to) && isNullable(from)) lines.push(...filled(resource, to));
  const about =
    old === name
      ? `change_${columnName(to)}_of_${table}`
      : `rename_${columnName(from)}_to_${columnName(to)}_in_${table}`;
  return { about, statements: lines };
}

/** Returns the names of checks on columns that are removed or changed. */
export const lostChecks = ({ before, after }: Pair): readonly string[] => {
  const checks = new Map(
    storedFields(after).flatMap((field) => {
      const from = earlierField(field, before, after);
      return from ? [[from.name, checkOf(after, field)] as const] : [];
    }),
  );
  return storedFields(before).flatMap((field) => {
    const check = checkOf(before, field);
    return check !== undefined && checks.get(field.name) !== check ? [checkName(before, field)] : [];
  });
};

/** Returns the changes to the columns of a resource whose table already has its new name. */
export function columnSteps(pair: Pair, present: ReadonlySet<string>): readonly Step[] {
  const { before, after } = pair;
  const table = tableName(after);
  const pairs = storedFields(after).map((to) => ({ from: earlierField(to, before, after), to }));
  const sourceNames = new Set(pairs.map(({ from }) => from?.name));
  const gone = storedFields(before).filter(({ name }) => !sourceNames.has(name));
  return [
    ...gone.map((field) => ({
      about: `remove_${columnName(field)}_from_${table}`,
      statements: [alter(table, `drop column ${quoted(columnName(field))}`)],
    })),
    ...pairs.flatMap(({ from, to }) => (from ? [changed(pair, from, to)] : [])),
    ...pairs.flatMap(({ from, to }) => (from ? [] : [added(after, to, present)])),
  ];
}
