import type { Json, JsonObject } from "../lib/index.ts";

/**
 * One request. `{{task.id}}` in `path` and in strings of `body` is replaced by a member of an earlier response (`task`
 * is that call's `as`).
 */
export interface Call {
  /** Name under which the response body is kept. */
  readonly as?: string;
  readonly operationId: string;
  readonly method: string;
  /** Includes the query, values percent-encoded: `/api/tasks/{{task.id}}?limit=1`. */
  readonly path: string;
  readonly body?: Json;
  /** Sent unchanged instead of `body`: malformed JSON, another media type. */
  readonly raw?: {
    readonly contentType: string;
    readonly text: string;
    /** How many times the text is sent; 1 if absent. */
    readonly repeat?: number;
  };
  /** Only for secured operations; `valid` if absent. */
  readonly token?: "valid" | "missing" | "malformed" | "expired" | "wrong-key" | "wrong-algorithm";
}

export interface Expectation {
  readonly status: number;
  /** Members of the returned record, deeply equal; `{{datetime}}` and `{{date}}` match any. */
  readonly body?: JsonObject;
  /** Number of records in the returned list, and members of the record at each position. */
  readonly list?: { readonly length: number; readonly items?: readonly JsonObject[] };
  /** Members that the record must not have: secrets. */
  readonly without?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For a problem: its title, and entries that `errors` must include, in any order. */
  readonly problem?: {
    readonly title: string;
    readonly errors?: readonly { readonly path: string; readonly message: string }[];
  };
}

/** A request with its expected response, on a database that is empty except for `before`. */
export interface Example {
  readonly operationId: string;
  /** The behaviour shown: `refuses a title of 201 characters`. Unique within its operation. */
  readonly name: string;
  readonly kind: "success" | "validation" | "error" | "security";
  /** Sent first, in order; each must succeed. */
  readonly before: readonly Call[];
  readonly call: Call;
  readonly expect: Expectation;
}
