/** What coding agents send, as seen on the wire; the agents themselves are too large for every day. */
import { afterEach, describe, expect, it } from "vitest";
import type { Profile } from "../messages/index.ts";
import { startServer, type TestServer } from "./index.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());
const start = async (profile: Profile = "spec") =>
  (server = await startServer({ profile, script: ["Hello.", "Hello again."] }));

const cached = { cache_control: { type: "ephemeral" } };
const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: { path: { type: "string", description: "A file." }, limit: { type: "integer" } },
  required: ["path"],
  additionalProperties: false,
};
const tools = (more: object = {}) =>
  ["Read", "Write", "Bash", "Grep"].map((name) => ({
    name,
    description: `${name} something.`,
    input_schema: schema,
    ...more,
  }));
const post = async (
  { baseURL, apiKey }: TestServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(baseURL + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
      "x-api-key": apiKey,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const answer: { error?: { type: string; message: string }; usage?: object } = JSON.parse(
    await response.text(),
  );
  return { status: response.status, answer };
};

const large = {
  model: "scripted",
  max_tokens: 128_000,
  system: ["You are an agent.", "Be brief.", "Today is a day."].map((text) => ({
    type: "text",
    text,
    ...cached,
  })),
  tools: [
    ...tools({ defer_loading: true }),
    { type: "web_search_20250305", name: "web_search", max_uses: 8 },
  ],
  thinking: { type: "adaptive" },
  output_config: { effort: "high" },
  context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
  metadata: { user_id: '{"device_id":"d","session_id":"s"}' },
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "<context/>" },
        { type: "text", text: "Read a.ts", ...cached },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I shall read.", signature: "c2ln" },
        { type: "tool_use", id: "toolu_01", name: "Read", input: { path: "a.ts" } },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_01", content: "1\tx", is_error: false }],
    },
  ],
};
const betas = {
  "anthropic-beta":
    "claude-code-20250219,context-management-2025-06-27,interleaved-thinking-2025-05-14,new-2030-01-01",
};

describe("the large coding agent", () => {
  it.each(["enabled", "adaptive", "disabled"])("is served with thinking %s", async (type) => {
    const thinking = type === "enabled" ? { type, budget_tokens: 31_999 } : { type };
    const { status, answer } = await post(
      await start(),
      "/v1/messages?beta=true",
      { ...large, thinking },
      betas,
    );
    expect([status, answer.error]).toEqual([200, undefined]);
    expect(answer.usage).toMatchObject({
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
    });
  });

  it("says hello, and counts its tokens", async () => {
    const running = await start();
    expect((await fetch(`${running.baseURL}/api/hello`, { method: "HEAD" })).status).toBe(200);
    const { max_tokens: _, metadata: __, ...body } = large;
    const { status } = await post(running, "/v1/messages/count_tokens?beta=true", body, betas);
    expect(status).toBe(200);
  });

  it("hears by name what isn't taken, so that it goes on without it", async () => {
    const running = await start();
    const named = async (body: object) => (await post(running, "/v1/messages", body)).answer.error?.message;
    expect(await named(large)).toBe("context_management: Extra inputs are not permitted");
    const { context_management: _, ...plain } = large;
    const messages = [...plain.messages, { role: "system", content: "Be quick." }];
    expect(await named({ ...plain, messages })).toContain('messages: Unexpected role "system"');
    const live = await startServer({ profile: "live", script: ["Yes."] });
    expect((await post(live, "/v1/messages", { ...plain, messages })).status).toBe(200);
    await live.close();
  });
});

describe("smaller agents", () => {
  it("mark tools and results to be cached, and ask for eager input", async () => {
    const body = {
      model: "scripted",
      max_tokens: 8192,
      thinking: { type: "enabled", budget_tokens: 1024 },
      tools: [...tools({ eager_input_streaming: true }).slice(1), { ...tools()[0], ...cached }],
      messages: [
        { role: "user", content: "Look." },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "toolu_1", name: "Read", input: { path: "a" }, ...cached }],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "toolu_1",
              content: [{ type: "text", text: "x" }],
              is_error: false,
              ...cached,
            },
          ],
        },
      ],
    };
    expect((await post(await start(), "/v1/messages", body)).status).toBe(200);
  });

  it("ask for a title beside the conversation, in two blocks, with a bearer", async () => {
    const running = await start();
    const body = (text: string) => ({
      model: "scripted",
      max_tokens: 32_000,
      stream: false,
      system: "Be brief.",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text },
            { type: "text", text: "Please." },
          ],
        },
      ],
    });
    const headers = {
      "x-api-key": "",
      authorization: `Bearer ${running.apiKey}`,
      "anthropic-version": "2026-10-21",
    };
    const both = await Promise.all(
      ["Do it.", "Title it."].map((text) => post(running, "/v1/messages", body(text), headers)),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });
});
