import { isObject } from "../../../lib/index.ts";
import type { SecurityRequirement, SpecSchema } from "../../spec.ts";
import { below, type At } from "./document.ts";

export type Node = Readonly<Record<string, unknown>>;

/** An object with its location, after following references: the same object for the same reference. */
export interface Opened {
  readonly node: Node;
  readonly at: At;
}

export interface OperationContext {
  readonly security: readonly SecurityRequirement[];
  /** Whether the document was version 2.0, where delimiters are allowed in every place. */
  readonly swagger: boolean;
  /** Whether a style applies to parts of `multipart/form-data`; 3.0 ignores it there. */
  readonly styledParts: boolean;
  /** Returns an operation's own security requirements; undefined if it has none. */
  demanded(value: unknown, at: At): readonly SecurityRequirement[] | undefined;
  /** Resolves a value that may be a reference, with its location; undefined if it is no object. */
  open(value: unknown, at: At): Opened | undefined;
  /** The same without a warning. */
  find(value: unknown, at: At): Opened | undefined;
  schema(value: unknown, at: At): SpecSchema;
  /** `broken`: the generated code would lack something that the author meant. */
  warn(at: At, message: string, broken?: true): void;
  /** Warns only at the first location that has this message. */
  warnOnce(at: At, message: string): void;
}

/** Returns those of some members that are texts. */
export function words(node: Node, ...keys: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const key of keys) {
    const value = node[key];
    if (typeof value === "string" && value !== "") found[key] = value;
  }
  return found;
}

export const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];

export const members = (value: unknown): readonly (readonly [string, Node])[] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isObject(entry[1])) : [];

/** Returns the members of a map, which may be a reference as a whole, with their actual locations. */
export function opened(
  value: unknown,
  at: At,
  context: OperationContext,
): readonly (readonly [name: string, value: unknown, at: At])[] {
  const map = isObject(value) ? context.open(value, at) : undefined;
  return map ? Object.entries(map.node).map(([name, item]) => [name, item, below(map.at, name)]) : [];
}

const disjunction = new Intl.ListFormat("en", { type: "disjunction" });

/** Formats words as alternatives: `a, b, or c`. */
export const oneOf = (choices: readonly string[]): string => disjunction.format(choices);
