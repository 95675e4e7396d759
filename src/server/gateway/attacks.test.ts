import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  openGateway,
  shownLine,
  type Gateway,
  type Guardrail,
  type RequestLine,
} from "../../gateway/index.ts";
import { systemClock } from "../../lib/index.ts";
import { ApiError, eventsOf } from "../../messages/index.ts";
import { hello, modelSaying, send, type Sending } from "../http.suite.ts";
import { listen, type Listening, type ServerOptions } from "../index.ts";
import { Metrics } from "../metrics.ts";
import type { Route } from "../route.ts";
import { routesOf } from "../routes.ts";
import { noThreads } from "../threads.ts";
import { uiRoutes } from "../ui/routes.ts";
import { sessions } from "../ui/session.ts";
import { gatewayRoutes } from "./routes.ts";

const admin = "canary-admin-0123456789";
const upstreams: string[] = [];
let fails = false;
const model = modelSaying(({ model: name }) => {
  upstreams.push(name);
  if (fails) throw new ApiError("api_error", "The upstream is broken.");
  return eventsOf({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: name,
    content: [{ type: "text", text: "hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  });
});

const prices = { m: { input: 1, output: 1 } };
let folder: string;
let gateway: Gateway;
let server: Listening;
let routes: readonly Route[];
let serveGuarded: (more?: Partial<ServerOptions>) => Promise<Listening>;
const lines: RequestLine[] = [];
const errors: unknown[] = [];
beforeEach(async () => {
  [upstreams.length, lines.length, errors.length, fails] = [0, 0, 0, false];
  folder = await mkdtemp(join(tmpdir(), "antiphon-attacks-"));
  const on = (line: RequestLine): void => void lines.push(line);
  gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock, prices, on });
  const onError = (error: unknown): void => void errors.push(error);
  const options = { model, profile: "spec", gateway, adminKeys: [admin], onError } as const;
  server = await listen({ ...options, limits: { guesses: Infinity } });
  serveGuarded = (more) => listen({ ...options, ...more });
  const served = { model, profile: "spec", threads: noThreads, metrics: new Metrics(), gateway } as const;
  const now = (): number => 0;
  const login = { sessions: sessions({ adminKeys: [admin], now }), checkKey: async () => undefined, now };
  const isClosing = (): boolean => false;
  routes = [...routesOf({ ...served, now, isClosing }), ...gatewayRoutes(gateway), ...uiRoutes(login)];
});
afterEach(async () => {
  await server.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});

const newKey = async (settings = {}, limits = {}): Promise<string> =>
  (await gateway.as("t").createKey(settings, limits)).secret;
/** A request that a route accepts, with a body if needed. */
const of = ({ method, path }: Route, headers: Sending["headers"] = {}): Sending => ({
  method,
  path: path.replaceAll(/\{\w+\}/g, "x"),
  headers,
  ...(method === "POST" && { body: bodies[path] ?? {} }),
});
const bodies: Readonly<Record<string, object>> = {
  "/v1/messages": hello,
  "/v1/messages/count_tokens": hello,
  "/v1/chat/completions": { model: "m", messages: hello.messages },
  "/v1/responses": { model: "m", input: "hello" },
};
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const status = async (sending: Sending) => (await send(server.url, sending)).status;

/** Routes open to everyone: they reveal nothing about keys, teams or requests. */
const open = [
  "HEAD /api/hello",
  "GET /healthz",
  "GET /readyz",
  "GET /openapi.json",
  "GET /ui",
  "GET /ui/",
  "GET /ui/{name}",
  "GET /ui/session",
  "POST /ui/session",
  "POST /ui/logout",
];

describe("every route", () => {
  it("needs a key, but for those that tell nothing", async () => {
    await newKey();
    expect(
      routes
        .filter(({ access }) => access === "public")
        .map(nameOf)
        .toSorted(),
    ).toEqual(open.toSorted());
    for (const route of routes.filter(({ access }) => access !== "public"))
      for (const headers of [
        {},
        { "x-api-key": "wrong" },
        { authorization: "Bearer a.b.c" },
        { cookie: "antiphon_session=x" },
      ])
        expect(await status(of(route, headers)), `${nameOf(route)} ${JSON.stringify(headers)}`).toBe(401);
    expect(upstreams).toEqual([]);
  });

  it("of administration is closed to keys of teams, and every other to administrators", async () => {
    const secret = await newKey();
    for (const route of routes) {
      const { access } = route;
      if (access === "admin" || access === "metrics")
        expect(await status(of(route, { "x-api-key": secret })), nameOf(route)).toBe(403);
      // The response doesn't reveal that it is an admin key: it is like any wrong key's.
      if (access === "use") expect(await status(of(route, { "x-api-key": admin })), nameOf(route)).toBe(401);
    }
    expect(upstreams).toEqual([]);
  });

  it("is closed to other hosts' names and other sites' pages, the dashboard and streams too", async () => {
    const secret = await newKey();
    for (const route of routes)
      for (const [name, value] of [
        ["host", "evil.example"],
        ["host", `${server.url.host}.evil.example`],
        ["origin", "https://evil.example"],
        ["origin", "null"],
      ] as const) {
        const headers = { "x-api-key": route.access === "use" ? secret : admin, [name]: value };
        expect(await status(of(route, headers)), `${nameOf(route)} ${name}: ${value}`).toBe(403);
      }
    expect(upstreams).toEqual([]);
  });

  it("that asks a model has a row, and none passes a budget that is used up", async () => {
    const secret = await newKey({ team: "a" }, { spend_total: 1_000_000 });
    const asking = routes.filter(
      ({ access, method, path }) => access === "use" && method === "POST" && !path.endsWith("count_tokens"),
    );
    expect(asking.length).toBeGreaterThanOrEqual(3);
    for (const route of asking)
      for (const stream of [false, true]) {
        const sending = { ...of(route, { "x-api-key": secret }), body: { ...bodies[route.path], stream } };
        expect(await status(sending), nameOf(route)).toBe(200);
      }
    expect((await gateway.as("t").usage("team", {}))[0]).toMatchObject({
      group: "a",
      requests: asking.length * 2,
    });
    await gateway.as("t").setLimits("team:a", { spend_total: 20 });
    upstreams.length = 0;
    for (const route of asking)
      for (const stream of [false, true]) {
        const sending = { ...of(route, { "x-api-key": secret }), body: { ...bodies[route.path], stream } };
        expect(await status(sending), nameOf(route)).toBe(402);
      }
    expect(upstreams).toEqual([]);
  });
});

it("an administrator's key can be guessed ten times a minute, and somebody hears of it", async () => {
  const guarded = await serveGuarded();
  const guess = async (key: string, path = "/admin/keys") => {
    const login = { path: "/ui/session", body: { key } };
    const sending = path === "login" ? login : { path, headers: { "x-api-key": key } };
    return (await send(guarded.url, sending)).status;
  };
  const { headers } = await send(guarded.url, { path: "/ui/session", body: { key: admin } });
  const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
  const paths = Array.from({ length: 40 }, (_, i) => ["login", "/admin/keys", "/metrics"][i % 3]);
  const statuses = await Promise.all(paths.map((path, i) => guess(`guess-${i}`, path)));
  expect(statuses.filter((each) => each === 401)).toHaveLength(10);
  expect(statuses.filter((each) => each === 429)).toHaveLength(30);
  expect([await guess(admin, "login"), await guess(admin)]).toEqual([429, 429]);
  // Existing sessions aren't locked out, and team keys aren't affected.
  expect((await send(guarded.url, { path: "/admin/audit", headers: { cookie } })).status).toBe(200);
  const team = { "x-api-key": await newKey() };
  expect((await send(guarded.url, { body: hello, headers: team })).status).toBe(200);
  await guarded.close();
  const refusals = (await gateway.as("t").audit(100)).filter(({ action }) => action === "refuse");
  expect(refusals).toMatchObject([
    { subject: "login", name: "127.0.0.1", detail: { wrong: 10 } },
    { subject: "login", name: "127.0.0.1", detail: { wrong: 1 } },
  ]);
  expect(JSON.stringify(refusals)).not.toContain("guess-");
});

it("who guesses behind a proxy locks out nobody else there, whatever addresses the guesses claim", async () => {
  const guess = async (url: URL, from: string, key = "guess"): Promise<number> =>
    (await send(url, { path: "/admin/keys", headers: { "x-api-key": key, "x-forwarded-for": from } })).status;
  const behind = await serveGuarded({ proxies: ["127.0.0.0/8", "::1", "10.0.0.2"] });
  for (let i = 0; i < 10; i++)
    expect(await guess(behind.url, `192.0.2.${i}, 198.51.100.7:${4000 + i}, 10.0.0.2`)).toBe(401);
  expect(await guess(behind.url, "198.51.100.7", admin)).toBe(429);
  expect(await guess(behind.url, "::ffff:198.51.100.7", admin)).toBe(429);
  expect(await guess(behind.url, "192.0.2.1", admin)).toBe(200);
  expect(await guess(behind.url, "198.51.100.7, [2001:db8::1]:443", admin)).toBe(200);
  await behind.close();
  // Without a trusted proxy anyone can forge the header.
  const direct = await serveGuarded({ proxies: ["10.0.0.2"] });
  for (let i = 0; i < 10; i++) expect(await guess(direct.url, `192.0.2.${i}`)).toBe(401);
  expect(await guess(direct.url, "192.0.2.77", admin)).toBe(429);
  await direct.close();
});

it("every request has one line in the log, also one that was refused before a limit was asked", async () => {
  const secret = await newKey({ models: ["m"] }, { requests_per_minute: 2 });
  const key = { "x-api-key": secret };
  const other = { ...hello, model: "other" };
  const sendings: readonly Sending[] = [
    { body: hello, headers: key },
    { body: { ...hello, stream: true }, headers: key },
    { body: hello, headers: key },
    { body: { ...hello, stream: true }, headers: key },
    { body: hello, headers: { "x-api-key": "wrong" } },
    { body: { ...hello, max_tokens: -1 }, headers: key },
    { body: '{"canary', headers: key },
    { body: other, headers: key },
    { body: hello, headers: { ...key, "antiphon-tags": "=" } },
    { path: "/v1/none", headers: key },
    { path: "/admin/keys", headers: key },
  ];
  for (const sending of sendings) {
    const { status: answered, headers } = await send(server.url, sending);
    expect(lines.filter(({ id }) => id === headers["request-id"])).toHaveLength(1);
    expect(lines.at(-1)?.outcome === "done").toBe(answered === 200);
  }
  expect(lines).toHaveLength(sendings.length);
  expect(lines.map(({ error }) => error).slice(4)).toEqual([
    "authentication_error",
    "invalid_request_error",
    "invalid_request_error",
    "permission_error",
    "invalid_request_error",
    "not_found_error",
    "permission_error",
  ]);
  const refused = await gateway.as("t").requests({ limit: 50 }, { state: "refused" });
  expect(refused.map((row) => [row["error"], row["requests"]]).toSorted()).toEqual([
    ["authentication_error", 1],
    ["invalid_request_error", 3],
    ["permission_error", 1],
    ["rate_limit_error", 2],
  ]);
  const [key1] = await gateway.as("t").listKeys({});
  expect(lines.map(({ key: caller }) => caller === key1?.id).slice(4, 8)).toEqual([false, true, true, true]);
  fails = true;
  const { secret: free } = await gateway.as("t").createKey({});
  for (const stream of [false, true])
    await send(server.url, { body: { ...hello, stream }, headers: { "x-api-key": free } });
  const failed = { outcome: "failed", status: 500, error: "api_error", reason: "The upstream is broken." };
  expect(lines.slice(sendings.length)).toMatchObject([failed, failed]);
});

it.each<readonly [string, Pick<Guardrail, "before" | "after">]>([
  ["refuses an answer", { after: () => throwing(new Error("no")) }],
  ["is broken", { before: () => throwing(new TypeError("a bug")) }],
])("a request has one line in the log where a guardrail %s", async (_, guardrail) => {
  await gateway.change({ prices, guardrails: [{ name: "ours", ...guardrail }] });
  const secret = await newKey();
  for (const stream of [false, true]) {
    const { headers } = await send(server.url, {
      body: { ...hello, stream },
      headers: { "x-api-key": secret },
    });
    expect(lines.filter(({ id }) => id === headers["request-id"])).toHaveLength(1);
  }
});

function throwing(error: Error): never {
  throw error;
}

describe("a key", () => {
  it("that is text of SQL, a hash, or like a good one, is a stranger", async () => {
    const secret = await newKey();
    const hash = createHash("sha256").update(secret).digest("hex");
    for (const key of [
      "' OR 1=1 --",
      "'; DROP TABLE keys; --",
      `" OR "" = "`,
      "%",
      "_".repeat(secret.length),
      hash,
      hash.toUpperCase(),
      secret.slice(0, -1),
      `${secret}x`,
      secret.toUpperCase(),
      `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`,
      `token ${secret}`,
    ])
      expect(await status({ body: hello, headers: { "x-api-key": key } }), key).toBe(401);
    expect(await status({ body: hello, headers: { "x-api-key": secret } })).toBe(200);
    expect(await gateway.as("t").listKeys({})).toHaveLength(1);
  });

  it.each(["'; DELETE FROM requests; --", "%", "a' OR '1'='1", "\\", "\u0000"])(
    "or team, tag or filter named %j changes nothing else",
    async (name) => {
      const headers = { "x-api-key": admin };
      await newKey({ name: "other", team: "other" });
      const created = await send(server.url, { path: "/admin/keys", headers, body: { name, team: name } });
      expect([201, 400]).toContain(created.status);
      const secret = await newKey();
      const tags = `project=${name.replaceAll("\u0000", "0")}`;
      await status({
        body: { ...hello, model: name },
        headers: { "x-api-key": secret, "antiphon-tags": tags },
      });
      const text = encodeURIComponent(name);
      for (const path of [
        `/admin/keys?team=${text}`,
        `/admin/keys?search=${text}`,
        `/admin/usage?by=key&team=${text}`,
        `/admin/usage?by=${text}`,
        `/admin/requests?model=${text}&key=${text}`,
        `/admin/limits?subject=${text}`,
        `/admin/keys/${text}`,
      ])
        expect(await status({ path, headers }), path).toBeLessThan(500);
      expect((await gateway.as("t").listKeys({})).map(({ team }) => team)).toContain("other");
      expect(errors).toEqual([]);
    },
  );

  it("is looked up with all of its limits at every request: another team's hold from the next on", async () => {
    const { key, secret } = await gateway.as("t").createKey({ team: "rich" });
    await gateway.as("t").setLimits("team:poor", { spend_total: 0 });
    const ask = () => status({ body: hello, headers: { "x-api-key": secret } });
    expect(await ask()).toBe(200);
    await gateway.as("t").updateKey(key.id, { team: "poor" });
    expect(await ask()).toBe(402);
  });
});

describe("keys", () => {
  it("stand in no answer, log, metric, export or file, not even in part", async () => {
    const { key, secret } = await gateway.as("t").createKey({ name: "ci", team: "search" });
    const texts: string[] = [];
    const keep = async (sending: Sending): Promise<void> => {
      const { headers, text } = await send(server.url, sending);
      texts.push(JSON.stringify(headers), text);
    };
    const keyHeaders = { "x-api-key": secret };
    await keep({ body: hello, headers: { ...keyHeaders, "antiphon-tags": "a=b" } });
    await keep({ body: { ...hello, stream: true }, headers: keyHeaders });
    await keep({ body: { ...hello, max_tokens: -1 }, headers: keyHeaders });
    await keep({ body: "{", headers: keyHeaders });
    await keep({ path: "/v1/none", headers: keyHeaders });
    await keep({ path: "/admin/keys", headers: keyHeaders });
    await keep({ body: hello, headers: { authorization: `Bearer ${secret}x` } });
    fails = true;
    await keep({ body: hello, headers: keyHeaders });
    for (const route of routes.filter(({ method }) => method === "GET"))
      await keep({
        ...of(route),
        path: route.path.replace("{id}", key.id).replace("{name}", "x"),
        headers: { "x-api-key": admin },
      });
    await keep({ path: "/ui/session", body: { key: admin } });
    texts.push(JSON.stringify(lines.map(shownLine)), inspect(errors, { depth: 9 }));
    for (const name of await readdir(folder)) texts.push(await readFile(join(folder, name), "latin1"));
    const all = texts.join("\n");
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(errors).toEqual([]);
    for (const each of [secret.replace("sk-antiphon-", ""), admin])
      for (let i = 0; i + 8 <= each.length; i++) expect(all).not.toContain(each.slice(i, i + 8));
  });
});

it("two hundred requests at once that name no limit of tokens share a budget for ten, which all ten use in time", async () => {
  const input = 12;
  const secret = await newKey({}, { spend_total: 10 * (input + 10) });
  const sending = {
    path: "/v1/chat/completions",
    headers: { "x-api-key": secret },
    body: bodies["/v1/chat/completions"] ?? {},
  };
  let passed = 0;
  for (let round = 0; round < 40 && passed < 10; round++) {
    const statuses = await Promise.all(Array.from({ length: round === 0 ? 200 : 10 }, () => status(sending)));
    passed += statuses.filter((each) => each === 200).length;
    expect(statuses.filter((each) => each !== 200 && each !== 402)).toEqual([]);
  }
  expect(passed).toBeGreaterThanOrEqual(10);
  const [limit] = await gateway.as("t").listLimits();
  expect(limit?.total).toBeLessThanOrEqual(10 * (input + 10));
});
