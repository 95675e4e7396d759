import { createHash } from "node:crypto";
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from "jose";
import type { TokensConfig } from "../../config/index.ts";
import { ApiError } from "../../messages/index.ts";
import { first, ledger, query, type Work } from "../store/store.ts";
import { audit } from "./audit.ts";
import { keyOfRow, type Key } from "./key.ts";

export interface Bearer {
  readonly id: string;
  /** The token's `sub`. */
  readonly name: string;
  readonly team: string | null;
}
/**
 * Verifies a token and returns its holder; undefined if it is invalid. Throws ApiError (403) if the team claim names no
 * accepted team, (503) if keys can't be fetched.
 */
export type VerifyToken = (token: string) => Promise<Bearer | undefined>;

/** Asymmetric algorithms only: with a shared-secret one, anyone who knows the public key could sign. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** Allowed clock difference, in seconds. */
const clockTolerance = 30;

export function tokenVerifier({
  issuer,
  audience,
  jwks,
  team_claim: claim,
  teams,
}: TokensConfig): VerifyToken {
  const keys = createRemoteJWKSet(jwks, { timeoutDuration: 5000 });
  const rules = { issuer, audience, algorithms, clockTolerance, requiredClaims: ["sub", "exp"] };
  return async (token) => {
    const payload = await jwtVerify(token, keys, rules).then((verified) => verified.payload, refused);
    const name = payload?.sub;
    if (!payload || !name) return undefined;
    const id = `jwt_${createHash("sha256").update(`${issuer}\0${name}`).digest("base64url").slice(0, 22)}`;
    return { id, name: name.slice(0, 200), team: claim === undefined ? null : teamOf(payload, claim, teams) };
  };
}

/** Invalid tokens return undefined; failing to fetch the issuer's keys is an error of the server. */
function refused(cause: unknown): undefined {
  const isUnreachable = !(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout;
  if (!isUnreachable && cause.code !== "ERR_JOSE_GENERIC") return undefined;
  throw new ApiError("api_error", "The issuer's keys can't be read now. Try again later.", {
    status: 503,
    retryAfter: 5,
    cause,
  });
}

function teamOf(payload: JWTPayload, claim: string, teams: readonly string[] | undefined): string {
  const value: unknown = payload[claim];
  const entries: readonly unknown[] = [value].flat();
  const names = entries.filter((each) => typeof each === "string" && each !== "" && each.length <= 100);
  const team = names.find((name) => teams === undefined || teams.includes(String(name)));
  if (team !== undefined) return String(team);
  throw new ApiError("permission_error", `The token names no team of ours in ${claim}.`);
}

/** Returns the row of a token's holder, created or updated as needed: it can be restricted like that of a key. */
export function* bearerKey({ id, name, team }: Bearer, now: number): Work<Key> {
  const known = yield* first("SELECT * FROM keys WHERE id = $1", id);
  if (known && known["team"] === team) return keyOfRow(known);
  yield* ledger("alone");
  // The hash column holds a text that is never a hash, so no key matches this row.
  yield* query(
    `INSERT INTO keys (id, hash, hint, created, name, team, labels) VALUES ($1, $2, 'JWT', $3, $4, $5, '{}')
     ON CONFLICT (id) DO UPDATE SET team = excluded.team`,
    id,
    `token ${id}`,
    now,
    name,
    team,
  );
  yield* audit(
    { name: "token", at: now },
    { action: known ? "update" : "create", subject: id, detail: { name, team } },
  );
  const row = yield* first("SELECT * FROM keys WHERE id = $1", id);
  return keyOfRow(row ?? {});
}
