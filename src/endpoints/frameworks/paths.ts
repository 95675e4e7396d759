import { inTable } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Args, Machine, Value } from "../evaluate/types.ts";
import { items, textOf, texts } from "../evaluate/value.ts";

/** The paths of an endpoint. A place whose path is known only at run time is noted as unclear. */
export function pathsOf(
  value: Value | undefined,
  position: Pick<Args, "file" | "at">,
  m: Machine,
): readonly string[] {
  const found = items(value).flatMap((item) => texts(item));
  if (!found.length && value && open.has(value.kind))
    m.unclear.push({ file: position.file, at: position.at });
  return found;
}

/** The prefix of what is registered below it. One that is known only at run time is noted as unclear. */
export function prefixOf(
  value: Value | undefined,
  { file, at }: Pick<Args, "file" | "at">,
  m: Machine,
): string | undefined {
  const found = textOf(value);
  if (found === undefined && value && open.has(value.kind)) m.unclear.push({ file, at });
  return found;
}

const open: ReadonlySet<Value["kind"]> = new Set(["unknown", "external", "input", "either"]);

/** Joins parts of a path by single slashes; the result starts with one and, except for the root, ends without one. */
export function joined(...parts: readonly string[]): string {
  const path = `/${parts.join("/")}`.replaceAll(/\/{2,}/g, "/");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** Joins parts and keeps the last part's trailing slash: Python's frameworks distinguish `/users/` from `/users`. */
export function written(...parts: readonly string[]): string {
  const path = joined(...parts);
  return path.length > 1 && parts.at(-1)?.endsWith("/") ? `${path}/` : path;
}

/** The form in which paths are compared: parameter names and a trailing slash are ignored. */
export const comparable = (path: string): string =>
  path.replaceAll(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/$/, "") || "/";

/** Converts `:id`, `:id(\\d+)`, `:id?`, `*` and `{/:id}` to OpenAPI's notation; `\\:` is a literal colon. */
export function braced(path: string): string {
  return path
    .replaceAll(/\{([^{}]*:[^{}]*)\}/g, (whole, inner: string) => (/^\w+:/.test(inner) ? whole : inner))
    .replaceAll(/(?<!\\):([A-Za-z_]\w*)(?:\{[^{}]*\}|\((?:[^()]|\([^()]*\))*\))?[?*+]?/g, "{$1}")
    .replaceAll(/\{(\w+)\}\{[^{}]*\}/g, "{$1}")
    .replaceAll(/\(\.\*\)|\*(\w+)?/g, (_, name?: string) => `{${name ?? "path"}}`)
    .replaceAll("\\:", ":");
}

const converters: Readonly<Record<string, JsonSchema>> = {
  int: { type: "integer" },
  float: { type: "number" },
  uuid: { type: "string", format: "uuid" },
};

/** The schemas of Flask's converters by parameter: `<int:id>`. */
export const converted = (path: string): ReadonlyMap<string, JsonSchema> =>
  new Map(
    [...path.matchAll(/<(\w+)(?:\([^<>]*\))?:(\w+)>/g)].flatMap(([, kind = "", name = ""]) => {
      const schema = inTable(converters, kind);
      return schema ? [[name, schema] as const] : [];
    }),
  );

export const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
