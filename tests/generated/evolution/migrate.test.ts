import { PGlite } from "@electric-sql/pglite";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleValue } from "../../../src/api/sample/value.ts";
import {
  belongsTo,
  definitionFromYaml,
  fieldType,
  isNullable,
  ownedSets,
  storedFields,
  type ApiDefinition,
  type Field,
  type Resource,
} from "../../../src/api/index.ts";
import { answered, inPython } from "../../../src/generate/sql/answers.ts";
import { catalogOf } from "../../../src/generate/sql/catalog.ts";
import { postgres } from "../../../src/generate/sql/engine.ts";
import { migrations } from "../../../src/generate/sql/migrations.ts";
import { columnName, joinColumns, tableName } from "../../../src/generate/sql/names.ts";
import { columnType, createAll } from "../../../src/generate/sql/tables.ts";
import type { GeneratedFile, Previous } from "../../../src/generate/index.ts";
import { definitionOf, histories } from "./definitions.ts";

/** More on demand: `ANTIPHON_CASES=1000`. */
const cases = Number(process.env["ANTIPHON_CASES"] ?? 10);

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
}, 120_000);
afterAll(() => db.close());

type Row = Readonly<Record<string, unknown>>;

const rowsOf = async (table: string): Promise<readonly Row[]> =>
  (await db.query<Row>(`select * from "${table}" order by 1, 2`)).rows;

/** Rows by table of everything that a definition stores. */
async function contents({ resources }: ApiDefinition): Promise<ReadonlyMap<string, readonly Row[]>> {
  const names = resources.flatMap((resource) => [
    tableName(resource),
    ...ownedSets(resource).map(({ through }) => through),
  ]);
  const tables = new Map<string, readonly Row[]>();
  for (const name of names) tables.set(name, await rowsOf(name));
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

/** Two records of each resource, one with nothing that it needn't have, and one link of each set. */
async function fill(api: ApiDefinition): Promise<void> {
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

/** What PostgreSQL says where rows that are there don't fit what is wanted now, and what a migration says itself. */
const refusals = new Set(["22P02", "22003", "22007", "22008", "23514", "23505", "23503", "P0001"]);

async function migrate(
  api: ApiDefinition,
  previous: Previous | undefined,
): Promise<readonly GeneratedFile[] | "refused"> {
  const files = migrations(api, previous);
  try {
    for (const { text } of files) await db.exec(`begin;\n${text}\ncommit;`);
    return files;
  } catch (error) {
    await db.exec("rollback");
    const code = (error as { readonly code?: string }).code ?? ""; // PostgreSQL's own errors have one
    if (previous && refusals.has(code)) return "refused";
    throw new Error(`${code}\n${files.map(({ text }) => text).join("\n")}`, { cause: error });
  }
}

const named = <T extends { readonly name: string }>(
  all: readonly T[],
  { name, was }: { readonly name: string; readonly was?: string },
  taken: readonly { readonly name: string }[],
): T | undefined =>
  all.find((one) => one.name === name) ??
  (taken.some((one) => one.name === was) ? undefined : all.find((one) => one.name === was));

/** Every record is there, and of it every value that the definition still has in the same form. */
async function expectKept(
  before: ReadonlyMap<string, readonly Row[]>,
  from: ApiDefinition,
  to: ApiDefinition,
): Promise<void> {
  const after = await contents(to);
  for (const resource of to.resources) {
    const old = named(from.resources, resource, to.resources);
    if (!old) continue;
    const was = before.get(tableName(old)) ?? [];
    const is = after.get(tableName(resource)) ?? [];
    expect(is.map(({ id }) => id)).toEqual(was.map(({ id }) => id));
    for (const field of storedFields(resource)) {
      const source = named(storedFields(old), field, storedFields(resource));
      if (!source || columnType(source) !== columnType(field)) continue;
      const values = was.map((row) => row[columnName(source)]);
      for (const [index, value] of values.entries())
        if (value !== null) expect(is[index]?.[columnName(field)], field.name).toEqual(value);
    }
    for (const set of ownedSets(resource)) {
      const target = to.resources.find(({ name }) => name === set.resource);
      const source = ownedSets(old).find(({ name }) => name === set.name);
      if (!target || source?.resource !== named(from.resources, target, to.resources)?.name || !source)
        continue;
      const [left, right] = [joinColumns(old, source), joinColumns(resource, set)];
      expect((after.get(set.through) ?? []).map((row) => [row[right.owner], row[right.other]])).toEqual(
        (before.get(source.through) ?? []).map((row) => [row[left.owner], row[left.other]]),
      );
    }
  }
}

/** A database that has gone through all migrations is as a new one. */
async function expectSame(api: ApiDefinition, schema: string): Promise<void> {
  await db.exec(`create schema wanted; set search_path to wanted;\n${createAll(api.resources)}`);
  const wanted = await catalogOf(db, "wanted");
  await db.exec(`drop schema wanted cascade; set search_path to ${schema}`);
  expect(Object.fromEntries(await catalogOf(db, schema))).toEqual(Object.fromEntries(wanted));
}

/** What the next migration finds of those before. */
const next = (
  api: ApiDefinition,
  before: Previous | undefined,
  files: readonly GeneratedFile[],
): Previous => ({ api, paths: [...(before?.paths ?? []), ...files.map(({ path }) => path)] });

describe("migrations on a database with records", () => {
  it(
    "end where a new database begins and keep what is still meant, or refuse and change nothing",
    { timeout: 3_600_000 },
    async () => {
      const seen = { applied: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(histories(8), async (history) => {
          const schema = `trees_${++count}`;
          await db.exec(`create schema ${schema}; set search_path to ${schema}`);
          let previous: Previous | undefined;
          for (const drafts of history) {
            const api = definitionOf(drafts);
            const before = previous && (await contents(previous.api));
            const files = await migrate(api, previous);
            if (files === "refused") {
              if (previous) expect(await contents(previous.api)).toEqual(before);
              seen.refused += 1;
              break;
            }
            await expectSame(api, schema);
            if (before && previous) await expectKept(before, previous.api, api);
            seen.applied += 1;
            previous = next(api, previous, files);
            await fill(api);
          }
          await db.exec(`drop schema ${schema} cascade`);
        }),
        { numRuns: cases, seed: 3, endOnFailure: true },
      );
      expect(seen.applied).toBeGreaterThan(seen.refused);
    },
  );

  it("turn values into those that the definition maps them to, and fill in what it says", async () => {
    const of = (field: string) =>
      definitionFromYaml(`resources:\n  Alder:\n    fields:\n      ${field}\n`, "trees.yaml");
    await db.exec("create schema mapped; set search_path to mapped");
    const before = of("mood: enum(good, bad, ugly)");
    const files = await migrate(before, undefined);
    await db.query("insert into alders (id, mood) values ($1, 'bad'), ($2, null)", [nextId(), nextId()]);
    const previous = next(before, undefined, files === "refused" ? [] : files);
    expect(await migrate(of("mood: enum(good, ugly)"), previous)).toBe("refused");
    expect(await migrate(of("mood: enum(good, bad, ugly) required"), previous)).toBe("refused");
    const after = of("mood: { type: enum(good) required, map: { bad: good, ugly: good }, fill: good }");
    expect(await migrate(after, previous)).not.toBe("refused");
    expect((await rowsOf("alders")).map(({ mood }) => mood)).toEqual(["good", "good"]);
    await expectSame(after, "mapped");
  });

  it("do what the definition answers where they stopped, and say what is alike", async () => {
    const of = (fields: readonly string[]) =>
      definitionFromYaml(
        `resources:\n  Beech:\n    fields:\n${fields.map((field) => `      ${field}\n`).join("")}`,
        "trees.yaml",
      );
    await db.exec("create schema answered; set search_path to answered");
    const before = of(["mood: enum(good, bad)", "code: string"]);
    const files = await migrate(before, undefined);
    await db.query("insert into beeches (id, mood, code) values ($1, 'bad', 'x'), ($2, null, 'x')", [
      nextId(),
      nextId(),
    ]);
    const previous = next(before, undefined, files === "refused" ? [] : files);
    expect(await migrate(of(["mood: enum(good, bad)", "code: string unique"]), previous)).toBe("refused");
    const [stopped] = migrations(
      of(["mood: enum(good, fine) required", "code: string", "flag: email required"]),
      previous,
    );
    const after = of([
      'mood: { type: "enum(good, fine) required", map: { bad: fine }, fill: good }',
      "code: string",
      "flag: { type: email required, fill: a@b.test }",
    ]);
    await expect(db.exec(stopped?.text ?? "")).rejects.toThrow("with map:, and run /api-gen");
    const path = "migrations/versions/0002_x.py";
    const revision = { path, text: inPython(stopped?.text ?? "") };
    const answers = postgres.answers(after.resources);
    expect(answered(revision, answers).text).not.toContain("raise exception");
    await db.exec(stopped ? answered(stopped, answers).text : "");
    expect((await rowsOf("beeches")).map(({ mood, flag }) => [mood, flag])).toEqual([
      ["fine", "a@b.test"],
      ["good", "a@b.test"],
    ]);
    await expectSame(after, "answered");
  });
});
