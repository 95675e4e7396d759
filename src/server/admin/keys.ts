import { readSettings, type Administration, type Gateway } from "../../gateway/index.ts";
import { isObject, UserError } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { json, type Answer, type Call, type Route } from "../route.ts";

/** What administrators call, with a key of their own. */
export const keyRoutes = (gateway: Gateway): readonly Route[] => {
  const route = (method: Route["method"], path: string, act: Act): Route => ({
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
  return [
    route("GET", "/keys", async (admin, call) => {
      const page = pageOf(call.query);
      const keys = await admin.listKeys({ ...page, limit: page.limit + 1 });
      return json({ data: keys.slice(0, page.limit), has_more: keys.length > page.limit });
    }),
    route("POST", "/keys", async (admin, { body }) => json(await admin.createKey(readSettings(body)), 201)),
    route("GET", "/keys/{id}", async (admin, { params }) => json(await admin.getKey(idOf(params)))),
    route("POST", "/keys/{id}", async (admin, { params, body }) =>
      json(await admin.updateKey(idOf(params), readSettings(body))),
    ),
    route("POST", "/keys/{id}/rotate", async (admin, { params, body }) =>
      json(await admin.rotateKey(idOf(params), graceOf(body) * 1000)),
    ),
    route("POST", "/keys/{id}/disable", async (admin, { params }) =>
      json(await admin.disableKey(idOf(params), true)),
    ),
    route("POST", "/keys/{id}/enable", async (admin, { params }) =>
      json(await admin.disableKey(idOf(params), false)),
    ),
    route("GET", "/audit", async (admin, call) =>
      json({ data: await admin.audit(pageOf(call.query).limit) }),
    ),
  ];
};

type Act = (admin: Administration, call: Call) => Promise<Answer>;

const idOf = ({ id = "" }: Call["params"]): string => id;

function pageOf(text: string): { readonly limit: number; readonly after?: string; readonly team?: string } {
  const query = new URLSearchParams(text);
  const limit = Number(query.get("limit") ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new ApiError("invalid_request_error", "limit: Input should be between 1 and 1000");
  const [after, team] = [query.get("after"), query.get("team")];
  return { limit, ...(after !== null && { after }), ...(team !== null && { team }) };
}

/** Seconds for which the old secret stays good. */
function graceOf(body: unknown): number {
  const seconds: unknown = isObject(body) ? (body["grace_seconds"] ?? 0) : undefined;
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= 30 * 86_400)
    return seconds;
  throw new ApiError("invalid_request_error", "grace_seconds: Input should be between 0 and 2592000");
}

const toApiError = (error: UserError): ApiError =>
  new ApiError(
    error.code.startsWith("unknown_") ? "not_found_error" : "invalid_request_error",
    `${error.message} ${error.fix}`,
    { cause: error },
  );
