import { expect, it } from "vitest";
import { compile } from "./index.ts";

const nested = (depth: number, minItems: number): object =>
  depth === 0 ? { type: "integer" } : { type: "array", minItems, items: nested(depth - 1, minItems) };

const inside = (depth: number, inner: object, wrap: (schema: object) => object): object =>
  depth === 0 ? inner : wrap(inside(depth - 1, inner, wrap));

const tool = (a: object, more: object = {}): Record<string, unknown> => ({
  type: "object",
  required: ["a"],
  properties: { a },
  ...more,
});

const doubling = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `d${i}`,
    i === 29
      ? { type: "string" }
      : {
          type: "object",
          required: ["x", "y"],
          properties: { x: { $ref: `#/$defs/d${i + 1}` }, y: { $ref: `#/$defs/d${i + 1}` } },
        },
  ]),
);

const tooLarge = (schema: object): string | undefined => compile(schema).tooLarge()?.place.join(".");

it.each([
  ["lists inside lists", tool(nested(4, 100)), "properties.a.items.minItems"],
  ["one long list", tool(nested(1, 1e9)), "properties.a.minItems"],
  ["a long text", tool({ type: "string", minLength: 1e9 }), "properties.a.minLength"],
  [
    "texts and lists, both large",
    tool({ type: ["string", "array"], minLength: 1e6, minItems: 1e7 }),
    "properties.a.minLength",
  ],
  [
    "many texts",
    tool({ type: "array", minItems: 1000, items: { type: "string", minLength: 1000 } }),
    "properties.a.minItems",
  ],
  ["many members", tool({ type: "object", minProperties: 1e7 }), "properties.a.minProperties"],
  [
    "objects inside objects",
    tool(
      inside(6, { type: "integer" }, (additionalProperties) => ({ minProperties: 30, additionalProperties })),
    ),
    "properties.a.minProperties",
  ],
  [
    "optional members",
    tool({ minProperties: 1, properties: { only: nested(4, 100) }, additionalProperties: false }),
    "properties.a.minProperties",
  ],
  [
    "every alternative",
    tool({ anyOf: [nested(4, 100), nested(3, 1000)] }),
    "properties.a.anyOf.0.items.minItems",
  ],
  [
    "a part of allOf",
    tool({ allOf: [{ type: "array" }, nested(4, 100)] }),
    "properties.a.allOf.1.items.minItems",
  ],
  [
    "contains beside items",
    tool({
      type: "array",
      minContains: 5000,
      contains: { minItems: 900, type: "array" },
      items: { type: "array" },
    }),
    "properties.a.minContains",
  ],
  [
    "bounds in several parts of allOf",
    tool({ type: "array", allOf: [{ minItems: 5000 }, { items: { type: "string", minLength: 900 } }] }),
    "properties.a.allOf.0.minItems",
  ],
  [
    "a bound beside a reference to the other",
    tool(
      { $ref: "#x", minItems: 5000 },
      { $defs: { x: { $anchor: "x", type: "array", items: { type: "string", minLength: 900 } } } },
    ),
    "properties.a.minItems",
  ],
  [
    "long names",
    tool({ type: "object", minProperties: 5000, propertyNames: { minLength: 900 } }),
    "properties.a.minProperties",
  ],
  [
    "a condition that always holds",
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    tool({ type: "array", if: {}, then: { minItems: 5000 }, items: { type: "string", minLength: 900 } }),
    "properties.a.then.minItems",
  ],
  [
    "a schema for the object of a required member",
    tool({
      type: "object",
      required: ["k"],
      dependentSchemas: { k: { properties: { k: { type: "array", minItems: 5000 } } } },
      properties: { k: { items: { type: "string", minLength: 900 } } },
    }),
    "properties.a.dependentSchemas.k.properties.k.minItems",
  ],
  [
    "a long constant",
    tool({ type: "array", minItems: 900, items: { const: "x".repeat(200) } }),
    "properties.a.minItems",
  ],
])("finds what makes the smallest input too large: %s", (_, schema, place) => {
  expect(tooLarge(schema)).toBe(place);
});

it("finds references that double at each step", () => {
  expect(tooLarge(tool({ $ref: "#/$defs/d0" }, { $defs: doubling }))).toMatch(/required$/);
});

it.each([
  ["a usual schema", tool({ type: "array", minItems: 2, items: { type: "string", minLength: 3 } })],
  ["a small alternative", tool({ anyOf: [nested(4, 100), { type: "null" }] })],
  ["a long text or none", tool({ type: ["string", "null"], minLength: 1e9 })],
  ["a long list or a number", tool({ type: ["array", "integer"], minItems: 1e9 })],
  ["what is optional", { type: "object", properties: { a: nested(4, 100) } }],
  [
    "a tree",
    tool(
      { $ref: "#/$defs/t" },
      {
        $defs: {
          t: {
            type: "object",
            required: ["kids"],
            properties: { kids: { type: "array", items: { $ref: "#/$defs/t" } } },
          },
        },
      },
    ),
  ],
  ["large upper bounds", tool({ type: "array", maxItems: 1e9, items: { type: "string", maxLength: 1e9 } })],
])("lets %s through", (_, schema) => {
  expect(tooLarge(schema)).toBeUndefined();
});

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const wide = (part: object): object => ({ allOf: many(25, () => ({ allOf: many(1000, () => part) })) });

it.each([
  [
    "required names beside many schemas",
    { ...wide({ dependentRequired: {} }), type: "object", required: many(40_000, (i) => `p${i}`) },
  ],
  [
    "optional names beside many schemas",
    {
      ...wide({}),
      type: "object",
      minProperties: 1,
      properties: Object.fromEntries(many(30_000, (i) => [`p${i}`, true])),
    },
  ],
])("measures without comparing all with all: %s", (_, schema) => {
  const validator = compile(tool(schema));
  expect(validator.tooLarge()).toBeUndefined(); // hangs where each name is tried with each schema
});
