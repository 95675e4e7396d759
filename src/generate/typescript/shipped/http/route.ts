import type { Rule } from "./rules.ts";

/** How text becomes a value: a list of one kind or of others in its first places, an object by its members, or a single one. */
export type Shape =
  | "string"
  | "number"
  | "int64"
  | "boolean"
  | "scalar"
  | "binary"
  | "any"
  | ListShape
  | { readonly [member: string]: Shape };

export type ListShape = readonly [Shape, ("or one" | readonly Shape[])?];

/** The shape of the item at a place of a list. */
export const itemShape = ([item, more]: ListShape, place: number): Shape =>
  (typeof more === "object" ? more[place] : undefined) ?? item;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** Member of what the handler takes. */
  readonly key: string;
  readonly style: string;
  readonly explode: boolean;
  readonly required: boolean;
  readonly shape: Shape;
  /** The style of lists inside a list. */
  readonly inner?: string;
  /** Written as JSON instead of by style. */
  readonly json?: true;
  /** What counts where it is missing. */
  readonly otherwise?: unknown;
  readonly check?: Rule;
}

/** A media type that a body may have. */
export interface Media {
  readonly type: string;
  readonly as: "json" | "form" | "multipart" | "text" | "binary" | "any";
  readonly shape?: Shape;
  /** How members of a form are written that come in a style, as those of a query do. */
  readonly parts?: { readonly [member: string]: Pick<Parameter, "style" | "explode" | "inner"> };
  /** Headers of parts, by member. */
  readonly heads?: { readonly [member: string]: readonly Parameter[] };
  /** Members of a form that are JSON though they hold single values. */
  readonly json?: readonly string[];
  readonly check?: Rule;
}

export interface Route<Input, Result> {
  readonly method: string;
  /** As the document has it, below the server's own path. */
  readonly path: string;
  /** Whole paths that this one matches too, but that others have, and without such a method. */
  readonly except?: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly required: boolean; readonly media: readonly Media[] };
  /** Media type of the answer by status. */
  readonly answers: { readonly [status: string]: string };
  /** Scopes by scheme: all schemes of one alternative together let a request in, any alternative does. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  /** What its handler takes and gives: for the compiler alone. */
  readonly types?: (input: Input) => Result;
}
