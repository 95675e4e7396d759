import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openModel, registry, systemOutside } from "../models/index.ts";
import { hello, send } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

let server: Listening | undefined;
const services: Server[] = [];
afterEach(async () => {
  await server?.close();
  for (const service of services.splice(0)) service.close();
});

const start = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_sequence: null,
};
const text = (index: number): readonly object[] => [
  { type: "content_block_start", index, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index, delta: { type: "text_delta", text: "hi" } },
  { type: "content_block_stop", index },
];

/** Events of an answer with these blocks. */
const answer = (blocks: readonly object[], stop_reason = "end_turn", usage = {}): readonly object[] => [
  {
    type: "message_start",
    message: { ...start, stop_reason: null, usage: { input_tokens: 1, output_tokens: 1, ...usage } },
  },
  ...blocks,
  {
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 3, ...usage },
  },
  { type: "message_stop" },
];

/** A server in front of a service that answers with these events; `tested` is how it is asked. */
async function behind(provider: string, events: readonly object[], options = {}) {
  const seen: Seen[] = [];
  const service = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push({ headers: request.headers, body: JSON.parse(body) as Seen["body"] }); // the client wrote it
      response.setHeader("content-type", "text/event-stream");
      const frames = events.map(
        (event) => `event: ${Reflect.get(event, "type")}\ndata: ${JSON.stringify(event)}\n\n`,
      );
      response.end(frames.join(""));
    });
  });
  services.push(service);
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`; // it listens on a TCP port
  const model = await openModel({ provider, options: { url, models: ["m"], ...options } }, systemOutside);
  server = await listen({ model: registry([model]), profile: "spec" });
  const { url: ours } = server;
  return {
    seen,
    list: () => send(ours, { path: "/v1/models" }),
    ask: (more: object, headers: Record<string, string> = {}) =>
      send(ours, { headers, body: { ...hello, model: "m", ...more } }),
  };
}

const novel: Readonly<Record<string, object>> = {
  "a field": { novelty: { level: 3 } },
  "a field of a known object": { output_config: { novelty: 1 } },
  "a block": { messages: [{ role: "user", content: [{ type: "hologram", data: "x" }] }] },
  "a field of a block": { messages: [{ role: "user", content: [{ type: "text", text: "x", novelty: 1 }] }] },
  "a tool of the service": { tools: [{ type: "novel_20270101", name: "novel", size: 2 }] },
  "a way to think": { thinking: { type: "novel", depth: 2 } },
};

describe("to an upstream that speaks the messages protocol", () => {
  it.each(Object.keys(novel))("%s that isn't known here goes on unchanged", async (name) => {
    const { ask, seen } = await behind("anthropic", answer(text(0)), { retries: 1, aliases: { a: "m" } });
    for (const stream of [true, false]) expect((await ask({ ...novel[name], stream })).status).toBe(200);
    for (const { body } of seen) expect(body).toMatchObject(novel[name] ?? {});
    expect(seen).toHaveLength(2);
  });

  it("betas that aren't known here go on", async () => {
    const { ask, seen } = await behind("anthropic", answer(text(0)));
    await ask({}, { "anthropic-beta": "novel-2027-01-01" });
    expect(seen[0]?.headers["anthropic-beta"]).toBe("novel-2027-01-01");
  });

  it("what is known here is still checked", async () => {
    const { ask, seen } = await behind("anthropic", answer(text(0)));
    for (const wrong of [{ max_tokens: 0 }, { temperature: 9 }, { thinking: { type: 5 } }, { tools: {} }])
      expect((await ask({ ...novel["a field"], ...wrong })).status).toBe(400);
    expect(seen).toEqual([]);
  });

  it("no unknown field holds an address, which a gateway behind could send the request to", async () => {
    const { ask, seen } = await behind("anthropic", answer(text(0)));
    for (const field of [{ api_base: "https://x.example" }, { novelty: { deep: ["http://x.example/v1"] } }])
      expect((await ask(field)).body.error?.message).toContain("Extra inputs are not permitted");
    expect(seen).toEqual([]);
  });

  it("no more than 256 fields pass on", async () => {
    const { ask, seen } = await behind("anthropic", answer(text(0)));
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, i]));
    const own = Object.keys({ ...hello, model: "m" }).length;
    expect((await ask(many(256 - own))).status).toBe(200);
    const refused = await ask(many(257 - own));
    expect([refused.status, refused.body.error?.message]).toEqual([
      400,
      "Input has 257 fields; at most 256 pass on",
    ]);
    expect(seen).toHaveLength(1);
  });

  it("blocks, deltas, stop reasons and usage that aren't known here come back unchanged", async () => {
    const block = { type: "hologram", data: "x", size: 1 };
    const events = answer(
      [
        ...text(0),
        { type: "content_block_start", index: 1, content_block: block },
        { type: "content_block_delta", index: 1, delta: { type: "hologram_delta", data: "y", size: 2 } },
        { type: "content_block_stop", index: 1 },
      ],
      "novel_reason",
      { novel_tokens: 7 },
    );
    const { ask } = await behind("anthropic", events);
    const streamed = await ask({ stream: true });
    expect(streamed.text).toBe(
      events
        .map((event) => `event: ${Reflect.get(event, "type")}\ndata: ${JSON.stringify(event)}\n\n`)
        .join(""),
    );
    expect((await ask({ stream: false })).body).toMatchObject({
      content: [{ text: "hi" }, { type: "hologram", data: "xy", size: 2 }],
      stop_reason: "novel_reason",
      usage: { novel_tokens: 7 },
    });
  });

  it("events of unknown types are skipped, whole and streamed", async () => {
    const { ask } = await behind("anthropic", [{ type: "novel_event", size: 1 }, ...answer(text(0))]);
    const whole = await ask({});
    expect([whole.status, whole.body]).toMatchObject([200, { content: [{ type: "text", text: "hi" }] }]);
    const streamed = await ask({ stream: true });
    expect(streamed.text).toMatch(/^event: message_start\n/);
    expect(streamed.text).not.toContain("novel");
  });

  it("a stop reason that isn't known here stays, also behind a call", async () => {
    const call = { type: "tool_use", id: "toolu_1", name: "look", input: {} };
    const events = answer(
      [
        { type: "content_block_start", index: 0, content_block: call },
        { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
        { type: "content_block_stop", index: 0 },
      ],
      "novel_reason",
    );
    const { ask, seen } = await behind("anthropic", events);
    const tools = [{ name: "look", description: "Looks.", input_schema: { type: "object" } }];
    expect((await ask({ tools })).body).toMatchObject({ content: [call], stop_reason: "novel_reason" });
    expect(seen).toHaveLength(1);
  });
});

describe.each([
  ["openai", "m"],
  ["builtin", "builtin"],
])("%s", (provider, model) => {
  it.each(Object.keys(novel))("doesn't get %s that isn't known here", async (name) => {
    const { ask, seen } = await behind(provider, []);
    expect((await ask({ ...novel[name], model })).status).toBe(400);
    expect(seen).toEqual([]);
  });
});

it.each(["anthropic", "openai"])(
  "an upstream of %s gets its configured headers, and is listed with its aliases and context window",
  async (provider) => {
    const options = { headers: { "x-shop": "7" }, context_window: 4321, aliases: { fast: "m" } };
    const { ask, list, seen } = await behind(provider, answer(text(0)), options);
    await ask({ model: "fast" });
    expect(seen[0]).toMatchObject({ headers: { "x-shop": "7" }, body: { model: "m" } });
    expect((await list()).body).toMatchObject({
      data: [
        { id: "m", max_input_tokens: 4321 },
        { id: "fast", max_input_tokens: 4321 },
      ],
    });
  },
);
