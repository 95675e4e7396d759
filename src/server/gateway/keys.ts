import {
  readAmounts,
  readSettings,
  shownLimit,
  type Administration,
  type Key,
  type KeyPage,
} from "../../gateway/index.ts";
import { isObject } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { json, type Call, type Route } from "../route.ts";
import { pageSize, type AdminRoute } from "./admin.ts";

export const keyRoutes = (route: AdminRoute): readonly Route[] => [
  route("GET", "/keys", async (admin, call) => {
    const page = pageOf(call.query);
    const keys = await admin.listKeys({ ...page, limit: page.limit + 1 });
    const data = await withLimits(admin, keys.slice(0, page.limit));
    return json({ data, has_more: keys.length > page.limit });
  }),
  route("POST", "/keys", async (admin, { body }) => {
    const { limits, ...settings } = isObject(body) ? body : { limits: undefined };
    const amounts = limits === undefined ? undefined : readAmounts(limits);
    return json(await admin.createKey(readSettings(isObject(body) ? settings : body), amounts), 201);
  }),
  route("GET", "/keys/{id}", async (admin, { params }) => {
    const [key] = await withLimits(admin, [await admin.getKey(idOf(params))]);
    return json(key);
  }),
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
  route("GET", "/teams", async (admin, call) => {
    const { team: _, ...page } = pageOf(call.query);
    const teams = await admin.listTeams(page);
    return json({ data: teams, next: teams.length < page.limit ? null : teams.at(-1)?.team });
  }),
  route("GET", "/audit", async (admin, call) =>
    json({ data: await admin.audit(...auditPage(new URLSearchParams(call.query))) }),
  ),
];

async function withLimits(admin: Administration, keys: readonly Key[]): Promise<readonly object[]> {
  const limits = await admin.limitsOfKeys(keys);
  return keys.map((key) => ({ ...key, limits: (limits.get(key.id) ?? []).map(shownLimit) }));
}

const idOf = ({ id = "" }: Call["params"]): string => id;

function pageOf(text: string): KeyPage & { readonly limit: number } {
  const query = new URLSearchParams(text);
  const [after, team, search] = ["after", "team", "search"].map((name) => query.get(name) || undefined);
  return {
    limit: pageSize(query),
    ...(after !== undefined && { after }),
    ...(team !== undefined && { team }),
    ...(search !== undefined && { search: search.slice(0, 200) }),
  };
}

function auditPage(query: URLSearchParams): readonly [limit: number, before?: number] {
  const before = query.get("before") ?? "";
  if (/^\d{0,15}$/.test(before)) return before === "" ? [pageSize(query)] : [pageSize(query), Number(before)];
  throw new ApiError("invalid_request_error", "before: Input should be the number of an entry");
}

/** Reads the seconds for which the old secret stays valid. */
function graceOf(body: unknown): number {
  const seconds: unknown = isObject(body) ? (body["grace_seconds"] ?? 0) : undefined;
  if (typeof seconds === "number" && Number.isInteger(seconds) && seconds >= 0 && seconds <= 30 * 86_400)
    return seconds;
  throw new ApiError("invalid_request_error", "grace_seconds: Input should be between 0 and 2592000");
}
