import { ancestry, ownOf, staticOf } from "../../evaluate/classes.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, Value, Module } from "../../evaluate/types.ts";
import {
  items,
  textOf,
  texts,
  each,
  either,
  external,
  isMissing,
  list,
  nothing,
  object,
  propOf,
  unknown,
} from "../../evaluate/value.ts";
import { remembered } from "../../../lib/index.ts";

/** The settings modules that name the root URL module. */
export const settingsIn = remembered((texts: ReadonlyMap<string, string>): readonly string[] =>
  [...texts]
    .filter(([path, text]) => path.endsWith(".py") && /^ROOT_URLCONF\s*=/m.test(text))
    .map(([path]) => path),
);

/** A setting of `django.conf.settings`, read from the module that names the root URL module. */
export function settingOf(name: string, texts: ReadonlyMap<string, string>, m: Machine): Value | undefined {
  for (const path of settingsIn(texts)) {
    const module = m.module(path);
    const value = module && m.get(module.exports, name);
    if (value && value.kind !== "unknown" && value.kind !== "external") return value;
  }
  return undefined;
}

/** The `REST_FRAMEWORK` settings, which name classes and functions by dotted paths. */
export class Settings {
  readonly #m: Machine;
  readonly #module: Module | undefined;
  readonly #values: Value = object();

  constructor(texts: ReadonlyMap<string, string>, m: Machine) {
    this.#m = m;
    const all = [...texts].flatMap(([path, text]) => {
      if (!path.endsWith(".py") || !/^[ \t]*REST_FRAMEWORK\s*=/m.test(text)) return [];
      const module = m.module(path);
      return module ? [{ module, value: m.get(module.exports, "REST_FRAMEWORK") }] : [];
    });
    // other files may only have a variable or an argument with this name
    const found = all.find(({ value }) => each(value).some(({ kind }) => kind === "object")) ?? all[0];
    if (!found) return;
    this.#module = found.module;
    this.#values = found.value;
  }

  /** A setting; one of several values where some environments have others. */
  get(name: string): Value | undefined {
    const found = each(this.#values).map((value) =>
      value.kind === "object" ? propOf(value, name) : unknown,
    );
    return found.some((value) => value !== undefined)
      ? either(found.map((value) => value ?? nothing))
      : undefined;
  }

  /** The classes that a setting names: those of the program, and the names of others. */
  classes(name: string): readonly Value[] {
    const lists = each(this.get(name) ?? nothing).map((value) =>
      isMissing(value) ? [] : items(value).map((item) => this.#named(item)),
    );
    return lists.length > 1 ? [either(lists.map((classes) => list(classes)))] : lists.flat();
  }

  /** The program's own exception handler, if it has one. */
  get handler(): Value | undefined {
    const value = this.get("EXCEPTION_HANDLER");
    const found = value && this.#named(value);
    return found?.kind === "function" ? found : undefined;
  }

  #named(value: Value): Value {
    const [, path, name] = /^(.+)\.(\w+)$/.exec(texts(value)[0] ?? "") ?? [];
    if (path === undefined || name === undefined || !this.#module) return value;
    const found = this.#m.get(this.#m.load(path, this.#module), name);
    return found.kind === "class" || found.kind === "function" ? found : external(`${path}.${name}`);
  }
}

const nameOf = (value: Value): string =>
  value.kind === "external" ? value.name : (textOf(value)?.split(".").at(-1) ?? "");

const lineage = (cls: Value): string => ancestry(cls).map(nameOf).join(" ");

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
  const ownFilters = ownOf(cls).flatMap(({ statics }) =>
    [...statics].flatMap(([name, value]) =>
      value.kind === "external" && value.args && value.of?.name.endsWith("Filter") ? [name] : [],
    ),
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
