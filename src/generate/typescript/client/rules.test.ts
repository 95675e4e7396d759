import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

const many = {
  type: "object",
  required: ["m0"],
  properties: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, { type: "integer" }])),
};

const schemas = {
  Tree: {
    type: "object",
    required: ["name"],
    properties: { name: text, "a/b": { type: "array", items: ref("Tree") } },
  },
  Odd: JSON.parse(
    '{ "type": "object", "required": ["__proto__", "toString"], "properties": { "__proto__": { "type": "string" }, "toString": {} } }',
  ) as object,
  Maybe: { type: ["string", "null"], minLength: 2, maxLength: 3, pattern: "^[a-z😀]+$" },
  Untyped: { minimum: 3, exclusiveMaximum: 9, minLength: 2, multipleOf: 0.1, required: ["a"] },
  // Large enough to be broken over lines.
  Large: {
    type: "object",
    properties: {
      ["n".repeat(60)]: { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 },
    },
  },
  Rest: {
    type: "object",
    properties: { id: {} },
    additionalProperties: { type: "integer" },
    minProperties: 1,
  },
  Empty: { type: "object", maxProperties: 0 },
  Pair: { type: "array", prefixItems: [text, { type: "boolean" }], items: { not: {} } },
  Few: { type: "array", minItems: 1, maxItems: 3, uniqueItems: true },
  Colour: { type: "string", enum: ["red", "green"] },
  Mixed: { enum: [1, null, { a: [1] }] },
  Either: { anyOf: [{ type: "integer" }, { type: "object", required: ["a"], properties: { a: text } }] },
  One: { oneOf: [{ type: "integer" }, { type: "number", minimum: 5 }] },
  Free: { anyOf: [{ type: "integer" }, {}] },
  Never: { type: "object", properties: { gone: { not: {} } } },
  NotText: { not: text },
  Both: { allOf: [{ type: "object", required: ["a"] }, { properties: { b: text } }] },
  Alias: { allOf: [ref("Zulu"), ref("Zulu")] },
  Dated: {
    type: "object",
    properties: {
      on: { ...text, format: "date" },
      at: { type: ["string", "null"], format: "date-time" },
      ip: { ...text, format: "ipv6" },
      mail: { ...text, format: "email", maxLength: 9 },
      other: { ...text, format: "colour" },
    },
  },
  // What occurs in several checks is written once.
  Holder: { type: "object", properties: { one: many, two: many } },
  Listed: { type: "array", items: { type: "object", properties: { three: many } } },
  Chain: { type: "object", required: ["name"], properties: { name: text, next: ref("Chain") } },
  Sided: {
    type: "object",
    required: ["id", "secret"],
    properties: { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true } },
  },
};

const later = { Zulu: { type: "integer" } };

describe("the checks of a client", () => {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-rules-"));
  let api: Record<string, unknown>;

  /** Returns what is left of the client if only this code is used. */
  const bundle = async (code: string): Promise<string> => {
    const input = join(folder, "src/use.ts");
    writeFileSync(input, code);
    const build = await rolldown({ input, resolve: { extensionAlias: { ".js": [".ts"] } } });
    const [{ code: all }] = (await build.generate({ format: "esm" })).output;
    return String(all);
  };

  beforeAll(async () => {
    const document = {
      openapi: "3.1.0",
      info: { title: "Rules" },
      paths: {
        "/sided": {
          post: {
            requestBody: { content: { "application/json": { schema: ref("Sided") } } },
            responses: { 204: { description: "done" } },
          },
        },
      },
      components: { schemas: { ...schemas, ...later } },
    };
    const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
    for (const file of typescriptClient(spec)) {
      mkdirSync(dirname(join(folder, file.path)), { recursive: true });
      writeFileSync(join(folder, file.path), file.text);
    }
    const all = await bundle('export * from "./index.js";\n');
    api = (await import(`data:text/javascript,${encodeURIComponent(all)}`)) as typeof api; // made by this test
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const issues = (name: string, value: unknown): readonly string[] => {
    const validate = api["validate"] as (
      check: unknown,
      value: unknown,
    ) => {
      readonly issues?: readonly { readonly path: string; readonly message: string }[];
    };
    return (validate(api[`check${name}`], value).issues ?? []).map(
      ({ path, message }) => `${path} ${message}`,
    );
  };

  const cases: readonly (readonly [name: string, value: unknown, ...issues: string[]])[] = [
    ["Tree", { name: "a", "a/b": [{ name: "b" }] }],
    [
      "Tree",
      { name: "a", "a/b": [{ name: 1 }, 2] },
      "/a~1b/0/name must be a string",
      "/a~1b/1 must be an object",
    ],
    ["Odd", {}, "/__proto__ is required", "/toString is required"],
    ["Odd", JSON.parse('{ "__proto__": 1, "toString": 1 }'), "/__proto__ must be a string"],
    // In another order than the last one, with unknown members, and without optional ones.
    ["Tree", { "a/b": [], other: 1, name: "a" }],
    ["Tree", { other: 1, name: "a", "a/b": undefined }],
    ["Tree", { "a/b": [], name: undefined }, "/name is required"],
    // In the document's order, required members first.
    [
      "Chain",
      { next: { next: {}, name: 1 }, name: 2 },
      "/name must be a string",
      "/next/name must be a string",
      "/next/next/name is required",
    ],
    ["Chain", { name: undefined, next: null }, "/name is required", "/next must be an object"],
    ["Rest", { m: "1", n: 2, "": "3" }, "/m must be an integer", "/ must be an integer"],
    ["Maybe", null],
    ["Maybe", "a😀b"],
    ["Maybe", 1, " must be a string"],
    ["Maybe", "😀", " must have at least 2 characters"],
    ["Maybe", "ABCD", " must have at most 3 characters", " must match ^[a-z😀]+$"],
    ["Untyped", true],
    ["Untyped", 0.3, " must be at least 3"],
    ["Untyped", 9.05, " must be less than 9", " must be a multiple of 0.1"],
    ["Untyped", "a", " must have at least 2 characters"],
    ["Untyped", {}, "/a is required"],
    ["Large", { ["n".repeat(60)]: 1e16 }, `/${"n".repeat(60)} must be at most 9007199254740991`],
    ["Rest", { id: "any", n: 1 }],
    ["Rest", { "~": "1" }, "/~0 must be an integer"],
    ["Rest", {}, " must have at least 1 properties"],
    ["Rest", { id: 1, gone: undefined }],
    ["Rest", { id: 1, n: 1, m: "1", o: 1.5 }, "/m must be an integer", "/o must be an integer"],
    ["Empty", { a: 1 }, " must have at most 0 properties"],
    ["Pair", ["a", true]],
    ["Pair", [1, true, 3], " must have at most 2 items", "/0 must be a string"],
    ["Few", [{ a: 1 }, { a: 1 }], " must have no item twice"],
    ["Few", [], " must have at least 1 items"],
    ["Colour", "red"],
    ["Colour", 1, ' must be "red" or "green"'],
    ["Mixed", { a: [1] }],
    ["Mixed", { a: [2] }, ' must be 1 or null or {"a":[1]}'],
    ["Either", { a: "b" }],
    ["Either", { a: 1 }, " must match one of its alternatives"],
    ["One", 7, " must match exactly one of its alternatives"],
    ["One", 3],
    ["Free", "anything"],
    ["Never", { gone: 1 }, "/gone must not be there"],
    ["NotText", "a", " must not match what the schema excludes"],
    ["NotText", 1],
    ["Both", { b: 1 }, "/a is required", "/b must be a string"],
    ["Alias", "a", " must be an integer"],
    ["Dated", { on: "2024-02-29", at: null, ip: "::1", mail: "a@b", other: "any" }],
    ["Dated", { at: "2026-11-21T20:00:00Z", on: "2000-02-29" }],
    ["Dated", { on: "2026-02-29" }, "/on must be a date such as 2026-01-31"],
    ["Dated", { on: "2100-02-29", at: 1 }, "/on must be a date such as 2026-01-31", "/at must be a string"],
    ["Dated", { at: "2026-04-31T20:00:00Z" }, "/at must be a date and time such as 2026-01-31T12:00:00Z"],
    ["Dated", { ip: "1::2::3" }, "/ip must be an IPv6 address"],
    ["Dated", { mail: "a@b@c" }, "/mail must be an e-mail address"],
    ["Dated", { mail: "somebody@b" }, "/mail must have at most 9 characters"],
    ["Holder", { one: { m0: 1 }, two: {} }, "/two/m0 is required"],
    ["Listed", [{ three: { m0: "1" } }], "/0/three/m0 must be an integer"],
    ["Sided", { id: "a" }],
    ["SidedInput", { secret: "a" }],
    ["SidedInput", {}, "/secret is required"],
  ];
  const rows = cases.map(([name, value, ...expected]) => ({ name, value, expected }));
  it.each(rows)("$name: $value", ({ name, value, expected }) => {
    expect(issues(name, value)).toEqual(expected);
  });

  it("look at what is inherited as at what an object has, and go on after what goes round in circles", () => {
    class Named {
      get name(): unknown {
        return 1;
      }
    }
    expect(issues("Chain", new Named())).toEqual(["/name must be a string"]);
    const round: { name: string; next?: unknown } = { name: "a" };
    round.next = round;
    expect(() => issues("Chain", round)).toThrow(RangeError);
    expect(issues("Chain", { name: "a" })).toEqual([]);
    expect(issues("Chain", {})).toEqual(["/name is required"]);
  });

  it("may be asked within each other", () => {
    const asking = {
      get name(): unknown {
        return issues("Chain", { next: 1 }).length === 2 && issues("Chain", { name: "a" }).length === 0
          ? 1
          : "";
      },
    };
    expect(issues("Chain", asking)).toEqual(["/name must be a string"]);
  });

  it("tell what is wrong also where no function shows its text", () => {
    const spy = vi.spyOn(Function.prototype, "toString").mockReturnValue("function () { [native code] }");
    try {
      expect(issues("Tree", { name: 1, "a/b": [{}] })).toEqual([
        "/name must be a string",
        "/a~1b/0/name is required",
      ]);
    } finally {
      spy.mockRestore();
    }
  });

  it("are dropped by a bundler where nobody uses them, and so are rules", async () => {
    const code = await bundle('import { checkColour } from "./index.js";\nconsole.log(checkColour);\n');
    expect(code).toContain('"green"');
    expect(code).not.toContain("a/b");
    expect(code).not.toContain("must have no item twice");
  });
});
