import { createHash, timingSafeEqual } from "node:crypto";
import { Problem } from "../problem.ts";
import { decode, type Parts } from "./parameters.ts";

/** Where a credential is. */
export type Scheme =
  | { readonly kind: "key"; readonly in: "query" | "header" | "cookie"; readonly name: string }
  | { readonly kind: "basic" | "bearer" | "own" };

/** Gives what is known of a credential's owner; undefined (or a problem of its own) for one that is not good. */
export type Verify = (credential: string, scopes: readonly string[]) => Promise<unknown>;

export interface Verifiers {
  readonly [scheme: string]: { readonly scheme: Scheme; readonly verify: Verify };
}

const authorization = (parts: Parts, word: string): string | undefined => {
  const [name = "", ...rest] = (parts.headers.authorization ?? "").split(" ");
  return name.toLowerCase() === word ? rest.join(" ").trim() : undefined;
};

function credentialOf(scheme: Scheme, parts: Parts): string | undefined {
  if (scheme.kind !== "key") {
    if (scheme.kind === "own") return "";
    const given = authorization(parts, scheme.kind);
    return given !== undefined && scheme.kind === "basic"
      ? Buffer.from(given, "base64").toString("utf8")
      : given;
  }
  if (scheme.in === "header") return String(parts.headers[scheme.name.toLowerCase()] ?? "") || undefined;
  const raw =
    scheme.in === "cookie"
      ? parts.cookies.get(scheme.name)
      : parts.query.find(([name]) => name === scheme.name)?.[1];
  return raw === undefined ? undefined : decode(raw);
}

const challenges = {
  basic: 'Basic realm="api", charset="UTF-8"',
  bearer: "Bearer",
  key: "ApiKey",
  own: undefined,
};

/** 401, with the ways in which credentials are taken. */
export class Unauthorized extends Problem {
  readonly challenge: string;

  constructor(schemes: readonly Scheme[]) {
    super(401);
    const ways = new Set(schemes.flatMap(({ kind }) => challenges[kind] ?? []));
    this.challenge = ways.size ? [...ways].join(", ") : "Bearer";
  }
}

/** Lets a request in by the first alternative that it has all credentials for; otherwise 401. */
export async function admit(
  security: readonly { readonly [scheme: string]: readonly string[] }[],
  parts: Parts,
  verifiers: Verifiers,
): Promise<unknown> {
  let refusal: Problem | undefined;
  for (const alternative of security.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)) {
    let caller: unknown;
    let good = true;
    for (const [name, scopes] of Object.entries(alternative)) {
      const verifier = verifiers[name];
      const credential = verifier && credentialOf(verifier.scheme, parts);
      const found =
        credential === undefined
          ? undefined
          : await verifier?.verify(credential, scopes).catch((error: unknown) => {
              if (!(error instanceof Problem)) throw error;
              refusal ??= error;
            });
      if (found === undefined) good = false;
      caller ??= found;
      if (!good) break;
    }
    if (good) return caller;
  }
  if (security.length === 0) return undefined;
  if (refusal) throw refusal;
  const names = security.flatMap((alternative) => Object.keys(alternative));
  throw new Unauthorized(names.flatMap((name) => verifiers[name]?.scheme ?? []));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Verifies credentials that are known beforehand, in a time that tells nothing about them. */
export function oneOf(known: readonly string[]): Verify {
  const digests = known.map(digest);
  return async (credential) => {
    const given = digest(credential);
    const matches = digests.filter((one) => timingSafeEqual(one, given));
    return matches.length ? { credential: given.toString("hex").slice(0, 12) } : undefined;
  };
}

/** What a variable of the environment lists; an empty list would shut everybody out. */
export function listed(environment: NodeJS.ProcessEnv, name: string): readonly string[] {
  const found = (environment[name] ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  if (found.length === 0) throw new Error("Set " + name + "; .env.example tells what it is.");
  return found;
}
