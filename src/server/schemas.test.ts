import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsOf, type MessagesResponse } from "../messages/index.ts";
import { guard } from "../models/index.ts";
import { hello, modelSaying, send } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";

/** Calls the first tool with an input that none of the schemas below accept, so that only the guard can answer. */
const answer = (name: string): MessagesResponse => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "tool_use", id: "toolu_1", name, input: { city: ["not", "a", "city"] } }],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
const model = modelSaying((request) => eventsOf(answer(request.tools?.[0]?.name ?? "none")));
let server: Listening;
beforeAll(async () => {
  server = await listen({ model: guard(model), profile: "spec" });
});
afterAll(() => server.close());

const asking = (schema: object) => ({
  ...hello,
  tools: [{ name: "look", description: "Looks.", input_schema: { type: "object", ...schema } }],
});
const refused = async (schema: object) => {
  const { status, body } = await send(server.url, { body: asking(schema) });
  return [status, body.error?.message ?? ""] as const;
};

describe("a tool's schema is refused when the request arrives", () => {
  it.each([
    ["asynchronous", { $async: true }, "$async"],
    ["asynchronous inside", { properties: { a: { $async: true } } }, "$async"],
    [
      "from elsewhere",
      { properties: { a: { $ref: "http://169.254.169.254/latest" } } },
      "nothing is fetched",
    ],
    ["from a file", { properties: { a: { $ref: "file:///etc/passwd" } } }, "nothing is fetched"],
    [
      "without end",
      {
        $defs: { n: { allOf: [{ $ref: "#/$defs/n" }, { $ref: "#/$defs/n" }] } },
        properties: { a: { $ref: "#/$defs/n" } },
      },
      "refers to itself without end",
    ],
    [
      "too large",
      { properties: { a: { enum: Array.from({ length: 100_000 }, (_, i) => i) } } },
      "larger than",
    ],
    ["with a pattern that looks behind", { properties: { a: { pattern: "(?<=a)b" } } }, "pattern"],
  ])("%s", async (_name, schema, why) => {
    const [status, message] = await refused(schema);
    expect(status).toBe(400);
    expect(message).toMatch(/^tools\.0\.custom\.input_schema: /);
    expect(message).toContain(why);
  });

  it.each([
    ["no type", { type: undefined }, "tools.0.custom.input_schema.type: Field required"],
    ["another type", { type: "string" }, "tools.0.custom.input_schema.type: Input should be 'object'"],
    [
      "a wrong keyword",
      { properties: { a: { type: "strng" } } },
      "tools.0.custom.input_schema: JSON schema is invalid.",
    ],
    [
      "deep nesting",
      { properties: JSON.parse(`${'{"properties":{"a":'.repeat(100)}{}${"}}".repeat(100)}`) },
      "tools.0.custom.input_schema",
    ],
  ])("for %s", async (_name, schema, why) => {
    const [status, message] = await refused(schema);
    expect([status, message.startsWith(why)]).toEqual([400, true]);
  });
});

describe("an answer that breaks its tool's schema", () => {
  it("is mended or refused, never passed on", async () => {
    const schema = { properties: { city: { enum: ["Paris"] } }, required: ["city"] };
    const { status, body } = await send(server.url, { body: asking(schema) });
    expect([status, body.error?.type]).toEqual([500, "api_error"]);
  });

  it("is judged where references double at each step", async () => {
    const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const chain = Array.from({ length: 30 }, (_, i) => [
      `d${i}`,
      i < 29 ? twice(`d${i + 1}`) : { type: "array" },
    ]);
    const schema = { $defs: Object.fromEntries(chain), properties: { city: { $ref: "#/$defs/d0" } } };
    expect((await send(server.url, { body: asking(schema) })).status).toBe(200);
    const texts = { ...schema.$defs, d29: { type: "string" } };
    expect(await refused({ ...schema, $defs: texts })).toEqual([
      500,
      expect.stringContaining("city: must be string"),
    ]);
  });

  it("may nest as its schema does, without bound", async () => {
    const schema = {
      properties: { city: { $ref: "#/$defs/list" } },
      $defs: { list: { items: { $ref: "#/$defs/list" } } },
    };
    expect((await send(server.url, { body: asking(schema) })).status).toBe(200);
  });
});
