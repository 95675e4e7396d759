import { afterEach, describe, expect, it } from "vitest";
import { collect } from "../messages/index.ts";
import {
  cutCall,
  overloaded,
  rateLimited,
  script,
  startServer,
  unchecked,
  type Line,
  type TestServer,
} from "./index.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

const request = {
  model: "scripted",
  max_tokens: 256,
  messages: [{ role: "user" as const, content: "Weather?" }],
  tools: [
    {
      name: "get_weather",
      description: "Current weather of a city.",
      input_schema: {
        type: "object" as const,
        properties: { city: { type: "string" as const } },
        required: ["city"],
      },
    },
  ],
};
const context = { signal: new AbortController().signal, requestId: "req_1" };

/** What a client gets over HTTP. */
async function ask(line: Line, stream = false) {
  server = await startServer({ script: [line] });
  const response = await fetch(`${server.apiURL}/messages`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": server.apiKey,
      "anthropic-version": "2023-06-01",
    },
    body: JSON.stringify({ ...request, stream }),
  });
  return { response, text: await response.text() };
}

describe("a script", () => {
  it.each([
    ["an input that misses its schema", { tool: "get_weather", input: { town: 7 } }],
    ["an unknown tool", { tool: "get_whether", input: { city: "Paris" } }],
  ])("says %s, where it is told to leave the guard out", async (_, call) => {
    const { text } = await ask(unchecked("Looking.", call));
    expect(JSON.parse(text)).toMatchObject({
      stop_reason: "tool_use",
      content: [{ text: "Looking." }, { type: "tool_use", name: call.tool, input: call.input }],
    });
  });

  it("is guarded otherwise", async () => {
    await expect(
      collect(script([{ tool: "no_tool", input: {} }, "Sorry."]).stream(request, context)),
    ).resolves.toMatchObject({ content: [{ text: "Sorry." }] });
  });

  it("cuts a call off within its input", async () => {
    const { text } = await ask(cutCall({ tool: "get_weather", input: { city: "Paris" } }, 5), true);
    expect(text).toContain('"stop_reason":"max_tokens"');
    expect(text).toContain(String.raw`"partial_json":"{\"cit"`);
  });

  it.each([
    [529, "overloaded_error", overloaded(3)],
    [429, "rate_limit_error", rateLimited(3)],
  ])("fails with %i and says when to come back", async (status, type, line) => {
    const { response, text } = await ask(line);
    expect([response.status, response.headers.get("retry-after")]).toEqual([status, "3"]);
    expect(JSON.parse(text)).toMatchObject({ error: { type } });
  });

  it("decides by the request, unchecked or not", async () => {
    const { text } = await ask(({ tools = [] }) => unchecked({ tool: `${tools[0]?.name}_2`, input: {} }));
    expect(JSON.parse(text)).toMatchObject({ content: [{ name: "get_weather_2" }] });
  });
});
