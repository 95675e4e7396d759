import { ancestry } from "../../evaluate/classes.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, Value } from "../../evaluate/types.ts";
import { items, textOf, texts } from "../../evaluate/value.ts";
import { staticOf } from "./actions.ts";
import type { Settings } from "./settings.ts";

const nameOf = (value: Value): string =>
  value.kind === "external" ? value.name : (textOf(value)?.split(".").at(-1) ?? "");

const lineage = (cls: Value): string => (cls.kind === "class" ? ancestry(cls) : [cls]).map(nameOf).join(" ");

/** Query parameters of a pagination class. */
function pageParameters(cls: Value): readonly string[] {
  const names = lineage(cls);
  const attributeText = (attribute: string): string | undefined =>
    cls.kind === "class" ? textOf(staticOf(cls, attribute)) : undefined;
  const size = attributeText("page_size_query_param");
  return [
    ...(/PageNumber/.test(names) ? [attributeText("page_query_param") ?? "page"] : []),
    ...(size === undefined ? [] : [size]),
    ...(/LimitOffset/.test(names)
      ? [attributeText("limit_query_param") ?? "limit", attributeText("offset_query_param") ?? "offset"]
      : []),
    ...(/Cursor/.test(names) ? [attributeText("cursor_query_param") ?? "cursor"] : []),
  ];
}

/** A view's filter fields: names, or names with lookups. */
const filtered = (fields: Value | undefined): readonly string[] =>
  fields?.kind === "object"
    ? [...fields.props].flatMap(([name, how]) => {
        const all = items(how).flatMap((item) => texts(item));
        return all.length ? all.map((item) => (item === "exact" ? name : `${name}__${item}`)) : [name];
      })
    : items(fields).flatMap((item) => texts(item));

/** Query parameters of a django-filter `FilterSet`. */
function filterSet(cls: Value | undefined): readonly string[] {
  if (cls?.kind !== "class") return [];
  const meta = staticOf(cls, "Meta");
  const ownFilters = ancestry(cls).flatMap((item) =>
    item.kind === "class"
      ? [...item.statics].flatMap(([name, value]) =>
          value.kind === "external" && value.args && value.of?.name.endsWith("Filter") ? [name] : [],
        )
      : [],
  );
  return [...ownFilters, ...filtered(meta?.kind === "class" ? staticOf(meta, "fields") : undefined)];
}

const paginationOf = (view: ClassValue, settings: Settings): Value | undefined =>
  staticOf(view, "pagination_class") ?? settings.classes("DEFAULT_PAGINATION_CLASS")[0];

/** How a view paginates: not at all, by pages with links and perhaps a count, or in the program's own way. */
export function pagesOf(view: ClassValue, settings: Settings): "" | "page" | "cursor" | "own" {
  const cls = paginationOf(view, settings);
  if (!cls) return "";
  if (cls.kind === "class" && member(cls, "get_paginated_response")) return "own";
  const names = lineage(cls);
  const sized = ["page_size", "default_limit"].some((name) => cls.kind === "class" && staticOf(cls, name));
  // without a page size, the framework's classes don't paginate
  if (!sized && !settings.get("PAGE_SIZE")) return "";
  return names.includes("Cursor") ? "cursor" : /Pagination/.test(names) ? "page" : "";
}

/** Query parameters of a list view: pagination, filters, search, order. */
export function listParameters(view: ClassValue, settings: Settings): readonly string[] {
  const pagination = paginationOf(view, settings);
  const backends = items(staticOf(view, "filter_backends") ?? settings.get("DEFAULT_FILTER_BACKENDS"))
    .map(lineage)
    .join(" ");
  return [
    ...(pagination ? pageParameters(pagination) : []),
    ...(/SearchFilter/.test(backends) ? ["search"] : []),
    ...(/OrderingFilter/.test(backends) ? ["ordering"] : []),
    ...filtered(staticOf(view, "filterset_fields") ?? staticOf(view, "filter_fields")),
    ...filterSet(staticOf(view, "filterset_class") ?? staticOf(view, "filter_class")),
  ];
}

/** Reads the query parameters that choose a page. */
export function paged(cls: Value, m: Machine): void {
  for (const name of pageParameters(cls)) m.read({ kind: "input", part: "query", path: [name] });
}
