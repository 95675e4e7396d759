import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { openGateway, openRoutes, routed } from "../gateway/index.ts";
import { systemClock } from "../lib/index.ts";
import { eventsOf, frame, type MessagesResponse } from "../messages/index.ts";
import { openModel, registry, systemOutside } from "../models/index.ts";
import { hello, send } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";

const answer: MessagesResponse = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "hi" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const callers = "canary-of-the-caller-0123456789";
const operators = "canary-of-the-operator-9876543210";

let server: Listening | undefined;
const services: Server[] = [];
afterEach(async () => {
  await server?.close();
  for (const service of services.splice(0)) service.close();
});

/** A service that records request headers, and fails a number of times before it answers. */
async function service(
  messagesResponse = answer,
  failures = 0,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const upstreamServer = createServer((request, response) => {
    seen.push(request.headers);
    request.resume();
    if (seen.length <= failures) return void response.writeHead(503, { "retry-after-ms": "1" }).end();
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    response.end([...eventsOf(messagesResponse)].map(frame).join(""));
  });
  services.push(upstreamServer);
  await new Promise<void>((resolve) => upstreamServer.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(upstreamServer.address() as AddressInfo).port}`, seen }; // it listens on a TCP port
}

async function opened() {
  const [ours, elsewhere] = [await service(), await service()];
  const options = { url: ours.url, key: operators, models: ["m"] };
  const model = registry([await openModel({ provider: "anthropic", options }, systemOutside)]);
  server = await listen({ model, profile: "spec", keys: [callers] });
  return { url: server.url, ours, elsewhere };
}

it("callers can't choose the service that is asked, nor see or lend its key", async () => {
  const { url, ours, elsewhere } = await opened();
  const names = [
    "x-portkey-custom-host",
    "x-portkey-config",
    "x-upstream",
    "x-forwarded-host",
    "x-target-url",
  ];
  const headers = Object.fromEntries(
    [...names, "forwarded", "x-api-base"].map((name) => [name, elsewhere.url]),
  );
  const answered = await send(url, { headers: { ...headers, "x-api-key": callers }, body: hello });
  expect(answered.status).toBe(200);
  expect(elsewhere.seen).toEqual([]);
  expect(ours.seen).toMatchObject([{ "x-api-key": operators }]);
  expect(JSON.stringify(ours.seen)).not.toContain(callers.slice(0, 8 + "canary-of-the-".length));
  expect(JSON.stringify([answered.headers, answered.text])).not.toContain(operators.slice(0, 22));
  expect(JSON.stringify(ours.seen)).not.toContain(elsewhere.url);
});

it.each(["api_base", "base_url", "url", "custom_host", "upstream"])(
  "a body can't name one as %s",
  async (name) => {
    const { url, ours, elsewhere } = await opened();
    const headers = { "x-api-key": callers };
    const { status, body } = await send(url, { headers, body: { ...hello, [name]: elsewhere.url } });
    expect([status, body.error?.message]).toEqual([400, `${name}: Extra inputs are not permitted`]);
    expect([...ours.seen, ...elsewhere.seen]).toEqual([]);
  },
);

it("the model's name is a name, never an address", async () => {
  const { url, elsewhere } = await opened();
  const headers = { "x-api-key": callers };
  for (const model of [elsewhere.url, `m@${elsewhere.url}`, "../m", "m?x=1"])
    expect((await send(url, { headers, body: { ...hello, model } })).status).toBe(404);
  expect(elsewhere.seen).toEqual([]);
});

it("an upstream's rate limits reach the client, unless the gateway states its own", async () => {
  const ours = await service(answer, 0, {
    "anthropic-ratelimit-requests-limit": "900",
    "x-ratelimit-limit-tokens": "800",
  });
  const options = { url: ours.url, models: ["m"] };
  const model = registry([await openModel({ provider: "anthropic", options }, systemOutside)]);
  const limits = [{ subject: "all", measure: "requests_per_minute", amount: 3 }] as const;
  const gateway = await openGateway({ store: ":memory:", clock: systemClock, limits });
  server = await listen({ model, profile: "spec", gateway, isOpen: async () => true });
  const { status, headers } = await send(server.url, { body: { ...hello, model: "m" } });
  await gateway.close();
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "anthropic-ratelimit-requests-limit": "3",
    "x-ratelimit-limit-tokens": "800",
  });
});

it("a route asks its next target once an upstream's retries are used up", async () => {
  const [failing, other] = [await service(answer, 9), await service()];
  const open = ({ url }: { readonly url: string }, retries: number) =>
    openModel({ provider: "anthropic", options: { url, models: ["m"], retries } }, systemOutside);
  const upstreams = new Map([
    ["a", await open(failing, 1)],
    ["b", await open(other, 0)],
  ]);
  const targets = [...upstreams.keys()].map((upstream) => ({ upstream, model: "m" }));
  const { now } = systemClock;
  const text = JSON.stringify({ upstreams: { a: "builtin", b: "builtin" }, routes: { fast: { targets } } });
  const { routes = {} } = await readConfig(text, "antiphon.yaml");
  const table = openRoutes({ routes, upstreams, now, random: () => 0 });
  server = await listen({ model: routed(registry([]), table), profile: "spec" });
  expect((await send(server.url, { body: { ...hello, model: "fast" } })).status).toBe(200);
  expect([failing.seen.length, other.seen.length]).toEqual([2, 1]);
});

const tools = [{ name: "look", description: "Looks.", input_schema: { type: "object", required: ["at"] } }];
const invalid: MessagesResponse = {
  ...answer,
  content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }],
  stop_reason: "tool_use",
};

it("an invalid call is refused by default, once asked again, and not to be retried", async () => {
  const ours = await service(invalid);
  const options = { url: ours.url, models: ["m"], retries: 1 };
  const model = registry([await openModel({ provider: "anthropic", options }, systemOutside)]);
  server = await listen({ model, profile: "spec" });
  const { status, headers, body } = await send(server.url, { body: { ...hello, model: "m", tools } });
  expect([status, headers["x-should-retry"], ours.seen.length]).toEqual([500, "false", 2]);
  expect(body.error?.details).toMatchObject({ usage: { input_tokens: 2, output_tokens: 2 } });
});

it("retries and invalid calls of an upstream are its operator's to allow, and are counted", async () => {
  const ours = await service(invalid, 1);
  const options = { url: ours.url, models: ["m"], retries: 1, invalid_calls: "pass_on" };
  const model = registry([await openModel({ provider: "anthropic", options }, systemOutside)]);
  server = await listen({ model, profile: "spec" });
  const whole = await send(server.url, { body: { ...hello, model: "m", tools } });
  expect(whole.body).toMatchObject({ content: invalid.content, stop_reason: "tool_use" });
  expect(whole.headers["antiphon-invalid-calls"]).toBe("toolu_1");
  const streamed = await send(server.url, { body: { ...hello, model: "m", tools, stream: true } });
  expect(streamed.headers["antiphon-invalid-calls"]).toBe("possible");
  const metrics = await (await fetch(new URL("/metrics", server.url))).text();
  expect(metrics).toContain('antiphon_upstream_retries_total{model="m"} 1\n');
  expect(metrics).toContain('antiphon_invalid_calls_total{model="m"} 2\n');
  expect(ours.seen).toHaveLength(3);
});
