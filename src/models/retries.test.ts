import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { collect, eventsOf, frame, type MessagesRequest } from "../messages/index.ts";
import { openModel, systemOutside, type CallContext, type Model } from "./index.ts";
import { answer } from "./scripted.suite.ts";
import { answerOf } from "./whole.ts";

const services: Server[] = [];
afterEach(() => {
  for (const service of services.splice(0)) {
    service.closeAllConnections();
    service.close();
  }
});

const request: MessagesRequest = {
  model: "m",
  max_tokens: 10,
  messages: [{ role: "user", content: "hi" }],
};
const texts = [...eventsOf(answer("Hello."))].map(frame);
const chat = [
  { choices: [{ delta: { content: "Hello." }, finish_reason: null }] },
  { choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 10, completion_tokens: 5 } },
].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
const whole: Readonly<Record<string, readonly string[]>> = { anthropic: texts, openai: chat };

type Respond = (...args: Parameters<RequestListener>) => void;
const fails =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (_asked, response) =>
    void response.writeHead(status, headers).end(JSON.stringify({ error: { message: "no" } }));
const streams =
  (parts: readonly string[], headers: Record<string, string> = {}): Respond =>
  (_asked, response) =>
    void response.writeHead(200, { "content-type": "text/event-stream", ...headers }).end(parts.join(""));
const breaks =
  (parts: readonly string[]): Respond =>
  (_asked, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(parts.join(""), () => response.destroy());
  };

/** A service that responds in turn, and a model that uses it; waits end at once and are recorded. */
async function open(provider: string, responds: readonly Respond[], more = {}) {
  let requestCount = 0;
  const service = createServer((incoming, response) => {
    incoming.resume();
    (responds[requestCount++] ?? fails(500))(incoming, response);
  });
  services.push(service);
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`; // it listens on a port
  const waits: number[] = [];
  const events: string[] = [];
  const headers: Record<string, string> = {};
  const clock = { now: () => 0, sleep: async (milliseconds: number) => void waits.push(milliseconds) };
  const options = JSON.parse(JSON.stringify({ url, models: ["m"], retries: 2, ...more }));
  const model = await openModel({ provider, options }, { ...systemOutside, clock, random: () => 0 });
  const context: CallContext = {
    signal: new AbortController().signal,
    requestId: "req_1",
    count: (event) => void events.push(event),
    header: (name, value) => void (headers[name] = value),
  };
  return { model, context, waits, events, headers, asked: () => requestCount };
}

const ways: Readonly<Record<string, (model: Model, context: CallContext) => Promise<unknown>>> = {
  streamed: (model, context) => collect(model.stream(request, context)),
  whole: (model, context) => answerOf(model, request, context),
};

describe.each(["anthropic", "openai"])("an upstream of %s with retries", (provider) => {
  const good = whole[provider] ?? [];

  it.each(Object.keys(ways))("is asked again after failures that may pass (%s)", async (way) => {
    const at = await open(provider, [fails(500), fails(429, { "retry-after": "7" }), streams(good)]);
    expect(await ways[way]?.(at.model, at.context)).toMatchObject({ content: [{ text: "Hello." }] });
    expect(at.waits).toEqual([500, 7000]);
    expect(at.events).toEqual(["retried", "retried"]);
  });

  it.each([408, 409, 429, 500, 502, 503, 529])(
    "is asked again after %i, after half a second and then twice as long",
    async (status) => {
      const at = await open(provider, [fails(status), fails(status), streams(good)]);
      await collect(at.model.stream(request, at.context));
      expect(at.waits).toEqual([500, 1000]);
    },
  );

  it("is asked again where the connection breaks before the first event", async () => {
    const at = await open(provider, [breaks([": nothing yet\n\n"]), streams(good)]);
    await collect(at.model.stream(request, at.context));
    expect(at.asked()).toBe(2);
  });

  it("is asked again where it takes no connection, or breaks a whole answer", async () => {
    const gone: Respond = ({ socket }) => socket.destroy();
    const at = await open(provider, [gone, breaks(good.slice(0, 1)), streams(good)]);
    expect(await ways["whole"]?.(at.model, at.context)).toMatchObject({ content: [{ text: "Hello." }] });
    expect(at.asked()).toBe(3);
  });

  it("keeps a stream whose first event is out", async () => {
    const at = await open(provider, [breaks(good.slice(0, 1)), streams(good)]);
    await expect(collect(at.model.stream(request, at.context))).rejects.toMatchObject({ type: "api_error" });
    expect([at.asked(), at.events]).toEqual([1, []]);
  });

  it("gives up after the last retry, with the service's own error", async () => {
    const at = await open(provider, [fails(529), fails(529), fails(529), streams(good)]);
    await expect(collect(at.model.stream(request, at.context))).rejects.toMatchObject({ status: 529 });
    expect(at.asked()).toBe(3);
  });

  it.each<readonly [string, Respond]>([
    ["a wrong request", fails(400)],
    ["a refused key", fails(401)],
    ["a service that says so", fails(500, { "x-should-retry": "false" })],
    ["a timeout of the service", fails(504)],
  ])("isn't asked again after %s", async (_what, respond) => {
    const at = await open(provider, [respond, streams(good)]);
    await expect(collect(at.model.stream(request, at.context))).rejects.toThrow();
    expect([at.asked(), at.waits]).toEqual([1, []]);
  });

  it("is asked again after a minute, and after a longer pause by its client", async () => {
    const after = (seconds: number) => fails(429, { "retry-after": String(seconds) });
    const at = await open(provider, [after(60), after(61), streams(good)]);
    await expect(collect(at.model.stream(request, at.context))).rejects.toMatchObject({ retryAfter: 61 });
    expect([at.asked(), at.waits]).toEqual([2, [60_000]]);
  });

  it("isn't asked again where it may still be at work", async () => {
    const silent: Respond = () => undefined;
    const at = await open(provider, [silent, streams(good)], { timeouts: { first_byte: 0.2 } });
    await expect(collect(at.model.stream(request, at.context))).rejects.toMatchObject({
      type: "timeout_error",
    });
    expect(at.asked()).toBe(1);
  });

  it("shows the client the headers of the answer that it gets", async () => {
    const failing = `event: error\ndata: ${JSON.stringify({ type: "error", error: { type: "overloaded_error", message: "busy" } })}\n\n`;
    const at = await open(provider, [
      streams([failing], { "request-id": "req_first" }),
      streams(good, { "request-id": "req_second" }),
    ]);
    await collect(at.model.stream(request, at.context));
    expect(at.headers).toEqual({ "antiphon-upstream-request-id": "req_second" });
  });
});

it.each(Object.keys(whole))("an upstream of %s without retries is asked once", async (provider) => {
  const at = await open(provider, [fails(500), streams(texts)], { retries: undefined });
  await expect(collect(at.model.stream(request, at.context))).rejects.toThrow();
  expect(at.asked()).toBe(1);
});

it.each([-1, 11, 1.5])("an upstream can't have %d retries", async (retries) => {
  await expect(open("anthropic", [], { retries })).rejects.toThrow(
    "retries must be a whole number from 0 to 10",
  );
});
