import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SchemaError, compile, constrain, mask, sampler, vocabulary, type Constraint } from "../index.ts";
import { schemas, values } from "./random.suite.ts";

const none = vocabulary([]);

const passes = (constraint: Constraint, text: string): boolean => {
  const position = constraint.begin(none);
  return position.advance(text) && position.complete;
};

const ready = (schema: unknown): Constraint | undefined => {
  try {
    return constrain(schema);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
};

/** Enough tokens for those inside strings to be looked up together: words with surrounding characters. */
function joined(): readonly (string | Uint8Array)[] {
  const parts = ["a", "b", "cc", "é", "\\u0061", "\\"];
  const some = ["", ...parts, ...parts.flatMap((part) => parts.map((two) => part + two))];
  const around = ["", '"', '{"', ',"', ', "', '["', '":', '","', '":"', '"}', '"]', '"],"', '":[1,1'];
  const words = around.flatMap((before) =>
    around.flatMap((after) => some.map((word) => before + word + after)),
  );
  const single = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
  const numbers = ["10", "1.5", "true", "null", "[]", "{}", "[1,", "1]", "],["];
  return [...new Set([...words, ...single, ...numbers]), ...[0xc3, 0xa9].map((byte) => Uint8Array.of(byte))];
}

const person = {
  type: "object",
  properties: { name: { type: "string", maxLength: 5 }, age: { type: "integer", minimum: 0, maximum: 150 } },
  required: ["name"],
  additionalProperties: false,
};

describe("mask", () => {
  it.each<readonly [unknown, readonly string[], readonly string[]]>([
    [
      person,
      ['{"name":"Ann"}', '{"age": 7, "name": "Bo"}', '{"name":"\\u00e9\\ud83d\\ude00"}'],
      [
        "{}",
        '{"name":"Ann","name":"Bo"}',
        '{"name":"abcdef"}',
        '{"name":"A","age":151}',
        '{"name":"A","x":1}',
        '{"age":1}',
      ],
    ],
    [
      { type: "integer", minimum: -5, maximum: 17, multipleOf: 3 },
      ["-3", "0", "15"],
      ["-6", "16", "18", "1.5", "03"],
    ],
    [
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      ["0.5", "0.30000000000000004"],
      ["0", "1", "0.0", "-0.5"],
    ],
    [{ type: "number" }, ["1e+21", "1e-7", "-0.1", "123456789012345680000"], ["01", "1.", "+1", "NaN"]],
    [{ multipleOf: 0.01, type: "number" }, ["1.23", "4"], ["1.234"]],
    [
      { enum: ["red", "green", 1, 10, null, { a: [1] }] },
      ['"red"', "1", "10", "null", '{"a":[1]}'],
      ['"re"', "2", '{"a":[]}', "true"],
    ],
    [
      { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 2 },
      ["[1,2]", "[3, 1, 2]"],
      ["[1]", "[1,1]", "[1,2,3,1]"],
    ],
    [
      { type: "array", uniqueItems: true },
      ['["a","b"]', '[{"a":1,"b":2},{"a":1}]'],
      ['["a","a"]', '[{"a":1,"b":2},{"b":2,"a":1}]', "[1,1.0]"],
    ],
    [{ type: "array", contains: { const: 1 }, maxContains: 2 }, ["[1]", "[0,1,1]"], ["[]", "[0]", "[1,1,1]"]],
    [
      { oneOf: [{ required: ["a"] }, { required: ["b"] }], type: "object" },
      ['{"a":1}', '{"b":1,"c":2}'],
      ["{}", '{"a":1,"b":2}'],
    ],
    [
      { type: "string", pattern: "^(?!admin)[a-z]+$", minLength: 3 },
      ['"bob"', '"adm"', '"admi"'],
      ['"admin"', '"administer"', '"ab"', '"B"'],
    ],
    [{ type: "string", format: "date" }, ['"2024-02-29"'], ['"2023-02-29"', '"2024-13-01"', '"today"']],
    [
      { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
      ['{"x-a":"b"}', "{}"],
      ['{"y":"b"}', '{"x-a":1}'],
    ],
    [
      { type: "object", propertyNames: { pattern: "^[ab]$" }, minProperties: 2 },
      ['{"a":1,"b":2}'],
      ['{"a":1}', '{"c":1,"a":2}'],
    ],
    [
      {
        if: { properties: { k: { const: 1 } }, required: ["k"] },
        ["then" as string]: { required: ["v"] },
        type: "object",
      },
      ['{"k":1,"v":2}', '{"k":2}', '{"v":1,"k":1}'],
      ['{"k":1}'],
    ],
    [
      {
        $defs: {
          t: { type: "object", properties: { n: { $ref: "#/$defs/t" } }, additionalProperties: false },
        },
        $ref: "#/$defs/t",
      },
      ['{"n":{"n":{}}}'],
      ['{"n":1}'],
    ],
    [
      {
        allOf: [{ properties: { a: { type: "number" } } }],
        properties: { b: true },
        unevaluatedProperties: false,
        type: "object",
      },
      ['{"a":1,"b":2}'],
      ['{"c":1}', '{"a":""}'],
    ],
    [{ not: { propertyNames: { pattern: "^a" } } }, ['{"b":1}', '{"a":1,"b":2}'], ['{"a":1}', "{}", "1"]],
    [{ not: { propertyNames: { maxLength: 1 } } }, ['{"ab":1}'], ['{"a":1}', "{}"]],
    [{ not: { propertyNames: { not: { const: "a" } } } }, ['{"b":1,"a":2}'], ['{"b":1}']],
    [{ not: { type: ["string", "array"] } }, ["1", "{}", "null"], ['""', "[]"]],
  ])("follows %j", (schema, good, bad) => {
    const constraint = constrain(schema);
    for (const text of good) expect([text, passes(constraint, text)]).toEqual([text, true]);
    for (const text of bad) expect([text, passes(constraint, text)]).toEqual([text, false]);
  });

  it.each<readonly [unknown, string]>([
    [{ type: "string", enum: [1] }, "#: nothing"],
    [{ type: "object", required: ["a"], properties: { a: false } }, "#: nothing"],
    [{ type: "object", properties: { a: { $ref: "#" } }, required: ["a"] }, "#: nothing"],
    [{ type: "array", items: { enum: [1] }, uniqueItems: true, minItems: 2 }, "#: nothing"],
    [{ not: { uniqueItems: true } }, "#/not/uniqueItems"],
    [{ type: "string", pattern: "^(?:[ab]*a[ab]{16})$" }, "#/pattern"],
    [
      { properties: { a: { not: { unevaluatedProperties: false } } } },
      "#/properties/a/not/unevaluatedProperties",
    ],
  ])("refuses %j and names the place", (schema, place) => {
    expect(() => constrain(schema)).toThrow(place);
  });

  it("allows a token exactly when it could be appended", () => {
    const pieces = [
      "{",
      '{"',
      'name"',
      ":",
      ' "',
      "A",
      "bcd",
      '","',
      '"}',
      "}",
      '"age',
      "1",
      "15",
      "2}",
      "\\n",
      " ",
      ", ",
      "[",
      "é",
    ];
    const words = vocabulary([
      ...pieces,
      new TextEncoder().encode("é").slice(0, 1),
      new TextEncoder().encode("é").slice(1),
      undefined,
      "",
    ]);
    for (const schema of [
      person,
      {
        anyOf: [person, { type: "object", properties: { age: { type: "string" } } }, { enum: ["A", "bcd"] }],
      },
      {},
    ]) {
      const open = [mask(schema, words)];
      for (let steps = 0; steps < 300 && open.length > 0; steps++) {
        const mask = open.shift();
        if (!mask) break;
        for (let token = 0; token < words.size; token++) {
          const next = mask.clone();
          expect([mask.text, token, mask.allows(token)]).toEqual([mask.text, token, next.accept(token)]);
          if (mask.allows(token) && next.size < 24) open.push(next);
        }
      }
    }
  });

  it("allows a token exactly when it could be appended, whatever the schema", () => {
    const words = vocabulary(joined());
    fc.assert(
      fc.property(schemas, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (schema, picks) => {
        const mask = ready(schema)?.begin(words);
        for (const pick of mask ? picks : []) {
          if (!mask) return;
          const bits = mask.allowed().slice();
          const has = (token: number): boolean => (((bits[token >> 5] ?? 0) >>> (token & 31)) & 1) === 1;
          const allowed = [...Array(words.size).keys()].filter(has);
          const accepted = [...Array(words.size).keys()].filter((token) => mask.clone().accept(token));
          expect([mask.text, allowed.map((token) => words.bytes(token))]).toEqual([
            mask.text,
            accepted.map((token) => words.bytes(token)),
          ]);
          const token = allowed[pick % Math.max(1, allowed.length)];
          if (token === undefined || !mask.accept(token)) return;
        }
      }),
      { seed: 3, numRuns: 25 },
    );
  });

  it("tells 6.0, which is an integer, from 6.8, whichever came first", () => {
    const constraint = constrain({ type: "array", items: { type: "integer" } });
    for (const text of ["[6.0]", "[6.8]", "[-6.80]", "[1.0,6.8]"])
      expect([text, passes(constraint, text)]).toEqual([text, !text.includes("8")]);
    expect(passes(constraint, "[6.8e+21]")).toBe(true);
  });

  it("tells what of the names that must come is missing", () => {
    const schema = {
      type: "object",
      properties: { in: { ...person, required: ["name", "age"] } },
      required: ["in", "of"],
    };
    const position = constrain(schema).begin(none);
    const seen = (text: string): readonly unknown[] => {
      expect(position.advance(text)).toBe(true);
      return [position.wanted, position.owed];
    };
    expect(
      constrain({ ...schema, additionalProperties: { type: "null" } }).begin(none).wanted,
    ).toBeUndefined();
    const open = constrain({ type: "object", required: ['ab"c'] }).begin(none);
    expect(open.advance('{"') && open.wanted).toBe('ab\\"c"');
    expect(open.advance("a") && open.wanted).toBe('b\\"c"');
    expect(open.advance("x") && open.wanted).toBeUndefined();
    expect(seen('{"i')).toEqual(['n"', 16]);
    expect(seen('n":{"nam')).toEqual(['e"', 27]);
    expect(seen('e":"A"')).toEqual([undefined, 17]);
  });

  it("leaves the position alone when it refuses", () => {
    const position = mask(person, none);
    expect(position.advance('{"name')).toBe(true);
    expect(position.advance('":1')).toBe(false);
    expect(position.text).toBe('{"name');
    expect(position.advance('":"x"}')).toBe(true);
    expect([position.complete, position.ended]).toEqual([true, true]);
  });

  it("agrees with the validator on random schemas and values", () => {
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 8, maxLength: 8 }), (schema, instances) => {
        const constraint = ready(schema);
        if (!constraint) return;
        const validator = compile(schema, { formats: "assert" });
        for (const instance of instances) {
          const [fits, passed] = [validator.fits(instance), passes(constraint, JSON.stringify(instance))];
          if (fits !== passed)
            throw new Error(`${JSON.stringify(instance)} fits: ${fits}, passes: ${passed}`);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it("writes only what the validator accepts, and always finds an end", () => {
    let turns = 0;
    const random = (): number => ((turns = (turns * 48271 + 11) % 2147483647) % 100003) / 100003;
    fc.assert(
      fc.property(schemas, (schema) => {
        if (!ready(schema)) return;
        const validator = compile(schema, { formats: "assert" });
        const next = sampler(schema, { about: 40 });
        for (let i = 0; i < 3; i++) {
          const value = next(random);
          if (!validator.fits(value)) throw new Error(`wrote ${JSON.stringify(value)}`);
        }
      }),
      { seed: 5, numRuns: 100 },
    );
  });
});
