import { describe, expect, it } from "vitest";
import { SchemaError, compile, refusal } from "./index.ts";

const nested = (depth: number): unknown => {
  let schema: unknown = {};
  for (let i = 0; i < depth; i++) schema = { not: schema };
  return schema;
};
const chain = (length: number): unknown => ({
  $ref: "#/$defs/s0",
  $defs: Object.fromEntries(
    Array.from({ length }, (_, i) => [`s${i}`, i + 1 < length ? { $ref: `#/$defs/s${i + 1}` } : {}]),
  ),
});
const twice = (key: string, name: string): object => ({ [key]: [{ $ref: name }, { $ref: name }] });
const doubling = (key: string, last: object | boolean, depth = 60) => {
  const steps = Array.from({ length: depth }, (_, i) => [`s${i}`, twice(key, `#/$defs/s${i + 1}`)] as const);
  return { $ref: "#/$defs/s0", $defs: { ...Object.fromEntries(steps), [`s${depth}`]: last } };
};
const leaf = { $dynamicAnchor: "leaf", type: "string" };
/** Each value's member `a` has to match the next schema, for two reasons. */
const members = (depth = 60) => {
  const member = (i: number) => ({ properties: { a: { $ref: `#/$defs/s${i + 1}` } }, required: ["a"] });
  const steps = Array.from(
    { length: depth },
    (_, i) => [`s${i}`, { allOf: [member(i), member(i)] }] as const,
  );
  return { $ref: "#/$defs/s0", $defs: { ...Object.fromEntries(steps), [`s${depth}`]: { type: "string" } } };
};
const deep = (depth: number, last: unknown = "x"): unknown =>
  Array.from({ length: depth }).reduce<unknown>((a) => ({ a }), last);

describe("hostile schemas", () => {
  it.each<readonly [string, unknown, string]>([
    ["asynchronous", { properties: { a: { $async: true } } }, "#/properties/a/$async"],
    ["remote", { items: { $ref: "https://example.com/x.json" } }, "#/items/$ref"],
    ["a local file", { $ref: "file:///etc/passwd" }, "#/$ref"],
    ["nowhere", { $ref: "#/$defs/gone" }, "#/$ref"],
    ["inherited", { $ref: "#/constructor" }, "#/$ref"],
    ["circular", { anyOf: [{ $ref: "#" }] }, "#"],
    ["too many branches", { anyOf: Array.from({ length: 10_000 }, () => ({ type: "string" })) }, "#/anyOf"],
    ["too deep", nested(200), "#/not/not/not/not/not/not/not/not"],
    ["far too deep", nested(100_000), "#/not/not/not/not/not/not/not/not"],
    ["too long a chain", chain(5_000), "#/$defs/s"],
    ["too large", { enum: Array.from({ length: 200_000 }, (_, i) => i) }, "#"],
    ["an unknown type", { properties: { a: { type: "any" } } }, "#/properties/a/type"],
    ["a bad bound", { minimum: "1" }, "#/minimum"],
    ["no number", { minimum: Number.NaN }, "#/minimum"],
    ["a broken pattern", { properties: { a: { pattern: "(" } } }, "#/properties/a/pattern"],
    ["a back reference", { pattern: "(a)\\1" }, "#/pattern"],
    ["a huge pattern", { pattern: "((a{1,99}){1,99}){1,99}" }, "#/pattern"],
    ["a broken property pattern", { patternProperties: { "[": {} } }, "#/patternProperties/["],
    ["no schema", { properties: { a: 1 } }, "#/properties/a"],
    ["a list", [], "#"],
    ["nothing", undefined, "#"],
    ["an unknown dialect", { $schema: "https://example.com/mine" }, "#/$schema"],
  ])("refuses %s and names the place", (_, schema, place) => {
    const error = refusal(schema);
    expect(error).toBeInstanceOf(SchemaError);
    expect(error?.message.startsWith(place)).toBe(true);
  });

  it.each<readonly [string, object, unknown, boolean]>([
    ["any of two", doubling("anyOf", false), 1, false],
    ["all of two", doubling("allOf", { type: "string" }), "x", true],
    ["one of two", doubling("oneOf", { type: "string" }), "x", false],
    ["all of two members", members(), deep(60), true],
    ["all of two members, the last wrong", members(), deep(60, 1), false],
    [
      "what was evaluated",
      { ...doubling("allOf", { properties: { a: true } }), unevaluatedProperties: false },
      { a: 1 },
      true,
    ],
    [
      "what was not evaluated",
      { ...doubling("anyOf", { properties: { a: true } }), unevaluatedProperties: false },
      { a: 1, b: 1 },
      false,
    ],
    [
      "dynamic references",
      { $defs: { ...doubling("allOf", { $dynamicRef: "#leaf" }).$defs, leaf }, $ref: "#/$defs/s0" },
      "x",
      true,
    ],
  ])("judges references that double at each step: %s", (_name, schema, value, fits) => {
    const validator = compile(schema);
    expect(validator.fits(value)).toBe(fits);
    const problems = validator.check(value);
    expect([problems.length === 0, problems.some(({ keyword }) => keyword === "budget")]).toEqual([
      fits,
      false,
    ]);
  });

  it("names each place of a wrong value once it remembers", () => {
    const positive = { allOf: [{ $ref: "#/$defs/positive" }, { $ref: "#/$defs/positive" }] };
    const schema = { items: positive, $defs: { positive: { minimum: 1 } } };
    const value = [...Array.from({ length: 20_000 }, () => 1), 0, 2, 0];
    const paths = compile(schema)
      .check(value)
      .map(({ path }) => path[0]);
    expect(new Set(paths)).toEqual(new Set([20_000, 20_002]));
  });

  it("answers with a budget problem where checking would take forever", () => {
    const schema = { items: { anyOf: Array.from({ length: 1000 }, (_, i) => ({ const: `no ${i}` })) } };
    expect(compile(schema, { steps: 100_000 }).check(Array.from({ length: 1000 }, () => "no 999"))).toEqual([
      { path: [], keyword: "budget", message: "the check needs too many steps" },
    ]);
  });

  const times = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));
  const count = (n: number, name = "p") => Object.fromEntries(times(n, (i) => [`${name}${i}`, {}] as const));
  it.each<[string, object, object]>([
    ["each name by each pattern", { patternProperties: count(1000) }, count(1000, "q")],
    ["all names of a schema in each object", { items: { properties: count(1000) } }, times(1000, () => ({}))],
    [
      "each list for equal items",
      { allOf: times(1000, () => ({ uniqueItems: true })) },
      times(1000, (i) => i),
    ],
    [
      "large items in lists in lists for equal ones",
      { uniqueItems: true, items: { $ref: "#" } },
      times(400, () => 1).reduce<object>((list, item) => [list, item], { a: "x".repeat(100_000) }),
    ],
    ["each object for its size", { allOf: times(1000, () => ({ maxProperties: 2000 })) }, count(1000)],
  ])("counts the steps of looking at %s", (_, schema, value) => {
    const validator = compile(schema);
    expect(validator.fits(value)).toBe(true);
    expect(validator.fits(value, 50_000)).toBe(false);
  });

  it("survives values of any depth", () => {
    let value: unknown = 1;
    for (let i = 0; i < 100_000; i++) value = [value];
    for (const schema of [
      { items: { $ref: "#" } },
      { uniqueItems: true, items: { $ref: "#" } },
      { enum: [[1]] },
    ])
      expect(compile(schema).check(value).length).toBeGreaterThan(0);
  });

  it("is not misled by names that every object has", () => {
    const schema = { required: ["constructor", "__proto__"], properties: { toString: { type: "number" } } };
    expect(
      compile(schema)
        .check({})
        .map(({ keyword }) => keyword),
    ).toEqual(["required", "required"]);
    const closed = compile({ properties: { a: true }, additionalProperties: false });
    expect(closed.check(JSON.parse('{"__proto__":1}'))).toHaveLength(1);
    expect(closed.check(JSON.parse('{"constructor":1}'))).toHaveLength(1);
  });

  it("takes a pattern that makes backtracking explode in linear time", () => {
    const validator = compile({ type: "string", pattern: "^(a+)+$" });
    expect(validator.fits(`${"a".repeat(200_000)}!`)).toBe(false);
    expect(validator.fits("a".repeat(200_000))).toBe(true);
  });

  it("shares one validator among equal schemas, and never more than its bound", () => {
    const first = compile({ const: "shared" });
    expect(compile({ const: "shared" })).toBe(first);
    for (let i = 0; i < 600; i++) compile({ const: i });
    expect(compile({ const: "shared" })).not.toBe(first);
  });
});
