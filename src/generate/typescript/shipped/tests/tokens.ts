import { createHmac } from "node:crypto";

/** What the application under test is set to. */
export const testAuth = {
  issuer: "https://issuer.test",
  audience: "api",
  key: { secret: "a secret of the tests, 32 characters or more" },
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that expires so many seconds from now. */
function sign(secret: string, bits: 256 | 512, seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  const { issuer: iss, audience: aud } = testAuth;
  const claims = { sub: "somebody", scope: "admin", iss, aud, iat: now, exp: now + seconds };
  const signed = `${part({ alg: `HS${String(bits)}` })}.${part(claims)}`;
  const signature = createHmac(`sha${String(bits)}`, secret)
    .update(signed)
    .digest("base64url");
  return `Bearer ${signed}.${signature}`;
}

const hour = 3600;

/** Values of the Authorization header, by what is wrong with them. */
export const tokens = {
  valid: sign(testAuth.key.secret, 256, hour),
  missing: undefined,
  malformed: "Bearer nonsense",
  expired: sign(testAuth.key.secret, 256, -hour),
  "wrong-key": sign("another secret, just as long as the right one", 256, hour),
  "wrong-algorithm": sign(testAuth.key.secret, 512, hour),
} as const;
