import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateway, type Gateway } from "../../gateway/index.ts";
import { systemClock } from "../../lib/index.ts";
import { eventsOf } from "../../messages/index.ts";
import { hello, modelSaying, send, type Sending } from "../http.suite.ts";
import { listen, type Listening } from "../index.ts";

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
const admin = "canary-admin-0123456789";
const headers = { "x-api-key": admin };
let folder: string;
let gateway: Gateway;
let server: Listening;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-gateway-"));
  gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock });
  const { isOpen } = gateway;
  server = await listen({ model, profile: "spec", gateway, adminKeys: [admin], isOpen });
});
afterEach(async () => {
  await server.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});
const status = async (sending: Sending) => (await send(server.url, sending)).status;
const create = async (settings: object) => {
  const { body } = await send(server.url, { path: "/admin/keys", headers, body: settings });
  return body as unknown as { readonly key: { readonly id: string }; readonly secret: string }; // the shape of a created key
};

interface Shown {
  readonly subject: string;
  readonly limit: string;
  readonly left: string;
}

describe("a server with a gateway", () => {
  it("is open until there is a key, and then to keys alone", async () => {
    expect(await status({ body: hello })).toBe(200);
    const { key, secret } = await create({ name: "ci" });
    expect(await status({ body: hello })).toBe(401);
    expect(await status({ body: hello, headers: { "x-api-key": "other" } })).toBe(401);
    expect(await status({ body: hello, headers: { "x-api-key": secret } })).toBe(200);
    expect(await status({ method: "POST", path: `/admin/keys/${key.id}/disable`, headers, body: {} })).toBe(
      200,
    );
    expect(await status({ body: hello, headers: { "x-api-key": secret } })).toBe(401);
  });

  it("keeps administration apart from use", async () => {
    expect(await status({ path: "/admin/keys" })).toBe(401);
    const { secret } = await create({});
    expect(await status({ body: hello, headers })).toBe(401);
    for (const path of ["/admin/keys", "/admin/audit", "/metrics"])
      expect(await status({ path, headers: { "x-api-key": secret } }), path).toBe(403);
    expect(await status({ path: "/metrics", headers })).toBe(200);
  });

  it("shows each key with the limits that hold for it, and how far they are used", async () => {
    const { key, secret } = await create({ team: "a", limits: { concurrent_requests: 5 } });
    await create({ team: "b" });
    await gateway.as("t").setLimits("team:a", { requests_per_minute: 10 });
    await gateway.as("t").setLimits("key:*", { requests_per_minute: 7 });
    await gateway.as("t").setLimits("model:m", { requests_per_minute: 7 });
    expect(await status({ body: hello, headers: { "x-api-key": secret } })).toBe(200);
    const { body } = await send(server.url, { path: "/admin/keys", headers });
    const teams = body["data"] as readonly { readonly team: string; readonly limits: readonly Shown[] }[];
    const texts = ({ limits }: { readonly limits: readonly Shown[] }) =>
      limits.map(({ subject, limit, left }) => `${subject} ${limit} ${left}`).toSorted();
    const a = [`key:${key.id} concurrent_requests 5`, `key:${key.id} requests_per_minute 6`];
    expect(texts(teams.find(({ team }) => team === "a") ?? { limits: [] })).toEqual([
      ...a,
      "team:a requests_per_minute 9",
    ]);
    expect(teams.find(({ team }) => team === "b")?.limits).toMatchObject([
      { limit: "requests_per_minute", used: "0", left: "7" },
    ]);
    const one = await send(server.url, { path: `/admin/keys/${key.id}`, headers });
    expect(texts({ limits: one.body["limits"] as readonly Shown[] })).toHaveLength(3);
  });

  it("holds a key to its models, endpoints and tools", async () => {
    const { secret } = await create({ models: ["m"], endpoints: ["messages", "models"], tools: ["weather"] });
    const keyHeaders = { "x-api-key": secret };
    const tool = (name: string) => ({ name, description: "d", input_schema: { type: "object" } });
    const statuses = [
      await status({ headers: keyHeaders, body: { ...hello, tools: [tool("weather")] } }),
      await status({ headers: keyHeaders, body: { ...hello, tools: [tool("weather"), tool("shell")] } }),
      await status({ headers: keyHeaders, body: { ...hello, model: "mini" } }),
      await status({ headers: keyHeaders, path: "/v1/messages/count_tokens", body: hello }),
      await status({ headers: keyHeaders, path: "/v1/models/mini" }),
    ];
    expect(statuses).toEqual([200, 403, 403, 403, 404]);
    const { body } = await send(server.url, { headers: keyHeaders, path: "/v1/models" });
    expect(body["data"]).toMatchObject([{ id: "m" }]);
  });

  it("refuses what a key can't have, with the field", async () => {
    const refused = await send(server.url, { path: "/admin/keys", headers, body: { budgit: 1 } });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("budgit") } },
    });
    expect(await status({ path: "/admin/keys/key_none", headers })).toBe(404);
    expect(await status({ path: "/admin/keys?limit=0", headers })).toBe(400);
  });

  it("answers 503, never 401, where its store is gone", async () => {
    const { secret } = await create({});
    await gateway.close();
    expect(await status({ body: hello, headers: { "x-api-key": secret } })).toBe(503);
    gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock });
  });
});
