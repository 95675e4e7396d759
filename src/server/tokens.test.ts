import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from "jose";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openGateway, openTokens, type Gateway } from "../gateway/index.ts";
import { systemClock } from "../lib/index.ts";
import { eventsOf } from "../messages/index.ts";
import { hello, modelSaying, send } from "./http.suite.ts";
import { listen, type Listening } from "./index.ts";

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
const [issuer, audience] = ["https://login.example.org", "antiphon"];

let folder: string;
let gateway: Gateway;
let server: Listening;
let issuerServer: Server;
let isDown = false;
let keys: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-tokens-"));
  keys = await generateKeyPair("RS256");
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "a", alg: "RS256", use: "sig" }] };
  isDown = false;
  issuerServer = createServer((_, response) => {
    response.statusCode = isDown ? 500 : 200;
    response.end(JSON.stringify(jwks));
  });
  await new Promise<void>((resolve) => issuerServer.listen(0, "127.0.0.1", resolve));
  const { port } = issuerServer.address() as AddressInfo; // it listens on a TCP port
  const verifyToken = await openTokens({
    issuer,
    audience,
    jwks: new URL(`http://127.0.0.1:${port}/jwks`),
    team_claim: "groups",
    teams: ["search", "support"],
    place: { file: "" },
  });
  gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock, verifyToken });
  server = await listen({ model, profile: "spec", gateway, isOpen: gateway.isOpen });
});
afterEach(async () => {
  await server.close();
  await gateway.close();
  issuerServer.close();
  await rm(folder, { recursive: true });
});

const right: JWTPayload = { sub: "ada", iss: issuer, aud: audience, groups: ["others", "search"] };
const sign = (
  payload: JWTPayload = right,
  expires: string | number = "5m",
  key: CryptoKey | Uint8Array = keys.privateKey,
  alg = "RS256",
) => new SignJWT(payload).setProtectedHeader({ alg, kid: "a" }).setExpirationTime(expires).sign(key);
const ask = async (token: string): Promise<number> =>
  (await send(server.url, { body: hello, headers: { authorization: `Bearer ${token}` } })).status;

it("a token of the issuer is a key of its team, which can be limited and disabled", async () => {
  const admin = gateway.as("t");
  expect((await send(server.url, { body: hello })).status).toBe(401);
  const token = await sign();
  expect(await ask(token)).toBe(200);
  const [key] = await admin.listKeys({});
  expect(key).toMatchObject({ name: "ada", team: "search", hint: "JWT" });
  expect(await admin.usage("team", {})).toMatchObject([{ group: "search", requests: 1 }]);
  await admin.setLimits("team:search", { requests_per_minute: 2 });
  expect([await ask(token), await ask(await sign({ ...right, sub: "bob" }))]).toEqual([200, 429]);
  expect(await ask(await sign({ ...right, groups: "support" }))).toBe(200);
  expect((await admin.getKey(key?.id ?? "")).team).toBe("support");
  await admin.disableKey(key?.id ?? "", true);
  expect(await ask(token)).toBe(401);
  // Nothing that can be sent as a key matches the row.
  expect(await ask(`token ${key?.id}`)).toBe(401);
});

it("a new name's requests at once are one key, and share the budget of each", async () => {
  await gateway.as("t").setLimits("key:*", { requests_per_minute: 10 });
  const token = await sign({ ...right, sub: "new" });
  const statuses = await Promise.all(Array.from({ length: 50 }, () => ask(token)));
  expect(statuses.filter((each) => each === 200)).toHaveLength(10);
  expect(statuses.filter((each) => each === 429)).toHaveLength(40);
  expect(await gateway.as("t").listKeys({})).toHaveLength(1);
});

it("no other token is", async () => {
  const other = await generateKeyPair("RS256");
  const wrong: Readonly<Record<string, string>> = {
    "of another issuer": await sign({ ...right, iss: "https://evil.example.org" }),
    "for another audience": await sign({ ...right, aud: "other" }),
    "that has ended": await sign(right, Math.floor(Date.now() / 1000) - 60),
    "of another key": await sign(right, "5m", other.privateKey),
    "without a signature": new UnsecuredJWT(right).setExpirationTime("5m").encode(),
    "signed with the public key": await sign(
      right,
      "5m",
      new TextEncoder().encode(await exportSPKI(keys.publicKey)),
      "HS256",
    ),
    "without a name": await sign({ iss: issuer, aud: audience, groups: "search" }),
    "that is none": "a.b.c",
  };
  for (const [what, token] of Object.entries(wrong)) expect(await ask(token), what).toBe(401);
  const changed = (await sign()).split(".");
  changed[1] = Buffer.from(JSON.stringify({ ...right, sub: "eve", exp: 9e9 })).toString("base64url");
  expect(await ask(changed.join("."))).toBe(401);
  for (const groups of [["others"], undefined, [1]])
    expect(await ask(await sign({ ...right, groups })), String(groups)).toBe(403);
  expect(await gateway.as("t").listKeys({})).toEqual([]);
});

it("is answered with 503, never 401, while the issuer can't be asked", async () => {
  isDown = true;
  expect(await ask(await sign())).toBe(503);
  isDown = false;
  expect(await ask(await sign())).toBe(200);
});
