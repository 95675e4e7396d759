import { isObject } from "../../../lib/index.ts";
import type { ParameterStyle, SecurityRequirement, SpecSchema } from "../../spec.ts";
import type { At } from "./document.ts";

export type Node = Readonly<Record<string, unknown>>;

export interface OperationContext {
  readonly security: readonly SecurityRequirement[];
  /** What an operation demands of its own; undefined where it says nothing. */
  demanded(value: unknown, at: At): readonly SecurityRequirement[] | undefined;
  /** What is behind a value that may be a reference, with its place; undefined if it is no object. */
  open(value: unknown, at: At): { readonly node: Node; readonly at: At } | undefined;
  schema(value: unknown, at: At): SpecSchema;
  warn(at: At, message: string): void;
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

const styles: ReadonlySet<string> = new Set([
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
]);

/** The style that a parameter or a part of a form names. */
export function styleOf(node: Node): ParameterStyle | undefined {
  const given = node["style"];
  return typeof given === "string" && styles.has(given) ? (given as ParameterStyle) : undefined; // a member of `styles`
}
