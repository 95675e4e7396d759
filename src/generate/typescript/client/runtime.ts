import { pick } from "./pick.ts";

/** What a client needs of its runtime besides what all need; `featuresOf` says where from. */
export const features = [
  "credentials",
  "basic",
  "key",
  "path",
  "tuples",
  "styled",
  "query",
  "compound",
  "deep",
  "json",
  "raw",
  "header",
  "cookie",
  "body",
  "bodies",
  "forms",
  "multipart",
  "ranges",
  "events",
  "pagesByNumber",
  "pagesByCursor",
] as const;
export type Feature = (typeof features)[number];

/** What makes more of a parameter than its name and a text. */
const elaborate = ["tuples", "styled", "compound", "json", "raw"] as const;

/** The runtime of a client with these features. */
export function runtimeOf(wanted: ReadonlySet<Feature>): string {
  const all = new Set<string>(wanted);
  const more = elaborate.some((one) => wanted.has(one)) ? "elaborate" : "scalar";
  all.add(more);
  if (wanted.has("query")) all.add(`${more}Query`);
  if (wanted.has("path") || wanted.has("query")) all.add("located");
  return pick(runtime, all);
}

/** TypeScript source, written without template literals; marks say which features it is for. */
const runtime = String.raw`/** Sends requests and checks answers. Needs fetch alone: Node 20, Deno, Bun, browsers, workers. */
import type { Issue, Rule } from "./rules.js";
import { fits } from "./rules.js";

/** A key, a token, or a pair; a function is asked at each request. */ //? basic
/** A key or a token; a function is asked at each request. */ //? !basic
export type Credential =
  | string
  | { readonly username: string; readonly password: string } //? basic
  | (() => string | Promise<string>);

export interface CallOptions {
  /** Where the API is; paths are appended to it. */
  readonly baseUrl?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt, 60,000 by default; 0 is without end. */
  readonly timeout?: number;
  /** Further attempts after 408, 429, 5xx or a broken connection; 2 by default. */
  readonly retries?: number;
  /** Repeat after a failure though the method changes something and may have succeeded. */
  readonly retryUnsafe?: boolean;
}

/** What counts for all calls, unless a call says otherwise. */
export interface ClientOptions<Auth extends string = string> extends CallOptions {
  readonly auth?: { readonly [scheme in Auth]?: Credential };
  readonly fetch?: typeof globalThis.fetch;
  /** Check answers against their schemas; true by default. */
  readonly validate?: boolean;
}

export interface Client {
  readonly options: ClientOptions;
}

interface Described<Kind, Ok, Status, Data> {
  readonly kind: Kind;
  readonly ok: Ok;
  readonly status: Status;
  readonly data: Data;
  readonly response: Response;
}

/** One of the answers that the document describes, or one for each of some statuses; kind tells which. */
export type Answer<Status extends number | string, Data> = Status extends "default"
  ? Described<Status, boolean, number, Data>
  : Status extends unknown
    ? Described<${"`${Status}`, `${Status}` extends `2${string}`"} ? true : false, Status extends number ? Status : number, Data>
    : never;

/** An answer whose status the document does not have. */
export type Unexpected = Described<"unexpected", boolean, number, unknown>;

/** The server answered something that its own document forbids. */
export class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";
  readonly issues: readonly Issue[];
  readonly response: Response;

  constructor(issues: readonly Issue[], response: Response) {
    const [first] = issues;
    super("The answer of " + response.url + " is not as described: " + (first ? first.path + " " + first.message : ""));
    this.issues = issues;
    this.response = response;
  }
}

//# events
export interface ServerSentEvent<T> {
  readonly event: string;
  readonly data: T;
  readonly id: string | undefined;
}

//#
type Given<P> = {} extends P ? [params?: P, options?: CallOptions] : [params: P, options?: CallOptions];

/** An operation: it gives one of the described answers. */
export type Call<P, R> = (client: Client, ...given: Given<P>) => Promise<R>;

export interface NoParams {
  readonly [key: string]: never;
}

//# tuples
/**
 * A parameter: its name on the wire, and where they are not what is usual for its place the caller's name, its style and
 * whether it explodes, and "json" or "raw".
 */
type Parameter = string | readonly [name: string, key?: string, style?: string, explode?: boolean, how?: string];

//#
type Lazy = Rule | (() => Rule);

interface Route {
  /** Parameters by place; those in the path only where more than their name is to be said. */ //? path
  readonly path?: readonly Parameter[]; //? path
//# tuples
  readonly query?: readonly Parameter[]; //? query
  readonly header?: readonly Parameter[]; //? header
  readonly cookie?: readonly Parameter[]; //? cookie
//# !tuples
  readonly query?: readonly string[]; //? query
  readonly header?: readonly string[]; //? header
  readonly cookie?: readonly string[]; //? cookie
//#
  /** Media types that the body may have, the first by default; else application/json. */ //? bodies
  readonly body?: readonly string[]; //? bodies
  /** Media types of the parts of a form. */ //? multipart
  readonly parts?: { readonly [property: string]: string }; //? multipart
  /** What answers are checked for, by statuses and media type; without one, application/json. */
  readonly answers?: { readonly [statuses: string]: Lazy | { readonly [mediaType: string]: Lazy } };
  /** Alternatives, each some schemes: name, kind, place and name of a key. */ //? credentials
  readonly auth?: readonly (readonly (readonly string[])[])[]; //? credentials
}

//#
type Values = ReadonlyMap<string, unknown>;

//#
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());

const scalar = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

//# styled compound forms multipart
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null && !(value instanceof Date) ? Object.entries(value).filter((entry) => entry[1] !== undefined) : [];

//# styled
/** A value in one of the styles that put it into one text. */
function styled([name, value, style, explode = false]: Sent, escape: (text: string) => string): string {
  const pairs = Array.isArray(value) ? [] : entriesOf(value);
  const named = style === "matrix" && !(explode && pairs.length);
  const start = named ? ";" + escape(name) + "=" : style === "label" ? "." : style === "matrix" ? ";" : "";
  const items = Array.isArray(value) ? value : pairs.length ? [] : [value];
  const texts = items.map((item) => escape(scalar(item)));
  for (const [key, item] of pairs) texts.push(escape(key) + (explode ? "=" : ",") + escape(scalar(item)));
  return start + texts.join(explode && start ? start : ",");
}

//# elaborate
type Sent = readonly [name: string, value: unknown, style?: string, explode?: boolean, how?: string];

function textOf(sent: Sent, escape: (text: string) => string): string {
  if (sent[4] === "json") return escape(JSON.stringify(sent[1])); //? json
  return styled(sent, escape); //? styled
  return escape(scalar(sent[1])); //? !styled
}

//# scalar
type Sent = readonly [name: string, value: unknown];

const textOf = (sent: Sent, escape: (text: string) => string): string => escape(scalar(sent[1]));

//# tuples
const sentOf = (parameters: readonly Parameter[] = [], values: Values): readonly Sent[] =>
  parameters.flatMap((one) => {
    const [name, key = name, ...more] = typeof one === "string" ? [one] : one;
    const value = values.get(key);
    return value === undefined ? [] : [[name, value, ...more] as const];
  });

//# !tuples
const sentOf = (names: readonly string[] = [], values: Values): readonly Sent[] => //? query header cookie
  names.map((name) => [name, values.get(name)] as const).filter(([, value]) => value !== undefined); //? query header cookie

//# deep
function* deepPairs(name: string, value: unknown): Iterable<readonly [string, string]> {
  const pairs = entriesOf(value);
  if (pairs.length === 0) yield [name, scalar(value)];
  for (const [key, item] of pairs) yield* deepPairs(name + "[" + key + "]", item);
}

//# compound
function queryPairs(sent: Sent): readonly (readonly [string, string])[] {
  const [name, value, style, explode = true] = sent;
  if (sent[4] === "json") return [[name, JSON.stringify(value)]]; //? json
  if (style === "deepObject") return [...deepPairs(name, value)]; //? deep
  const joint = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
  if (Array.isArray(value)) return explode ? value.map((item) => [name, scalar(item)] as const) : [[name, value.map(scalar).join(joint)]];
  const pairs = entriesOf(value).map(([key, item]) => [key, scalar(item)] as const);
  return pairs.length && explode ? pairs : [[name, pairs.length ? pairs.flat().join(joint) : scalar(value)]];
}

//#
function urlOf(base: string, template: string, values: Values, route: Route): URL { //? located
function urlOf(base: string, template: string, values: Values): URL { //? !located
  const odd = new Map(sentOf(route.path, values).map((one) => [one[0], one])); //? path
  const path = template.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const sent = odd.get(name) ?? ([name, values.get(name)] as const); //? path
    const sent = [name, values.get(name)] as const; //? !path
    return sent[1] === undefined ? whole : textOf(sent, encode);
  });
//# scalarQuery
  const query = sentOf(route.query, values).map((sent) => encode(sent[0]) + "=" + textOf(sent, encode).replaceAll("%2C", ","));
//# elaborateQuery
  const query: string[] = [];
  for (const sent of sentOf(route.query, values)) {
    const pairs = queryPairs(sent); //? compound
    const pairs = [[sent[0], textOf(sent, String)] as const]; //? !compound
    // Commas between items stay commas, since the style put them there.
    const escape = (text: string): string => encode(text).replaceAll("%2C", ","); //? !raw
    const escape = (text: string): string => (sent[4] === "raw" ? encodeURI(text) : encode(text).replaceAll("%2C", ",")); //? raw
    for (const [key, text] of pairs) query.push(encode(key) + "=" + escape(text));
  }
//#
  const tail = query.length ? (path.includes("?") ? "&" : "?") + query.join("&") : ""; //? query
  return new URL(base.replace(/\/+$/, "") + path + tail); //? query
  return new URL(base.replace(/\/+$/, "") + path); //? !query
}

//# forms multipart
/** Members of a form, each item of a list by itself. */
const formPairs = (value: unknown): readonly (readonly [string, unknown])[] =>
  entriesOf(value).flatMap(([key, item]) => (Array.isArray(item) ? item.map((one) => [key, one] as const) : [[key, item] as const]));

//# multipart
function formData(value: unknown, parts: { readonly [property: string]: string } = {}): FormData {
  const form = new FormData();
  for (const [key, item] of formPairs(value)) {
    const type = Object.hasOwn(parts, key) ? parts[key] : undefined;
    if (item instanceof Blob) form.append(key, item);
    else if (type === undefined) form.append(key, scalar(item));
    else form.append(key, new Blob([typeof item === "string" ? item : JSON.stringify(item)], { type }));
  }
  return form;
}

//# body
/** A body, and its media type where the platform does not say it. */
function bodyOf(values: Values, route: Route): readonly [body?: BodyInit, type?: string] { //? bodies
function bodyOf(values: Values): readonly [body?: BodyInit, type?: string] { //? !bodies
  const value = values.get("body");
  if (value === undefined) return [];
//# bodies
  const { body: types = [json] } = route;
  const type = types.find((one) => one === values.get("contentType")) ?? types[0] ?? json;
  if (type.startsWith("multipart/")) return [formData(value, route.parts)]; //? multipart
  if (type.startsWith("application/x-www-form-urlencoded")) return [new URLSearchParams(formPairs(value).map(([key, item]) => [key, scalar(item)])), type]; //? forms
  const clean = type.includes("*") ? undefined : type;
  if (value instanceof Blob) return [value, clean ?? (value.type || "application/octet-stream")];
  return typeof value !== "string" || /json/i.test(type) ? [JSON.stringify(value), clean ?? json] : [value, clean ?? "text/plain"];
//# body
  return [JSON.stringify(value), json]; //? !bodies
}

//# cookie key
const addCookie = (headers: Headers, name: string, text: string): void => {
  const before = headers.get("cookie");
  headers.set("cookie", (before === null ? "" : before + "; ") + encode(name) + "=" + encode(text));
};

//# basic
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

//# credentials
/** Sends the first alternative for which there is every credential. */
async function authorise({ auth = {} }: ClientOptions, route: Route, headers: Headers, url: URL): Promise<void> { //? key
async function authorise({ auth = {} }: ClientOptions, route: Route, headers: Headers): Promise<void> { //? !key
  const chosen = route.auth?.find((needs) => needs.every(([scheme = ""]) => Object.hasOwn(auth, scheme)));
  for (const [scheme = "", kind, place, name = ""] of chosen ?? []) { //? key
//# credentials
  for (const [scheme = "", kind] of chosen ?? []) { //? !key
    const credential = auth[scheme];
    const text = typeof credential === "function" ? await credential() : credential; //? !basic
    if (text === undefined) continue; //? !basic
    const value = typeof credential === "function" ? await credential() : credential; //? basic
    if (value === undefined) continue; //? basic
    const text = typeof value === "string" ? value : value.username + ":" + value.password; //? basic
    if (kind === "basic") headers.set("authorization", "Basic " + base64(text)); //? basic
    if (kind === "bearer") headers.set("authorization", "Bearer " + text);
//# key
    if (kind !== "key") continue;
    if (place === "query") url.searchParams.set(name, text);
    else if (place === "cookie") addCookie(headers, name, text);
    else headers.set(name, text);
//# credentials
  }
}

//#
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });

/** Milliseconds until the next attempt: what the server asks for, else doubling from half a second. */
function delay(attempt: number, asked: string | null | undefined): number {
  const seconds = Number(asked ?? NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked ?? "") - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 60_000) : Math.min(500 * 2 ** attempt, 8000) * (0.5 + Math.random() / 2);
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
        const [, field, text = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
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
  return demand(check, value, response);
}

//#
/** The value, if it is as described or breaks nothing but formats. */
function demand(check: Rule | undefined, value: unknown, response: Response): unknown {
  const issues: Issue[] = [];
  if (check && !fits(check, value) && !fits(check, value, issues) && issues.some((one) => !one.minor)) throw new InvalidResponseError(issues, response);
  return value;
}

const json = "application/json";
const plain = (type: string): string => type.replace(/;.*/s, "").trim().toLowerCase();

type Expected = readonly [type: string, check: Rule | undefined];

/** The media type of the document that an answer has, and what it is checked for. */
function expectedOf(content: readonly Expected[], media: string): Expected | undefined {
  const find = (test: (type: string) => boolean): Expected | undefined => content.find(([type]) => test(plain(type)));
  return (
    find((type) => type === media) ??
    find((type) => type === "*/*" || (type.endsWith("/*") && media.startsWith(type.slice(0, -1)))) ?? //? ranges
    find((type) => /json/.test(type) && /json/.test(media)) ??
    (media === "" ? content[0] : undefined)
  );
}

async function decode(response: Response, content: readonly Expected[]): Promise<unknown> {
  const media = plain(response.headers.get("content-type") ?? "");
  const expected = expectedOf(content, media);
  const [type, check] = expected ?? [media];
  const form = /^(application|\*)\/\*/.test(type) ? media : plain(type); //? ranges
  const form = plain(type); //? !ranges
  if (expected && form === "text/event-stream") return events(response, check); //? events
  const isJson = /^(application|text)\/json$|\+json$/.test(form);
  if (!isJson && !/^$|^(text|multipart)\/|[/+](xml|yaml|x-yaml|csv|x-ndjson|jsonl|x-www-form-urlencoded)$/.test(form)) return response.blob();
  const text = await response.text();
  if (text === "" && (isJson || !expected)) return undefined;
  if (!isJson) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (check) throw new InvalidResponseError([{ path: "", message: "is not JSON" }], response);
    return text;
  }
  return demand(check, value, response);
}

//# pagesByNumber pagesByCursor
/** All pages of an operation. */
export type Pages<P, R> = (client: Client, ...given: Given<P>) => AsyncGenerator<R>;

type Walked = (client: Client, params: object, options?: CallOptions) => Promise<{ readonly kind: string; readonly data: unknown }>;

const memberOf = (data: unknown, name: string): unknown => (data as { readonly [key: string]: unknown } | null | undefined)?.[name];

//# pagesByNumber
/** The next page of an operation, until the last or a failure: by the number of the page or of the first item. */
export function pagesByNumber<P, R>(
  operation: Call<P, R>,
  how: { readonly key: keyof P & string; readonly kind: string; readonly items?: string; readonly by: "page" | "offset" },
): Pages<P, R> {
  return async function* (client, ...given) {
    const [params, options] = given;
    const from: unknown = params?.[how.key];
    let next = typeof from === "number" ? from : how.by === "page" ? 1 : 0;
    for (;;) {
      const result = await (operation as unknown as Walked)(client, { ...params, [how.key]: next }, options);
      yield result as R;
      const { data } = result;
      const items = how.items === undefined ? data : memberOf(data, how.items);
      if (result.kind !== how.kind || !Array.isArray(items) || items.length === 0) return;
      next += how.by === "page" ? 1 : items.length;
    }
  };
}

//# pagesByCursor
/** The next page of an operation, until the last or a failure: by what each answer says of the next. */
export function pagesByCursor<P, R>(
  operation: Call<P, R>,
  how: { readonly key: keyof P & string; readonly kind: string; readonly next: string },
): Pages<P, R> {
  return async function* (client, ...given) {
    const [params, options] = given;
    let before: unknown = params?.[how.key];
    let now: object = { ...params };
    for (;;) {
      const result = await (operation as unknown as Walked)(client, now, options);
      yield result as R;
      const cursor = memberOf(result.data, how.next);
      if (result.kind !== how.kind || typeof cursor !== "string" || cursor === "" || cursor === before) return;
      before = cursor;
      now = { ...now, [how.key]: cursor };
    }
  };
}

//#
const isRule = (one: Lazy | { readonly [mediaType: string]: Lazy }): one is Lazy =>
  typeof one === "function" || typeof (one as Partial<Rule>).test === "function";

const answersOf = (route: Route): readonly (readonly [status: string, content: readonly Expected[]])[] =>
  Object.entries(route.answers ?? {}).flatMap(([statuses, answer]) => {
    const content = Object.entries(isRule(answer) ? { [json]: answer } : answer);
    const expected = content.map(([type, rule]) => [type, typeof rule === "function" ? rule() : rule] as const);
    return statuses.split(" ").map((status) => [status, expected] as const);
  });

/** The function of one operation. */
export function operation<P, R>(method: string, path: string, route: Route = {}): Call<P, R> {
  let made: ReturnType<typeof answersOf> | undefined;
  const answers = () => (made ??= answersOf(route));

  const request = async (values: Values, options: ClientOptions, own: CallOptions["headers"], signal: AbortSignal): Promise<Response> => {
    const url = urlOf(options.baseUrl ?? "", path, values, route); //? located
    const url = urlOf(options.baseUrl ?? "", path, values); //? !located
    const headers = new Headers(options.headers);
    const accept = new Set(answers().flatMap(([, content]) => content.map(([type]) => type)));
    if (accept.size) headers.set("accept", [...accept].join(", "));
    for (const sent of sentOf(route.header, values)) headers.set(sent[0], textOf(sent, String)); //? header
    for (const sent of sentOf(route.cookie, values)) addCookie(headers, sent[0], textOf(sent, String)); //? cookie
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
//# bodies
    const [body, type] = bodyOf(values, route);
//# body
    const [body, type] = bodyOf(values); //? !bodies
//#
    if (type) headers.set("content-type", type); //? body
    await authorise(options, route, headers, url); //? key
//# credentials
    await authorise(options, route, headers); //? !key
//#
    return (options.fetch ?? fetch)(url, { method, headers, signal, ...(body === undefined ? {} : { body }) }); //? body
    return (options.fetch ?? fetch)(url, { method, headers, signal }); //? !body
  };

  const send = async (values: Values, options: ClientOptions, own: CallOptions["headers"]): Promise<Response> => {
    const { retries = 2, timeout = 60_000, signal } = options;
    const again = options.retryUnsafe === true || !/^(POST|PATCH|CONNECT)$/.test(method);
    for (let attempt = 0; ; attempt++) {
      const signals = [...(signal ? [signal] : []), ...(timeout > 0 ? [AbortSignal.timeout(timeout)] : [])];
      let response: Response | undefined;
      try {
        response = await request(values, options, own, AbortSignal.any(signals));
        const { status } = response;
        const passing = again ? status === 408 || status === 429 || (status >= 500 && status !== 501) : status === 429;
        if (!passing || attempt >= retries) return response;
        await response.body?.cancel();
      } catch (error) {
        if (signal?.aborted || !again || attempt >= retries) throw error;
      }
      await pause(delay(attempt, response?.headers.get("retry-after")), signal);
    }
  };

  return async (client, ...given) => {
    const [params, own] = given;
    const options = { ...client.options, ...own, headers: client.options.headers ?? {} };
    const response = await send(new Map(Object.entries(params ?? {})), options, own?.headers);
    const { ok, status } = response;
    const keys = [String(status), String(status).charAt(0) + "XX", "default"];
    const [kind, content] = keys.flatMap((key) => answers().filter(([one]) => one === key))[0] ?? ["unexpected", []];
    const expected = options.validate === false ? content.map(([type]) => [type, undefined] as const) : content;
    return { kind, ok, status, data: await decode(response, expected), response } as R;
  };
}
`;
