import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MessagesRequest, ToolChoice, ToolDefinition } from "../../messages/index.ts";
import { compile, type ObjectSchema } from "../../schema/index.ts";
import { answer } from "./answer.ts";

const today = Date.UTC(2026, 10, 21);
const tool = (
  name: string,
  input_schema: ObjectSchema,
  description = "Get the weather of a city.",
): ToolDefinition => ({
  name,
  description,
  input_schema,
});
const city: ObjectSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const ask = (
  content: string,
  tools: readonly ToolDefinition[],
  tool_choice: ToolChoice = { type: "auto" },
) => {
  const request: MessagesRequest = {
    model: "builtin",
    max_tokens: 1024,
    messages: [{ role: "user", content }],
    tools,
    tool_choice,
  };
  return answer(request, { today });
};

describe("bad input", () => {
  it("a schema that nothing satisfies: a text, or one typed error where a call is wanted", () => {
    const never: ObjectSchema = {
      type: "object",
      properties: { city: { type: "string", minLength: 5, maxLength: 2 } },
      required: ["city"],
    };
    const auto = ask("What is the weather in Berlin?", [tool("get_weather", never)]);
    expect(auto.calls).toEqual([]);
    expect(auto.text).not.toBe("");
    expect(() => ask("Weather in Berlin", [tool("get_weather", never)], { type: "any" })).toThrow(
      expect.objectContaining({ type: "invalid_request_error" }),
    );
  });
  it("tools of one name: one call, valid for one of them", () => {
    const { calls } = ask("What is the weather in Berlin?", [
      tool("get_weather", city),
      tool("get_weather", city),
    ]);
    expect(calls).toEqual([{ name: "get_weather", input: { city: "Berlin" } }]);
  });
  it("128 tools: still the right one", () => {
    const many = Array.from({ length: 127 }, (_, i) =>
      tool(`tool_${i}`, city, `Does task number ${i} of a plant.`),
    );
    const { calls } = ask("What is the weather in Berlin?", [...many, tool("get_weather", city)]);
    expect(calls).toEqual([{ name: "get_weather", input: { city: "Berlin" } }]);
  });
  it("a name as long as names may be", () => {
    const name = `weather_${"x".repeat(120)}`;
    const { calls } = ask("What is the weather in Berlin?", [tool(name, city, "Get the weather of a city.")]);
    expect(calls).toEqual([{ name, input: { city: "Berlin" } }]);
  });
  it("a description of 100 kB, and a request as long", () => {
    const long = tool(
      "get_weather",
      city,
      `Get the weather of a city. ${"Lorem ipsum dolor sit amet. ".repeat(3700)}`,
    );
    expect(ask("What is the weather in Berlin?", [long]).calls).toHaveLength(1);
    expect(ask(`${"word ".repeat(20_000)} What is the weather in Berlin?`, [long]).text).toBeDefined();
  });
  it.each(["¿Qué tiempo hace en Madrid?", "天气怎么样？", "ما هو الطقس؟", "🙂🙂🙂", "\u0000\u202e", "   "])(
    "another language or none: %s",
    (text) => {
      const { calls, text: wording } = ask(text, [tool("book_flight", city, "Book a flight to a city.")]);
      expect(calls.length > 0 || wording.length > 0).toBe(true);
    },
  );
  it("texts made to cost: sums, statements, topics and paths without an end", () => {
    const text = (name: string): ObjectSchema => ({
      type: "object",
      properties: { [name]: { type: "string", description: `The ${name}` } },
      required: [name],
    });
    const tools = ["expression", "query", "command", "sql", "body"].map((name) =>
      tool(`use_${name}`, text(name)),
    );
    for (const part of ["(", "1", "- ", "1 ", "SELECT ", "search for ", "saying ", "to: ", "run a ", "a/"])
      expect(ask(part.repeat(4_000 / part.length), tools)).toHaveProperty("text");
    expect(ask(`use (${"1111111111, ".repeat(300)}'x')`, tools)).toHaveProperty("text");
  });
  it("no tools, no text, names like those of prototypes", () => {
    expect(ask("Hello", []).text).not.toBe("");
    const schema =
      '{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"string"}}}';
    const odd = tool("constructor", JSON.parse(schema) as ObjectSchema); // as its text says
    expect(() => ask("call the constructor with toString 'x'", [odd])).not.toThrow();
  });
});

describe("whatever the schema", () => {
  const leaf = fc.oneof(
    fc.record({ type: fc.constant("string"), minLength: fc.nat(4) }),
    fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: -9, max: 9 }) }),
    fc.record({ type: fc.constant("number"), maximum: fc.integer({ min: -9, max: 9 }) }),
    fc.record({ type: fc.constant("boolean") }),
    fc.record({
      enum: fc.uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({
      type: fc.constant("array"),
      items: fc.record({ type: fc.constant("integer") }),
      minItems: fc.nat(2),
    }),
  );
  const names = ["city", "count", "date", "price", "tags", "user_id"];
  const schema = fc.tuple(fc.dictionary(fc.constantFrom(...names), leaf, { minKeys: 1 }), fc.boolean()).map(
    ([properties, all]): ObjectSchema =>
      ({
        type: "object",
        properties,
        required: all ? Object.keys(properties) : [],
        additionalProperties: false,
      }) as ObjectSchema, // a random schema
  );
  const text = fc.constantFrom(
    "What is the weather in Berlin and Paris on 3 March 2027?",
    "Give me 5 of them for $20, tags 'a' and 'b', user id u-7",
    "hello",
    "city: Rome, count = 3, tags [1, 2, 3]",
  );
  it("inputs fit it, under every tool_choice", () => {
    fc.assert(
      fc.property(
        schema,
        text,
        fc.constantFrom<"auto" | "any">("auto", "any"),
        (input_schema, content, type) => {
          let result: ReturnType<typeof ask>;
          try {
            result = ask(content, [tool("get_weather", input_schema)], { type });
          } catch (error) {
            expect(error).toMatchObject({ type: "invalid_request_error" });
            return;
          }
          for (const { input } of result.calls) expect(compile(input_schema).check(input)).toEqual([]);
          if (type === "any") expect(result.calls.length).toBeGreaterThan(0);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});
