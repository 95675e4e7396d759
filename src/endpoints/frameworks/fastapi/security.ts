import { inTable } from "../../../lib/index.ts";
import type { Args, Machine, Value } from "../../evaluate/types.ts";
import { external, nobody, textOf, truth, unknown } from "../../evaluate/value.ts";
import { credentials } from "../observe.ts";
import { httpError } from "../statuses.ts";

/** Security schemes, with FastAPI's status for missing credentials. */
const schemes: Readonly<Record<string, readonly [string, number]>> = {
  OAuth2PasswordBearer: ["bearer", 401],
  OAuth2AuthorizationCodeBearer: ["bearer", 401],
  OAuth2: ["bearer", 401],
  OpenIdConnect: ["bearer", 403],
  HTTPBearer: ["bearer", 403],
  HTTPBasic: ["basic", 401],
  // of fastapi-jwt
  JwtAccessBearer: ["bearer", 401],
  JwtAccessBearerCookie: ["bearer", 401],
  JwtAccessCookie: ["cookie:access_token_cookie", 401],
  JwtRefreshBearer: ["bearer", 401],
  JwtRefreshBearerCookie: ["bearer", 401],
  JwtRefreshCookie: ["cookie:refresh_token_cookie", 401],
  HTTPDigest: ["basic", 403],
  APIKeyHeader: ["header:X-API-Key", 403],
  APIKeyQuery: ["header:api_key", 403],
  APIKeyCookie: ["cookie:session", 403],
};

/** Whether a name is a security scheme. */
export const isScheme = (name: string): boolean => Object.hasOwn(schemes, name);

/** Applies a security scheme to a request. */
export function scheme(name: string, args: Args, m: Machine): Value {
  const [kind, status] = inTable(schemes, name) ?? ["bearer", 401];
  const called = textOf(args.named.get("name"));
  const index = kind.indexOf(":");
  const isPlain = called !== undefined && /^authorization$/i.test(called);
  const value = credentials(
    m,
    isPlain ? "bearer" : index < 0 || called === undefined ? kind : `${kind.slice(0, index)}:${called}`,
  );
  const isLax = truth(args.named.get("auto_error") ?? unknown) === false;
  if (isLax) return m.run?.absent ? nobody : value;
  const error = httpError(status, external("fastapi.HTTPException"));
  if (m.run?.absent) return m.raise(error);
  m.throws.push(error);
  return value;
}
