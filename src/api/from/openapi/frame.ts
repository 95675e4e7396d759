import { isObject } from "../../../lib/index.ts";
import type { ParameterStyle, SecurityRequirement, SpecSchema } from "../../spec.ts";
import { styles, usualStyle, type Place } from "../../specification/styles.ts";
import type { At } from "./document.ts";

export type Node = Readonly<Record<string, unknown>>;

export interface OperationContext {
  readonly security: readonly SecurityRequirement[];
  /** Whether the document was of version 2.0, whose delimiters may stand in every place. */
  readonly swagger: boolean;
  /** Whether a style counts for parts of `multipart/form-data`: not in 3.0, which has it ignored. */
  readonly styledParts: boolean;
  /** What an operation demands of its own; undefined where it says nothing. */
  demanded(value: unknown, at: At): readonly SecurityRequirement[] | undefined;
  /** What is behind a value that may be a reference, with its place; undefined if it is no object. */
  open(value: unknown, at: At): { readonly node: Node; readonly at: At } | undefined;
  schema(value: unknown, at: At): SpecSchema;
  /** `broken`: what is generated would lack what the author meant. */
  warn(at: At, message: string, broken?: true): void;
}

export const step = (at: At, ...parts: readonly (string | number)[]): At => ({
  file: at.file,
  pointer:
    at.pointer + parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
});

export const words = (node: Node, ...keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    keys.flatMap((key) => (typeof node[key] === "string" && node[key] !== "" ? [[key, node[key]]] : [])),
  );

export const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];

export const members = (value: unknown): readonly (readonly [string, Node])[] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isObject(entry[1])) : [];

/** The members of a map, which may stand elsewhere as a whole, with the places where they really are. */
export function opened(
  value: unknown,
  at: At,
  context: OperationContext,
): readonly (readonly [name: string, value: unknown, at: At])[] {
  const map = isObject(value) ? context.open(value, at) : undefined;
  return map ? Object.entries(map.node).map(([name, one]) => [name, one, step(map.at, name)]) : [];
}

const isStyle = (value: unknown): value is ParameterStyle =>
  typeof value === "string" && Object.hasOwn(styles, value);

/**
 * The style that a parameter or a member of a form names, or the usual one of its place; a combination that OpenAPI
 * doesn't define becomes the usual one, with a warning.
 */
export function styleOf(
  node: Node,
  place: Place,
  context: Pick<OperationContext, "warn" | "swagger"> & { readonly at: At },
): { readonly style: ParameterStyle; readonly explode: boolean; readonly inner?: ParameterStyle } {
  const given = node["style"];
  const usual = usualStyle[place];
  const fits = isStyle(given) && (context.swagger || styles[given].places.includes(place));
  if (given !== undefined && !fits)
    context.warn(
      context.at,
      `has the style ${JSON.stringify(given).slice(0, 40)}, which is not defined for a ${place === "form" ? "form's member" : `${place} parameter`}: sent and read as ${usual}`,
    );
  const style = fits ? given : usual;
  const inner = node["inner"];
  return {
    style,
    explode: typeof node["explode"] === "boolean" ? node["explode"] : style === "form" || style === "cookie",
    ...(context.swagger && isStyle(inner) ? { inner } : {}),
  };
}
