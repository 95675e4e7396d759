import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { choose } from "../../choose.ts";
import { generateServer } from "../../generate.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

const schemas = {
  Texts: {
    properties: {
      either: { type: ["string", "integer"], format: "uuid" },
      any: { format: "date" },
      squared: { ...text, pattern: "^[a.]*[a.]*$" },
      sized: { ...text, pattern: "^[a.]*[a.]*$", maxLength: 1200 },
      linear: { ...text, pattern: "^[a-z]+$" },
    },
  },
  Numbers: {
    properties: {
      number: { type: "number" },
      short: { type: ["integer", "null"], format: "int32" },
      long: { type: "integer", format: "int64", multipleOf: 5 },
    },
  },
  Names: { type: "object", patternProperties: { "^x-": text } },
  Set: { type: "array", uniqueItems: true },
  Pet: {
    type: "object",
    required: ["kind"],
    properties: { kind: text },
    oneOf: [ref("Cat"), ref("Dog")],
  },
  Cat: { allOf: [ref("Pet"), { type: "object", required: ["lives"] }] },
  Dog: { allOf: [ref("Pet"), { type: "object", required: ["bark"] }] },
  Tree: {
    oneOf: [
      { required: ["of"], properties: { of: ref("Tree"), a: text } },
      { required: ["of"], properties: { of: ref("Tree"), b: text } },
    ],
  },
  Self: { allOf: [ref("Self"), { type: "object" }] },
};

describe("what servers check", () => {
  let folder = "";
  let module: Readonly<Record<string, unknown>> = {};

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "antiphon-checks-"));
    const paths = Object.fromEntries(
      Object.keys(schemas).map((name) => [
        `/${name}`,
        {
          post: {
            requestBody: { content: { "application/json": { schema: ref(name) } } },
            responses: { 204: { description: "done" } },
          },
        },
      ]),
    );
    const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths, components: { schemas } };
    const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
    const { files } = await generateServer(
      spec,
      choose({ framework: "express", database: "postgres", testFramework: undefined }),
      { name: "server", previous: undefined, project: undefined, auth: false },
    );
    const entry = 'export * from "./http/rules.ts";\nexport * from "./models/checks.ts";\n';
    for (const file of [...files, { path: "src/entry.ts", text: entry }]) {
      mkdirSync(dirname(join(folder, file.path)), { recursive: true });
      writeFileSync(join(folder, file.path), file.text);
    }
    const bundle = await rolldown({ input: join(folder, "src/entry.ts"), platform: "node" });
    await bundle.write({ file: join(folder, "all.mjs"), format: "esm" });
    module = (await import(pathToFileURL(join(folder, "all.mjs")).href)) as typeof module; // made by this test
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each<readonly [name: string, value: unknown, ...issues: string[]]>([
    ["Texts", { either: 1, any: 2 }],
    ["Texts", { either: "x", any: "y" }, "/either must be a UUID", "/any must be a date such as 2026-01-31"],
    ["Texts", { squared: "a".repeat(1000), sized: "a".repeat(1200), linear: "a".repeat(100_000) }],
    // Matching would take hours.
    ["Texts", { squared: "a".repeat(900_000) + "!" }, "/squared must have at most 1000 characters"],
    ["Numbers", { number: 1, short: null, long: 9_007_199_254_740_995n }],
    [
      "Numbers",
      { number: Infinity, short: 2 ** 31 },
      "/number must be a number",
      "/short must be at most 2147483647",
    ],
    ["Numbers", { long: 9_007_199_254_740_993n }, "/long must be a multiple of 5"],
    ["Numbers", { long: -(2n ** 63n) - 2n }, "/long must be an integer"],
    ["Names", { ["x".repeat(1001)]: 1 }, " must have names of at most 1000 characters"],
    [
      "Set",
      [1, "1", true, [1], "[1]", { a: 1 }, '{"a":1}', { a: "1" }, 5n, "n5", JSON.parse('{"toString":1}')],
    ],
    [
      "Set",
      [
        { a: 1, b: [{ c: 2, d: 3 }] },
        { b: [{ d: 3, c: 2 }], a: 1 },
      ],
      " must have no item twice",
    ],
    // Comparing all pairs would take 500 million comparisons.
    ["Set", Array.from({ length: 100_000 }, (_, a) => ({ a }))],
    ["Pet", { kind: "Cat", lives: 9 }],
    ["Pet", { kind: "Cat" }, " must match exactly one of its alternatives"],
    ["Self", {}],
    ["Self", 1, " must be an object"],
  ])("%s %o", (name, value, ...issues) => {
    const validate = module["validate"] as (
      check: unknown,
      value: unknown,
    ) => { readonly issues?: readonly { readonly path: string; readonly message: string }[] }; // as generated
    const check = module[`check${name}`];
    const found = validate(check, value).issues ?? [];
    expect(found.map(({ path, message }) => `${path} ${message}`)).toEqual(issues);
  });

  it("ends where alternatives within alternatives multiply", () => {
    const validate = module["validate"] as (check: unknown, value: unknown) => unknown; // as generated
    let tree: object = {};
    for (let depth = 0; depth < 60; depth++) tree = { of: tree };
    expect(() => validate(module["checkTree"], tree)).toThrow(RangeError);
    expect(validate(module["checkTree"], {})).toMatchObject({ ok: false });
  });
});
