import type { ExternalValue, Machine, Value } from "../../evaluate/types.ts";
import { external, nothing } from "../../evaluate/value.ts";
import { credentials } from "../observe.ts";
import { httpError } from "../statuses.ts";

const library = /^(?:async_)?(?:fastapi_jwt_auth|another_fastapi_jwt_auth)\b.*\.(\w+)$/;
const required = /^(?:fresh_)?jwt_(?:refresh_token_)?required$/;
const pattern = /^(?:jwt_optional|get_jwt_subject|get_raw_jwt|get_unverified_jwt_headers)$/;

/**
 * `Authorize.jwt_required()` of fastapi-jwt-auth. Its error is no HTTPException: only a handler of the program answers
 * it. `undefined` for any other call.
 */
export function jwtAuth({ path }: ExternalValue, m: Machine): Value | undefined {
  const name = library.exec(path)?.[1];
  if (name === undefined || !m.run) return undefined;
  if (pattern.test(name)) return credentials(m, "bearer");
  if (!required.test(name)) return undefined;
  credentials(m, "bearer");
  const error = httpError(401, external("fastapi_jwt_auth.exceptions.AuthJWTException"));
  if (m.run.absent) return m.raise(error);
  m.throws.push(error);
  return nothing;
}
