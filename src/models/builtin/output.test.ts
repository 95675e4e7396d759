import { describe, expect, it } from "vitest";
import type { Message, MessagesRequest } from "../../messages/index.ts";
import { answer } from "./answer.ts";

const today = Date.UTC(2026, 10, 21);
const form = (properties: object, required = Object.keys(properties)): object => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

function ask(question: string | readonly Message[], schema: object, more: Partial<MessagesRequest> = {}) {
  const messages: readonly Message[] =
    typeof question === "string" ? [{ role: "user", content: question }] : question;
  const format = { type: "json_schema", schema: schema as never } as const; // any schema
  return answer(
    { model: "builtin", max_tokens: 500, messages, output_config: { format }, ...more },
    { today },
  );
}
const value = (...args: Parameters<typeof ask>): unknown => JSON.parse(ask(...args).text);

const person = form({ name: { type: "string", description: "The person's name" }, age: { type: "integer" } });

describe("an answer in a form", () => {
  it("says what the text tells", () => {
    expect(value("Ann Lee is 30 years old.", person)).toEqual({ name: "Ann Lee", age: 30 });
    const order = form({ city: { type: "string" }, day: { type: "string", format: "date" } });
    expect(value("Fly me to Berlin on 3 March 2027", order)).toEqual({ city: "Berlin", day: "2027-03-03" });
  });

  it("has the least value where nothing tells one, and fits whatever is asked", () => {
    expect(value("Hello", person)).toEqual({ name: "", age: 0 });
    expect(value("Hello", { type: "array", items: person, minItems: 1 })).toHaveLength(1);
    expect(value("Hello", { $defs: { a: { const: 7 } }, $ref: "#/$defs/a" })).toBe(7);
    expect(value("Hello", {})).toEqual({});
    expect(value("Hello", form({ code: { type: "string", pattern: "^[A-Z]{3}$" } }))).toMatchObject({
      code: expect.stringMatching(/^[A-Z]{3}$/),
    });
  });

  it("is refused where nothing can fit", () => {
    const never = form({ n: { type: "integer", minimum: 5, maximum: 2 } });
    expect(() => ask("Hello", never)).toThrow(
      expect.objectContaining({
        type: "invalid_request_error",
        message: expect.stringContaining("format.schema"),
      }),
    );
  });

  it("comes after the calls, with what they brought", () => {
    const schema = form({ temperature: { type: "number" }, summary: { type: "string" } });
    const weather = {
      name: "get_weather",
      description: "Current weather of a city.",
      input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    } as const;
    const first: Message = { role: "user", content: "What is the weather in Oslo?" };
    const { calls } = ask([first], schema, { tools: [weather] });
    expect(calls).toEqual([{ name: "get_weather", input: { city: "Oslo" } }]);
    const after: readonly Message[] = [
      first,
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "t", name: "get_weather", input: { city: "Oslo" } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: '{"temperature":-4.5}' }] },
    ];
    expect(value(after, schema, { tools: [weather] })).toEqual({
      temperature: -4.5,
      summary: expect.stringContaining("-4.5"),
    });
  });
});
