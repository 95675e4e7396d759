import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  jwtVerify,
  SignJWT, //? accounts
} from "jose";
import { Problem } from "./problem.ts";

/** Whose tokens count, for whom they must be made, and what they are checked with. */
export interface AuthSettings {
  readonly issuer: string;
  readonly audience: string;
  /** A secret that signer and server share, or the address of the signer's public keys. */
  readonly key: { readonly secret: string } | { readonly jwks: URL };
}

/** Takes the value of an Authorization header, and gives what the token says. */
export type Verify = (authorization: string | undefined) => Promise<JWTPayload>;

const shortest = 32;

/** Settings from the environment; there is no default for any of them. */
export function authSettings(environment: NodeJS.ProcessEnv): AuthSettings {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_SECRET: secret, JWKS_URL: jwks } = environment;
  if (!issuer || !audience)
    throw new Error("Set JWT_ISSUER and JWT_AUDIENCE; .env.example tells what they are.");
  if (jwks) return { issuer, audience, key: { jwks: new URL(jwks) } };
  if (!secret || secret.length < shortest) {
    throw new Error(
      `Set JWKS_URL, or JWT_SECRET to at least ${String(shortest)} characters: openssl rand -base64 32`,
    );
  }
  return { issuer, audience, key: { secret } };
}

/** Checks signature, algorithm, issuer, audience and expiry. */
function checker({
  issuer,
  audience,
  key,
}: AuthSettings): (token: string) => Promise<{ readonly payload: JWTPayload }> {
  const options = { issuer, audience, requiredClaims: ["exp"] };
  if ("secret" in key) {
    const secret = new TextEncoder().encode(key.secret);
    return (token) => jwtVerify(token, secret, { ...options, algorithms: ["HS256"] });
  }
  const keys = createRemoteJWKSet(key.jwks);
  return (token) => jwtVerify(token, keys, { ...options, algorithms: ["RS256", "PS256", "ES256", "EdDSA"] });
}

/** Whatever is wrong with a token is a 401 that says no more. */
export function tokenVerifier(settings: AuthSettings): Verify {
  const check = checker(settings);
  return async (authorization = "") => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw new Problem(401);
    try {
      return (await check(token)).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new Problem(401);
      throw error;
    }
  };
}

//# accounts
/** Signs a token for somebody, by the id that they have here, with more claims. */
export type Sign = (subject: string, claims: JWTPayload) => Promise<string>;

/** How long a token counts, in seconds. */
export const tokenLifetime = 3600;

/** Whoever has the secret can sign; where the keys are published elsewhere, only their owner can. */
export function tokenSigner({ issuer, audience, key }: AuthSettings): Sign | undefined {
  if (!("secret" in key)) return undefined;
  const secret = new TextEncoder().encode(key.secret);
  return (subject, claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${tokenLifetime} seconds`)
      .sign(secret);
}
