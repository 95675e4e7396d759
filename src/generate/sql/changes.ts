import type { Resource } from "../../api/index.ts";
import { UserError } from "../../lib/index.ts";
import { alike, whyAlike, whyUnmet } from "./answers.ts";
import { alter, columnSteps, lostChecks, stopWhere, type Step } from "./columns.ts";
import { constraintName, quoted, tableName } from "./sql-identifiers.ts";
import { lateLinks, passage, type Passage, type SharedTable, type Rules } from "./shape.ts";
import { createAll, joinTable } from "./tables.ts";

type All = readonly Resource[];

/** Returns members of `one` that are missing or different in `other`. */
const without = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): readonly (readonly [string, string])[] => [...one].filter(([name, text]) => other.get(name) !== text);

const none: ReadonlyMap<string, string> = new Map();

const unlinked = (table: string, before: Rules, after: ReadonlyMap<string, string>): readonly string[] =>
  without(before.links, after).map(([name]) => alter(table, `drop constraint if exists ${name}`));

/** Returns statements that drop rules, while the table still has its old name. */
function released({ before, rules, resources }: SharedTable): readonly string[] {
  const names = [
    ...without(rules.before.keys, rules.after.keys).map(([name]) => name),
    ...(resources ? lostChecks(resources) : []),
  ];
  return [
    ...names.map((name) => alter(before, `drop constraint if exists ${name}`)),
    ...without(rules.before.indexes, rules.after.indexes).map(([name]) => `drop index if exists ${name};`),
  ];
}

function renamed({ before, after, columns, resources }: SharedTable): Step {
  const key = (table: string): string => constraintName(table, "pkey");
  return {
    about: resources ? `rename_${before}_to_${after}` : "",
    statements: [
      ...(before === after
        ? []
        : [
            alter(before, `rename to ${quoted(after)}`),
            alter(after, `rename constraint ${key(before)} to ${key(after)}`),
          ]),
      ...(resources ? [] : [...columns])
        .filter(([old, now]) => old !== now)
        .map(([old, now]) => alter(after, `rename column ${quoted(old)} to ${quoted(now)}`)),
    ],
  };
}

/**
 * Returns a statement that stops the migration if rows that must be unique are equal. It never does if the key was only
 * renamed.
 */
function unlike({ after, rules }: SharedTable, key: string): string {
  const columns = rules.after.columns.get(key) ?? [];
  return stopWhere(after, alike(columns.map(quoted)), `${after}.${columns.join(", ")} ${whyAlike}`);
}

/** Returns statements that add rules, once all tables and columns exist. */
const bound = (table: SharedTable, definitions: readonly [All, All]): readonly string[] => [
  ...without(table.rules.after.keys, table.rules.before.keys).flatMap(([name, text]) => [
    unlike(table, name),
    alter(table.after, `add ${text}`),
  ]),
  ...without(table.rules.after.indexes, table.rules.before.indexes).map(([, text]) => text),
  ...lateLinks(table, definitions).map(({ now, target }) =>
    stopWhere(
      table.after,
      `${quoted(now)} not in (select id from ${quoted(tableName(target))})`,
      `${table.after}.${now} ${whyUnmet(target.name)}`,
    ),
  ),
  ...without(table.rules.after.links, table.rules.before.links).map(([, text]) =>
    alter(table.after, `add ${text}`),
  ),
];

const ruleStep = ({ after }: SharedTable, statements: readonly string[]): Step => ({
  about: `change_rules_of_${after}`,
  statements,
});

/** A step that doesn't contribute to the migration's name. */
const unnamed = (statements: readonly string[]): Step => ({ about: "", statements });

/** Refuses a new resource whose table a migration of somebody else creates. */
function refuseTaken({ fresh, gone, keptTables }: Passage, present: ReadonlySet<string>): void {
  const tables = new Set([...present].map((column) => column.slice(0, column.indexOf("."))));
  for (const { table } of gone) tables.delete(table);
  for (const { before } of keptTables) tables.delete(before);
  const taken = fresh.find((resource) => tables.has(tableName(resource)));
  if (taken)
    throw new UserError(
      "table_exists",
      `The table ${tableName(taken)} of ${taken.name} exists: a migration that was not generated creates it.`,
      "Give the resource another name, or add a migration that renames that table.",
    );
}

/**
 * Returns the steps from one definition's database to the next one's, as if newly created. What the definition no
 * longer has is dropped with its data; rows that conflict stop the migration with a message.
 * @param present columns that already exist, whoever created them: `table.column`
 */
export function changes(before: All, after: All, present: ReadonlySet<string> = new Set()): readonly Step[] {
  const tables = passage(before, after);
  const { keptTables, fresh, freshJoins, gone } = tables;
  refuseTaken(tables, present);
  const steps: readonly Step[] = [
    unnamed([
      ...gone.flatMap(({ table, rules }) => unlinked(table, rules, none)),
      ...keptTables.flatMap(({ before: table, rules }) => unlinked(table, rules.before, rules.after.links)),
    ]),
    ...keptTables.map((table) => ruleStep(table, released(table))),
    ...gone.map(({ table }) => ({ about: `remove_${table}`, statements: [`drop table ${quoted(table)};`] })),
    ...keptTables.map(renamed),
    ...keptTables.flatMap(({ resources }) => (resources ? columnSteps(resources, present) : [])),
    ...(fresh.length || freshJoins.length
      ? [
          {
            about: `add_${[...fresh.map(tableName), ...freshJoins.map(({ relation }) => relation.through)][0] ?? ""}`,
            statements: [
              createAll(
                fresh,
                after.filter((resource) => !fresh.includes(resource)),
                after,
                freshJoins.map(joinTable),
              ).trim(),
            ],
          },
        ]
      : []),
    ...keptTables.map((table) => ruleStep(table, bound(table, [before, after]))),
  ];
  return steps.filter(({ statements }) => statements.length > 0);
}

const longest = 60;

/** Returns a migration name: `add_points_to_tasks`; of several steps, the first one's. */
export function nameOf(steps: readonly Step[]): string {
  const named = steps.filter(({ about }) => about !== "");
  const [first] = named.toSorted(
    (a, b) => Number(a.about.startsWith("change_rules")) - Number(b.about.startsWith("change_rules")),
  );
  const more = named.filter(({ about }) => !about.startsWith("change_rules")).length - 1;
  const name = (first?.about ?? "changes").slice(0, longest).replace(/_+$/, "");
  return more > 0 ? `${name}_and_${more}_more` : name;
}
