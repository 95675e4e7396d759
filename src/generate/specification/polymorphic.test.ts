import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec, type SpecSchema } from "../../api/index.ts";
import { typescriptClient } from "../typescript/client/index.ts";
import { casesOf, polymorphic } from "./polymorphic.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const kind = { type: "string" };
const read = async (schemas: object) =>
  (
    await readSpec("a.json", () =>
      Promise.resolve(
        JSON.stringify({ openapi: "3.1.0", info: { title: "Shapes" }, paths: {}, components: { schemas } }),
      ),
    )
  ).spec;

const shapes = {
  Shape: {
    oneOf: [ref("Circle"), ref("Square")],
    discriminator: { propertyName: "kind", mapping: { circle: "Circle", round: "Circle" } },
  },
  Circle: { type: "object", required: ["kind", "r"], properties: { kind, r: { type: "number" } } },
  Square: { type: "object", required: ["kind", "a"], properties: { kind, a: { type: "number" } } },
  Pet: {
    type: "object",
    discriminator: { propertyName: "petType", mapping: { cat: "Cat", dog: "Dog" } },
    required: ["petType", "name"],
    properties: { petType: kind, name: { type: "string" }, friend: ref("Pet") },
  },
  Cat: {
    allOf: [ref("Pet"), { type: "object", required: ["lives"], properties: { lives: { type: "integer" } } }],
  },
  Dog: { allOf: [ref("Pet"), { type: "object", properties: { bark: { type: "string" } } }] },
};

describe("discriminators", () => {
  it("are looked for once in what is inherited many times over", async () => {
    const layers = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `L${i}`,
        i === 39 ? { type: "object" } : { allOf: [ref(`L${i + 1}`), ref(`L${i + 1}`)] },
      ]),
    );
    const union = { oneOf: [ref("L0"), ref("L1")], discriminator: { propertyName: "kind" } };
    const spec = await read({ ...layers, Union: union });
    expect(casesOf(spec, spec.schemas["Union"] ?? {})).toBeUndefined();
  });

  it("of a chain in which everything extends everything stay within bounds", async () => {
    const discriminator = { propertyName: "kind" };
    const chain = Object.fromEntries(
      Array.from({ length: 340 }, (_, i) => [
        `C${i}`,
        i === 0
          ? { type: "object", properties: { kind }, discriminator }
          : { allOf: [ref(`C${i - 1}`), { type: "object" }], discriminator },
      ]),
    );
    const { schemas } = polymorphic(await read(chain));
    const alternatives = Object.values(schemas).map(({ anyOf = [] }) => anyOf.length);
    expect(alternatives[0]).toBe(340);
    expect(alternatives.reduce((sum, one) => sum + one, 0)).toBeLessThan(51_000);
  });

  it("tell alternatives apart only where that is certain", async () => {
    const spec = await read({
      ...shapes,
      Inline: { oneOf: [ref("Circle"), { type: "object" }], discriminator: { propertyName: "kind" } },
      Numbers: { oneOf: [ref("One"), ref("Circle")], discriminator: { propertyName: "kind" } },
      One: { type: "object", properties: { kind: { type: "integer" } } },
      Wrong: { oneOf: [ref("Pinned"), ref("Circle")], discriminator: { propertyName: "kind" } },
      Pinned: { type: "object", properties: { kind: { enum: ["a", "b"] } } },
    });
    const cases = (key: string) => casesOf(spec, spec.schemas[key] ?? {});
    expect(cases("Shape")).toEqual([
      { key: "Circle", values: ["circle", "round"] },
      { key: "Square", values: ["Square"] },
    ]);
    for (const key of ["Inline", "Numbers", "Wrong", "Circle"]) expect(cases(key), key).toBeUndefined();
  });

  it("make a schema that others extend the union of them, however deep", async () => {
    const spec = polymorphic(
      await read({
        ...shapes,
        Kitten: { allOf: [ref("Cat"), { type: "object" }] },
        PetBase: { type: "string" },
      }),
    );
    const union = spec.schemas["Pet"] as SpecSchema;
    expect(union.anyOf).toEqual([ref("Cat"), ref("Dog"), ref("Kitten")]);
    expect(spec.schemas["Cat"]?.allOf?.[0]).toEqual(ref("PetBase_"));
    expect(spec.schemas["Kitten"]?.allOf?.[0]).toEqual(ref("Cat"));
    expect(spec.schemas["PetBase_"]?.properties?.["friend"]).toEqual(ref("Pet"));
    expect(polymorphic(await read({ A: kind }))).toMatchObject({ schemas: { A: kind } });
  });
});

describe("a client with discriminated unions", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-shapes-"));
  let api: Record<string, never>;

  beforeAll(async () => {
    for (const file of typescriptClient(await read(shapes))) {
      mkdirSync(dirname(join(folder, file.path)), { recursive: true });
      writeFileSync(join(folder, file.path), file.text);
    }
    // The compiler tests the types: each branch has only the members of its alternative.
    writeFileSync(
      join(folder, "src/use.ts"),
      `import type { Pet, Shape, Unlisted } from "./types.js";
export const area = (shape: Shape): number =>
  shape.kind === "circle" || shape.kind === "round" ? shape.r * shape.r : shape.kind === "Square" ? shape.a * shape.a : 0;
export const sound = (pet: Pet): string =>
  pet.petType === "dog" ? (pet.bark ?? pet.name) : pet.petType === "cat" ? String(pet.lives) : pet.name;
export const friend = (pet: Pet): "cat" | "dog" | Unlisted | undefined => pet.friend?.petType;
`,
    );
    const { status, stdout } = spawnSync("tsc", ["-p", folder], { encoding: "utf8" });
    if (status !== 0) throw new Error(stdout);
    api = (await import(pathToFileURL(join(folder, "dist/index.js")).href)) as typeof api; // made by this test
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const issues = (name: string, value: unknown): readonly string[] => {
    const validate = api["validate"] as unknown as (...args: readonly unknown[]) => {
      issues?: { path: string; message: string }[];
    };
    return (validate(api[name], value).issues ?? []).map(({ path, message }) => `${path} ${message}`);
  };

  it("checks the alternative that the value names, and no other", () => {
    expect(issues("checkShape", { kind: "round", r: 1 })).toEqual([]);
    expect(issues("checkShape", { kind: "Square", r: 1 })).toEqual(["/a is required"]);
    expect(issues("checkShape", { kind: "cube" })).toEqual(['/kind must be "circle" or "round" or "Square"']);
    expect(issues("checkShape", null)).toEqual([" must be an object"]);
    expect(issues("checkPet", { petType: "cat", name: "a", friend: { petType: "dog" } })).toEqual([
      "/friend/name is required",
      "/lives is required",
    ]);
  });
});
