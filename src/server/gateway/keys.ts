import { readAmounts, readSettings } from "../../gateway/index.ts";
import { isObject } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { json, type Call, type Route } from "../route.ts";
import { pageSize, type AdminRoute } from "./admin.ts";

export const keyRoutes = (route: AdminRoute): readonly Route[] => [
  route("GET", "/keys", async (admin, call) => {
    const page = pageOf(call.query);
    const keys = await admin.listKeys({ ...page, limit: page.limit + 1 });
    return json({ data: keys.slice(0, page.limit), has_more: keys.length > page.limit });
  }),
  route("POST", "/keys", async (admin, { body }) => {
    const { limits, ...settings } = isObject(body) ? body : { limits: undefined };
    const amounts = limits === undefined ? undefined : readAmounts(limits);
    return json(await admin.createKey(readSettings(isObject(body) ? settings : body), amounts), 201);
  }),
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
    json({ data: await admin.audit(pageSize(new URLSearchParams(call.query))) }),
  ),
];

const idOf = ({ id = "" }: Call["params"]): string => id;

function pageOf(text: string): { readonly limit: number; readonly after?: string; readonly team?: string } {
  const query = new URLSearchParams(text);
  const [after, team] = [query.get("after"), query.get("team")];
  return { limit: pageSize(query), ...(after !== null && { after }), ...(team !== null && { team }) };
}

/** Seconds for which the old secret stays good. */
function graceOf(body: unknown): number {
  const seconds: unknown = isObject(body) ? (body["grace_seconds"] ?? 0) : undefined;
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= 30 * 86_400)
    return seconds;
  throw new ApiError("invalid_request_error", "grace_seconds: Input should be between 0 and 2592000");
}
