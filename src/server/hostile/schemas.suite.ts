/** Tool schemas designed to keep a server busy, each about `size` characters long. */
import type { Json } from "../../lib/index.ts";

export type Schema = { readonly [keyword: string]: Json };
type Made = (size: number) => Schema;

const object = (properties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  ...more,
});
const within = (a: Schema, $defs?: Schema): Schema => object({ a }, $defs && { $defs });
const list = (length: number, make: (i: number) => Json): Json[] => Array.from({ length }, (_, i) => make(i));
const named = (length: number, make: (i: number) => Json): Schema =>
  entries(length, (i) => [`p${i}`, make(i)]);
const entries = (length: number, make: (i: number) => [string, Json]): Schema =>
  Object.fromEntries(Array.from({ length }, (_, i) => make(i)));
const nested = (depth: number, inner: Schema, wrap: (schema: Schema) => Schema): Schema =>
  Array.from({ length: depth }).reduce<Schema>((schema) => wrap(schema), inner);
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const patterned =
  (pattern: string): Made =>
  (size) =>
    object(
      named(Math.max(1, size / (pattern.length + 40)), (i) => ({
        type: "string",
        pattern: `${pattern}${i}`,
      })),
    );
/** A chain of definitions, each of which refers to the next. */
const chained = (size: number, link: (next: Schema) => Schema): Schema => {
  const length = Math.max(2, Math.floor(size / 60));
  const defs = named(length, (i) => link(ref(`p${Math.min(i + 1, length - 1)}`)));
  return within(ref("p0"), { ...defs, [`p${length - 1}`]: { type: "string" } });
};

export const hostileSchemas: Readonly<Record<string, Made>> = {
  "pattern: repetitions in repetitions": patterned("^(a+)+(b*)*$"),
  "pattern: equal alternatives": patterned("^(a|a|a|aa)*$"),
  "pattern: lookaheads": patterned("^(?=.*a)(?=.*b)(?=.*c)(?!.*dd).{10,200}$"),
  "pattern: lookbehinds": patterned("(?<=a{1,30}b)(?<!c.{3,30})x"),
  "pattern: counts in counts": patterned("^((a{1,99}){1,99}){1,99}$"),
  "pattern: large counts": patterned("^[a-z]{1,19000}$"),
  "pattern: classes of Unicode": patterned("^[\\p{L}\\p{N}\\p{S}\\p{P}]{1,64}$"),
  "pattern: back-reference": patterned("^(a+)\\1$"),
  "pattern: deep groups": (size) =>
    within({ type: "string", pattern: `${"(".repeat(size / 2)}a${")".repeat(size / 2)}` }),
  "pattern: long alternatives": (size) =>
    within({ type: "string", pattern: list(size / 8, (i) => `word${i}`).join("|") }),
  "pattern: beside lengths": () =>
    within({ type: "string", pattern: "^(ab|ba)*$", minLength: 9001, maxLength: 9002 }),
  "patternProperties: many": (size) =>
    within({
      type: "object",
      patternProperties: entries(size / 40, (i) => [`^(?=.*a).*x${i}`, { minLength: 3 }]),
      minProperties: 20,
    }),
  "patternProperties: over many names": (size) => ({
    ...object(named(size / 60, () => ({ type: "string" }))),
    patternProperties: entries(size / 120, (i) => [`p(\\d+)+${i}$`, { maxLength: 9 }]),
  }),
  "propertyNames: with a pattern": () =>
    within({ type: "object", propertyNames: { pattern: "^[a-z]{40,80}$" }, minProperties: 1000 }),

  "$ref: to itself": () => within({ $ref: "#/properties/a" }),
  "$ref: ring": () => within(ref("x"), { x: ref("y"), y: { allOf: [ref("z")] }, z: ref("x") }),
  "$ref: chain": (size) => chained(size, (next) => next),
  "$ref: doubling in place": (size) => chained(size, (next) => ({ allOf: [next, next] })),
  "$ref: doubling alternatives": (size) => chained(size, (next) => ({ anyOf: [next, next] })),
  "$ref: doubling members": (size) => chained(size, (next) => object({ l: next, r: next })),
  "$ref: doubling items": (size) => chained(size, (next) => ({ type: "array", items: next, minItems: 2 })),
  "$ref: list in itself": () => within(ref("x"), { x: { type: "array", minItems: 2, items: ref("x") } }),
  "$ref: by anchors": () =>
    within(
      { $ref: "#x" },
      {
        x: { $anchor: "x", type: "array", minItems: 5000, items: { $ref: "#y" } },
        y: { $anchor: "y", minItems: 900, type: "array" },
      },
    ),
  "$ref: elsewhere": () => within({ $ref: "https://example.com/x" }),
  "$dynamicRef: many": (size) => {
    const defs = named(size / 90, (i) => ({
      $id: `s${i}`,
      $dynamicAnchor: "n",
      type: "array",
      items: { $dynamicRef: "#n" },
    }));
    return within({ allOf: list(Math.min(50, size / 90), (i) => ({ $ref: `s${i}` })) }, defs);
  },

  "allOf: of pairs": (size) =>
    within({ allOf: list(size / 60, (i) => ({ anyOf: [{ minLength: i }, { maxLength: 9000 - i }] })) }),
  "oneOf: overlapping": (size) =>
    within({ oneOf: list(size / 60, (i) => ({ type: "string", minLength: i })) }),
  "oneOf: of objects": (size) =>
    within({ oneOf: list(size / 90, (i) => object({ [`k${i}`]: { type: "string" } })) }),
  "anyOf: deep": (size) =>
    within(
      nested(Math.min(60, size / 30), { type: "string" }, (schema) => ({
        anyOf: [schema, { type: "null" }],
      })),
    ),
  "not: deep": (size) =>
    within(nested(Math.min(120, size / 10), { type: "string" }, (schema) => ({ not: schema }))),
  "not: of products": (size) =>
    within({ not: { allOf: list(size / 70, (i) => ({ anyOf: [{ const: i }, { type: "string" }] })) } }),
  "if: chain": (size) =>
    within({
      type: "object",
      allOf: list(size / 120, (i) => ({
        if: { required: [`k${i}`] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { required: [`k${i + 1}`] },
        else: { minProperties: i },
      })),
      required: ["k0"],
    }),
  "dependentRequired: chain": (size) =>
    within({
      type: "object",
      required: ["k0"],
      dependentRequired: entries(size / 25, (i) => [`k${i}`, [`k${i + 1}`]]),
    }),
  "dependentSchemas: many": (size) =>
    within({
      type: "object",
      required: ["k0"],
      dependentSchemas: entries(size / 40, (i) => [`k${i}`, { required: [`k${i + 1}`] }]),
    }),
  "unevaluatedProperties: many": (size) =>
    within({
      type: "object",
      anyOf: list(size / 70, (i) => ({ properties: { [`k${i}`]: { type: "integer" } } })),
      unevaluatedProperties: false,
      minProperties: 3,
    }),

  "product: minItems": () =>
    within(nested(4, { type: "integer" }, (items) => ({ type: "array", minItems: 100, items }))),
  "product: minContains": () =>
    within({
      type: "array",
      minContains: 5000,
      contains: { type: "array", minItems: 900, items: { type: "integer" } },
      items: { type: "array" },
    }),
  "product: minContains in items": () =>
    within({
      type: "array",
      minItems: 900,
      items: { type: "array", contains: { type: "integer" }, minContains: 5000 },
    }),
  "product: split by allOf": () =>
    within({
      type: "array",
      allOf: [{ minItems: 5000 }, { items: { allOf: [{ minItems: 900 }, { type: "array" }] } }],
    }),
  "product: split by $ref": () =>
    within(
      { $ref: "#/$defs/x", minItems: 5000 },
      { x: { type: "array", items: { type: "string", minLength: 900 } } },
    ),
  "product: minProperties": () =>
    within({ type: "object", minProperties: 5000, additionalProperties: { type: "string", minLength: 900 } }),
  "product: names": () => within({ type: "object", minProperties: 5000, propertyNames: { minLength: 900 } }),
  "product: if": () =>
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    within({ type: "array", if: {}, then: { minItems: 5000 }, items: { type: "string", minLength: 900 } }),
  "product: dependentSchemas": () =>
    within({
      type: "object",
      required: ["k"],
      dependentSchemas: { k: { properties: { k: { type: "array", minItems: 5000 } } } },
      properties: { k: { items: { type: "string", minLength: 900 } } },
    }),
  "product: unevaluatedItems": () =>
    within({ type: "array", minItems: 5000, unevaluatedItems: { type: "string", minLength: 900 } }),
  "product: pattern": () =>
    within({ type: "array", minItems: 5000, items: { type: "string", pattern: "^a{900}$" } }),
  "large: just allowed": () =>
    within({ type: "array", minItems: 300, items: { type: "string", minLength: 300 } }),
  "large: minLength": () => within({ type: "string", minLength: 90_000_000 }),
  "large: minItems in const": (size) =>
    within({ type: "array", minItems: 900, items: { const: "x".repeat(Math.max(1, size - 200)) } }),

  "uniqueItems: of few values": () =>
    within({ type: "array", minItems: 1000, uniqueItems: true, items: { type: "boolean" } }),
  "uniqueItems: of many": () =>
    within({
      type: "array",
      minItems: 1000,
      uniqueItems: true,
      items: { type: "integer", minimum: 0, maximum: 999 },
    }),
  "uniqueItems: of words": (size) =>
    within({
      type: "array",
      minItems: Math.max(2, size / 12),
      uniqueItems: true,
      items: { enum: list(size / 12, (i) => `word ${i}`) },
    }),
  "contains: many": (size) =>
    within({ type: "array", allOf: list(size / 40, (i) => ({ contains: { const: i } })), maxItems: 3 }),
  "contains: bounded": (size) =>
    within({
      type: "array",
      allOf: list(Math.min(20, size / 60), (i) => ({ contains: { minimum: i }, maxContains: 3 })),
    }),

  "numbers: tiny steps": () => within({ type: "number", multipleOf: 1e-300, minimum: 1e300 }),
  "numbers: steps side by side": (size) =>
    within({ type: "number", allOf: list(size / 40, (i) => ({ multipleOf: 1 + i / 1e9 })), minimum: 1 }),
  "numbers: long": (size) =>
    within({ type: "integer", enum: list(size / 20, (i) => 9_007_199_254_740_000 + i) }),
  "enum: long": (size) => within({ type: "string", enum: list(size / 20, (i) => `city number ${i}`) }),
  "enum: objects": (size) => within({ enum: list(size / 40, (i) => ({ a: [i, { b: `word ${i}` }] })) }),
  "enum: one long text": (size) => within({ type: "string", enum: ["word ".repeat(size / 5), "x"] }),
  "const: large": (size) => within({ const: list(size / 12, (i) => ({ i })) }),
  "properties: many": (size) => object(named(size / 60, () => ({ type: "string", description: "A city." }))),
  "properties: optional": (size) =>
    object(
      named(size / 50, () => ({ type: "integer" })),
      { required: [], minProperties: 50 },
    ),
  "depth: objects": (size) =>
    within(nested(Math.min(60, size / 30), { type: "string" }, (schema) => object({ x: schema }))),
  "depth: beyond the limit": (size) =>
    within(nested(Math.min(2000, size / 30), { type: "string" }, (schema) => ({ not: schema }))),
  "description: long": (size) =>
    within({ type: "string", description: "Defaults to 5, if not given use ".repeat(size / 32) }),
};
