import { expect, it } from "vitest";
import { definitionFromYaml } from "../../api/index.ts";
import { isValid } from "../typescript/databases/mongodb/shipped/documents.ts";
import { collectionsOf, type Collection } from "./rules.ts";

/** Upgrades without conversions of types, which every field has. */
const upgradesOf = (collection: Collection | undefined): readonly unknown[] | undefined =>
  collection?.upgrades.filter((upgrade) => !JSON.stringify(upgrade).includes('"$convert"'));

it("documents get new names, other values and what they lack", () => {
  const [truck, label] = collectionsOf(
    definitionFromYaml(
      `
resources:
  Truck:
    was: Van
    fields:
      code: string required was(plate)
      note: { type: string required, fill: none }
      state: { type: "enum(new, done)", map: { lost: done } }
      price: { type: "decimal(8, 2) required", fill: "1.50" }
      key: password required was(secret)
      madeAt: datetime auto(now)
      seats: integer
    relations:
      driver: belongs to Truck, optional, was(owner)
      marks: many to many Label, was(tags)
  Label: { fields: { name: string required unique } }
`,
      "api.yaml",
    ),
  );
  expect([truck?.was, label?.was]).toEqual(["vans", undefined]);
  expect(upgradesOf(label)).toEqual([]);
  const renamed = (from: string, to: string): unknown => [
    { [from]: { $exists: true }, [to]: { $exists: false } },
    { $rename: { [from]: to } },
  ];
  expect(upgradesOf(truck)).toEqual([
    renamed("plate", "code"),
    renamed("secretHash", "keyHash"),
    renamed("ownerId", "driverId"),
    renamed("tagIds", "markIds"),
    [{ state: "lost" }, { $set: { state: "done" } }],
    [{ code: null }, [{ $set: { code: { $literal: "" } } }]],
    [{ note: null }, [{ $set: { note: { $literal: "none" } } }]],
    [{ price: null }, [{ $set: { price: { $toDecimal: "1.50" } } }]],
    [{ madeAt: null }, [{ $set: { madeAt: "$createdAt" } }]],
    [{ markIds: null }, { $set: { markIds: [] } }],
  ]);
});

const truck = (fields: string, relations = ""): Collection => {
  const text = `resources: { Truck: { fields: { ${fields} }, relations: { ${relations} } }, Label: { fields: { name: string } } }`;
  const [collection] = collectionsOf(definitionFromYaml(text, "api.yaml"));
  if (!collection) throw new Error("It is there.");
  return collection;
};

it("a value that is allowed again is kept", () => {
  const found = upgradesOf(
    truck('state: { type: "enum(lost, new)", default: new, map: { lost: new, gone: new } }'),
  );
  expect(found?.[0]).toEqual([{ state: "gone" }, { $set: { state: "new" } }]);
  expect(found).toHaveLength(2);
});

it.each([
  ["values of what is optional", truck('state: "enum(new, lost)"'), truck('state: "enum(new)"')],
  [
    "names of sets",
    truck("n: string", "tags: many to many Label"),
    truck("n: string", "marks: many to many Label"),
  ],
])("%s are rules, so that documents follow where they change", (_, before, after) => {
  expect(before.validator).not.toEqual(after.validator);
});

it("what is optional may have no value", () => {
  expect(truck('state: "enum(new, lost)"').validator).toMatchObject({
    $jsonSchema: { properties: { state: { bsonType: ["string", "null"], enum: ["new", "lost", null] } } },
  });
});

it("documents outside of their fields' bounds break the rules, and secrets have none", () => {
  const { validator } = truck(
    "code: string required 2..3, seats: integer 1..9, far: integer 0..5000000000, near: integer, tags: 'string[]', key: password required 8..72",
  );
  const rules = validator as { $jsonSchema: { properties: Record<string, object> } };
  expect(rules.$jsonSchema.properties["keyHash"]).toEqual({ bsonType: ["string"] });
  expect(rules.$jsonSchema.properties["near"]).toMatchObject({ maximum: 2 ** 31 - 1 });
  const document = {
    _id: "1",
    keyHash: "x",
    tags: [],
    createdAt: new Date(0),
    updatedAt: new Date(0),
    code: "ab",
    seats: 9,
    far: 5_000_000_000,
    near: 2 ** 31 - 1,
  };
  expect(isValid(document, rules)).toBe(true);
  expect(isValid({ ...document, seats: null }, rules)).toBe(true);
  for (const change of [
    { code: "a" },
    { code: "abcd" },
    { seats: 0 },
    { seats: 10 },
    { far: 5_000_000_001 },
    { near: 2 ** 31 },
  ])
    expect(isValid({ ...document, ...change }, rules), JSON.stringify(change)).toBe(false);
});
