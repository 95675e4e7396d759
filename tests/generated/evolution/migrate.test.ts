import { PGlite } from "@electric-sql/pglite";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleValue } from "../../../src/api/sample/value.ts";
import {
  belongsTo,
  fieldType,
  ownedSets,
  storedFields,
  type ApiDefinition,
  type Field,
  type Resource,
} from "../../../src/api/index.ts";
import { migrations } from "../../../src/generate/sql/migrations.ts";
import { columnName, tableName } from "../../../src/generate/sql/names.ts";
import { columnType } from "../../../src/generate/sql/tables.ts";
import type { GeneratedFile, Previous } from "../../../src/generate/index.ts";
import { definitionOf, histories } from "./definitions.ts";

/** More on demand: `ANTIPHON_CASES=1000`. */
const cases = Number(process.env["ANTIPHON_CASES"] ?? 12);

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
}, 120_000);
afterAll(() => db.close());

type Row = Readonly<Record<string, unknown>>;
type Tables = ReadonlyMap<string, readonly Row[]>;

/** Every row by table, also of tables that were moved aside. */
async function contents(): Promise<Tables> {
  const { rows } = await db.query<{ schema: string; name: string }>(
    "select schemaname as schema, tablename as name from pg_tables where schemaname = current_schema() or schemaname like 'retired%' order by 1, 2",
  );
  const tables = new Map<string, readonly Row[]>();
  for (const { schema, name } of rows) {
    const found = await db.query<Row>(`select * from ${schema}."${name}" order by 1, 2`);
    tables.set(name, [...(tables.get(name) ?? []), ...found.rows]);
  }
  return tables;
}

let count = 0;
const nextId = (): string => `00000000-0000-7000-8000-${String(++count).padStart(12, "0")}`;

/** A value for a column; foreign keys lead nowhere, which all of these definitions allow. */
function valueOf(resource: Resource, field: Field): unknown {
  if (belongsTo(resource).some((relation) => relation.field === field.name)) return null;
  const value = sampleValue(field, ++count);
  return ["json", "array"].includes(fieldType(field.schema)) ? JSON.stringify(value) : value;
}

/** One record of each resource, and one link of each set. */
async function fill(api: ApiDefinition): Promise<void> {
  const ids = new Map<string, string>();
  for (const resource of api.resources) {
    const id = nextId();
    ids.set(resource.name, id);
    const stored = storedFields(resource);
    const names = ["id", ...stored.map((field) => `"${columnName(field)}"`)];
    await db.query(
      `insert into ${tableName(resource)} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
      [id, ...stored.map((field) => valueOf(resource, field))],
    );
  }
  for (const resource of api.resources)
    for (const set of ownedSets(resource))
      await db.query(`insert into ${set.through} values ($1, $2)`, [
        ids.get(resource.name),
        ids.get(set.resource),
      ]);
}

/** Columns whose values may be written in another way now, by table: those whose type changed. */
const retyped = (before: ApiDefinition, after: ApiDefinition): ReadonlySet<string> =>
  new Set(
    after.resources.flatMap((resource) => {
      const old = before.resources.find(({ name }) => name === resource.name);
      return storedFields(resource).flatMap((field) => {
        const fields = old ? storedFields(old) : [];
        const from =
          fields.find(({ name }) => name === field.name) ?? fields.find(({ name }) => name === field.was);
        return from && columnType(from) !== columnType(field)
          ? [`${tableName(resource)}.${columnName(field)}`]
          : [];
      });
    }),
  );

/** The name that a column has after the migration. */
function movedTo(before: ApiDefinition, after: ApiDefinition, table: string, column: string): string {
  const old = before.resources.find((resource) => tableName(resource) === table);
  const now = after.resources.find((resource) => tableName(resource) === table);
  const field = old && storedFields(old).find((candidate) => columnName(candidate) === column);
  if (!field || !now || storedFields(now).some(({ name }) => name === field.name)) return column;
  const moved = storedFields(now).find(
    ({ was, name }) => was === field.name && !storedFields(old).some((other) => other.name === name),
  );
  return moved ? columnName(moved) : column;
}

/** What PostgreSQL says where rows that are there don't fit what is wanted now: the migration holds back as a whole. */
const refusals = new Set(["22P02", "22003", "22007", "22008", "42846", "23514", "23505", "42804"]);

async function migrate(
  api: ApiDefinition,
  previous: Previous | undefined,
): Promise<readonly GeneratedFile[] | "refused"> {
  const files = migrations(api, previous);
  try {
    for (const { text } of files) {
      await db.exec(`begin;\n${text}\ncommit;`);
    }
    return files;
  } catch (error) {
    await db.exec("rollback");
    const code = (error as { readonly code?: string }).code ?? ""; // PostgreSQL's own errors have one
    if (previous && refusals.has(code)) return "refused";
    throw new Error(`${code}\n${files.map(({ text }) => text).join("\n")}`, { cause: error });
  }
}

/** Columns that the definition says something of, by table. */
const used = (api: ApiDefinition): ReadonlySet<string> =>
  new Set(
    api.resources.flatMap((resource) =>
      storedFields(resource).map((field) => `${tableName(resource)}.${columnName(field)}`),
    ),
  );

/** Every value that was there is there, under its old name or the one that it was given. */
async function expectKept(before: Tables, from: ApiDefinition, to: ApiDefinition): Promise<void> {
  const after = await contents();
  const [known, other, joins] = [used(from), retyped(from, to), new Set(from.resources.map(tableName))];
  for (const [table, rows] of before) {
    for (const row of rows) {
      const candidates = after.get(table) ?? [];
      if (!joins.has(table) && row["id"] === undefined) {
        expect(candidates, table).toContainEqual(row);
        continue;
      }
      const kept = candidates.find(({ id }) => id === row["id"]) ?? {};
      for (const [column, value] of Object.entries(row)) {
        const now = movedTo(from, to, table, column);
        const aside = Object.keys(kept).findLast((name) => name.startsWith(`${column}_retired_`));
        const place = `${table}.${column}`;
        expect(Object.keys(kept), place).toContain(now);
        const system = ["id", "created_at", "updated_at"].includes(column);
        if (known.has(place) || system) {
          if (!other.has(`${table}.${now}`)) expect(kept[now], place).toEqual(value);
        } else if (value !== null) {
          // Out of use before: it may be in use again, as another type, or have made room.
          expect(
            [kept[now], aside && kept[aside]].some((one) => one !== null && one !== undefined),
            place,
          ).toBe(true);
        }
      }
    }
  }
}

/** What the next migration finds of those before. */
const next = (
  api: ApiDefinition,
  before: Previous | undefined,
  files: readonly GeneratedFile[],
): Previous => ({
  api,
  paths: [...(before?.paths ?? []), ...files.map(({ path }) => path)],
  texts: { ...before?.texts, ...Object.fromEntries(files.map(({ path, text }) => [path, text])) },
});

async function forget(schema: string): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname like 'retired%'",
  );
  for (const { name } of [...rows, { name: schema }]) await db.exec(`drop schema ${name} cascade`);
}

describe("migrations on a database with records", () => {
  it(
    "keep every value, whatever changes in the definition, or refuse and change nothing",
    { timeout: 3_600_000 },
    async () => {
      const seen = { applied: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(histories(4), async (history) => {
          const schema = `trees_${++count}`;
          await db.exec(`create schema ${schema}; set search_path to ${schema}`);
          let previous: Previous | undefined;
          for (const drafts of history) {
            const api = definitionOf(drafts);
            const before = await contents();
            const files = await migrate(api, previous);
            if (files === "refused") {
              expect(await contents()).toEqual(before);
              seen.refused += 1;
              break;
            }
            if (previous) await expectKept(before, previous.api, api);
            seen.applied += 1;
            previous = next(api, previous, files);
            await fill(api);
          }
          await forget(schema);
        }),
        { numRuns: cases, seed: 3, endOnFailure: true },
      );
      expect(seen.applied).toBeGreaterThan(seen.refused);
    },
  );

  it("move the values of a renamed field", async () => {
    await db.exec("create schema renamed; set search_path to renamed");
    const before = definitionOf({ Alder: { fields: { amber: "string required" }, relations: {} } });
    const after = definitionOf({ Alder: { fields: { blue: "string required was(amber)" }, relations: {} } });
    const files = await migrate(before, undefined);
    await db.query("insert into alders (id, amber) values ($1, 'resin')", [nextId()]);
    await migrate(after, next(before, undefined, files === "refused" ? [] : files));
    expect((await db.query("select blue from alders")).rows).toEqual([{ blue: "resin" }]);
  });
});
