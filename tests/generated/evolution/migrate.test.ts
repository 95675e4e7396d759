import { PGlite } from "@electric-sql/pglite";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionFromYaml, type ApiDefinition } from "../../../src/api/index.ts";
import { answered, inPython } from "../../../src/generate/sql/answers.ts";
import { postgres } from "../../../src/generate/sql/engine.ts";
import { migrations } from "../../../src/generate/sql/migrations.ts";
import type { GeneratedFile, Previous } from "../../../src/generate/index.ts";
import { definitionOf, histories } from "./definitions.ts";
import { assertKept, assertSame, contents, fill, nextId, rowsOf } from "./records.ts";

/** More on demand: `ANTIPHON_CASES=1000`. */
const cases = Number(process.env["ANTIPHON_CASES"] ?? 10);

let db: PGlite;
let schemas = 0;
beforeAll(async () => {
  db = await PGlite.create();
});
afterAll(() => db.close());

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
          const schema = `trees_${++schemas}`;
          await db.exec(`create schema ${schema}; set search_path to ${schema}`);
          let previous: Previous | undefined;
          for (const drafts of history) {
            const api = definitionOf(drafts);
            const before = previous && (await contents(db, previous.api));
            const files = await migrate(api, previous);
            if (files === "refused") {
              if (previous) expect(await contents(db, previous.api)).toEqual(before);
              seen.refused += 1;
              break;
            }
            await assertSame(db, api, schema);
            if (before && previous) await assertKept(db, before, { from: previous.api, to: api });
            seen.applied += 1;
            previous = next(api, previous, files);
            await fill(db, api);
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
    expect((await rowsOf(db, "alders")).map(({ mood }) => mood)).toEqual(["good", "good"]);
    await assertSame(db, after, "mapped");
  });

  it.each([
    ["decimal(8, 2)", "decimal(8, 1)", "1.20", "1.25", "with more than 1 decimal"],
    ["decimal(8, 2)", "decimal(4, 2)", "12.50", "125.00", "with more than 2 digits before the point"],
    ["decimal(8, 2)", "decimal(8, 2) 0..", "0.00", "-0.50", "below 0"],
    ["number", "integer", "2", "2.5", "with decimals"],
    ["string", "decimal(8, 2)", "2.50", "2.505", "with more than 2 decimals"],
    ["string[]", "enum(oak, elm)[]", '["elm"]', '["elm", "ash"]', "with items other than oak or elm"],
    ["integer[]", "string[]", "[]", "[1]", "with items that are no string"],
    ["json", "string[]", null, "{}", "that are no list"],
    ["string", "json", null, "{}", "that are no object"],
  ])("from %s to %s keep what fits, and stop at what doesn't", async (from, to, fits, breaks, why) => {
    const [before, after] = [from, to].map((type) =>
      definitionFromYaml(`resources:\n  Cone:\n    fields:\n      size: ${type}\n`, "trees.yaml"),
    ) as [ApiDefinition, ApiDefinition]; // map keeps both
    const schema = `cones_${++schemas}`;
    await db.exec(`create schema ${schema}; set search_path to ${schema}`);
    const files = await migrate(before, undefined);
    const previous = next(before, undefined, files === "refused" ? [] : files);
    const [file] = migrations(after, previous);
    const add = (value: string | null) =>
      db.query(`insert into cones (id, size) values ('${nextId()}', $1)`, [value]);
    await add(breaks);
    await expect(db.exec(`begin;\n${file?.text ?? ""}`)).rejects.toThrow(`cones.size has values ${why},`);
    await db.exec("rollback; delete from cones");
    await add(fits);
    const old = await contents(db, before);
    expect(await migrate(after, previous)).not.toBe("refused");
    await assertKept(db, old, { from: before, to: after });
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
    expect((await rowsOf(db, "beeches")).map(({ mood, flag }) => [mood, flag])).toEqual([
      ["fine", "a@b.test"],
      ["good", "a@b.test"],
    ]);
    await assertSame(db, after, "answered");
  });
});
