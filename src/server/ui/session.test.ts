import { createHash, createHmac, scryptSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateway, type Gateway } from "../../gateway/index.ts";
import { systemClock } from "../../lib/index.ts";
import { hello, modelSaying, send } from "../http.suite.ts";
import { listen, type Listening } from "../index.ts";
import { sessions } from "./session.ts";

const admin = "canary-admin-0123456789";
let folder: string;
let gateway: Gateway;
let server: Listening;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-ui-"));
  gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock });
  server = await listen({ model: modelSaying(() => []), profile: "spec", gateway, adminKeys: [admin] });
});
afterEach(async () => {
  await server.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});

const login = (key: string) => send(server.url, { method: "POST", path: "/ui/session", body: { key } });
const cookieOf = async (): Promise<string> => {
  const { headers } = await login(admin);
  return String(headers["set-cookie"]).split(";", 1)[0] ?? "";
};
const status = async (path: string, headers: Readonly<Record<string, string>>, body?: object) =>
  (await send(server.url, { path, headers, ...(body && { method: "POST", body }) })).status;

describe("the login", () => {
  it("takes admin keys, and no others", async () => {
    const { secret } = await gateway.as("t").createKey({});
    expect([
      (await login(admin)).status,
      (await login("wrong")).status,
      (await login(secret)).status,
    ]).toEqual([200, 401, 403]);
    const { headers } = await login(admin);
    expect(String(headers["set-cookie"])).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(JSON.stringify(headers)).not.toContain(admin);
  });

  it("opens administration, and nothing that asks models", async () => {
    const cookie = await cookieOf();
    expect(await status("/admin/keys", { cookie })).toBe(200);
    expect(await status("/admin/keys", { cookie }, { name: "ci" })).toBe(201);
    expect(await status("/v1/messages", { cookie }, hello)).toBe(403);
    expect((await gateway.as("t").audit(1))[0]).toMatchObject({ name: "admin-1", action: "create" });
  });

  it("isn't good for other sites' pages, forged or changed cookies", async () => {
    const cookie = await cookieOf();
    const body = { name: "x" };
    const { host } = server.url;
    expect(await status("/admin/keys", { cookie, origin: `http://${host}` }, body)).toBe(201);
    for (const headers of [
      { cookie, origin: "https://evil.example" },
      { cookie, host: "evil.example" },
      { cookie, "content-type": "text/plain" },
      { cookie, "sec-fetch-site": "same-site" },
      { cookie, "sec-fetch-site": "cross-site" },
      { cookie: cookie.replace(/=[\w-]+/, `=${Buffer.from("admin-2").toString("base64url")}`) },
      { cookie: cookie.replace(/\.\d+\./, ".9999999999999.") },
      { cookie: cookie.slice(0, -2) },
      { cookie: "antiphon_session=YWRtaW4tMQ.9999999999999." },
      { cookie: "antiphon_session=" },
    ])
      expect(await status("/admin/keys", headers, body), JSON.stringify(headers)).toBeGreaterThanOrEqual(400);
  });

  it("ends after eight hours, and with its admin key", async () => {
    let now = 0;
    const open = sessions({ adminKeys: ["a"], now: () => now });
    const cookie = (await open.open("admin-1")).split(";", 1)[0] ?? "";
    expect(await open.find({ cookie: `other=1; ${cookie}` })).toMatchObject({ key: "admin-1" });
    expect(await sessions({ adminKeys: ["a"], now: () => now }).find({ cookie })).toBeDefined();
    expect(await sessions({ adminKeys: ["b"], now: () => now }).find({ cookie })).toBeUndefined();
    now = 8 * 3_600_000;
    expect(await open.find({ cookie })).toBeUndefined();
  });
});

it("a stranger who has a signature of an admin key can't try short keys against it by quick hashes", async () => {
  const cookie = (await sessions({ adminKeys: ["a"], now: () => 0 }).open("x")).split(/[=;]/)[1] ?? "";
  const text = cookie.slice(0, cookie.lastIndexOf("."));
  const mac = cookie.slice(cookie.lastIndexOf(".") + 1);
  const seen = [
    ...["sha256", "sha512"].map((hash) => createHash(hash).update("a").digest()),
    Buffer.from("a"),
  ];
  for (const secret of seen)
    expect(createHmac("sha256", secret).update(text).digest("base64url")).not.toBe(mac);
  const derived = scryptSync("a", "antiphon session\0", 32, {
    cost: 2 ** 15,
    parallelization: 3,
    maxmem: 2 ** 26,
  });
  expect(createHmac("sha256", derived).update(text).digest("base64url")).toBe(mac);
});

describe("the dashboard's files", () => {
  it("are found with a slash at the end too", async () => {
    const { status, headers } = await send(server.url, { path: "/ui/" });
    expect([status, headers.location]).toEqual([308, "/ui"]);
  });

  it("load nothing from elsewhere, and no file beside them", async () => {
    const page = await fetch(new URL("/ui", server.url));
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-/,
    );
    expect(await page.text()).not.toMatch(/https?:\/\//);
    const main = await fetch(new URL("/ui/main.tsx", server.url));
    expect([main.status, main.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    for (const name of [
      "..%2fpackage.json",
      "%2e%2e%2fpackage.json",
      "tsconfig.json",
      "none.ts",
      "__proto__",
    ])
      expect((await fetch(new URL(`/ui/${name}`, server.url))).status, name).toBe(404);
  });
});

describe("pages of the admin API", () => {
  const headers = { "x-api-key": admin };
  const all = async (path: string, next: string): Promise<readonly unknown[]> => {
    const rows: unknown[] = [];
    for (let start = ""; ;) {
      const { body } = await send(server.url, { path: `${path}?limit=2${start}`, headers });
      rows.push(...(body["data"] as readonly unknown[]));
      if (!body["next"]) return rows;
      start = `&${next}=${encodeURIComponent(String(body["next"]))}`;
    }
  };

  it("show each limit once", async () => {
    for (const team of ["a", "b", "c", "d", "e"])
      await gateway.as("t").setLimits(`team:${team}`, { spend_total: 5, requests_per_minute: 1 });
    const rows = await all("/admin/limits", "after");
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(10);
    expect(rows.length).toBe(10);
    expect(await status("/admin/limits?after=x", headers)).toBe(400);
    expect(await status("/admin/requests?before=W10", headers)).toBe(400);
  });

  it("show each team once, with its keys", async () => {
    for (const team of ["a", "b", "a", "c", "B", "%", "Ünder", ""])
      await gateway.as("t").createKey(team ? { team } : {});
    const rows = (await all("/admin/teams", "after")) as readonly {
      readonly team: string;
      readonly keys: number;
    }[];
    expect(Object.fromEntries(rows.map(({ team, keys }) => [team, keys]))).toEqual({
      "%": 1,
      B: 1,
      a: 2,
      b: 1,
      c: 1,
      Ünder: 1,
    });
    const begun = await send(server.url, { path: `/admin/teams?search=${encodeURIComponent("Ü")}`, headers });
    expect(begun.body["data"]).toEqual([{ team: "Ünder", keys: 1 }]);
    expect((await send(server.url, { path: "/admin/teams?search=%25", headers })).body["data"]).toHaveLength(
      1,
    );
  });

  it("find keys by parts of their names, taken as they are written", async () => {
    for (const name of ["Search 100%", "search_x", "other"]) await gateway.as("t").createKey({ name });
    const names = async (search: string) => {
      const { body } = await send(server.url, {
        path: `/admin/keys?search=${encodeURIComponent(search)}`,
        headers,
      });
      return (body["data"] as readonly { readonly name: string }[]).map(({ name }) => name).toSorted();
    };
    expect(await names("search")).toEqual(["Search 100%", "search_x"]);
    expect([await names("%"), await names("_"), await names("\\"), await names("' OR 1=1 --")]).toEqual([
      ["Search 100%"],
      ["search_x"],
      [],
      [],
    ]);
  });
});
