import type { Administration, Gateway } from "../../gateway/index.ts";
import { UserError, parseJson } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import type { Answer, Call, Route } from "../route.ts";

export type Act = (admin: Administration, call: Call) => Promise<Answer>;
export type AdminRoute = (method: Route["method"], path: string, act: Act) => Route;

/** Creates a route below `/admin`, for administrators with their own keys. */
export const adminRoute =
  (gateway: Gateway): AdminRoute =>
  (method, path, act) => ({
    method,
    path: `/admin${path}`,
    access: "admin",
    handle: async (call) => {
      try {
        return await act(gateway.as(call.caller?.key ?? "admin"), call);
      } catch (error) {
        throw error instanceof UserError ? toApiError(error) : error;
      }
    },
  });

const toApiError = (error: UserError): ApiError =>
  new ApiError(
    error.code.startsWith("unknown_") ? "not_found_error" : "invalid_request_error",
    `${error.message} ${error.fix}`,
    { cause: error },
  );

/** Encodes the `next` of a page, which clients pass as `before` or `after`: base64url of JSON. */
export const nextPage = (...last: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(last)).toString("base64url");

export function pageStart(query: URLSearchParams, name: "before" | "after"): readonly unknown[] | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const start = parseJson(Buffer.from(text, "base64url").toString());
  if (Array.isArray(start) && start.length === 2) return start;
  throw new ApiError("invalid_request_error", `${name}: Input should be the \`next\` of a page`);
}

/** The query's `limit`, from 1 to 1000. Throws ApiError for another value. */
export function pageSize(query: URLSearchParams, standard = 100): number {
  const limit = Number(query.get("limit") ?? standard);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit;
  throw new ApiError("invalid_request_error", "limit: Input should be between 1 and 1000");
}
