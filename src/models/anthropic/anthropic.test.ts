import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { collect, encodeSse, type MessagesRequest, type StreamEvent } from "../../messages/index.ts";
import { answer, use } from "../scripted.suite.ts";
import { client, guard, openModel, systemOutside } from "../index.ts";

const request: MessagesRequest = {
  model: "claude-x",
  max_tokens: 100,
  messages: [{ role: "user", content: "hi" }],
  metadata: { user_id: "u" },
  tools: [{ name: "get_time", description: "Time.", input_schema: { type: "object" } }],
};
const context = { signal: new AbortController().signal, requestId: "req_1", betas: ["a-2026", "b-2026"] };

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

let server: Server | undefined;
afterEach(() => void server?.close());

/** A service that gives the same answer to every request, and records the requests. */
async function upstream(reply: Reply | ((seen: Seen) => Reply)): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const listener = createServer((incoming, response) => {
    let body = "";
    incoming.on("data", (part) => (body += part));
    incoming.on("end", () => {
      const one = { url: incoming.url, headers: incoming.headers, body };
      seen.push(one);
      const { status = 200, headers = {}, body: text } = typeof reply === "function" ? reply(one) : reply;
      response.writeHead(status, headers).end(text);
    });
  });
  server = listener;
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, seen }; // it listens on a port
}

/** Spaces, escapes and fields that our encoder would never write. */
const wire = [
  `event: message_start\ndata: {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": [], "stop_reason": null, "stop_sequence": null, "usage": {"input_tokens": 3, "output_tokens": 1, "new_count": {"a": 1}}}}\n\n`,
  `event: ping\ndata: {"type": "ping"}\n\n`,
  `event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n`,
  `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Zo\\u00eb \\/ "}  }\n\n`,
  `event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n`,
  `event: content_block_start\ndata: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_time","input":{}}}\n\n`,
  `event: content_block_delta\ndata: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"at\\": 1.0}"}}\n\n`,
  `event: content_block_stop\ndata: {"type":"content_block_stop","index":1}\n\n`,
  `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":9}}\n\n`,
  `event: message_stop\ndata: {"type":"message_stop"}\n\n`,
];
const stream = { headers: { "content-type": "text/event-stream" }, body: wire.join("") };

describe("a client of messages", () => {
  it("asks with key, version and betas, and streams the answer", async () => {
    const { url, seen } = await upstream(stream);
    const response = await collect(client({ baseUrl: url, key: "sk-test" }).stream(request, context));
    expect(response).toMatchObject({ content: [{ text: "Zoë / " }, { name: "get_time", input: { at: 1 } }] });
    expect(seen[0]?.url).toBe("/v1/messages");
    expect(seen[0]?.headers).toMatchObject({
      "x-api-key": "sk-test",
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "a-2026,b-2026",
    });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ ...request, stream: true });
  });

  it("passes the upstream's bytes on where nothing needs to change", async () => {
    const { url } = await upstream(stream);
    const frames: (string | Uint8Array)[] = [];
    for await (const frame of encodeSse(guard(client({ baseUrl: url })).stream(request, context)))
      frames.push(frame);
    expect(frames).toEqual(wire);
  });

  it("reads an answer that isn't streamed", async () => {
    const response = answer([use("toolu_1", "get_time")]);
    const { url } = await upstream({
      headers: { "content-type": "application/json" },
      body: JSON.stringify(response),
    });
    expect(await collect(client({ baseUrl: url }).stream(request, context))).toEqual(response);
    expect(await client({ baseUrl: url }).answer?.(request, context)).toEqual(response);
  });

  it.each([
    ["http://h/", "/v1/messages"],
    ["http://h", "/v1/messages"],
    ["http://h/api/anthropic", "/api/anthropic/messages"],
    ["http://h/v1/", "/v1/messages"],
  ])("%s means %s", async (base, path) => {
    const { url, seen } = await upstream(stream);
    await collect(client({ baseUrl: base.replace("http://h", url) }).stream(request, context));
    expect(seen[0]?.url).toBe(path);
  });

  it("goes to Anthropic's own address where no other is given", async () => {
    const seen: string[] = [];
    const fetch = async (address: URL) => {
      seen.push(address.href);
      return Response.json(answer("Hi"));
    };
    const outside = { ...systemOutside, fetch };
    const model = await openModel({ provider: "anthropic", options: { models: ["claude-x"] } }, outside);
    await collect(model.stream(request, context));
    expect(seen).toEqual(["https://api.anthropic.com/v1/messages"]);
  });

  it("gives the service's errors with type, status, details and retry-after", async () => {
    const body = {
      type: "error",
      error: { type: "rate_limit_error", message: "slow down", details: { a: 1 } },
    };
    const { url } = await upstream({
      status: 429,
      headers: { "retry-after": "2" },
      body: JSON.stringify(body),
    });
    await expect(collect(client({ baseUrl: url }).stream(request, context))).rejects.toMatchObject({
      type: "rate_limit_error",
      status: 429,
      message: "slow down",
      details: { a: 1 },
      retryAfter: 2,
    });
  });

  it("never follows a redirect: the key stays at its origin", async () => {
    const elsewhere = await upstream(stream);
    const thief = server;
    const { url } = await upstream({
      status: 307,
      headers: { location: `${elsewhere.url}/v1/messages` },
      body: "",
    });
    await expect(collect(client({ baseUrl: url, key: "sk-test" }).stream(request, context))).rejects.toThrow(
      "redirects",
    );
    expect(elsewhere.seen).toEqual([]);
    thief?.close();
  });

  it("counts by the service, or estimates where it doesn't count", async () => {
    const counting = await upstream({
      headers: { "content-type": "application/json" },
      body: `{"input_tokens": 42}`,
    });
    expect(await client({ baseUrl: counting.url }).countTokens(request)).toEqual({
      input_tokens: 42,
      exact: true,
    });
    expect(counting.seen[0]?.url).toBe("/v1/messages/count_tokens");
    expect(JSON.parse(counting.seen[0]?.body ?? "")).not.toHaveProperty("max_tokens");
    server?.close();
    const { url } = await upstream({ status: 404, body: "no such page" });
    expect((await client({ baseUrl: url }).countTokens(request)).exact).toBe(false);
  });

  it("asks for the list of models once in a while", async () => {
    const { url, seen } = await upstream({
      headers: { "content-type": "application/json" },
      body: `{"data": [{"id": "claude-x", "display_name": "X"}, {"id": 7}]}`,
    });
    let now = 0;
    const model = client({
      baseUrl: url,
      clock: { now: () => now, sleep: () => new Promise(() => undefined) },
    });
    await Promise.all([model.list(), model.list()]);
    expect(await model.list()).toEqual([{ id: "claude-x", display_name: "X", context_window: 200_000 }]);
    expect(seen).toHaveLength(1);
    now = 3_600_000;
    await model.list();
    expect(seen).toHaveLength(2);
  });

  it("waits for the list of a silent service no longer than others can bear", async () => {
    const silent = createServer(() => undefined);
    server = silent;
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`; // it listens on a port
    const model = client({ baseUrl, clock: { now: () => 0, sleep: () => Promise.resolve() } });
    await expect(model.list()).rejects.toMatchObject({
      type: "timeout_error",
      message: `The model's service at ${baseUrl} is silent.`,
    });
    silent.closeAllConnections();
  });

  it("is cut off with its caller", async () => {
    const listener = createServer((_incoming, response) => {
      response.writeHead(200, stream.headers).write(wire[0]);
    });
    server = listener;
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const closed = new Promise<void>((resolve) =>
      listener.on("connection", (socket) => socket.on("close", resolve)),
    );
    const stop = new AbortController();
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`; // it listens on a port
    const events: StreamEvent[] = [];
    const pending = (async () => {
      for await (const event of client({ baseUrl: url }).stream(request, {
        ...context,
        signal: stop.signal,
      })) {
        events.push(event);
        stop.abort(new Error("gone"));
      }
    })();
    await expect(pending).rejects.toThrow();
    await closed;
    expect(events).toHaveLength(1);
  });
});
