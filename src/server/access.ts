import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { hostname, networkInterfaces } from "node:os";
import { usageError } from "../lib/index.ts";
import { ApiError } from "../messages/index.ts";
import type { Guesses } from "./guesses.ts";
import type { Caller, Scope } from "./route.ts";

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];
const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "::", ""]);

/** Whether a host name or address is a loopback one. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Throws UserError if the server would be reachable from other machines without any key. */
export function mayBind(host: string, hasKeys: boolean): void {
  if (hasKeys || isLoopback(host)) return;
  throw usageError(
    "bind-without-key",
    `Refusing to listen on ${host} without a key: anyone who reaches this machine could use it.`,
    "Set ANTIPHON_API_KEY (or pass --key), or leave --host away to listen on this machine only.",
  );
}

const bracketed = (host: string): string =>
  host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;

/** Host names under which a server bound to `host` may be addressed; never derived from a request. */
function namesOf(host: string): readonly string[] {
  if (!wildcards.has(host)) return isLoopback(host) ? [...loopbackNames, bracketed(host)] : [bracketed(host)];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [...loopbackNames, hostname(), ...addresses.map(({ address }) => bracketed(address))];
}

/**
 * Compares Host and Origin exactly with the server's names (and `more`, each `name` or `name:port`), which prevents
 * DNS rebinding and requests from other sites. Throws ApiError (permission_error).
 */
export function hostCheck(
  host: string,
  port: number,
  more: readonly string[],
): (h: IncomingHttpHeaders) => void {
  const allowed = new Set<string>();
  const add = (name: string, isDefaultPort: boolean): void => {
    const lower = name.toLowerCase();
    const hasPort = /:\d+$/.test(lower.replace(/^\[.*\]/, ""));
    allowed.add(hasPort ? lower : `${lower}:${port}`);
    if (!hasPort && isDefaultPort) allowed.add(lower);
  };
  for (const name of namesOf(host)) add(name, port === 80);
  for (const name of more) add(name, true); // a reverse proxy has its own port
  const origins = new Set([...allowed].flatMap((name) => [`http://${name}`, `https://${name}`]));
  return ({ host: hostHeader, origin }) => {
    if (hostHeader === undefined || !allowed.has(hostHeader.toLowerCase()))
      throw new ApiError("permission_error", "This Host is not served here.");
    if (origin !== undefined && !origins.has(origin.toLowerCase()))
      throw new ApiError("permission_error", "Pages of this Origin may not call this server.");
  };
}

const digestOf = (key: string): Buffer => hash("sha256", key, "buffer");
/** How a key is stored and looked up: its SHA-256, in hexadecimal. */
export const keyHash = (key: string): string => hash("sha256", key);

/** Returns the key of a request: `x-api-key`, or a bearer token. */
export function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["x-api-key"];
  if (typeof header === "string" && header !== "") return header;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** Returns the caller whose key has this SHA-256 (hex); undefined for an unknown key. */
export type FindCaller = (hash: string) => Promise<Caller | undefined>;

export interface Doors {
  /** Keys with full access to the service. */
  readonly keys: readonly string[];
  /** Administrators' keys: only for `/admin` and `/ui`. */
  readonly admins: readonly string[];
  readonly find: FindCaller | undefined;
  /** Looks up the caller of a JSON Web Token. */
  findBearer?(token: string): Promise<Caller | undefined>;
  /** Returns the logged-in administrator of a request without a key. */
  session?(headers: IncomingHttpHeaders): Promise<Caller | undefined>;
  /** Limits guesses of administrators' keys. */
  readonly guesses?: Guesses;
  /** Whether callers without a valid key are admitted; never as an admin. */
  isOpen(): Promise<boolean>;
}

export type CheckKey = (
  headers: IncomingHttpHeaders,
  scope: Scope,
  address?: string,
) => Promise<Caller | undefined>;

/**
 * Returns the caller; `undefined` for anyone if the server is open. Admin keys are unknown on model routes, so that
 * those don't reveal whether a guess was right. Throws ApiError (authentication_error, permission_error,
 * rate_limit_error).
 */
export function keyCheck({ keys, admins, find, findBearer, session, isOpen, guesses }: Doors): CheckKey {
  const allowedKeys = [
    ...keys.map((key, i) => known(key, { key: `key-${i + 1}`, scopes: ["use", "metrics"] })),
    ...admins.map((key, i) => known(key, { key: `admin-${i + 1}`, scopes: ["admin", "metrics"] })),
  ];
  return async (headers, scope, address = "") => {
    const key = keyOf(headers);
    const caller = await (key === undefined ? session?.(headers) : callerOf(key, scope, address));
    if (caller?.scopes.includes(scope)) return caller;
    if (caller) throw new ApiError("permission_error", "This key may not do that.");
    if (scope !== "admin" && (await isOpen())) return undefined;
    const why = key === undefined ? "x-api-key header is required" : "invalid x-api-key";
    throw new ApiError("authentication_error", why);
  };

  async function callerOf(key: string, scope: Scope, address: string): Promise<Caller | undefined> {
    const isGuarded = scope !== "use" && admins.length > 0;
    if (isGuarded) guesses?.check(address);
    const digest = digestOf(key);
    let caller: Caller | undefined;
    for (const each of scope === "use" ? allowedKeys.slice(0, keys.length) : allowedKeys)
      if (timingSafeEqual(each.digest, digest)) caller = each.caller;
    if (isGuarded && !caller) guesses?.wrong(address);
    caller ??= await find?.(digest.toString("hex"));
    return caller ?? (isToken(key) ? findBearer?.(key) : undefined);
  }
}

const isToken = (key: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(key);

const known = (key: string, caller: Caller): { readonly digest: Buffer; readonly caller: Caller } => ({
  digest: digestOf(key),
  caller,
});

/** Throws ApiError (permission_error) if the key may not use the model, or a tool that the request defines. */
export function checkScope(
  caller: Caller | undefined,
  { model, tools = [] }: { readonly model: string; readonly tools?: readonly { readonly name: string }[] },
): void {
  if (!caller?.may) return;
  if (!caller.may("model", model)) throw notAllowed("model", model);
  for (const { name } of tools) if (!caller.may("tool", name)) throw notAllowed("tool", name);
}

export const notAllowed = (what: string, name: string): ApiError =>
  new ApiError("permission_error", `This key may not use the ${what} ${name.slice(0, 100)}.`);
