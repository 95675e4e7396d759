/** The request: its fields in the order in which errors are reported. `types.ts` has the same as types for callers. */
import { inTable, isObject } from "../lib/index.ts";
import { ApiError } from "./errors.ts";
import { cacheControl, contentBlock, textBlock } from "./blocks.ts";
import { crossChecks } from "./cross.ts";
import {
  anything,
  array,
  boolean,
  fault,
  literal,
  mismatch,
  named,
  nullable,
  number,
  object,
  record,
  refused,
  string,
  stringOr,
  tagged,
  under,
  type Fault,
  type Shape,
} from "./shape.ts";
import { toolDefinition } from "./definitions.ts";
import type { MessagesRequest, Profile } from "./types.ts";

const text = string();
const parallel = { "disable_parallel_tool_use?": boolean };

const turn = { role: text, content: stringOr(array(contentBlock)) };
const message = named("Message", object(turn));
/** A system message may carry its own settings, and then needs no content. */
const directive = object({ ...turn, "output_config?": record });
const anyMessage: Shape = {
  schema: message.schema,
  check: (value, isOpen) =>
    (isObject(value) && value["role"] === "system" ? directive : message).check(value, isOpen),
};

const display = { "display?": nullable(literal("summarized", "omitted")) };

const container: Shape = {
  schema: { anyOf: [{ type: "string" }, { type: "object" }] },
  check: (value, isOpen) =>
    value === null || typeof value === "string"
      ? undefined
      : containerParams.check(value, isOpen) && fault("ContainerParams", mismatch),
};
const containerParams = object({ "id?": nullable(text), "skills?": nullable(array(record)) });

/** In the order of errors: a request with several is rejected for the first. */
const fieldsOf = (messages: Shape): Readonly<Record<string, Shape>> => ({
  model: string({ min: 1, max: 256 }),
  "tool_choice?": tagged({ auto: parallel, any: parallel, tool: { name: text, ...parallel }, none: {} }),
  "tools?": array(toolDefinition),
  messages,
  "system?": stringOr(array(textBlock)),
  "thinking?": tagged({
    adaptive: display,
    between_tools: display,
    disabled: {},
    enabled: { budget_tokens: number({ integer: true, min: 1024 }), ...display },
  }),
  "output_config?": object(
    {
      "effort?": nullable(literal("low", "medium", "high", "xhigh", "max")),
      "format?": nullable(tagged({ json_schema: { schema: record } })),
      "task_budget?": nullable(record),
    },
    mismatch,
  ),
  "cache_control?": nullable(cacheControl),
  max_tokens: number({ integer: true, min: 1, least: "must be" }),
  "metadata?": object({ "user_id?": nullable(string({ max: 256 })) }, mismatch),
  "stop_sequences?": array(text),
  "temperature?": number({ range: [0, 1] }),
  "service_tier?": literal("auto", "standard_only"),
  "top_k?": number({ integer: true, min: 0 }),
  "top_p?": number({ range: [0, 1] }),
  "stream?": boolean,
  "container?": container,
  "inference_geo?": nullable(text),
  "speed?": nullable(literal("standard", "fast")),
  "diagnostics?": nullable(object({ "previous_message_id?": nullable(text) })),
  "user_profile_id?": nullable(text),
  "workspace_id?": nullable(text),
  "thread?": nullable(tagged({ create: {}, continue: { previous_message_id: text } })),
});

/** Fields that exist only for callers that name a beta with this prefix. */
const betas: Readonly<Record<string, { readonly beta: string; readonly shape: Shape }>> = {
  context_management: { beta: "context-management-", shape: nullable(record) },
  mcp_servers: { beta: "mcp-client-", shape: array(record) },
  output_format: { beta: "structured-outputs-", shape: nullable(record) },
  fallbacks: { beta: "", shape: anything },
};

/** The same fields with max_tokens optional, for counting. */
const uncapped = (fields: Readonly<Record<string, Shape>>): Shape =>
  object(
    Object.fromEntries(
      Object.entries(fields).map(([name, shape]) => [name === "max_tokens" ? "max_tokens?" : name, shape]),
    ),
  );
const shapes = {
  spec: fieldsOf(array(message)),
  live: fieldsOf(array(anyMessage)),
} as const;
const whole = { spec: object(shapes.spec), live: object(shapes.live) };
const counting = { spec: uncapped(shapes.spec), live: uncapped(shapes.live) };
named("MessagesRequest", whole.spec);
named("CountTokensRequest", counting.spec);

/** Options for reading a body. */
export interface Reading {
  /** The names in the `anthropic-beta` header. */
  readonly betas?: readonly string[];
  /** For count_tokens, which doesn't require max_tokens. */
  readonly counting?: boolean;
  /** Keeps unknown fields and types, for a service that may support them. */
  readonly isOpen?: boolean;
}

/**
 * Validates the shape of a request and the rules between its fields, but not the structure of the conversation
 * (`checkRules`). Throws ApiError (invalid_request_error) with the place of the first error in the documented order.
 */
export function parseRequest(body: unknown, profile: Profile, reading: Reading = {}): MessagesRequest {
  const { rest, beta, found } = withoutBetas(body, reading.betas ?? []);
  const first = (reading.counting ? counting : whole)[profile].check(rest, reading.isOpen) ?? found;
  if (first) throw refused(first);
  const request = { ...(rest as MessagesRequest), ...beta }; // its shape was just checked
  for (const check of crossChecks) {
    const wrong = check(request, profile);
    if (wrong) throw refused(wrong);
  }
  return request;
}

/** A request for a service with the Messages protocol: only the parts known here are checked. */
export interface ReadRequest {
  readonly request: MessagesRequest;
  /** An error for all other services: a field or type that is unknown here. */
  readonly unknown?: string;
  /** Whether a stream of another protocol ends with a chunk that has the usage. */
  readonly includeUsage?: boolean;
}

const known: ReadonlySet<string> = new Set([
  ...Object.keys(shapes.spec).map((name) => name.replace(/\?$/, "")),
  ...Object.keys(betas),
]);

/**
 * Whether an unknown field holds an address. The service may be a gateway that would send the request there, which the
 * caller must not control.
 */
const hasAddress = (request: MessagesRequest): boolean =>
  Object.entries(request).some(([name, value]) => !known.has(name) && JSON.stringify(value).includes("://"));

/** Maximum number of fields in a request with unknown ones: all are copied for each step that changes one. */
const mostFields = 256;

/**
 * Like `parseRequest`, but keeps unknown fields and types, and returns the error for the first. Rejects unknown fields
 * with `://`, and more than 256 fields.
 */
export function parseOpenRequest(body: unknown, profile: Profile, reading: Reading = {}): ReadRequest {
  try {
    return { request: parseRequest(body, profile, reading) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const request = parsed(body, profile, { ...reading, isOpen: true });
    if (request === undefined || hasAddress(request)) throw error; // the first error in the documented order
    const fields = Object.keys(request).length;
    if (fields > mostFields)
      throw refused(fault("", `Input has ${fields} fields; at most ${mostFields} pass on`));
    return { request, unknown: error.message };
  }
}

function parsed(...args: Parameters<typeof parseRequest>): MessagesRequest | undefined {
  try {
    return parseRequest(...args);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

interface Parted {
  readonly rest: unknown;
  readonly beta: Readonly<Record<string, unknown>>;
  readonly found?: Fault | undefined;
}

function withoutBetas(body: unknown, names: readonly string[]): Parted {
  if (typeof body !== "object" || body === null || names.length === 0) return { rest: body, beta: {} };
  const rest: Record<string, unknown> = {};
  const beta: Record<string, unknown> = {};
  let found: Fault | undefined;
  for (const [key, value] of Object.entries(body)) {
    const known = inTable(betas, key);
    if (!known || !names.some((name) => name.startsWith(known.beta))) {
      Object.defineProperty(rest, key, { value, enumerable: true, configurable: true, writable: true });
      continue;
    }
    const wrong = known.shape.check(value);
    found ??= wrong && under(key, wrong);
    beta[key] = value;
  }
  return { rest, beta, found };
}
