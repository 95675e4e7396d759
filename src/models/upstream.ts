import { object, readValue, text, upstreamFields, type Read } from "../config/index.ts";
import { isObject, stringifyInTurns, parseJson } from "../lib/index.ts";
import { ApiError } from "../messages/index.ts";
import type { Connecting, Fetch, Reply } from "./http/index.ts";
import type { Timeouts } from "./in-time.ts";
import type { CallContext } from "./model.ts";

/** A service that we call. Its address comes only from the operator; the key is sent nowhere else. */
export interface Upstream {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  /** Parses the body of an error answer, if it differs from the Messages protocol. */
  parseError?(body: unknown, status: number): ApiError;
  /** Rewords an error of the service. */
  rewordError?(error: ApiError): ApiError;
}

const optionFields = { key: text, ...upstreamFields } as const;
type Given = Read<ReturnType<typeof object<typeof optionFields, "url">>>;

export interface UpstreamOptions extends Omit<Given, "timeouts" | "place"> {
  readonly timeouts: Timeouts;
  readonly connecting: Connecting;
}

/** In seconds. A thinking model may be silent for minutes. */
const standardTimeouts = { connect: 10, first_byte: 600, idle: 300 } as const;

/** Parses `{ url, key?, models?, … }`, or only a URL. Throws UserError. */
export function readOptions(provider: string, options: unknown, standard?: string): UpstreamOptions {
  const value = typeof options === "string" && options !== "" ? { url: options } : options;
  const whole = { ...(standard !== undefined && { url: standard }), ...(isObject(value) ? value : {}) };
  const place = { file: `model of ${provider}` };
  const read = readValue(object(optionFields, ["url"]), whole, { place, code: "model_options" });
  const { connect, first_byte, idle, total } = { ...standardTimeouts, ...read.timeouts };
  const timeouts = {
    firstByte: first_byte * 1000,
    idle: idle * 1000,
    ...(total !== undefined && { total: total * 1000 }),
  };
  const { proxy, ca } = read;
  const connecting = {
    connect: connect * 1000,
    ...(proxy instanceof URL && { proxy }),
    ...(ca !== undefined && { ca }),
  };
  return { ...read, url: baseUrl(read.url), timeouts, connecting };
}

/** The base for relative paths; a bare origin means its `/v1`. */
function baseUrl(base: URL): URL {
  const url = new URL(base);
  if (url.pathname === "/") url.pathname = "/v1";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** Caches addresses per upstream: building one costs more than looking it up. */
const addresses = new WeakMap<URL, Map<string, URL>>();

function below(url: URL, path: string): URL {
  const known = addresses.get(url) ?? new Map<string, URL>();
  const found = known.get(path) ?? joined(url, path);
  if (known.size === 0) addresses.set(url, known);
  if (known.size < 16) known.set(path, found);
  return found;
}

/** Keeps the query of the upstream's address, because Azure has its version there. */
function joined(url: URL, path: string): URL {
  const target = new URL(path, url);
  for (const [name, value] of url.searchParams) target.searchParams.set(name, value);
  return target;
}

/** A call on behalf of a request, which gets the headers of its answer. */
export interface Calling {
  readonly body?: unknown;
  readonly context?: Pick<CallContext, "signal" | "traceHeaders" | "trace" | "header">;
  /** Sent besides the upstream's headers. */
  readonly more?: Readonly<Record<string, string>>;
}

/** Calls a path below the upstream's address; returns a 2xx answer, or throws ApiError. */
export async function call(
  { url, headers, fetch, parseError, rewordError = (error) => error }: Upstream,
  path: string,
  { body, context, more }: Calling = {},
): Promise<Reply> {
  const { signal, traceHeaders, trace } = context ?? {};
  let response: Reply;
  try {
    if (trace) trace.upstreamRequestId = undefined;
    response = await fetch(below(url, path), {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...headers,
        ...more,
        ...traceHeaders,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      redirect: "manual", // a key must not follow redirects
      ...(body !== undefined && { body: await stringifyInTurns(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ApiError) throw cause; // a timeout
    throw new ApiError("api_error", `The model's service at ${url.origin} can't be reached.`, { cause });
  }
  if (trace) trace.upstreamRequestId = idOf(response);
  if (response.ok) {
    passHeaders(response, context?.header);
    return response;
  }
  if (response.status >= 300 && response.status < 400) {
    await response.text();
    throw new ApiError(
      "api_error",
      `The model's service at ${url.origin} redirects; its redirects aren't followed.`,
    );
  }
  throw rewordError(await errorOf(response, parseError));
}

/** The rate limit headers of both protocols. */
const limitHeaders = [
  ...["requests", "tokens", "input-tokens", "output-tokens"].flatMap((what) =>
    ["limit", "remaining", "reset"].map((part) => `anthropic-ratelimit-${what}-${part}`),
  ),
  ...["requests", "tokens"].flatMap((what) =>
    ["limit", "remaining", "reset"].map((part) => `x-ratelimit-${part}-${what}`),
  ),
];

const longestId = 200;

const idOf = ({ headers }: Reply): string | undefined =>
  (headers.get("request-id") ?? headers.get("x-request-id"))?.slice(0, longestId);

/** Passes on the service's rate limit headers, and its request id. */
function passHeaders(reply: Reply, header: CallContext["header"]): void {
  if (header === undefined) return;
  for (const name of limitHeaders) {
    const value = reply.headers.get(name);
    if (value !== null) header(name, value);
  }
  const id = idOf(reply);
  if (id !== undefined) header("antiphon-upstream-request-id", id);
}

/** Maximum bytes to read from a broken service's error. */
const longestError = 64 * 1024;

async function errorOf(response: Reply, parseError: Upstream["parseError"]): Promise<ApiError> {
  const text = (await response.text().catch(() => "")).slice(0, longestError);
  const { status } = response;
  const body = parseJson(text);
  const plain = { error: { message: message(body, text, response) } };
  const base =
    (isObject(body) && parseError?.(body, status)) ||
    ApiError.from(body, status) ||
    ApiError.from(plain, status);
  const error = base ?? new ApiError("api_error", "The model's service failed.", { status });
  const retryAfter = secondsToWait(response.headers);
  const isFinal = response.headers.get("x-should-retry") === "false";
  if (retryAfter === undefined && !isFinal) return error;
  const { details } = error;
  return new ApiError(error.type, error.message, {
    status: error.status,
    retry: error.retry && !isFinal,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(details && { details }),
  });
}

function message(body: unknown, text: string, { status }: Reply): string {
  const error = isObject(body) ? (body["error"] ?? body["message"] ?? body["detail"]) : undefined;
  if (typeof error === "string") return error;
  return text.trim().slice(0, 500) || `The model's service answered with status ${status}.`;
}

/** Parses seconds, milliseconds, or a date, which is relative to the service's own clock. */
function secondsToWait(headers: Reply["headers"]): number | undefined {
  const get = (name: string): string | null => headers.get(name);
  const [milliseconds, wait] = [number(get("retry-after-ms")), get("retry-after")];
  if (milliseconds !== undefined) return milliseconds / 1000;
  const until = (Date.parse(wait ?? "") - Date.parse(get("date") ?? "")) / 1000;
  return number(wait) ?? (until >= 0 ? until : undefined);
}

const number = (header: string | null): number | undefined =>
  header !== null && /^\d{1,8}(\.\d+)?$/.test(header.trim()) ? Number(header) : undefined;

export const isJson = ({ headers }: Reply): boolean =>
  headers.get("content-type")?.startsWith("application/json") ?? false;

/** Throws ApiError when the connection is lost, so that the request may be retried. */
export const bodyOf = ({ body }: Reply, signal: AbortSignal): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]() {
    const source = (body ?? none)[Symbol.asyncIterator]();
    const broken = (cause: unknown): never => {
      signal.throwIfAborted();
      return lost(cause);
    };
    return {
      next: () => source.next().catch(broken),
      return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    };
  },
});

const none: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

function lost(cause: unknown): never {
  if (cause instanceof ApiError) throw cause;
  throw new ApiError("api_error", "The model's service broke the connection within its answer.", { cause });
}

/** Throws ApiError if the body isn't JSON. */
export async function jsonOf(response: Reply): Promise<unknown> {
  const text = await response.text().catch(lost);
  const value = parseJson(text);
  if (value === undefined) throw new ApiError("api_error", "The model's service answered with broken JSON.");
  return value;
}

const keyErrors: ReadonlySet<number> = new Set([401, 402, 403]);

/** Rewords an error about the operator's key: the caller's own key was valid. */
export const rewordKeyError = (error: ApiError): ApiError =>
  keyErrors.has(error.status)
    ? new ApiError("api_error", `The model's service refused the operator: ${error.message}`, {
        cause: error,
        retry: false, // the same key would be refused again
      })
    : error;
