import { expect, it } from "vitest";
import { definitionFromYaml } from "../../api/index.ts";
import { collectionBefore, upgrades } from "./rules.ts";

it("documents get new names, other values and what they lack", () => {
  const { resources } = definitionFromYaml(
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
  );
  const [truck, label] = resources;
  if (!truck || !label) throw new Error("Both are there.");
  expect([collectionBefore(truck), collectionBefore(label)]).toEqual(["vans", undefined]);
  expect(upgrades(label)).toEqual([]);
  const renamed = (from: string, to: string): unknown => [
    { [from]: { $exists: true }, [to]: { $exists: false } },
    { $rename: { [from]: to } },
  ];
  expect(upgrades(truck)).toEqual([
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
