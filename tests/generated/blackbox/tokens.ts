import { createHmac } from "node:crypto";
import type { Call } from "../../../src/api/index.ts";

const secret = "a secret of the tests, 32 characters or more";
const issuer = "https://issuer.test";

/** What a server is started with so that it knows these tokens. */
export const tokenEnvironment = { JWT_ISSUER: issuer, JWT_AUDIENCE: "api", JWT_SECRET: secret } as const;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function sign(key: string, algorithm: "HS256" | "HS512", seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: "somebody", scope: "admin", iss: issuer, aud: "api", iat: now, exp: now + seconds };
  const text = `${part({ alg: algorithm, typ: "JWT" })}.${part(claims)}`;
  const hash = algorithm === "HS256" ? "sha256" : "sha512";
  return `Bearer ${text}.${createHmac(hash, key).update(text).digest("base64url")}`;
}

/** Values of the Authorization header, by what is wrong with them. */
export const tokens: Readonly<Record<NonNullable<Call["token"]>, string | undefined>> = {
  valid: sign(secret, "HS256", 86_400),
  missing: undefined,
  malformed: "Bearer nonsense",
  expired: sign(secret, "HS256", -3600),
  "wrong-key": sign("another secret, just as long as the right one", "HS256", 3600),
  "wrong-algorithm": sign(secret, "HS512", 3600),
};
