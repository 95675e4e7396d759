import { inTable } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Args, Machine, Value } from "../evaluate/types.ts";
import { items, texts } from "../evaluate/value.ts";

/** The paths that an endpoint is registered under; a place whose path only running tells is written down. */
export function pathsOf(
  value: Value | undefined,
  given: Pick<Args, "file" | "at">,
  m: Machine,
): readonly string[] {
  const found = items(value).flatMap((item) => texts(item));
  if (!found.length && value && open.has(value.kind)) m.unclear.push({ file: given.file, at: given.at });
  return found;
}

const open: ReadonlySet<Value["kind"]> = new Set(["unknown", "external", "input", "either"]);

/** Joins parts of a path by single slashes; the result starts with one and ends with none, but for the root. */
export function joined(...parts: readonly string[]): string {
  const path = `/${parts.join("/")}`.replaceAll(/\/{2,}/g, "/");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** Joined, and with the slash at the end that the last part is written with: Python's frameworks tell `/users/` from `/users`. */
export function written(...parts: readonly string[]): string {
  const path = joined(...parts);
  return path.length > 1 && parts.at(-1)?.endsWith("/") ? `${path}/` : path;
}

/** What paths are compared by: names of parameters and a slash at the end don't tell endpoints apart. */
export const comparable = (path: string): string =>
  path.replaceAll(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/$/, "") || "/";

/** `:id`, `:id(\\d+)`, `:id?`, `*` and `{/:id}` as OpenAPI writes them; `\\:` is a colon. */
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

/** What Flask's converters let through, by parameter: `<int:id>`. */
export const converted = (path: string): ReadonlyMap<string, JsonSchema> =>
  new Map(
    [...path.matchAll(/<(\w+)(?:\([^<>]*\))?:(\w+)>/g)].flatMap(([, kind = "", name = ""]) => {
      const schema = inTable(converters, kind);
      return schema ? [[name, schema] as const] : [];
    }),
  );

export const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
