import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsOf } from "../messages/index.ts";
import { hello, modelSaying, send } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";
import { routesOf } from "./routes.ts";
import { Metrics } from "./metrics.ts";
import { noThreads } from "./threads.ts";

const model = modelSaying(() =>
  eventsOf({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
);
const key = "canary-key-0123456789abcdef";
const routes = routesOf({
  model,
  profile: "spec",
  threads: noThreads,
  metrics: new Metrics(),
  now: () => 0,
  isClosing: () => false,
}).map(({ method, path, access }) => ({
  method,
  access,
  path: path.replace("{id}", "m"),
}));

let server: Listening;
const errors: unknown[] = [];
beforeAll(async () => {
  server = await listen({ model, profile: "spec", keys: [key, "other"], onError: (e) => errors.push(e) });
});
afterAll(() => server.close());

const sending = (method: string, headers: Record<string, string>, path: string) =>
  send(server.url, { method, path, headers, ...(method === "POST" ? { body: bodyOf(path) } : {}) });
const bodyOf = (path: string | undefined) =>
  path === "/v1/responses" ? { model: "m", input: "Hello" } : hello;

describe.each(routes)("$method $path", ({ method, path, access }) => {
  it("is served under the server's own names only", async () => {
    for (const host of [
      "evil.example",
      "127.0.0.1",
      "localhost:1",
      `127.0.0.1.evil.example:${server.url.port}`,
    ]) {
      const { status } = await sending(method, { host, "x-api-key": key }, path);
      expect(status, host).toBe(403);
    }
    const named = await sending(method, { host: `LOCALHOST:${server.url.port}`, "x-api-key": key }, path);
    expect(named.status).toBe(200);
  });

  it("is closed to pages of other origins", async () => {
    for (const origin of [
      "http://evil.example",
      "null",
      `http://127.0.0.1:${server.url.port}.evil.example`,
    ]) {
      const { status } = await sending(method, { origin, "x-api-key": key }, path);
      expect(status, origin).toBe(403);
    }
    expect((await sending(method, { origin: server.url.origin, "x-api-key": key }, path)).status).toBe(200);
  });

  it("asks for a key, whole", async () => {
    const wrong = [
      {},
      { "x-api-key": key.slice(0, -1) },
      { "x-api-key": `${key}x` },
      { authorization: "Bearer nope" },
    ];
    for (const headers of wrong) {
      const { status } = await sending(method, headers, path);
      expect(status).toBe(access === "public" ? 200 : 401);
    }
    for (const headers of [
      { "x-api-key": "other" },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
    ])
      expect((await sending(method, headers, path)).status).toBe(200);
  });
});

describe("a key", () => {
  it("is named by nothing that leaves the server", async () => {
    const answers = [
      await send(server.url, { body: hello, headers: { "x-api-key": `${key}-almost` } }),
      await send(server.url, { body: `{"model": "${key.slice(3)}`, headers: { "x-api-key": key } }),
    ];
    const text = JSON.stringify([answers.map(({ headers }) => headers), errors]);
    for (let i = 0; i + 8 <= key.length; i++) expect(text).not.toContain(key.slice(i, i + 8));
  });

  it("is looked up by the hash of all of it", async () => {
    const hashes: string[] = [];
    const stored = await listen({
      model,
      profile: "spec",
      findCaller: async (hash) => {
        hashes.push(hash);
        return undefined;
      },
    });
    await send(stored.url, { body: hello, headers: { "x-api-key": "' OR 1=1 --" } });
    await stored.close();
    expect(hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it("must exist before a server listens beyond this machine", async () => {
    for (const host of ["0.0.0.0", "::", "192.0.2.1", "example.org", "127.evil.example"])
      await expect(listen({ model, profile: "spec", host })).rejects.toMatchObject({
        code: "bind-without-key",
      });
  });
});

it("is served under the names of a proxy in front, at its port and at the default one", async () => {
  const named = await listen({
    model,
    profile: "spec",
    keys: [key],
    hosts: ["models.example.org", "a.org:8443"],
  });
  const status = async (host: string) =>
    (await send(named.url, { path: "/v1/models", headers: { host, "x-api-key": key } })).status;
  for (const host of ["models.example.org", `models.example.org:${named.url.port}`, "a.org:8443"])
    expect(await status(host), host).toBe(200);
  for (const host of ["models.example.org:1", "a.org", "x.models.example.org", `127.0.0.1`])
    expect(await status(host), host).toBe(403);
  await named.close();
});
