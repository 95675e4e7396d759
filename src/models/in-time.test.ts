import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { collect, eventsOf, frame, type MessagesRequest } from "../messages/index.ts";
import { openModel, systemOutside, type Trace } from "./index.ts";
import { answer } from "./scripted.suite.ts";

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
const context = { signal: new AbortController().signal, requestId: "req_1" };
const texts = [...eventsOf(answer("Hello."))].map(frame);

async function open(provider: string, respond: RequestListener, timeouts = {}) {
  const service = createServer(respond);
  services.push(service);
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`; // it listens on a port
  const options = { url, models: ["m"], timeouts };
  return openModel({ provider, options }, systemOutside);
}

it.each(["anthropic", "openai"])("a silent service of %s holds nobody", async (provider) => {
  const closed = Promise.withResolvers<void>();
  const silent: RequestListener = (_asked, response) => void response.on("close", closed.resolve);
  const model = await open(provider, silent, { first_byte: 0.3 });
  await expect(collect(model.stream(request, context))).rejects.toMatchObject({
    type: "timeout_error",
    status: 504,
    retry: true,
    message: expect.stringContaining("sent nothing for 0.3 s") as string,
  });
  await closed.promise;
});

it("neither does one that falls silent within its answer", async () => {
  const model = await open(
    "anthropic",
    (_asked, response) => {
      response.setHeader("content-type", "text/event-stream");
      response.write(texts[0]);
    },
    { idle: 0.3 },
  );
  await expect(collect(model.stream(request, context))).rejects.toMatchObject({ type: "timeout_error" });
});

it("neither does one whose answer has no end", async () => {
  const closed = Promise.withResolvers<void>();
  const model = await open(
    "anthropic",
    (_asked, response) => {
      response.setHeader("content-type", "text/event-stream");
      for (const text of texts.slice(0, 3)) response.write(text);
      const more = setInterval(() => response.write(texts[2]), 20);
      response.on("close", () => {
        clearInterval(more);
        closed.resolve();
      });
    },
    { total: 0.4 },
  );
  await expect(collect(model.stream(request, context))).rejects.toMatchObject({
    type: "timeout_error",
    message: expect.stringContaining("took more than 0.4 s") as string,
  });
  await closed.promise;
});

it.each(["anthropic", "openai"])(
  "what %s says of limits and the request's id reaches the client",
  async (provider) => {
    const headers: Record<string, string> = {};
    const header = (name: string, value: string): void => void (headers[name] = value);
    const limits = {
      "anthropic-ratelimit-requests-remaining": "41",
      "x-ratelimit-remaining-tokens": "900",
    };
    const model = await open(provider, (_asked, response) => {
      response.writeHead(200, {
        "content-type": "text/event-stream",
        "request-id": "req_up",
        ...limits,
        "set-cookie": "a=b",
      });
      response.end();
    });
    const trace: Trace = { upstream: null, attempts: 1 };
    await collect(model.stream(request, { ...context, header, trace })).catch(() => undefined); // nothing more arrives
    expect(headers).toEqual({ ...limits, "antiphon-upstream-request-id": "req_up" });
    expect(trace.upstreamRequestId).toBe("req_up");
  },
);

it.each(["anthropic", "openai"])("the id that %s gave a request it refused is recorded", async (provider) => {
  const model = await open(provider, (_asked, response) => {
    response.writeHead(500, { "x-request-id": `req_${"9".repeat(500)}` });
    response.end();
  });
  const trace: Trace = { upstream: null, attempts: 1, upstreamRequestId: "before" };
  await expect(collect(model.stream(request, { ...context, trace }))).rejects.toMatchObject({ status: 500 });
  expect(trace.upstreamRequestId).toBe(`req_${"9".repeat(196)}`);
  await expect(
    collect(model.stream(request, { ...context, trace, signal: AbortSignal.abort() })),
  ).rejects.toThrow(/abort/i);
  expect(trace.upstreamRequestId).toBeUndefined();
});

it("a client that reads slowly isn't the service's silence", async () => {
  const model = await open(
    "anthropic",
    (_asked, response) => {
      response.setHeader("content-type", "text/event-stream");
      response.write(texts[0]);
      setTimeout(() => response.end(texts.slice(1).join("")), 50);
    },
    { idle: 1 },
  );
  let count = 0;
  for await (const _event of model.stream(request, context)) if (count++ === 0) await sleep(2500);
  expect(count).toBe(texts.length);
});

it.each([
  [{ "retry-after": "7" }, 7],
  [{ "retry-after-ms": "1500", "retry-after": "9" }, 1.5],
  [{ "retry-after": "Sat, 28 Nov 2026 10:00:30 GMT", date: "Sat, 28 Nov 2026 10:00:00 GMT" }, 30],
  [{ "retry-after": "soon" }, undefined],
])("reads %j as %s seconds", async (headers, seconds) => {
  const model = await open("openai", (_asked, response) => {
    response.writeHead(429, headers).end(JSON.stringify({ error: { message: "slow down" } }));
  });
  await expect(collect(model.stream(request, context))).rejects.toMatchObject({
    type: "rate_limit_error",
    retryAfter: seconds,
  });
});

it.each(
  ["anthropic", "openai"].flatMap((provider) => [401, 402, 403].map((status) => [provider, status] as const)),
)("a key that %s refuses with %i isn't tried again", async (provider, status) => {
  const model = await open(provider, (_asked, response) => {
    response.writeHead(status).end(JSON.stringify({ error: { message: "bad key" } }));
  });
  await expect(collect(model.stream(request, context))).rejects.toMatchObject({ retry: false });
});

it.each([{ first_byte: 0 }, { idle: "5" }, { idel: 3 }, 5])("refuses timeouts of %j", async (timeouts) => {
  const options = { url: "http://127.0.0.1:1", timeouts };
  await expect(openModel({ provider: "openai", options }, systemOutside)).rejects.toThrow("timeouts");
});
