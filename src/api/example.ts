import type { Json, JsonObject } from "../lib/index.ts";

/**
 * One request. `{{task.id}}` in `path` and in strings of `body` stands for a member of an earlier answer
 * (`task` is that call's `as`).
 */
export interface Call {
  /** The answer's body is kept under this name. */
  readonly as?: string;
  readonly operationId: string;
  readonly method: string;
  /** With query, values percent-encoded: `/api/tasks/{{task.id}}?limit=1`. */
  readonly path: string;
  readonly body?: Json;
  /** Sent as it is instead of `body`: malformed JSON, another media type. */
  readonly raw?: {
    readonly contentType: string;
    readonly text: string;
    /** How many times the text is sent; 1 if absent. */
    readonly repeat?: number;
  };
  /** Only where the operation is secured; absent there means `valid`. */
  readonly token?: "valid" | "missing" | "malformed" | "expired" | "wrong-key" | "wrong-algorithm";
}

export interface Expectation {
  readonly status: number;
  /** Members that the answered record has, deeply equal; `{{datetime}}` and `{{date}}` stand for any. */
  readonly body?: JsonObject;
  /** How many records the answered list has, and members of the record at each position. */
  readonly list?: { readonly length: number; readonly items?: readonly JsonObject[] };
  /** Members that the record must not have: secrets. */
  readonly without?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a problem: its title, and entries that its `errors` have among others, in any order. */
  readonly problem?: {
    readonly title: string;
    readonly errors?: readonly { readonly path: string; readonly message: string }[];
  };
}

/** A request with its expected answer, on an empty database but for `before`. */
export interface Example {
  readonly operationId: string;
  /** Says what holds: `refuses a title of 201 characters`. Unique within its operation. */
  readonly name: string;
  readonly kind: "success" | "validation" | "error" | "security";
  /** Sent first, in order; each must succeed. */
  readonly before: readonly Call[];
  readonly call: Call;
  readonly expect: Expectation;
}
