import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Decimal128, type Document } from "bson";
import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
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
import { joinModule } from "../../../src/code/index.ts";
import { collectionsOf, documentField } from "../../../src/generate/mongo/rules.ts";
import { tableName } from "../../../src/generate/sql/sql-identifiers.ts";
import { collectionsModule } from "../../../src/generate/typescript/databases/mongodb/collections.ts";
import {
  aggregate,
  isValid,
  matches,
  update,
} from "../../../src/generate/typescript/databases/mongodb/shipped/documents.ts";
import { definitionOf, histories } from "./definitions.ts";
import { nextId } from "./records.ts";

/** More on demand: `ANTIPHON_CASES=1000`. */
const cases = Number(process.env["ANTIPHON_CASES"] ?? 10);

interface Stored {
  documents: Document[];
  validator: unknown;
  indexes: Document[];
}

/** What `prepare` asks of a database, in memory; documents are as the tests' own server has them. */
class Memory {
  stored: Record<string, Stored> = {};
  private at = (name: string): Stored =>
    (this.stored[name] ??= { documents: [], validator: undefined, indexes: [] });

  listCollections = () => ({
    toArray: async () =>
      Object.entries(this.stored).map(([name, { validator: rules }]) => ({
        name,
        options: { validator: rules },
      })),
  });
  createCollection = async (name: string, { validator: rules }: Document) => {
    this.at(name).validator = rules;
  };
  renameCollection = async (from: string, to: string) => {
    const { [from]: moved, ...others } = this.stored;
    this.stored = { ...others, ...(moved ? { [to]: moved } : {}) };
  };
  command = async ({ collMod, validator: rules }: Document) => {
    this.at(String(collMod)).validator = rules;
  };
  collection = (name: string) => {
    const stored = this.at(name);
    return {
      indexes: async () => [{ key: { _id: 1 }, name: "_id_" }, ...stored.indexes],
      dropIndex: async (old: string) => {
        stored.indexes = stored.indexes.filter((index) => index["name"] !== old);
      },
      createIndexes: async (fresh: Document[]) => {
        for (const { key, unique, partialFilterExpression: partial = {} } of fresh) {
          const values = stored.documents
            .filter((document) => matches(document, partial as Document))
            .map((document) =>
              JSON.stringify(Object.keys(key as Document).map((field) => document[field] as unknown)),
            );
          if (unique && new Set(values).size < values.length)
            throw Object.assign(new Error("E11000 duplicate key error"), { code: 11_000 });
        }
        stored.indexes = [...stored.indexes, ...fresh];
      },
      aggregate: (pipeline: Document[]) => ({ toArray: async () => aggregate(stored.documents, pipeline) }),
      updateMany: async (filter: Document, change: Document) => {
        stored.documents = stored.documents.map((one) => (matches(one, filter) ? update(one, change) : one));
      },
      countDocuments: async (filter: Document) =>
        stored.documents.filter((one) => matches(one, filter)).length,
    };
  };
}

const folder = mkdtempSync(join(tmpdir(), "antiphon-mongo-"));
afterAll(() => rmSync(folder, { recursive: true }));
let modules = 0;

/** Starts the generated program's part that looks after collections, on a database. */
async function start(api: ApiDefinition, db: Memory): Promise<void> {
  const path = join(folder, `collections${++modules}.ts`);
  writeFileSync(path, joinModule("src/collections.ts", [collectionsModule(collectionsOf(api))]));
  const { prepare } = (await import(pathToFileURL(path).href)) as { prepare(db: Memory): Promise<void> };
  await prepare(db);
}

let count = 0;
function valueOf(resource: Resource, field: Field): unknown {
  if (belongsTo(resource).some((relation) => relation.field === field.name)) return null;
  const value = sampleValue(field, ++count);
  const type = fieldType(field.schema);
  return type === "decimal"
    ? Decimal128.fromString(String(value))
    : type === "datetime"
      ? new Date(String(value))
      : value;
}

/** Two documents of each resource, one with nothing that it needn't have. */
function fill({ stored }: Memory, api: ApiDefinition): void {
  for (const resource of api.resources)
    for (const whole of [false, true])
      stored[tableName(resource)]?.documents.push({
        _id: nextId(),
        ...Object.fromEntries(
          storedFields(resource).map((field) => [
            documentField(field),
            whole || !isNullable(field) ? valueOf(resource, field) : null,
          ]),
        ),
        ...Object.fromEntries(ownedSets(resource).map(({ field }) => [field, []])),
        createdAt: new Date(0),
        updatedAt: new Date(0),
      });
}

const ids = ({ stored }: Memory): readonly unknown[] =>
  Object.values(stored).flatMap(({ documents }) => documents.map(({ _id }) => _id as unknown));

it(
  "documents, validators and indexes end where a new database begins, or the server does not start",
  { timeout: 3_600_000 },
  async () => {
    const seen = { applied: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(histories(8), async (history) => {
        const db = new Memory();
        for (const drafts of history) {
          const api = definitionOf(drafts);
          const before = ids(db);
          const error = await start(api, db).then(
            () => undefined,
            (cause: unknown) => String(cause),
          );
          expect(ids(db).toSorted()).toEqual(before.toSorted());
          if (error !== undefined) {
            expect(error).toMatch(/break the rules of now|which must be unique/);
            seen.refused += 1;
            break;
          }
          for (const { name, validator, indexes } of collectionsOf(api)) {
            const { [name]: stored } = db.stored;
            expect(stored?.validator).toEqual(validator);
            expect(new Set(stored?.indexes)).toEqual(new Set(indexes));
            for (const document of stored?.documents ?? [])
              expect(isValid(document, validator as Document)).toBe(true);
          }
          seen.applied += 1;
          fill(db, api);
        }
      }),
      { numRuns: cases, seed: 3, endOnFailure: true },
    );
    expect(seen.applied).toBeGreaterThan(seen.refused);
  },
);

const of = (fields: string): ApiDefinition =>
  definitionFromYaml(`resources: { Van: { fields: { ${fields} } } }`, "vans.yaml");

it("values follow the types of their fields; what can't be converted stops the server", async () => {
  const db = new Memory();
  const texts =
    "count: string, size: string, price: string, at: string, on: datetime, open: string, code: integer";
  await start(of(texts), db);
  const van = {
    _id: "1",
    count: "12",
    size: "1.5",
    price: "9.90",
    at: "2026-01-02T03:04:05Z",
    on: new Date("2026-01-02T03:04:05Z"),
    open: "true",
    code: 7,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
  db.stored["vans"]?.documents.push(van);
  const types =
    "count: integer, size: number, price: 'decimal(8, 2)', at: datetime, on: date, open: boolean, code: string";
  await start(of(types), db);
  expect(db.stored["vans"]?.documents).toEqual([
    {
      ...van,
      count: 12,
      size: 1.5,
      price: Decimal128.fromString("9.90"),
      at: new Date(van.at),
      on: "2026-01-02",
      open: true,
      code: "7",
    },
  ]);
  db.stored["vans"]?.documents.push({ ...van, _id: "2", count: "a dozen" });
  db.stored["vans"]!.validator = undefined;
  await expect(start(of(types), db)).rejects.toThrow("1 documents of vans break the rules of now");
});

it("says how many documents share what became unique, alone or with others, and stops the server", async () => {
  const [before, once] = ["plate: string, town: string", "plate: string unique, town: string"];
  const together = definitionFromYaml(
    `resources: { Van: { fields: { ${before} }, unique: [[plate, town]] } }`,
    "vans.yaml",
  );
  const db = new Memory();
  await start(of(before), db);
  const van = { town: "Bonn", createdAt: new Date(0), updatedAt: new Date(0) };
  const plates = ["A", "B", "A", "C", "B", "A", null, null];
  db.stored["vans"]?.documents.push(...plates.map((plate, _id) => ({ ...van, _id: String(_id), plate })));
  await expect(start(of(once), db)).rejects.toThrow("5 documents of vans share plate with another");
  await expect(start(together, db)).rejects.toThrow("5 documents of vans share plate and town with another");
  expect(db.stored["vans"]?.indexes).toEqual([]);
  for (const document of db.stored["vans"]?.documents ?? []) document["plate"] = document["_id"] as string;
  await start(of(once), db);
  expect(db.stored["vans"]?.indexes).toHaveLength(1);
});

it("indexes of somebody else stay, whatever their names, and one like ours is not made twice", async () => {
  const db = new Memory();
  await start(of("plate: string unique, code: string unique"), db);
  const own = [
    { key: { note: 1 }, name: "notes_idx" },
    { key: { code: 1, note: 1 }, name: "lookup_key", unique: true },
    {
      key: { size: 1 },
      name: "size_1",
      unique: true,
      partialFilterExpression: { size: { $type: ["string"] } },
    },
  ];
  db.stored["vans"]?.indexes.push(...own);
  await start(of("code: string unique, size: string unique"), db);
  expect(db.stored["vans"]?.indexes.map(({ name }) => name as string)).toEqual([
    "vans_code_key",
    ...own.map(({ name }) => name),
  ]);
});
