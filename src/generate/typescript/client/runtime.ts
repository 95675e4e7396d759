import { pick } from "./pick.ts";

/** What a client needs of its runtime besides what all need. */
export type Feature = "credentials" | "events" | "pagesByNumber" | "pagesByCursor";

/** The runtime of a client with these features. */
export const runtimeOf = (features: ReadonlySet<Feature>): string => pick(runtime, features);

/** TypeScript source, written without template literals; marks say which features it is for. */
const runtime = String.raw`/** Sends requests, retries, decodes and checks answers. Needs fetch alone: Node 20, Deno, Bun, browsers, workers. */
import type { Issue, Rule } from "./rules.js";
import { isArray, isObject } from "./rules.js";

/** A key, a token, or a pair; a function is asked at each request. */
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

/** One of the answers that the document describes; kind tells which. */
export interface Answer<Kind extends string, Ok extends boolean, Status extends number, Data> {
  readonly kind: Kind;
  readonly ok: Ok;
  readonly status: Status;
  readonly data: Data;
  readonly response: Response;
}

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

type Place = "path" | "query" | "header" | "cookie";

/**
 * A parameter: name on the wire, place, name in the caller's object, and where they are not what is usual for that place
 * its style and whether it explodes, and "json" or "raw".
 */
export type Parameter = readonly [
  name: string,
  place: Place,
  key?: string,
  style?: Style,
  explode?: boolean,
  how?: "json" | "raw",
];

interface Sent {
  readonly name: string;
  readonly place: Place;
  readonly value: unknown;
  readonly style: Style;
  readonly explode: boolean;
  readonly how: "json" | "raw" | undefined;
}

const usual: { readonly [place in Place]: readonly [Style, boolean] } = {
  path: ["simple", false],
  query: ["form", true],
  header: ["simple", false],
  cookie: ["form", true],
};

/** The parameters of a request that have a value. */
const sentOf = (operation: Operation, input: CallInput): readonly Sent[] =>
  (operation.parameters ?? []).flatMap(([name, place, key = name, style = usual[place][0], explode = usual[place][1], how]) => {
    const value = input[key];
    return value === undefined ? [] : [{ name, place, value, style, explode, how }];
  });

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  /** Media types that the body may have, the first one by default, each with how its properties are sent. */
  readonly body?: readonly (readonly [type: string, parts?: { readonly [property: string]: string }])[];
  /** What an answer's body is checked for, by its status and media type. */
  readonly responses: { readonly [status: string]: { readonly [mediaType: string]: Rule } };
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

function pathValue({ name, value, style, explode, how }: Sent): string {
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

function queryPairs({ name, value, style, explode, how }: Sent): readonly (readonly [string, string])[] {
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
  for (const sent of sentOf(operation, input)) {
    if (sent.place === "path") path = path.replaceAll("{" + sent.name + "}", () => pathValue(sent));
    else if (sent.place === "query") query.push(queryText(queryPairs(sent), sent.how === "raw"));
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
  for (const { name, place, value, explode, how } of sentOf(operation, input)) {
    const text = isArray(value)
      ? value.map(scalar).join(",")
      : entriesOf(value).length
        ? entriesOf(value).map(([key, item]) => key + (explode ? "=" : ",") + scalar(item)).join(",")
        : scalar(value);
    if (place === "header") headers.set(name, how === "json" ? JSON.stringify(value) : text);
    else if (place === "cookie") cookies.push(encode(name) + "=" + encode(text));
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

//# credentials
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

//#
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

//# events
async function* events(response: Response, check: Rule | undefined): AsyncGenerator<ServerSentEvent<unknown>> {
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

function eventData(text: string, check: Rule | undefined, response: Response): unknown {
  let value: unknown = text;
  try {
    value = JSON.parse(text);
  } catch {
    if (!check) return text;
  }
  if (check) demand(check, value, response);
  return value;
}

//#
function demand(check: Rule, value: unknown, response: Response): void {
  const issues: Issue[] = [];
  check(value, issues);
  if (issues.length) throw new InvalidResponseError(issues, response);
}

const mediaOf = (response: Response): string => plainType(response.headers.get("content-type") ?? "");

const plainType = (type: string): string => type.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** The media type of the document that an answer has, and what it is checked for. */
function describedBy(content: { readonly [mediaType: string]: Rule }, media: string): readonly [type: string, check: Rule] | undefined {
  const entries = Object.entries(content).map(([type, check]) => [plainType(type), check] as const);
  const exact = entries.find(([type]) => type === media);
  const range = entries.find(([type]) => type === "*/*" || (type.endsWith("/*") && media.startsWith(type.slice(0, -1))));
  return exact ?? range ?? (/json/.test(media) ? entries.find(([type]) => /json/.test(type)) : undefined) ?? (media === "" ? entries[0] : undefined);
}

/** How the body of a media type is read. */
function formOf(type: string): "json" | "text" | "binary" | "events" {
  if (/^application\/(.+\+)?json$|^text\/json$|\+json$/.test(type)) return "json";
  if (type === "text/event-stream") return "events";
  return /^(text|multipart)\/|[/+](xml|yaml|x-yaml|csv|x-ndjson|jsonl|x-www-form-urlencoded)$/.test(type) ? "text" : "binary";
}

async function decode(response: Response, described: readonly [type: string, check: Rule] | undefined, checked: boolean): Promise<unknown> {
  const media = mediaOf(response);
  const open = described === undefined || /^(application|\*)\/\*$|^$/.test(described[0]);
  const as = !open ? formOf(described[0]) : /json/.test(media) ? "json" : media.startsWith("text/") || media === "" ? "text" : "binary";
  const check = checked ? described?.[1] : undefined;
  if (as === "events") return events(response, check); //? events
  if (as === "binary") return response.blob();
  const text = await response.text();
  if (as === "text") return text === "" && !described ? undefined : text;
  if (text === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (check) throw new InvalidResponseError([{ path: "", message: "is not JSON" }], response);
    return text;
  }
  if (check) demand(check, value, response);
  return value;
}

//# pagesByNumber
/** The next page of an operation, until the last or a failure: by the number of the page or of the first item. */
export async function* pagesByNumber<P extends object, R extends { readonly kind: string; readonly data: unknown }>(
  operation: (client: Client, params: P, options?: CallOptions) => Promise<R>,
  client: Client,
  params: P,
  options: CallOptions | undefined,
  how: { readonly key: keyof P & string; readonly kind: string; readonly items?: string; readonly by: "page" | "offset" },
): AsyncGenerator<R> {
  const given: unknown = params[how.key];
  let next = typeof given === "number" ? given : how.by === "page" ? 1 : 0;
  for (;;) {
    const result = await operation(client, { ...params, [how.key]: next }, options);
    yield result;
    const data = result.data;
    const items = how.items === undefined ? data : isObject(data) ? data[how.items] : undefined;
    if (result.kind !== how.kind || !isArray(items) || items.length === 0) return;
    next += how.by === "page" ? 1 : items.length;
  }
}

//# pagesByCursor
/** The next page of an operation, until the last or a failure: by what each answer says of the next. */
export async function* pagesByCursor<P extends object, R extends { readonly kind: string; readonly data: unknown }>(
  operation: (client: Client, params: P, options?: CallOptions) => Promise<R>,
  client: Client,
  params: P,
  options: CallOptions | undefined,
  how: { readonly key: keyof P & string; readonly kind: string; readonly next: string },
): AsyncGenerator<R> {
  let before: unknown = params[how.key];
  let now = params;
  for (;;) {
    const result = await operation(client, now, options);
    yield result;
    const cursor = isObject(result.data) ? result.data[how.next] : undefined;
    if (result.kind !== how.kind || typeof cursor !== "string" || cursor === "" || cursor === before) return;
    before = cursor;
    now = { ...now, [how.key]: cursor };
  }
}

//#
/** Carries out one operation; the answer's kind tells which of the described responses it is. */
export async function call<R>(client: Client, operation: Operation, input: object, options: CallOptions = {}): Promise<R> {
  const values: CallInput = { ...input };
  const request = async (): Promise<readonly [URL, RequestInit]> => {
    const url = urlOf(client, operation, values, options);
    const headers = headersOf(client, operation, values, options);
    const { body, type } = bodyOf(operation, values);
    if (type !== undefined) headers.set("content-type", type);
    await authorise(client, operation, url, headers); //? credentials
    return [url, { method: operation.method, headers, ...(body === undefined ? {} : { body }) }];
  };
  const response = await send(client, operation, request, options);
  const status = String(response.status);
  const kind = [status, status.slice(0, 1) + "XX", "default"].find((key) => Object.hasOwn(operation.responses, key));
  const content = kind === undefined ? {} : (operation.responses[kind] ?? {});
  const checked = client.options.validate !== false && kind !== undefined;
  const data = await decode(response, describedBy(content, mediaOf(response)), checked);
  return { kind: kind ?? "unexpected", ok: response.ok, status: response.status, data, response } as R;
}
`;
