/** What checks are made of; servers have it too. */
export const checking = String.raw`/** One thing wrong with a value; path is a JSON pointer. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Adds to out what is wrong with a value. */
export interface Check<T> {
  (value: unknown, at: string, out: Issue[]): void;
  readonly checks?: T;
}

/** The value as what it was checked for, or what is wrong with it. */
export function validate<T>(
  check: Check<T>,
  value: unknown,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] } {
  const out: Issue[] = [];
  check(value, "", out);
  return out.length === 0 ? { ok: true, value: value as T } : { ok: false, issues: out };
}

export const wrong = (out: Issue[], path: string, message: string): void => {
  out.push({ path, message });
};
/** What is not there is required; what is there is of the wrong kind. */
export const lacks = (value: unknown, out: Issue[], path: string, message: string): void => {
  out.push({ path, message: value === undefined ? "is required" : message });
};
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isInteger = (value: unknown): value is number => Number.isInteger(value);
export const own = (value: { readonly [key: string]: unknown }, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;
/** Characters, not UTF-16 units. */
export const textLength = (text: string): number => {
  let surrogates = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) surrogates += 1;
  }
  return text.length - surrogates;
};
export const isMultiple = (value: number, step: number): boolean => {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
};
const patterns = new Map<string, RegExp>();
export const matches = (text: string, pattern: string): boolean => {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    try {
      compiled = new RegExp(pattern, "u");
    } catch {
      compiled = new RegExp(pattern);
    }
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
};
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
};
export const isUnique = (items: readonly unknown[]): boolean => {
  const simple = new Set<unknown>();
  const rest: unknown[] = [];
  for (const item of items) {
    if (typeof item !== "object" || item === null) {
      if (simple.has(item)) return false;
      simple.add(item);
    } else {
      if (rest.some((other) => isEqual(other, item))) return false;
      rest.push(item);
    }
  }
  return true;
};

`;

/** The part of every client that no document changes: TypeScript source, written without template literals. */
export const runtime = String.raw`/** Sends requests, retries, decodes and checks answers. Needs fetch alone: Node 20, Deno, Bun, browsers, workers. */

${checking}/** A key, a token, or a pair; a function is asked at each request. */
export type Credential =
  | string
  | { readonly username: string; readonly password: string }
  | (() => string | Promise<string>);

export interface ClientOptions<Auth extends string = string> {
  /** Where the API is; paths are appended to it. */
  readonly baseUrl: string;
  readonly auth?: { readonly [scheme in Auth]?: Credential };
  readonly headers?: { readonly [name: string]: string };
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds for one attempt, 60,000 by default; 0 is without end. */
  readonly timeout?: number;
  /** Further attempts after 408, 429, 5xx or a broken connection, 2 by default. */
  readonly retries?: number;
  /** Check answers against their schemas; true by default. */
  readonly validate?: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: { readonly [name: string]: string };
  readonly timeout?: number;
  readonly retries?: number;
  /** Repeat after a failure though the method changes something and may have succeeded. */
  readonly retryUnsafe?: boolean;
  readonly baseUrl?: string;
}

export interface Client {
  readonly options: ClientOptions;
}

export const newClient = (options: ClientOptions): Client => ({ options });

/** An answer whose status the document does not have. */
export interface Unexpected {
  readonly kind: "unexpected";
  readonly ok: boolean;
  readonly status: number;
  readonly data: unknown;
  readonly response: Response;
}

/** The server answered something that its own document forbids. */
export class InvalidResponseError extends Error {
  readonly issues: readonly Issue[];
  readonly response: Response;

  constructor(issues: readonly Issue[], response: Response) {
    const first = issues[0];
    super("The answer of " + response.url + " is not as described: " + (first ? first.path + " " + first.message : "not readable"));
    this.name = "InvalidResponseError";
    this.issues = issues;
    this.response = response;
  }
}

export interface ServerSentEvent<T> {
  readonly event: string;
  readonly data: T;
  readonly id: string | undefined;
}

type Style = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";

/** A parameter: name on the wire, place, name in the caller's object, style, explode, and "json" or "raw" where needed. */
export type Parameter = readonly [
  name: string,
  place: "path" | "query" | "header" | "cookie",
  key: string,
  style: Style,
  explode: boolean,
  how?: "json" | "raw",
];

export type Decoder = readonly [as: "json" | "text" | "binary" | "events" | "any", check?: Check<unknown>];

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  /** Media types that the body may have, the first one by default, each with how its properties are sent. */
  readonly body?: readonly (readonly [type: string, parts?: { readonly [property: string]: string }])[];
  readonly responses: { readonly [status: string]: { readonly [mediaType: string]: Decoder } };
  /** Alternatives, each a list of [scheme, kind, place, name]. */
  readonly security?: readonly (readonly (readonly [scheme: string, kind: "key" | "bearer" | "basic", place: string, name: string])[])[];
}

export interface CallInput {
  readonly [key: string]: unknown;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());

const scalar = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) && !(value instanceof Date) ? Object.entries(value).filter((entry) => entry[1] !== undefined) : [];

function pathValue(parameter: Parameter, value: unknown): string {
  const [name, , , style, explode, how] = parameter;
  if (how === "json") return encode(JSON.stringify(value));
  const start = style === "label" ? "." : style === "matrix" ? ";" : "";
  const joint = style === "label" && explode ? "." : style === "matrix" && explode ? ";" : ",";
  const pairs = entriesOf(value);
  if (isArray(value) || pairs.length) {
    const items = isArray(value)
      ? value.map((item) => (style === "matrix" && explode ? encode(name) + "=" : "") + encode(scalar(item)))
      : pairs.map(([key, item]) => encode(key) + (explode ? "=" : ",") + encode(scalar(item)));
    return start + (style === "matrix" && !explode ? encode(name) + "=" : "") + items.join(joint);
  }
  return start + (style === "matrix" ? encode(name) + "=" : "") + encode(scalar(value));
}

function* deepPairs(name: string, value: unknown): Iterable<readonly [string, string]> {
  const pairs = isArray(value) ? value.map((item, i) => [String(i), item] as const) : entriesOf(value);
  if (pairs.length === 0) yield [name, scalar(value)];
  for (const [key, item] of pairs) yield* deepPairs(name + "[" + key + "]", item);
}

function queryPairs(parameter: Parameter, value: unknown): readonly (readonly [string, string])[] {
  const [name, , , style, explode, how] = parameter;
  if (how === "json") return [[name, JSON.stringify(value)]];
  if (style === "deepObject") return [...deepPairs(name, value)];
  const joint = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
  if (isArray(value)) {
    if (explode) return value.map((item) => [name, scalar(item)] as const);
    return [[name, value.map(scalar).join(joint)]];
  }
  const pairs = entriesOf(value);
  if (pairs.length && explode) return pairs.map(([key, item]) => [key, scalar(item)] as const);
  return [[name, pairs.length ? pairs.flatMap(([key, item]) => [key, scalar(item)]).join(joint) : scalar(value)]];
}

/** In a query commas between items stay commas, since the style put them there. */
const queryText = (pairs: readonly (readonly [string, string])[], raw: boolean): string =>
  pairs.map(([key, value]) => encode(key) + "=" + (raw ? encodeURI(value) : encode(value).replaceAll("%2C", ","))).join("&");

function urlOf(client: Client, operation: Operation, input: CallInput, options: CallOptions): URL {
  const query: string[] = [];
  let path = operation.path;
  for (const parameter of operation.parameters ?? []) {
    const value = input[parameter[2]];
    if (value === undefined) continue;
    if (parameter[1] === "path") path = path.replaceAll("{" + parameter[0] + "}", () => pathValue(parameter, value));
    else if (parameter[1] === "query") query.push(queryText(queryPairs(parameter, value), parameter[5] === "raw"));
  }
  const base = (options.baseUrl ?? client.options.baseUrl).replace(/\/+$/, "");
  const tail = query.filter((part) => part !== "").join("&");
  return new URL(base + path + (tail === "" ? "" : (path.includes("?") ? "&" : "?") + tail));
}

function headersOf(client: Client, operation: Operation, input: CallInput, options: CallOptions): Headers {
  const headers = new Headers(client.options.headers);
  const accept = [...new Set(Object.values(operation.responses).flatMap((content) => Object.keys(content)))];
  if (accept.length) headers.set("accept", accept.join(", "));
  const cookies: string[] = [];
  for (const parameter of operation.parameters ?? []) {
    const value = input[parameter[2]];
    if (value === undefined) continue;
    const text = isArray(value)
      ? value.map(scalar).join(",")
      : entriesOf(value).length
        ? entriesOf(value).map(([key, item]) => key + (parameter[4] ? "=" : ",") + scalar(item)).join(",")
        : scalar(value);
    if (parameter[1] === "header") headers.set(parameter[0], parameter[5] === "json" ? JSON.stringify(value) : text);
    else if (parameter[1] === "cookie") cookies.push(encode(parameter[0]) + "=" + encode(text));
  }
  if (cookies.length) headers.set("cookie", cookies.join("; "));
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return headers;
}

const blobOf = (value: unknown): Blob | undefined => (value instanceof Blob ? value : undefined);

function formData(value: unknown, parts: { readonly [property: string]: string }): FormData {
  const form = new FormData();
  const add = (key: string, item: unknown): void => {
    const type = Object.hasOwn(parts, key) ? parts[key] : undefined;
    const blob = blobOf(item);
    if (blob) form.append(key, blob);
    else if (type !== undefined) form.append(key, new Blob([typeof item === "string" ? item : JSON.stringify(item)], { type }));
    else form.append(key, scalar(item));
  };
  for (const [key, item] of entriesOf(value)) {
    if (isArray(item)) for (const one of item) add(key, one);
    else add(key, item);
  }
  return form;
}

interface Body {
  readonly body: BodyInit | undefined;
  readonly type: string | undefined;
}

function bodyOf(operation: Operation, input: CallInput): Body {
  const value = input["body"];
  if (!operation.body || value === undefined) return { body: undefined, type: undefined };
  const wanted = input["contentType"];
  const [type, parts] = operation.body.find(([name]) => name === wanted) ?? operation.body[0] ?? ["application/json"];
  if (type.startsWith("multipart/")) return { body: formData(value, parts ?? {}), type: undefined };
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const form = new URLSearchParams();
    for (const [key, item] of entriesOf(value)) for (const one of isArray(item) ? item : [item]) form.append(key, scalar(one));
    return { body: form, type };
  }
  const clean = type.includes("*") ? undefined : type;
  const blob = blobOf(value);
  if (blob) return { body: blob, type: clean ?? (blob.type || "application/octet-stream") };
  if (/json/i.test(type) || typeof value !== "string") return { body: JSON.stringify(value), type: clean ?? "application/json" };
  return { body: value, type: clean ?? "text/plain" };
}

const base64 = (text: string): string => {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
};

/** Sends the first alternative for which there is every credential. */
async function authorise(client: Client, operation: Operation, url: URL, headers: Headers): Promise<void> {
  const given = client.options.auth ?? {};
  const chosen = operation.security?.find((needs) => needs.length > 0 && needs.every(([scheme]) => Object.hasOwn(given, scheme)));
  for (const [scheme, kind, place, name] of chosen ?? []) {
    const credential = given[scheme];
    const value = typeof credential === "function" ? await credential() : credential;
    if (value === undefined) continue;
    const pair = typeof value === "string" ? value : value.username + ":" + value.password;
    if (kind === "basic") headers.set("authorization", "Basic " + base64(pair));
    else if (kind === "bearer") headers.set("authorization", "Bearer " + pair);
    else if (place === "query") url.searchParams.set(name, pair);
    else if (place === "cookie") headers.set("cookie", [headers.get("cookie"), encode(name) + "=" + encode(pair)].filter(Boolean).join("; "));
    else headers.set(name, pair);
  }
}

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });

const repeatable = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"]);
const passing = (status: number): boolean => status === 408 || status === 429 || (status >= 500 && status !== 501);

/** Milliseconds until the next attempt: what the server asks for, else doubling from half a second, spread by chance. */
function delay(attempt: number, response: Response | undefined): number {
  const asked = response?.headers.get("retry-after");
  if (asked !== null && asked !== undefined) {
    const seconds = Number(asked);
    const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked) - Date.now();
    if (Number.isFinite(wait)) return Math.min(Math.max(wait, 0), 60_000);
  }
  return Math.min(500 * 2 ** attempt, 8000) * (0.5 + Math.random() / 2);
}

async function send(client: Client, operation: Operation, request: () => Promise<readonly [URL, RequestInit]>, options: CallOptions): Promise<Response> {
  const retries = options.retries ?? client.options.retries ?? 2;
  const limit = options.timeout ?? client.options.timeout ?? 60_000;
  const again = repeatable.has(operation.method) || options.retryUnsafe === true;
  const fetching = client.options.fetch ?? globalThis.fetch;
  for (let attempt = 0; ; attempt++) {
    const signals = [...(options.signal ? [options.signal] : []), ...(limit > 0 ? [AbortSignal.timeout(limit)] : [])];
    let response: Response | undefined;
    try {
      const [url, init] = await request();
      response = await fetching(url, signals.length ? { ...init, signal: AbortSignal.any(signals) } : init);
      if (!passing(response.status) || attempt >= retries || !(again || response.status === 429)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (options.signal?.aborted === true || !again || attempt >= retries) throw error;
    }
    await pause(delay(attempt, response), options.signal);
  }
}

async function* events(response: Response, check: Check<unknown> | undefined): AsyncGenerator<ServerSentEvent<unknown>> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let event = "message";
  let id: string | undefined;
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? "";
      // A carriage return at the end may be half of a line end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of done ? [...lines, ""] : lines) {
        if (line === "") {
          if (data.length) yield { event, data: eventData(data.join("\n"), check, response), id };
          event = "message";
          data = [];
          continue;
        }
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "data") data.push(text);
        else if (field === "event") event = text;
        else if (field === "id") id = text;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventData(text: string, check: Check<unknown> | undefined, response: Response): unknown {
  let value: unknown = text;
  try {
    value = JSON.parse(text);
  } catch {
    if (!check) return text;
  }
  if (check) demand(check, value, response);
  return value;
}

function demand(check: Check<unknown>, value: unknown, response: Response): void {
  const issues: Issue[] = [];
  check(value, "", issues);
  if (issues.length) throw new InvalidResponseError(issues, response);
}

const mediaOf = (response: Response): string => (response.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

function decoderOf(content: { readonly [mediaType: string]: Decoder }, media: string): Decoder | undefined {
  const entries = Object.entries(content).map(([type, decoder]) => [type.split(";", 1)[0]?.trim().toLowerCase() ?? "", decoder] as const);
  const exact = entries.find(([type]) => type === media);
  const range = entries.find(([type]) => type === "*/*" || (type.endsWith("/*") && media.startsWith(type.slice(0, -1))));
  return (exact ?? range ?? (/json/.test(media) ? entries.find(([type]) => /json/.test(type)) : undefined) ?? (media === "" ? entries[0] : undefined))?.[1];
}

async function decode(response: Response, decoder: Decoder | undefined, checked: boolean): Promise<unknown> {
  const media = mediaOf(response);
  const as = decoder && decoder[0] !== "any" ? decoder[0] : /json/.test(media) ? "json" : media.startsWith("text/") || media === "" ? "text" : "binary";
  const check = checked ? decoder?.[1] : undefined;
  if (as === "events") return events(response, check);
  if (as === "binary") return response.blob();
  const text = await response.text();
  if (as === "text") return text === "" && !decoder ? undefined : text;
  if (text === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (decoder && checked) throw new InvalidResponseError([{ path: "", message: "is not JSON" }], response);
    return text;
  }
  if (check) demand(check, value, response);
  return value;
}

/** Carries out one operation; the answer's kind tells which of the described responses it is. */
export async function call<R>(client: Client, operation: Operation, input: object, options: CallOptions = {}): Promise<R> {
  const values: CallInput = { ...input };
  const request = async (): Promise<readonly [URL, RequestInit]> => {
    const url = urlOf(client, operation, values, options);
    const headers = headersOf(client, operation, values, options);
    const { body, type } = bodyOf(operation, values);
    if (type !== undefined) headers.set("content-type", type);
    await authorise(client, operation, url, headers);
    return [url, { method: operation.method, headers, ...(body === undefined ? {} : { body }) }];
  };
  const response = await send(client, operation, request, options);
  const status = String(response.status);
  const kind = [status, status.slice(0, 1) + "XX", "default"].find((key) => Object.hasOwn(operation.responses, key));
  const content = kind === undefined ? {} : (operation.responses[kind] ?? {});
  const checked = client.options.validate !== false && kind !== undefined;
  const data = await decode(response, decoderOf(content, mediaOf(response)), checked);
  return { kind: kind ?? "unexpected", ok: response.ok, status: response.status, data, response } as R;
}
`;
