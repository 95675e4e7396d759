/** Records in PostgreSQL, before and after a definition changed. */
import { deepStrictEqual, ok } from "node:assert";
import { matches } from "../../../src/api/match.ts";
import { sampleValue } from "../../../src/api/sample/value.ts";
import {
  belongsTo,
  fieldType,
  isNullable,
  ownedSets,
  storedFields,
  type ApiDefinition,
  type Field,
  type Resource,
} from "../../../src/api/index.ts";
import { catalogOf, type Runner } from "../../../src/generate/sql/catalog.ts";
import { columnName, joinColumns, tableName } from "../../../src/generate/sql/sql-identifiers.ts";
import { columnType, createAll } from "../../../src/generate/sql/tables.ts";

const equal: (is: unknown, wanted: unknown, what?: string) => void = deepStrictEqual;

/** The embedded database, or a connection to a server. */
export interface Db extends Runner {
  exec(statements: string): Promise<unknown>;
}

export type Row = Readonly<Record<string, unknown>>;

export const rowsOf = async (db: Db, table: string): Promise<readonly Row[]> =>
  (await db.query(`select * from "${table}" order by 1, 2`, [])).rows as readonly Row[];

/** Rows by table. */
export type Contents = ReadonlyMap<string, readonly Row[]>;

/** Rows by table of everything that a definition stores. */
export async function contents(db: Db, { resources }: ApiDefinition): Promise<Contents> {
  const names = resources.flatMap((resource) => [
    tableName(resource),
    ...ownedSets(resource).map(({ through }) => through),
  ]);
  const tables = new Map<string, readonly Row[]>();
  for (const name of names) tables.set(name, await rowsOf(db, name));
  return tables;
}

let count = 0;
export const nextId = (): string => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`;

/** A value for a column; foreign keys lead nowhere, which all of these definitions allow. */
function valueOf(resource: Resource, field: Field): unknown {
  if (belongsTo(resource).some((relation) => relation.field === field.name)) return null;
  const value = sampleValue(field, ++count);
  return ["json", "array"].includes(fieldType(field.schema)) ? JSON.stringify(value) : value;
}

/** Two records of each resource, one with nothing that it needn't have, and one link of each set. */
export async function fill(db: Db, api: ApiDefinition): Promise<void> {
  const ids = new Map<string, string>();
  for (const resource of api.resources) {
    const stored = storedFields(resource);
    const names = ["id", ...stored.map((field) => `"${columnName(field)}"`)];
    for (const whole of [false, true]) {
      const id = nextId();
      ids.set(resource.name, id);
      const values = stored.map((field) => (whole || !isNullable(field) ? valueOf(resource, field) : null));
      await db.query(
        `insert into ${tableName(resource)} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
        [id, ...values],
      );
    }
  }
  for (const resource of api.resources)
    for (const set of ownedSets(resource))
      await db.query(`insert into ${set.through} values ($1, $2)`, [
        ids.get(resource.name),
        ids.get(set.resource),
      ]);
}

const named = <T extends { readonly name: string }>(
  all: readonly T[],
  { name, was }: { readonly name: string; readonly was?: string },
  taken: readonly { readonly name: string }[],
): T | undefined =>
  all.find((one) => one.name === name) ??
  (taken.some((one) => one.name === was) ? undefined : all.find((one) => one.name === was));

/** Types whose values PostgreSQL itself checks. */
const checked: ReadonlySet<string> = new Set(["boolean", "date", "datetime", "uuid"]);

/** Every stored value is one that its field allows; formats of texts are about new values only. */
function assertValid(rows: readonly Row[], field: Field): void {
  const { format: _, ...schema } = field.schema;
  if (checked.has(fieldType(field.schema))) return;
  for (const row of rows) {
    const value = row[columnName(field)];
    if (value !== null) ok(matches(schema, value), `${field.name}: ${JSON.stringify(value)}`);
  }
}

/** Returns a stored value, or what replaces it if it is no longer allowed. */
const replaced = ({ map = {}, schema }: Field, value: unknown): unknown =>
  typeof value === "string" && !schema.enum?.includes(value) ? (map[value] ?? value) : value;

/** Every record is there, and of it every value that the definition still has in the same form; all values are valid. */
export async function assertKept(
  db: Db,
  before: Contents,
  { from, to }: { readonly from: ApiDefinition; readonly to: ApiDefinition },
): Promise<void> {
  const after = await contents(db, to);
  for (const resource of to.resources) {
    const old = named(from.resources, resource, to.resources);
    if (!old) continue;
    const was = before.get(tableName(old)) ?? [];
    const is = after.get(tableName(resource)) ?? [];
    equal(
      is.map(({ id }) => id),
      was.map(({ id }) => id),
    );
    for (const field of storedFields(resource)) {
      assertValid(is, field);
      const source = named(storedFields(old), field, storedFields(resource));
      if (!source || columnType(source) !== columnType(field)) continue;
      const values = was.map((row) => row[columnName(source)]);
      for (const [index, value] of values.entries())
        if (value !== null) equal(is[index]?.[columnName(field)], replaced(field, value), field.name);
    }
    for (const set of ownedSets(resource)) {
      const target = to.resources.find(({ name }) => name === set.resource);
      const source = ownedSets(old).find(({ name }) => name === set.name);
      if (!target || source?.resource !== named(from.resources, target, to.resources)?.name || !source)
        continue;
      const [left, right] = [joinColumns(old, source), joinColumns(resource, set)];
      equal(
        (after.get(set.through) ?? []).map((row) => [row[right.owner], row[right.other]]),
        (before.get(source.through) ?? []).map((row) => [row[left.owner], row[left.other]]),
      );
    }
  }
}

/** A database that has gone through all migrations is as a new one. */
export async function assertSame(db: Db, api: ApiDefinition, schema: string): Promise<void> {
  await db.exec(`create schema wanted; set search_path to wanted;\n${createAll(api.resources)}`);
  const wanted = await catalogOf(db, "wanted");
  await db.exec(`drop schema wanted cascade; set search_path to ${schema}`);
  equal(Object.fromEntries(await catalogOf(db, schema)), Object.fromEntries(wanted));
}
