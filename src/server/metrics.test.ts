import { afterEach, describe, expect, it } from "vitest";
import { eventsOf } from "../messages/index.ts";
import { guard } from "../models/index.ts";
import { hello, modelSaying, send } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";

const model = modelSaying(() =>
  eventsOf({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: 'm"\n\\',
    content: [{ type: "text", text: "hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 7, output_tokens: 2 },
  }),
);
let server: Listening | undefined;
afterEach(() => server?.close());
const read = async ({ url }: Listening) => (await send(url, { path: "/metrics" })).text.split("\n");

describe("GET /metrics", () => {
  it("counts requests by route and status, their time, and the tokens of whole and streamed answers", async () => {
    server = await listen({ model, profile: "spec" });
    await send(server.url, { body: { ...hello, model: 'm"\n\\' } });
    await send(server.url, { body: { ...hello, model: 'm"\n\\', stream: true } });
    await send(server.url, { body: {} });
    await send(server.url, { path: "/nowhere/secret" });
    const lines = await read(server);
    expect(lines).toEqual(
      expect.arrayContaining([
        'antiphon_requests_total{route="/v1/messages",status="200"} 2',
        'antiphon_requests_total{route="/v1/messages",status="400"} 1',
        'antiphon_requests_total{route="none",status="404"} 1',
        "antiphon_requests_open 1", // the request itself
        'antiphon_request_duration_seconds_bucket{route="/v1/messages",le="+Inf"} 3',
        'antiphon_request_duration_seconds_count{route="/v1/messages"} 3',
        'antiphon_tokens_total{model="m\\"\\n\\\\",direction="input"} 14',
        'antiphon_tokens_total{model="m\\"\\n\\\\",direction="output"} 4',
      ]),
    );
    expect(lines.join("\n")).not.toContain("secret");
  });

  it("is in the text format: one HELP and TYPE a family, then its samples", async () => {
    server = await listen({ model, profile: "spec" });
    await send(server.url, { body: hello });
    const sample = /^[a-z_]+(\{([a-z]+="([^"\\\n]|\\["\\n])*",?)+\})? \d+(\.\d+)?$/;
    for (const line of (await read(server)).filter((text) => text !== "" && !text.startsWith("# ")))
      expect(line).toMatch(sample);
  });

  it("takes any number of models, and names a bounded part of them", async () => {
    server = await listen({
      model: modelSaying((request) =>
        eventsOf({
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: request.model,
          content: [{ type: "text", text: "hi" }],
          stop_reason: "end_turn",
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        }),
      ),
      profile: "spec",
    });
    for (let i = 0; i < 230; i++) await send(server.url, { body: { ...hello, model: `m${i}` } });
    const tokens = (await read(server)).filter((line) => /^antiphon_tokens_total.*input/.test(line));
    expect(tokens).toHaveLength(201);
    expect(tokens).toContain('antiphon_tokens_total{model="other",direction="input"} 30');
  });

  it("counts how often a model was asked again", async () => {
    const wrong = modelSaying(() =>
      eventsOf({
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [{ type: "tool_use", id: "toolu_1", name: "nothing_like_it", input: {} }],
        stop_reason: "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      }),
    );
    server = await listen({ model: guard(wrong), profile: "spec" });
    const tools = [{ name: "look", description: "Looks.", input_schema: { type: "object" } }];
    for (const stream of [false, true])
      await send(server.url, { body: { ...hello, model: "m", tools, stream } });
    expect(await read(server)).toContain('antiphon_asked_again_total{model="m"} 2');
  });
});
