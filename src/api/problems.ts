import type { JsonSchema } from "../schema/index.ts";
import { inTable } from "../lib/index.ts";

/** Media type of every error response (RFC 9457). */
export const problemType = "application/problem+json";

/** Titles of problems by status, the same for every target. */
export const problemTitles = {
  400: "Invalid input",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  412: "Precondition failed",
  413: "Payload too large",
  415: "Unsupported media type",
  429: "Too many requests",
  500: "Internal server error",
  501: "Not implemented",
  503: "Service unavailable",
} as const;

export type ProblemStatus = keyof typeof problemTitles;

const plural = (n: unknown, word: string): string => `${String(n)} ${word}${n === 1 ? "" : "s"}`;

const article = (type: unknown): string =>
  type === "integer"
    ? "a whole number"
    : type === "array" || type === "object"
      ? `an ${type === "array" ? "array" : "object"}`
      : `a ${String(type)}`;

const formats: Readonly<Record<string, string>> = {
  email: "must be an e-mail address",
  uri: "must be a URL",
  uuid: "must be a UUID",
  date: "must be a date such as 2026-01-31",
  "date-time": "must be a date and time such as 2026-01-31T12:00:00Z",
};

const decimals = (schema: JsonSchema): string =>
  `must be a decimal number such as ${JSON.stringify(schema["example"] ?? "12.50")}`;

/**
 * Messages of problems by the schema keyword that was violated, the same for every target. Generators emit these,
 * never a validator's own messages.
 */
export const problemMessages: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  required: () => "is required",
  additionalProperties: () => "is not a known property",
  type: (schema) => `must be ${article(schema.type)}`,
  enum: (schema) => `must be one of ${(schema.enum ?? []).filter((v) => v !== null).join(", ")}`,
  format: (schema) =>
    inTable(formats, String(schema["format"])) ?? `must be a valid ${String(schema["format"])}`,
  pattern: (schema) =>
    schema["format"] === "decimal" ? decimals(schema) : `must match ${String(schema["pattern"])}`,
  minLength: (schema) => `must be at least ${plural(schema["minLength"], "character")} long`,
  maxLength: (schema) => `must be at most ${plural(schema["maxLength"], "character")} long`,
  minimum: (schema) => `must be at least ${String(schema["minimum"])}`,
  maximum: (schema) => `must be at most ${String(schema["maximum"])}`,
  exclusiveMinimum: (schema) => `must be more than ${String(schema["minimum"])}`,
  exclusiveMaximum: (schema) => `must be less than ${String(schema["maximum"])}`,
  multipleOf: (schema) => `must be a multiple of ${String(schema["multipleOf"])}`,
  /**
   * A text or JSON with a null character or lone surrogate, or JSON nested over 100 deep: not every database stores
   * it.
   */
  storable: () => "has a character or a depth that can't be stored",
  minItems: (schema) => `must have at least ${plural(schema["minItems"], "item")}`,
  maxItems: (schema) => `must have at most ${plural(schema["maxItems"], "item")}`,
  uniqueItems: () => "must not repeat an item",
  /** A body that is no object or no JSON; its path is empty. */
  body: () => "must be a JSON object",
  /** 400: a foreign key to a record that doesn't exist. */
  reference: () => "does not exist",
  /** 409, for each field of the violated uniqueness. */
  unique: () => "is already taken",
  /** 409: another value for a field that only actions change. */
  state: () => "is changed by actions only",
  /** 409: a parent that is the record itself or one of its descendants. */
  ancestor: () => "would make the record its own ancestor",
  /** 409, with path `id`: the record can't be deleted. */
  referred: () => "is still referred to by other records",
};
