import { isObject } from "../../../lib/index.ts";
import type { SecurityRequirement, SpecSchema } from "../../spec.ts";
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
  /** The same without a warning. */
  find(value: unknown, at: At): { readonly node: Node; readonly at: At } | undefined;
  schema(value: unknown, at: At): SpecSchema;
  /** `broken`: what is generated would lack what the author meant. */
  warn(at: At, message: string, broken?: true): void;
  /** Warns of the first place alone that has a message. */
  warnOnce(at: At, message: string): void;
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
  return map ? Object.entries(map.node).map(([name, item]) => [name, item, step(map.at, name)]) : [];
}

const disjunction = new Intl.ListFormat("en", { type: "disjunction" });

/** Words of which one is to be chosen: `a, b, or c`. */
export const oneOf = (choices: readonly string[]): string => disjunction.format(choices);
