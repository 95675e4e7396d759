import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateway, type Gateway } from "../../gateway/index.ts";
import { systemClock } from "../../lib/index.ts";
import { modelSaying, send } from "../http.suite.ts";
import { listen, type Listening } from "../index.ts";

const { privateKey, publicKey } = await generateKeyPair("RS256");
const stranger = await generateKeyPair("RS256");

/** A fake identity provider: logs everyone in at once and issues a code. */
class Issuer {
  readonly asked: URLSearchParams[] = [];
  claims: JWTPayload = {
    sub: "u1",
    email: "ada@example.org",
    email_verified: true,
    groups: ["staff", "gateway-admins"],
  };
  signedBy = privateKey;
  private readonly server: Server;
  private readonly codes = new Map<string, URLSearchParams>();
  url = "";

  constructor() {
    this.server = createServer(async (request, response) => {
      const reply = (body: object, status = 200): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      };
      const { pathname } = new URL(request.url ?? "", this.url);
      if (pathname === "/.well-known/openid-configuration")
        return reply({
          issuer: this.url,
          authorization_endpoint: `${this.url}/authorize`,
          token_endpoint: `${this.url}/token`,
          jwks_uri: `${this.url}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          code_challenge_methods_supported: ["S256"],
        });
      if (pathname === "/jwks")
        return reply({ keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", kid: "k" }] });
      let text = "";
      for await (const chunk of request) text += chunk;
      const form = new URLSearchParams(text);
      const began = this.codes.get(form.get("code") ?? "");
      this.codes.delete(form.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (pathname !== "/token" || began?.get("code_challenge") !== challenge)
        return reply({ error: "invalid_grant" }, 400);
      this.asked.push(form);
      const token = new SignJWT({ nonce: began.get("nonce"), ...this.claims })
        .setProtectedHeader({ alg: "RS256", kid: "k" })
        .setIssuer(this.url)
        .setAudience(began.get("client_id") ?? "")
        .setIssuedAt()
        .setExpirationTime("5m");
      reply({ access_token: "a", token_type: "Bearer", id_token: await token.sign(this.signedBy) });
    });
  }

  /** Where a browser that came with this URL is redirected to. */
  authorize(location: string): URL {
    const { searchParams } = new URL(location);
    const code = `code${this.codes.size}-${this.asked.length}`;
    this.codes.set(code, searchParams);
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.search = String(new URLSearchParams({ code, state: searchParams.get("state") ?? "" }));
    return back;
  }

  async open(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`; // it listens on a TCP port
  }
  close = (): Promise<unknown> => new Promise((resolve) => this.server.close(resolve));
}

const admin = "canary-admin-0123456789";
let folder: string;
let gateway: Gateway;
let issuer: Issuer;
let server: Listening;
let now: number;
const listening = (claim: string, values: readonly string[]): Promise<Listening> =>
  listen({
    model: modelSaying(() => []),
    profile: "spec",
    gateway,
    adminKeys: [admin],
    hosts: ["gateway.example.org"],
    now: () => now,
    login: {
      issuer: new URL(issuer.url),
      clientId: "antiphon",
      url: new URL("https://gateway.example.org"),
      claim,
      values,
    },
  });
beforeEach(async () => {
  now = Date.now();
  folder = await mkdtemp(join(tmpdir(), "antiphon-login-"));
  gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock });
  issuer = new Issuer();
  await issuer.open();
  server = await listening("groups", ["gateway-admins"]);
});
afterEach(async () => {
  await server.close();
  await issuer.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});

const cookieOf = (headers: { readonly "set-cookie"?: readonly string[] | undefined }): string =>
  headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
const begin = async () => {
  const { status, headers } = await send(server.url, { path: "/ui/login" });
  expect(status).toBe(303);
  return { cookie: cookieOf(headers), location: headers.location ?? "", header: headers["set-cookie"]?.[0] };
};
const finish = (back: URL, cookie: string) =>
  send(server.url, {
    path: `${back.pathname}${back.search}`,
    headers: { cookie, "sec-fetch-site": "cross-site" },
  });
const may = async (cookie: string): Promise<number> =>
  (await send(server.url, { path: "/admin/keys", headers: { cookie } })).status;

describe("a login at an identity provider", () => {
  it("opens a session for an administrator, whose name is in the audit log", async () => {
    const { cookie, location, header } = await begin();
    expect(header).toMatch(/; Path=\/ui\/login; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    const { searchParams } = new URL(location);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: "antiphon",
      redirect_uri: "https://gateway.example.org/ui/login/callback",
      code_challenge_method: "S256",
    });
    const { status, headers } = await finish(issuer.authorize(location), cookie);
    expect([status, headers.location]).toEqual([303, "/ui"]);
    expect(headers["set-cookie"]?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
    const session = cookieOf(headers);
    expect(await may(session)).toBe(200);
    const loginState = await send(server.url, { path: "/ui/session", headers: { cookie: session } });
    expect(loginState.body).toEqual({ admin: "oidc:ada@example.org", login: true });
    await send(server.url, { path: "/admin/keys", headers: { cookie: session }, body: { name: "ci" } });
    expect((await gateway.as("t").audit(1))[0]).toMatchObject({
      name: "oidc:ada@example.org",
      action: "create",
    });
    expect((await send(server.url, { path: "/v1/models", headers: { cookie: session } })).status).toBe(403);
    now += 8 * 3600 * 1000;
    expect(await may(session)).toBe(401);
  });

  it.each([
    ["isn't in the group", "denied", { sub: "u2", groups: ["staff"] }],
    ["has no groups", "denied", { sub: "u2" }],
    ["has groups of another form", "denied", { sub: "u2", groups: { "gateway-admins": true } }],
    ["has an answer to another login", "failed", { sub: "u1", nonce: "other", groups: ["gateway-admins"] }],
  ])("is refused to who %s", async (_who, why, claims) => {
    issuer.claims = claims;
    const { cookie, location } = await begin();
    const { headers } = await finish(issuer.authorize(location), cookie);
    expect(headers.location).toBe(`/ui?login=${why}`);
    expect(await may(cookieOf(headers))).toBe(401);
    const refused = (await gateway.as("t").audit(9)).filter(({ action }) => action === "refuse");
    expect(refused.map(({ name }) => name)).toEqual(why === "denied" ? ["oidc:u2"] : []);
  });

  it("takes an address from nobody for whom the provider didn't verify it", async () => {
    const named = async (email_verified?: boolean | string) => {
      issuer.claims = { sub: "u3", email: "ada@example.org", groups: ["gateway-admins"], email_verified };
      const { cookie, location } = await begin();
      const { headers } = await finish(issuer.authorize(location), cookie);
      const session = { cookie: cookieOf(headers) };
      const { body } = await send(server.url, { path: "/ui/session", headers: session });
      return [headers.location, (body as { readonly admin?: unknown }).admin];
    };
    for (const unverified of [undefined, false, "true"])
      expect(await named(unverified)).toEqual(["/ui", "oidc:u3"]);
    await server.close();
    server = await listening("email", ["ada@example.org"]);
    for (const unverified of [undefined, false, "true"])
      expect(await named(unverified)).toEqual(["/ui?login=denied", null]);
    expect(await named(true)).toEqual(["/ui", "oidc:ada@example.org"]);
  });

  it("isn't taken with a token of another signer, a state or a code of another login, or twice", async () => {
    const tried = async (change: (back: URL) => void, cookie?: string) => {
      const begun = await begin();
      const back = issuer.authorize(begun.location);
      change(back);
      return (await finish(back, cookie ?? begun.cookie)).headers.location;
    };
    expect(await tried((back) => back.searchParams.set("state", "other"))).toBe("/ui?login=failed");
    expect(await tried((back) => back.searchParams.set("code", "other"))).toBe("/ui?login=failed");
    expect(await tried(() => undefined, (await begin()).cookie)).toBe("/ui?login=failed");
    expect(await tried(() => undefined, "antiphon_login=e30.AAAA")).toBe("/ui?login=expired");
    expect(await tried(() => undefined, "")).toBe("/ui?login=expired");
    expect(await tried(() => (now += 601_000))).toBe("/ui?login=expired");
    issuer.signedBy = stranger.privateKey;
    expect(await tried(() => undefined)).toBe("/ui?login=failed");
    issuer.signedBy = privateKey;
    const { cookie, location } = await begin();
    const back = issuer.authorize(location);
    expect((await finish(back, cookie)).headers.location).toBe("/ui");
    expect((await finish(back, cookie)).headers.location).toBe("/ui?login=failed");
  });

  it("says that the provider can't be reached, and asks it again later", async () => {
    const port = Number(new URL(issuer.url).port);
    await issuer.close();
    const { status, body } = await send(server.url, { path: "/ui/login" });
    expect([status, body.error?.message]).toEqual([
      503,
      expect.stringContaining("Log in with the admin key"),
    ]);
    await issuer.open(port);
    expect((await send(server.url, { path: "/ui/login" })).status).toBe(303);
  });
});
