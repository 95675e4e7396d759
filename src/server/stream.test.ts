import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../lib/until.suite.ts";
import {
  ApiError,
  collect,
  decodeSse,
  eventsOf,
  type MessagesResponse,
  type StreamEvent,
} from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import { hello, modelSaying, send } from "./http.suite.ts";
import { listen, type Limits, type Listening } from "./index.ts";

const answer: MessagesResponse = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "one two" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};
const events = [...eventsOf(answer)];
const streaming = { ...hello, stream: true };
const errors: unknown[] = [];
let server: Listening | undefined;
afterEach(async () => {
  errors.length = 0;
  await server?.close();
});
const start = async (model: Model, limits: Partial<Limits> = {}): Promise<URL> => {
  const onError = (error: unknown) => errors.push(error);
  server = await listen({ model, profile: "spec", limits: { grace: 200, ...limits }, onError });
  return server.url;
};
async function* endless(piece: string): AsyncGenerator<StreamEvent> {
  yield* events.slice(0, 2);
  for (;;) {
    await sleep(1);
    yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } };
  }
}

describe("a stream", () => {
  it("is the answer, in frames", async () => {
    const url = await start(modelSaying(() => events));
    const streamed = await send(url, { body: streaming });
    expect(streamed.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(streamed.text).toMatch(/^event: message_start\ndata: \{"type":"message_start".*\n\n/);
    expect(streamed.text.endsWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')).toBe(true);
    const collected = await collect(decodeSse(ReadableStream.from([Buffer.from(streamed.text)])));
    expect(collected).toEqual((await send(url, { body: hello })).body);
  });

  it("carries pings while the model is silent", async () => {
    const model = modelSaying(async function* () {
      yield* events.slice(0, 2);
      for (let i = 0; i < 100; i++) await sleep(3); // many turns of the event loop, in case it is blocked
      yield* events.slice(2);
    });
    const { text } = await send(await start(model, { heartbeat: 50 }), { body: streaming });
    expect(text.split("event: ping\n").length).toBeGreaterThan(2);
    expect(await collect(decodeSse(ReadableStream.from([Buffer.from(text)])))).toEqual(answer);
  });

  it("fails with its own status before the first event", async () => {
    const url = await start(
      modelSaying(() => {
        throw new ApiError("overloaded_error", "Overloaded", { retryAfter: 3 });
      }),
    );
    for (const body of [hello, streaming]) {
      const { status, headers, body: error } = await send(url, { body });
      expect([status, headers["retry-after"], headers["x-should-retry"]]).toEqual([529, "3", "true"]);
      expect(error.error).toEqual({ type: "overloaded_error", message: "Overloaded" });
    }
  });

  it("fails with an error event after it", async () => {
    const url = await start(
      modelSaying(async function* () {
        yield* events.slice(0, 3);
        await sleep(5);
        throw new Error("a secret cause");
      }),
    );
    const { status, text, headers } = await send(url, { body: streaming });
    expect(status).toBe(200);
    const last = text.trimEnd().split("\n\n").at(-1);
    expect(last).toBe(
      `event: error\ndata: {"type":"error","error":{"type":"api_error","message":"Internal server error"},"request_id":"${headers["request-id"]}"}`,
    );
    expect(errors).toEqual([expect.objectContaining({ message: "a secret cause" })]);
  });

  it("is cancelled when its client goes", async () => {
    const model = modelSaying(() => endless("x"));
    const url = await start(model);
    const call = request({ host: url.hostname, port: url.port, path: "/v1/messages", method: "POST" });
    call.setHeader("content-type", "application/json");
    call.on("error", () => undefined);
    call.on("response", (response) => response.once("data", () => call.destroy()));
    call.end(JSON.stringify(streaming));
    await until(() => model.calls[0]?.signal.aborted ?? false);
  });

  it("is no failure of ours where a model ends because its client went", async () => {
    const model: ReturnType<typeof modelSaying> = modelSaying(async function* () {
      await until(() => model.calls[0]?.signal.aborted ?? false);
      yield* events.slice(0, 1);
      throw model.calls[0]?.signal.reason;
    });
    const url = await start(model);
    const call = request({ host: url.hostname, port: url.port, path: "/v1/messages", method: "POST" });
    call.setHeader("content-type", "application/json");
    call.on("error", () => undefined);
    call.end(JSON.stringify(hello));
    await until(() => model.calls.length === 1);
    call.destroy();
    await until(() => model.calls[0]?.signal.aborted ?? false);
    await sleep(50);
    expect(errors).toEqual([]);
  });

  it("is dropped when its client doesn't read, at bounded cost", async () => {
    let sent = 0;
    const model = modelSaying(async function* () {
      for await (const event of endless("x".repeat(1 << 20))) {
        sent++;
        yield event;
      }
    });
    const url = await start(model, { stall: 150 });
    const call = request({ host: url.hostname, port: url.port, path: "/v1/messages", method: "POST" });
    call.setHeader("content-type", "application/json");
    call.on("error", () => undefined);
    call.on("response", (response) => {
      response.on("error", () => undefined);
      response.pause();
    });
    call.end(JSON.stringify(streaming));
    await until(() => model.calls[0]?.signal.aborted ?? false);
    expect(sent).toBeLessThan(64);
    call.destroy();
  });

  it("leaves no connection behind that keeps a closing server waiting", { timeout: 10_000 }, async () => {
    const slow = modelSaying(async function* () {
      for (const event of events) yield await sleep(20, event);
    });
    const url = await start(slow, { grace: 600_000, keepAliveTimeout: 600_000 });
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(streaming);
    const answered = await fetch(new URL("/v1/messages", url), { method: "POST", headers, body }); // keeps the connection alive
    const closing = server?.close();
    expect(await answered.text()).toContain("message_stop");
    await closing; // otherwise the test's timeout ends it
  });

  it("is finished before a server that closes ends, or aborted after its grace", async () => {
    const slow = modelSaying(async function* () {
      yield* events.slice(0, 3);
      await sleep(100);
      yield* events.slice(3);
    });
    const url = await start(slow, { grace: 30_000 });
    const finishing = send(url, { body: streaming });
    await until(() => slow.calls.length === 1);
    await server?.close();
    expect((await finishing).text).toContain("event: message_stop");

    const never = modelSaying(() => endless("x"));
    const cut = send(await start(never, { grace: 50 }), { body: streaming });
    await until(() => never.calls.length === 1);
    await server?.close();
    const end = (await cut).text.split("\n\n").at(-2) ?? "";
    expect(end).toMatch(/^event: error\ndata: .*"overloaded_error"/);
    expect(never.calls[0]?.signal.aborted).toBe(true);
  });

  it("that hasn't begun when it is cut has a status to be tried again", async () => {
    const silent = modelSaying(async function* (_, { signal }) {
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      yield* events;
    });
    const url = await start(silent, { grace: 50 });
    const cut = [send(url, { body: streaming }), send(url, { body: hello })];
    await until(() => silent.calls.length === 2);
    await server?.close();
    for (const { status, body, headers } of await Promise.all(cut))
      expect([status, body.error?.type, headers["x-should-retry"]]).toEqual([
        529,
        "overloaded_error",
        "true",
      ]);
  });

  it("is taken yet while a server that closes isn't ready, and refused afterwards", async () => {
    const url = await start(
      modelSaying(() => events),
      { unready: 500, grace: 30_000 },
    );
    const ready = async (): Promise<number> => (await fetch(new URL("/readyz", url))).status;
    expect(await ready()).toBe(200);
    const closing = server?.close();
    expect(await ready()).toBe(503);
    expect((await fetch(new URL("/healthz", url))).status).toBe(200);
    expect((await send(url, { body: streaming })).text).toContain("message_stop");
    await closing;
    await expect(ready()).rejects.toThrow();
  });
});

describe("a failure inside", () => {
  it("is answered with an id and told to the operator only", async () => {
    const url = await start(
      modelSaying(() => {
        throw new TypeError("a secret cause");
      }),
    );
    const { status, body, headers, text } = await send(url, { body: hello });
    expect([status, body.error?.type]).toEqual([500, "api_error"]);
    expect(body["request_id"]).toBe(headers["request-id"]);
    expect(text).not.toContain("secret");
    expect(errors).toEqual([expect.any(TypeError)]);
  });
});
