import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateway, type Gateway } from "../gateway/index.ts";
import { systemClock } from "../lib/index.ts";
import { eventsOf, type AnswerBlock } from "../messages/index.ts";
import { listen, type Listening } from "../server/index.ts";
import { send, modelSaying } from "../server/http.suite.ts";
import { loopRoutes, startWork, type Workers } from "./index.ts";

const model = modelSaying(({ messages }) => {
  const call: AnswerBlock = { type: "tool_use", id: "toolu_1", name: "mcp__clock__now", input: {} };
  const calls = messages.length === 1;
  return eventsOf({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: calls ? [call] : [{ type: "text", text: "noon" }],
    stop_reason: calls ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
});
let folder: string;
let gateway: Gateway;
let server: Listening;
let workers: Workers;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-loops-"));
  gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock });
  const { loops: journal } = gateway;
  server = await listen({
    model,
    profile: "spec",
    gateway,
    adminKeys: ["canary-admin-0123456789"],
    routes(servedModel) {
      workers = startWork({
        journal,
        model: servedModel,
        parallel: 2,
        interval: 20,
        permission: async (key) => (await gateway.permission(key)) ?? (() => true),
        onError: () => undefined,
        tools: async (names) =>
          names.map((name) => ({
            name: `mcp__${name}__now`,
            description: "Tells the time.",
            input_schema: { type: "object" },
            run: async () => "12:00",
          })),
      });
      const most = { iterations: 10, milliseconds: 60_000, tokens: 1000 };
      const { wake, closing } = workers;
      return loopRoutes({ journal, profile: "spec", servers: ["clock"], most, wake, closing });
    },
  });
});
afterEach(async () => {
  await workers.close();
  await server.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});

const request = { model: "m", max_tokens: 16, messages: [{ role: "user", content: "What time is it?" }] };
const path = "/v1/loops";
const newKey = async (settings = {}) => ({ "x-api-key": (await gateway.as("t").createKey(settings)).secret });
const begin = async (
  headers: Readonly<Record<string, string>>,
  body: object = { request, servers: ["clock"] },
) => send(server.url, { path, headers, body });

describe("POST /v1/loops", () => {
  it("runs a conversation with its tools, told by its events from any point on", async () => {
    const headers = await newKey();
    const { status, body } = await begin(headers);
    expect([status, body]).toMatchObject([201, { type: "loop", id: expect.stringMatching(/^loop_/) }]);
    const watched = await send(server.url, { path: `${path}/${String(body["id"])}/events`, headers });
    const names = [...watched.text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(names).toEqual(["answer", "call", "result", "answer", "end"]);
    expect(watched.text).toContain("12:00");
    const later = await send(server.url, {
      path: `${path}/${String(body["id"])}/events`,
      headers: { ...headers, "last-event-id": "3" },
    });
    expect([...later.text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(["4"]);
    const loopAnswer = await send(server.url, { path: `${path}/${String(body["id"])}`, headers });
    expect(loopAnswer.body).toMatchObject({ state: "done", stopped: "end_turn", messages: { length: 4 } });
    expect((await send(server.url, { path, headers })).body["data"]).toHaveLength(1);
  });

  it("is one key's: others neither see nor change it, and administrators and strangers have none", async () => {
    const { body } = await begin(await newKey());
    const id = String(body["id"]);
    for (const [headers, expected] of [
      [await newKey(), 404],
      [{}, 401],
      [{ "x-api-key": "canary-admin-0123456789" }, 401],
      [await newKey({ endpoints: ["messages"] }), 403],
    ] as const)
      for (const [end, method] of [
        ["", "GET"],
        ["/events", "GET"],
        ["/cancel", "POST"],
        ["/resume", "POST"],
      ] as const) {
        const { status } = await send(server.url, {
          method,
          path: `${path}/${id}${end}`,
          headers,
          ...(method === "POST" && { body: {} }),
        });
        expect(status, `${end} ${JSON.stringify(headers)}`).toBe(expected);
      }
  });

  it.each([
    [{}, "request"],
    [{ request: { ...request, max_tokens: -1 } }, "max_tokens"],
    [{ request: { ...request, stream: true } }, "request.stream"],
    [{ request: { ...request, tools: [] } }, "request.tools"],
    [{ request: { ...request, messages: [{ role: "assistant", content: "x" }] } }, "messages"],
    [{ request, servers: ["clok"] }, "did you mean clock"],
    [{ request, servers: "clock" }, "servers"],
    [{ request, servers: ["__proto__"] }, "servers"],
    [{ request, limits: { iterations: 11 } }, "limits.iterations"],
    [{ request, limits: { seconds: 0 } }, "limits.seconds"],
    [{ request, limits: { constructor: 1 } }, "limits.constructor"],
    [{ request, webhook: "http://x" }, "webhook"],
  ])("refuses %j", async (body, message) => {
    const answer = await begin(await newKey(), body);
    expect(answer.status).toBe(400);
    expect(answer.body.error?.message).toContain(message);
    const rows = await gateway.as("t").requests({ limit: 5 }, {});
    expect(rows.filter(({ state }) => state !== "refused")).toEqual([]);
  });

  it("takes as much as may be parsed between others' requests, and stops reading there", async () => {
    const headers = await newKey();
    const body = (size: number): string => {
      const text = JSON.stringify({ request: { ...request, system: "" } });
      return text.replace('"system":""', `"system":"${"x".repeat(size - text.length)}"`);
    };
    expect((await send(server.url, { path, headers, body: body(1_000_000) })).status).toBe(201);
    const packed = { ...headers, "content-encoding": "gzip" };
    for (const sending of [
      { headers, body: body(1_000_001) },
      { headers: packed, body: gzipSync(body(20_000_000)) },
      { headers, body: `{"request":${"[".repeat(1_000_000)}` }, // not looked into
    ]) {
      const { status, body: answer } = await send(server.url, { path, ...sending });
      expect([status, answer.error?.type, answer.error?.message]).toEqual([
        413,
        "request_too_large",
        "Request exceeds the maximum size of 1000000 bytes",
      ]);
    }
  });

  it("leaves those who watch when the process is to end", async () => {
    const { loops } = gateway;
    await loops.add({ id: "loop_x", key: "k", request: "{}" });
    const closing = new AbortController();
    const most = { iterations: 1, milliseconds: 1, tokens: 1 };
    const routes = loopRoutes({
      journal: {
        ...loops,
        get: async () => ({ id: "loop_x", key: "k", at: 0, state: "queued", request: "{}", outcome: null }),
        state: async () => "queued",
      },
      profile: "spec",
      servers: [],
      most,
      wake: () => undefined,
      closing: closing.signal,
    });
    const watch = routes.find(({ path: at }) => at.endsWith("/events"));
    if (!watch) throw new Error("There is no such route.");
    const { body } = (await watch.handle({
      params: { id: "loop_x" },
      headers: {},
      signal: new AbortController().signal,
    } as never)) as { body: AsyncIterable<string> }; // what the route reads of a call
    closing.abort();
    const seen: string[] = [];
    for await (const text of body) seen.push(text);
    expect(seen).toEqual([]);
  });

  it("is refused for a model that the key may not use", async () => {
    expect((await begin(await newKey({ models: ["other"] }))).status).toBe(403);
  });

  it("that has ended can't be cancelled or resumed", async () => {
    const headers = await newKey();
    const { body } = await begin(headers);
    await send(server.url, { path: `${path}/${String(body["id"])}/events`, headers });
    for (const act of ["cancel", "resume"])
      expect(
        (await send(server.url, { path: `${path}/${String(body["id"])}/${act}`, headers, body: {} })).status,
      ).toBe(400);
  });
});
