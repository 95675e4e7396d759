import {
  exportLines,
  groupings,
  listedRow,
  parseSubject,
  readAmounts,
  readFilter,
  shownLimit,
  shownSum,
  type Grouping,
  type UsageFilter,
} from "../../gateway/index.ts";
import { isObject, listed } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { json, type Route } from "../route.ts";
import { nextPage, pageSize, pageStart, type AdminRoute } from "./admin.ts";

export const usageRoutes = (route: AdminRoute): readonly Route[] => [
  route("GET", "/limits", async (admin, call) => {
    const query = new URLSearchParams(call.query);
    const [limit, start, subject] = [pageSize(query), pageStart(query, "after"), query.get("subject")];
    const after = start && ([String(start[0]), String(start[1])] as const);
    const limits = await admin.listLimits({ limit, ...(after && { after }), ...(subject && { subject }) });
    const last = limits.length < limit ? undefined : limits.at(-1);
    return json({ data: limits.map(shownLimit), next: last ? nextPage(last.subject, last.measure) : null });
  }),
  route("POST", "/limits", async (admin, { body }) => {
    const { subject, limits } = isObject(body) ? body : {};
    if (typeof subject !== "string") throw new ApiError("invalid_request_error", "subject: Field required");
    await admin.setLimits(parseSubject(subject), readAmounts(limits));
    return json({ data: (await admin.listLimits({ subject })).map(shownLimit) });
  }),
  route("GET", "/usage", async (admin, call) => {
    const { query, filter } = filterOf(call.query);
    const by = query.get("by") ?? "key";
    if (!isGrouping(by))
      throw new ApiError(
        "invalid_request_error",
        `by: Input should be ${listed(Object.keys(groupings), "or")}`,
      );
    const limit = query.has("limit") ? pageSize(query) : undefined;
    return json({ data: (await admin.usage(by, filter, limit)).map(shownSum) });
  }),
  route("GET", "/requests", async (admin, call) => {
    const { query, filter } = filterOf(call.query);
    const [limit, start] = [pageSize(query), pageStart(query, "before")];
    const before = start && ([Number(start[0]), String(start[1])] as const);
    const refusedBy = query.get("refused_by");
    const rows = await admin.requests(
      { limit, ...(before && { before }), ...(refusedBy && { refusedBy }) },
      filter,
    );
    const last = rows[limit - 1];
    return json({
      data: rows.map(listedRow),
      next: last ? nextPage(Number(last["at"]), String(last["id"])) : null,
    });
  }),
  route("GET", "/requests/{id}", async (admin, { params }) => {
    const { row, bodies } = await admin.request(params["id"] ?? "");
    return json({ ...listedRow(row), request: bodies?.request ?? null, answer: bodies?.answer ?? null });
  }),
  route("GET", "/usage/export", async (admin, call) => {
    const { query, filter } = filterOf(call.query);
    const format = query.get("format") ?? "jsonl";
    if (format !== "jsonl" && format !== "csv")
      throw new ApiError("invalid_request_error", "format: Input should be csv or jsonl");
    const type = format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl";
    return {
      status: 200,
      headers: { "content-type": type, "content-disposition": `attachment; filename="usage.${format}"` },
      body: exportLines(admin.rows(filter), format),
    };
  }),
  route("POST", "/usage/reprice", async (admin, call) =>
    json(await admin.reprice(filterOf(call.query).filter)),
  ),
];

const isGrouping = (name: string): name is Grouping => Object.hasOwn(groupings, name);

function filterOf(text: string): { readonly query: URLSearchParams; readonly filter: UsageFilter } {
  const query = new URLSearchParams(text);
  return { query, filter: readFilter((name) => query.get(name) ?? undefined) };
}
