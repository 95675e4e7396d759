/** Sends requests and reads answers. Needs fetch alone: Node 20, Deno, Bun, browsers, workers. */
import type { Issue, Rule } from "./rules.js"; //? checks
import { issuesOf } from "./rules.js"; //? checks
//- import type { Rule } from "./rules.js"; //? !checks

/** A key, a token, or a pair; a function is asked at each request. */ //? basic
//- /** A key or a token; a function is asked at each request. */ //? !basic
export type Credential =
  | string
  | { readonly username: string; readonly password: string } //? basic
  | (() => string | Promise<string>);

export interface CallOptions {
  /** Where the API is; paths are appended to it. */
  readonly baseUrl?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
  //- /** Milliseconds for one attempt, 60,000 by default; 0 is without end. */ //? !streams
  /** Milliseconds for one attempt, of a stream for its beginning, 60,000 by default; 0 is without end. */ //? streams
  readonly timeout?: number;
  /** Further attempts after 408, 429, 5xx or a broken connection; 2 by default. */
  readonly retries?: number;
  /** Repeat after a failure though the method changes something and may have succeeded. */
  readonly retryUnsafe?: boolean;
  /** Sent as Idempotency-Key, with which a server does the same thing once: so it may be repeated, whatever the method. */
  readonly idempotencyKey?: string;
}

/** What counts for all calls, unless a call says otherwise. */
export interface ClientOptions<Auth extends string = string> extends Omit<CallOptions, "idempotencyKey"> {
  readonly auth?: { readonly [scheme in Auth]?: Credential };
  readonly fetch?: typeof globalThis.fetch;
  /** Check answers against their schemas; true by default. */ //? checks
  readonly validate?: boolean; //? checks
  /** Refuse answers with values that the document does not list, which newer servers may have; false by default. */ //? checks
  readonly strict?: boolean; //? checks
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

/**
 * One of the answers that the document describes, or one for each of some statuses; kind tells which, and ok whether it is
 * a success that the document describes.
 */
//# !statuses
//- export type Answer<Status extends number, Data> = Status extends unknown
  //- ? Described<`${Status}`, `${Status}` extends `2${string}` ? true : false, Status, Data>
  //- : never;
//# statuses
export type Answer<Status extends number | string, Data, Ok extends boolean = false> = Status extends "default"
  ? Described<Status, Ok, number, Data>
  : Status extends unknown
    ? Described<`${Status}`, `${Status}` extends `2${string}` ? true : false, Status extends number ? Status : number, Data>
    : never;

//#
/** An answer whose status the document does not have, or an error in another form than it says. */
export type Unexpected = Described<"unexpected", false, number, unknown>;

//# checks
/** The server answered with success something that its own document forbids; data is what it answered. */
export class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";
  declare readonly issues: readonly Issue[];
  declare readonly response: Response;
  declare readonly data: unknown;

  constructor(issues: readonly Issue[], response: Response, data: unknown) {
    const [first] = issues;
    super("The answer of " + response.url + " is not as described: " + (first ? first.path + " " + first.message : ""));
    this.issues = issues;
    this.response = response;
    this.data = data;
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

//# accept
export type Chosen<R, Data> = R extends { readonly ok: false } ? R : Omit<R, "data"> & { readonly data: Data };

/** An operation of which a success comes in several media types: accept, in the options, chooses one and its type. */
export interface Choosing<P, R, By> {
  <A extends keyof By>(
    client: Client,
    ...given: {} extends P
      ? [params: P | undefined, options: CallOptions & { readonly accept: A }]
      : [params: P, options: CallOptions & { readonly accept: A }]
  ): Promise<Chosen<R, By[A]>>;
  (client: Client, ...given: Given<P>): Promise<R>;
}

//# noParams
export interface NoParams {
  readonly [key: string]: never;
}

//# tuples
/**
 * A parameter: its name on the wire, and where they are not what is usual for its place the caller's name, its style and
 * whether it explodes, "json" or "raw", and the style of lists inside it.
 */
type Tuple = readonly [name: string, key?: string, style?: string, explode?: boolean, how?: string, inner?: string];
type Parameter = string | Tuple;

//#
interface Route {
  /** Parameters by place; those in the path only where their style is to be said. */ //? path
  readonly path?: readonly Tuple[]; //? path
//# tuples
  readonly query?: readonly Parameter[]; //? query
  readonly header?: readonly Parameter[]; //? header
  readonly cookie?: readonly Parameter[]; //? cookie
//# !tuples
  //- readonly query?: readonly string[]; //? query
  //- readonly header?: readonly string[]; //? header
  //- readonly cookie?: readonly string[]; //? cookie
//#
  /** How a query has a parameter that may be a list or an object. */ //? compound listed
  readonly pairs?: (sent: Sent) => string; //? compound listed
  /** What makes the body, where there may be one. */ //? body
  readonly write?: (values: Values, route: Route) => Written; //? body
  /** Media types that the body may have, the first by default; else application/json. */ //? bodies
  readonly body?: readonly string[]; //? bodies
  /** How members of forms are sent, where that is not the usual way. */ //? multipart forms
  readonly parts?: { readonly [member: string]: Encoding }; //? multipart forms
  /** Headers of parts, by member. */ //? heads
  readonly heads?: { readonly [member: string]: readonly Parameter[] }; //? heads
  /** What is made of a body before it is sent. */ //? conversions
  readonly send?: (body: unknown) => unknown; //? conversions
  /** What answers are checked for, by statuses and media type; without one, application/json. */
  readonly answers?: { readonly [statuses: string]: Rule | { readonly [mediaType: string]: Rule } };
  /** Alternatives, each some schemes: name, kind, place and name of a key. */ //? credentials
  readonly auth?: readonly (readonly (readonly string[])[])[]; //? credentials
}

//#
type Values = ReadonlyMap<string, unknown>;
//# body
type Written = readonly [body?: NonNullable<RequestInit["body"]>, type?: string];

//# here
declare function toJson(value: unknown): string;
declare function fromJson(text: string): unknown;

//# !int64
//- const toJson = (value: unknown): string => JSON.stringify(value);

//# int64
//@ exact JSON

//#
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());

//# styled compound forms multipart
/** What says itself how JSON has it, as times do. */
const isNamed = (value: object): value is { readonly toJSON: () => unknown } => "toJSON" in value && typeof value.toJSON === "function";

//#
/** A value in one text: of an object its JSON, which of a time is a text. */
function scalar(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const text = toJson(value);
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

//# raw
/** What is reserved in URLs stays, and so does what is encoded; a number sign would begin a fragment. */
const reserved = (text: string): string =>
  text.replaceAll(/%[\da-f]{2}|[^\w.~:\/?[\]@!$&'()*+,;=-]/giu, (part) => (part.length === 3 && part.startsWith("%") ? part : encode(part)));

//# styled compound forms multipart
/** What has members or items. */
const hasParts = (value: unknown): value is object => typeof value === "object" && value !== null && !isNamed(value);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  hasParts(value) ? Object.entries(value).filter((entry) => entry[1] !== undefined) : [];

//# styled compound listed+delimited
type Escape = (text: string) => string;

//# styled+delimited compound+delimited listed+delimited
const delimiters: { readonly [style: string]: string } = {"spaceDelimited":" ","pipeDelimited":"|","tabDelimited":"\t"};

/** What stands between values that do not explode: a comma as it is, others escaped. */
const delimiterOf = (style: string | undefined, escape: Escape): string => {
  const sign = delimiters[style ?? ""];
  return sign === undefined ? "," : escape(sign);
};

//# styled+!delimited compound+!delimited
//- const delimiterOf = (_style?: string, _escape?: Escape): string => ",";

//# styled compound

/** A value inside a list or an object: a list inside has delimiters of its own. */
const itemText = (value: unknown, escape: Escape, inner?: string): string =>
  Array.isArray(value) && value.every((one) => typeof one !== "object")
    ? value.map((one) => escape(scalar(one))).join(delimiterOf(inner, escape))
    : escape(scalar(value));

/** Values of a list, or names and values of an object, in turn. */
const itemsOf = ([, value, , , , inner]: Sent, escape: Escape, explode: boolean): readonly string[] =>
  Array.isArray(value)
    ? value.map((item) => itemText(item, escape, inner))
    : entriesOf(value).flatMap(([key, item]) =>
        explode ? [escape(key) + "=" + itemText(item, escape, inner)] : [escape(key), itemText(item, escape, inner)],
      );

//# styled
/** A value in one text. */
function styled(sent: Sent, escape: Escape): string {
  const [name, value, style, explode = false] = sent;
  const start = style === "matrix" ? ";" : style === "label" ? "." : "";
  const title = style === "matrix" ? escape(name) : "";
  const assigned = (text: string): string => (title === "" || text === "" ? title + text : title + "=" + text);
  if (!hasParts(value)) return start + assigned(escape(scalar(value)));
  const items = itemsOf(sent, escape, explode);
  if (!explode) return start + assigned(items.join(delimiterOf(style, escape)));
  // In a path an empty member of a matrix has no equals sign.
  const pairs = title === "" ? items : items.map((item) => item.replace(/=$/, ""));
  return start + (Array.isArray(value) ? items.map(assigned) : pairs).join(start || delimiterOf(style, escape));
}

//# header+json
/** JSON that a header can hold. */
const asciiJson = (value: unknown): string =>
  toJson(value).replaceAll(/[\u007f-\uffff]/g, (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));

//# elaborate
/** A parameter with its value, as routes describe it. */
type Sent = readonly [name: string, value: unknown, style?: string, explode?: boolean, how?: string, inner?: string];

function textOf(sent: Sent, escape: (text: string) => string): string {
  if (sent[4] === "json") return escape(toJson(sent[1])); //? json
  return styled(sent, escape); //? styled
  //- return escape(scalar(sent[1])); //? !styled
}

//# scalar+header scalar+cookie
//- type Sent = readonly [name: string, value: unknown];

//- const textOf = (sent: Sent, escape: (text: string) => string): string => escape(scalar(sent[1]));

//# tuples
const sentOf = (parameters: readonly Parameter[] = [], values: Values): readonly Sent[] =>
  parameters.flatMap((one): readonly Sent[] => {
    const [name, key = name, ...how]: Tuple = typeof one === "string" ? [one] : one;
    const value = values.get(key);
    if (hasParts(value) && how[2] !== "json" && !entriesOf(value).length) return []; //? styled
    return value === undefined ? [] : [[name, value, ...how]];
  });

//# !tuples+elaborate !tuples+header !tuples+cookie
//- const sentOf = (names: readonly string[] = [], values: Values): readonly Sent[] =>
  //- names.map((name) => [name, values.get(name)] as const).filter(([, value]) => value !== undefined);

//# deep
/** A pair for each value at whatever depth: what is empty has none. */
function* deepPairs(name: string, value: unknown, escape: (text: string) => string): Iterable<string> {
  if (!hasParts(value)) yield encode(name) + "=" + escape(scalar(value));
  for (const [key, item] of entriesOf(value)) yield* deepPairs(name + "[" + key + "]", item, escape);
}

//# compound
/** What a query or a form has of a parameter: pairs, joined by what joins pairs. */
export function pairsOf(sent: Sent): string {
  const [name, value, style, explode = true] = sent;
  //- const escape = encode; //? !raw
  const escape = sent[4] === "raw" ? reserved : encode; //? raw
  const start = encode(name) + "=";
  if (sent[4] === "json") return start + encode(toJson(value)); //? json
  if (style === "deepObject") return [...deepPairs(name, value, escape)].join("&"); //? deep
  if (!hasParts(value)) return start + escape(scalar(value));
  const items = itemsOf(sent, escape, explode);
  if (!explode && items.length) return start + items.join(delimiterOf(style, encode));
  return (Array.isArray(value) ? items.map((item) => start + item) : items).join("&");
}

//# listed
/** The same of what is a single value or a list of such. */
export function listPairs([name, value, style, explode = true]: Sent): string { //? delimited
//- export function listPairs([name, value, , explode = true]: Sent): string { //? !delimited
  const start = encode(name) + "=";
  const items = (Array.isArray(value) ? value : [value]).map((one) => encode(scalar(one)));
  if (explode || !items.length) return items.map((one) => start + one).join("&");
  return start + items.join(delimiterOf(style, encode)); //? delimited
  //- return start + items.join(","); //? !delimited
}

//# elaborateQuery
/** The same of a parameter that is a single value or a text of JSON. */
const pairOf = (sent: Sent): string =>
  encode(sent[0]) + "=" + (sent[4] === "raw" ? reserved(scalar(sent[1])) : textOf(sent, encode)); //? raw
  //- encode(sent[0]) + "=" + textOf(sent, encode); //? !raw

//#
/** Where a request goes: no value of a path makes it another operation's. */
function urlOf(base: string, method: string, template: string, values: Values, route: Route): URL { //? located
//- function urlOf(base: string, method: string, template: string, values: Values): URL { //? !located
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, key: string) => {
    const value = values.get(key);
    const [name, , ...how]: Tuple = route.path?.find((one) => one[1] === key) ?? [key]; //? path
    if (value === undefined) throw new TypeError(key + " is missing");
    const text = textOf([name, value, ...how], encode); //? path
    //- const text = textOf([key, value], encode); //? !path+elaborate
    //- const text = encode(scalar(value)); //? scalar
    if (text === "" && method !== "GET") throw new TypeError(key + " is empty");
    return text;
  });
  if (/\/\.\.?(\/|\?|$)/.test(path)) throw new TypeError("A parameter of " + template + " would lead to another path: " + path);
//# scalarQuery
  //- const query = (route.query ?? []).flatMap((name) => {
    //- const value = values.get(name);
    //- return value === undefined ? [] : [encode(name) + "=" + encode(scalar(value))];
  //- });
//# elaborateQuery
  const query = sentOf(route.query, values)
    .map(route.pairs ?? pairOf); //? compound listed
    //- .map(pairOf); //? !compound+!listed
//#
  // What the address of the API has of a query stands in every request; a page resolves what is relative.
  const [root = "", ...fixed] = base.replace(/#.*/s, "").split("?");
  const [place = "", ...own] = path.split("?");
  const pairs = [...fixed, ...own, ...query].filter((text) => text !== "").join("&"); //? query
  //- const pairs = [...fixed, ...own].filter((text) => text !== "").join("&"); //? !query
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href;
  return new URL(root.replace(/\/+$/, "") + place + (pairs && "?" + pairs), page);
}

//# forms multipart
/** How a member of a form is sent: in this media type, or in a style, as a parameter of a query is. */
type Encoding = string | readonly [style: string, explode: boolean, how?: string, inner?: string];

const encodingOf = (route: Route, name: string): Encoding | undefined =>
  route.parts && Object.hasOwn(route.parts, name) ? route.parts[name] : undefined;

/** Members of a form that no style is for, each item of a list by itself. */
const several = (item: unknown): readonly unknown[] => (Array.isArray(item) ? item : [item]);

//# forms
function formText(value: unknown, route: Route): string {
  return entriesOf(value)
    .flatMap(([name, item]) => {
      const how = encodingOf(route, name);
      if (typeof how === "object") return [pairsOf([name, item, ...how])].filter((text) => text !== ""); //? styledForms
      const isJson = typeof how === "string" && /json/i.test(how);
      return several(item).map((one) => encode(name) + "=" + encode(isJson ? toJson(one) : scalar(one)));
    })
    .join("&");
}

//# multipart
const quoted = (text: string): string => '"' + text.replaceAll(/["\r\n]/g, (sign) => encodeURIComponent(sign)) + '"';

/** A part: files as they are, objects as JSON, and others as texts, unless the document names another media type. */
function partOf(name: string, item: unknown, type?: string): readonly (string | Blob)[] {
  const isFile = item instanceof Blob;
  const usual = entriesOf(item).length || Array.isArray(item) ? json : undefined;
  const kind = isFile ? item.type || (type ?? "application/octet-stream") : (type ?? usual);
  const title = isFile ? "; filename=" + quoted("name" in item ? String(item.name) : "blob") : "";
  const head = "Content-Disposition: form-data; name=" + quoted(name) + title + (kind === undefined ? "" : "\r\nContent-Type: " + kind);
  return [head + "\r\n\r\n", isFile ? item : /json/i.test(kind ?? "") ? toJson(item) : scalar(item), "\r\n"];
}

/** The parts of one member. */
function memberParts(name: string, item: unknown, route: Route): readonly (readonly (string | Blob)[])[] {
  const how = encodingOf(route, name);
//# multipart+styledForms
  if (typeof how === "object") {
    const pairs = pairsOf([name, item, ...how]).split("&").filter((one) => one !== "");
    return pairs.map((pair) => {
      const [key = "", text = ""] = pair.split("=", 2).map(decodeURIComponent);
      return partOf(key, text);
    });
  }
//# multipart
  return several(item).map((one) => partOf(name, one, typeof how === "string" ? how : undefined));
}

//# heads
/** What the head of a part says besides its name and its type. */
const headOf = (name: string, { heads }: Route, values: Values): string =>
  sentOf(heads && Object.hasOwn(heads, name) ? heads[name] : [], values)
    .map((sent) => {
      const text = sent[4] === "json" ? asciiJson(sent[1]) : textOf(sent, String); //? json
      //- const text = textOf(sent, String); //? !json
      if (/[\r\n\0]/.test(text)) throw new TypeError(sent[0] + " of " + name + " has a line end, which no header has");
      return sent[0] + ": " + text + "\r\n";
    })
    .join("");

//# multipart
/** Parts in a body; FormData would make files of all that have a media type, and knows but one kind of body. */
function partsBody(values: Values, route: Route, type: string): Written {
  const boundary = "parts-" + [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join("");
  const start = "--" + boundary + "\r\n";
  const body = entriesOf(values.get("body")).flatMap(([name, item]) => {
    const head = start + headOf(name, route, values); //? heads
    return memberParts(name, item, route).flatMap((part) => [head, ...part]); //? heads
    //- return memberParts(name, item, route).flatMap((part) => [start, ...part]); //? !heads
  });
  return [new Blob([...body, "--" + boundary + "--\r\n"]), type.split(";", 1)[0] + "; boundary=" + boundary];
}

//# body
/** A body as JSON, and its media type. */
export function jsonBody(values: Values): Written {
  const value = values.get("body");
  return value === undefined ? [] : [toJson(value), json];
}

//# bodies
/** A body of any media type, and that type where the platform does not say it. */
export function anyBody(values: Values, route: Route): Written {
  const value = values.get("body");
  if (value === undefined) return [];
  const { body: types = [json] } = route;
  //- const type = types.find((one) => one === values.get("contentType")) ?? types[0] ?? json; //? !wild
  const named = values.get("contentType"); //? wild
  const isNamed = (one: string): boolean => one === named || (typeof named === "string" && /\*/.test(one) && named.startsWith(one.split("*", 1)[0] ?? "")); //? wild
  const type = types.find(isNamed) ?? types[0] ?? json; //? wild
  if (type.startsWith("multipart/")) return partsBody(values, route, type.includes("*") ? "multipart/form-data" : type); //? multipart
  if (type.startsWith("application/x-www-form-urlencoded")) return [formText(value, route), type]; //? forms
  const clean = !type.includes("*") ? type : typeof named === "string" && !named.includes("*") ? named : undefined; //? wild
  if (Array.isArray(value) && isLines(type)) return [value.map((one) => toJson(one) + "\n").join(""), type]; //? lineBodies
  if (value instanceof Blob) return [value, clean ?? (value.type || "application/octet-stream")]; //? wild
  //- if (value instanceof Blob) return [value, type]; //? blobs+!wild
  return typeof value !== "string" || /json/i.test(type) ? [toJson(value), clean ?? json] : [value, clean ?? "text/plain"]; //? wild
  //- return [typeof value !== "string" || /json/i.test(type) ? toJson(value) : value, type]; //? !wild
}

//# cookie key
const addCookie = (headers: Headers, name: string, text: string): void => {
  const before = headers.get("cookie");
  headers.set("cookie", (before === null ? "" : before + "; ") + encode(name) + "=" + text);
};

//# octets
/** A text as it is, where a cookie may hold it: RFC 6265, 4.1.1. */
const octets = (text: string): string => {
  if (/[^!#-+\--:<-[\]-~]/.test(text)) throw new TypeError("A cookie can't hold " + JSON.stringify(text));
  return text;
};

//# basic
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

//# credentials
/** Sends the first alternative for which there is every credential. */
async function authorise({ auth = {} }: ClientOptions, route: Route, headers: Headers, url: URL): Promise<void> { //? key
//- async function authorise({ auth = {} }: ClientOptions, route: Route, headers: Headers): Promise<void> { //? !key
  const chosen = route.auth?.find((needs) => needs.every(([scheme = ""]) => Object.hasOwn(auth, scheme)));
  for (const [scheme = "", kind, place, name = ""] of chosen ?? []) { //? key
//# credentials
  //- for (const [scheme = "", kind] of chosen ?? []) { //? !key+basic !key+others
  //- for (const [scheme = ""] of chosen ?? []) { //? !key+!basic+!others
    const credential = auth[scheme];
    //- const text = typeof credential === "function" ? await credential() : credential; //? !basic
    //- if (text === undefined) continue; //? !basic+key !basic+others
    const value = typeof credential === "function" ? await credential() : credential; //? basic
    if (value === undefined) continue; //? basic
    const text = typeof value === "string" ? value : value.username + ":" + value.password; //? basic
    if (kind === "basic") headers.set("authorization", "Basic " + base64(text)); //? basic
    if (kind === "bearer") headers.set("authorization", "Bearer " + text); //? basic key others
    //- if (text !== undefined) headers.set("authorization", "Bearer " + text); //? !basic+!key+!others
//# key
    if (kind !== "key") continue;
    if (place === "query") url.search += (url.search && "&") + encode(name) + "=" + encode(text);
    else if (place === "cookie") addCookie(headers, name, encode(text));
    else headers.set(name, text);
//# credentials
  }
}

//#
const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });

/** Milliseconds until the next attempt: what the server asks for, else doubling from half a second. */
function delay(attempt: number, asked: string): number {
  const wait = Number(asked) * 1000 || Date.parse(asked) - Date.now();
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 60_000) : Math.min(500 * 2 ** attempt, 8000) * (0.5 + Math.random() / 2);
}

/** Tries until it succeeds or trying again makes no sense. What can't be prepared could not be the next time. */
async function persist({ retries = 2, timeout = 60_000, signal }: ClientOptions, again: boolean, prepare: (signal: AbortSignal) => Promise<() => Promise<Response>>): Promise<Response> {
  for (let attempts = 0; ; attempts++) {
//# streams
    // A stream may take as long as it likes once it has begun.
    const limit = timeout > 0 ? AbortSignal.timeout(timeout) : undefined;
    const ending = new AbortController();
    const end = (): void => ending.abort(limit?.reason);
    limit?.addEventListener("abort", end);
    const signals = [...(signal ? [signal] : []), ending.signal];
//# !streams
    //- const signals = [...(signal ? [signal] : []), ...(timeout > 0 ? [AbortSignal.timeout(timeout)] : [])];
//#
    const send = await prepare(AbortSignal.any(signals));
    let response: Response | undefined;
    try {
      response = await send();
      if (isStream(plain(response.headers.get("content-type") ?? ""))) limit?.removeEventListener("abort", end); //? streams
      const { status } = response;
      const passing = status === 429 || (again && (status === 408 || (status >= 500 && status !== 501)));
      if (!passing || attempts >= retries) return response;
      await response.body?.cancel();
    } catch (error) {
      if (signal?.aborted || !again || attempts >= retries) throw error;
    }
    signal?.throwIfAborted();
    await pause(delay(attempts, response?.headers.get("retry-after") ?? ""), signal);
    signal?.throwIfAborted();
  }
}

//# lines events
/** Makes of a value what callers hold, or raises an error. */
type Take = (value: unknown) => unknown;

async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

//# lines events
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  let rest = "";
  for await (const text of chunksOf(body.pipeThrough(new TextDecoderStream()))) {
    // A carriage return at the end may be half of a line end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest.replace(/\r$/, "");
}

//# lines
/** A value in each line; a sequence of JSON has a mark before each. */
async function* lines(response: Response, take: Take): AsyncGenerator<unknown> {
  for await (const line of linesOf(response)) {
    const text = line.replace(/^\x1e/, "").trim();
    if (text === "") continue;
    let value: unknown;
    try { //? checks
      value = fromJson(text); //? int64
      //- value = JSON.parse(text); //? !int64
    } catch { //? checks
      throw new InvalidResponseError([{ path: "", message: "has a line that is not JSON" }], response, text); //? checks
    } //? checks
    yield take(value);
  }
}

//# events
async function* events(response: Response, take: Take, check: Rule | undefined): AsyncGenerator<ServerSentEvent<unknown>> { //? checks
//- async function* events(response: Response, take: Take): AsyncGenerator<ServerSentEvent<unknown>> { //? !checks
  let event = "message";
  let id: string | undefined;
  let data: string[] = [];
  const whole = (): string | undefined => {
    const text = data.join("\n");
    // Some streams end with this mark, which nobody describes.
    return data.length && text !== "[DONE]" ? text : undefined;
  };
  for await (const line of linesOf(response)) {
    const [, field, text = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "data") data.push(text);
    else if (field === "event") event = text || "message";
    else if (field === "id" && !text.includes("\0")) id = text;
    if (line !== "") continue;
    const all = whole();
    if (all !== undefined) yield { event, data: eventData(all, take, check), id }; //? checks
    //- if (all !== undefined) yield { event, data: eventData(all, take), id }; //? !checks
    event = "message";
    data = [];
  }
  // What the end of the stream cuts off is no event.
}

function eventData(text: string, take: Take, check: Rule | undefined): unknown { //? checks
//- function eventData(text: string, take: Take): unknown { //? !checks
  let value: unknown = text;
  try {
    value = fromJson(text); //? int64
    //- value = JSON.parse(text); //? !int64
  } catch {
    // it may be a text
  }
  if (check && issuesOf(check, value) && !issuesOf(check, text)) return text; //? checks
  return take(value);
}

//# conversions
/** Makes of a value of JSON what callers hold, or back. */
export type Convert = (value: unknown) => unknown;

/** A rule for what is read, and what is made of it. */
export const reading = (rule: Rule, convert: Convert): Rule => Object.assign((value: unknown) => rule(value), { convert });

const convertOf = (rule: Rule | undefined): Convert | undefined => (rule as { readonly convert?: Convert } | undefined)?.convert;

//#
const json = "application/json";
const plain = (type: string): string => type.replace(/;.*/s, "").trim().toLowerCase();

const isJson = (type: string): boolean => /^(application|text)\/json$|\+json$/.test(type);
/** Whether what has this media type is read as a text. */
const isText = (type: string): boolean => /^$|^(text|multipart)\/|[/+](x-)?(xml|yaml|csv|www-form-urlencoded|ndjson|json-?l(ines)?|json-seq)$/.test(type);
/** Whether each line is JSON. */ //? lines lineBodies
const isLines = (type: string): boolean => /^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines|json-seq)$/.test(type); //? lines lineBodies
//# streams
/** Whether what has this media type is taken while it comes. */
const isStream = (type: string): boolean =>
  type === "text/event-stream" || //? events
  isLines(type) || //? lines
  (type !== "" && !isJson(type) && !isText(type)) || //? downloads
  false;
//#

type Expected = readonly [type: string, rule: Rule];

//# checks
/** What is wrong with a value, unless all of that is minor. */
function unfit(check: Rule | undefined, value: unknown, strict: boolean | undefined): readonly Issue[] | undefined {
  const found = check && issuesOf(check, value);
  return found?.some(({ minor }) => !minor || (strict && minor === "unlisted")) ? found : undefined;
}

//#
/** What an answer holds, and what is wrong with that. */ //? checks
async function decode(response: Response, content: readonly Expected[], { validate: checked = true, strict }: ClientOptions): Promise<readonly [data: unknown, issues?: readonly Issue[] | undefined]> { //? checks
//- async function decode(response: Response, content: readonly Expected[]): Promise<readonly [data: unknown]> { //? !checks
  const media = plain(response.headers.get("content-type") ?? "");
  // What the document has of this media type, or else the next best.
  const find = (test: (type: string) => boolean) => content.find(([type]) => test(plain(type)));
  const expected =
    find((type) => type === media) ??
    find((type) => type === "*/*" || (type.endsWith("/*") && media.startsWith(type.slice(0, -1)))) ?? //? ranges
    find((type) => /json/.test(type) && /json/.test(media)) ??
    (media === "" ? content[0] : undefined) ??
    // Under another name will do what is read alike, and JSON comes under any.
    find((type) => !isJson(type) && type !== "text/event-stream" && isText(type) === isText(media)) ?? //? events
    //- find((type) => !isJson(type) && isText(type) === isText(media)) ?? //? !events
    find(isJson);
  if (checked && !expected && content.length) //? checks
    return [await response.text(), [{ path: "", message: "is " + media + ", not " + content.map(([type]) => type).join(" or ") }]]; //? checks
  const [type, rule] = expected ?? [media]; //? checks conversions
  //- const [type] = expected ?? [media]; //? !checks+!conversions
  const check = checked ? rule : undefined; //? checks
//# lines events
  const take = (value: unknown): unknown => {
    const issues = unfit(check, value, strict); //? checks
    if (issues) throw new InvalidResponseError(issues, response, value); //? checks
    return convertOf(rule)?.(value) ?? value; //? conversions
    //- return value; //? !conversions
  };
//#
  const form = /^(application|\*)\/\*/.test(type) ? media : plain(type); //? ranges
  //- const form = plain(type); //? !ranges
  if (expected && form === "text/event-stream") return [events(response, take, check)]; //? checks+events
  //- if (expected && form === "text/event-stream") return [events(response, take)]; //? !checks+events
  if (expected && isLines(form)) return [lines(response, take)]; //? lines
  if (!isJson(form) && !isText(form)) return [response]; //? downloads
  //- if (!isJson(form) && !isText(form)) return [await response.blob()]; //? !downloads
  const text = await response.text();
  // What can have no body has null for it. //? checks
  if (text === "" && (!expected || (isJson(form) && (!response.body || !check)))) return [undefined]; //? checks
  //- if (text === "" && (!expected || isJson(form))) return [undefined]; //? !checks
  if (!isJson(form)) return [text];
  let value: unknown;
  try {
    if (text !== "") value = fromJson(text); //? int64
    //- if (text !== "") value = JSON.parse(text); //? !int64
  } catch {
    return [text, check && [{ path: "", message: "is not JSON" }]]; //? checks
    //- return [text]; //? !checks
  }
  const issues = unfit(check, value, strict); //? checks
  if (issues) return [value, issues]; //? checks
  return [convertOf(rule)?.(value) ?? value]; //? conversions
  //- return [value]; //? !conversions
}

//# pages
/** All pages of an operation; items: what they hold, one by one. */
export interface Pages<P, R, T> {
  (client: Client, ...given: Given<P>): AsyncGenerator<R>;
  readonly items: (client: Client, ...given: Given<P>) => AsyncGenerator<T>;
}

type Walked = (client: Client, params: object, options?: CallOptions) => Promise<{ readonly kind: string; readonly data: unknown; readonly response: Response }>;

/** How the next page is asked for: by a count, by what the answer has for it, after the last item, or by an address. */
type Next =
  | readonly [by: "page" | "offset", key: string, first?: number]
  | readonly [by: "cursor", key: string, next?: readonly string[]]
  | readonly [by: "last", key: string, id: string, more?: readonly string[]]
  | readonly [by: "url", keys: { readonly [name: string]: string }, next?: readonly string[]];

const at = (data: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as { readonly [key: string]: unknown } | null | undefined)?.[name], data);

/** What the address of the next page says of the operation's own parameters. */
function addressed(address: unknown, base: string, keys: { readonly [name: string]: string }): object | undefined {
  if (typeof address !== "string" || address === "" || !URL.canParse(address, base)) return undefined;
  const given = [...new URL(address, base).searchParams].flatMap(([name, value]) => (Object.hasOwn(keys, name) ? [[keys[name], value] as const] : []));
  return given.length ? Object.fromEntries(given) : undefined;
}

/** What an answer says of the next page in a member whose name begins so, where the document doesn't say which one. */
function sought(data: unknown, key: string, depth = 0): unknown {
  for (const [name, value] of typeof data === "object" && data !== null && !Array.isArray(data) ? Object.entries(data) : []) {
    const isNext = /^next/i.test(name);
    if (isNext && (typeof value === "number" || (typeof value === "string" && !URL.canParse(value)))) return value;
    const inner = isNext ? at(value, [key]) : depth < 1 ? sought(value, key, depth + 1) : undefined;
    if (inner !== undefined && inner !== null) return inner;
  }
  return undefined;
}

/** The parameters of the page behind an answer; undefined behind the last. */
function following(next: Next, { data, response }: { readonly data: unknown; readonly response: Response }, items: readonly unknown[], now: { readonly [key: string]: unknown }): object | undefined {
  if (next[0] === "url") {
    const link = /<([^>]*)>\s*;[^<]*\brel="?next\b/i.exec(response.headers.get("link") ?? "")?.[1];
    return addressed(next[2] ? at(data, next[2]) : link, response.url || "http://localhost", next[1]);
  }
  const key = next[1];
  if (next[0] === "cursor") {
    const cursor = next[2] ? at(data, next[2]) : sought(data, key);
    return cursor === undefined || cursor === null || cursor === "" || cursor === now[key] ? undefined : { [key]: cursor };
  }
  if (items.length === 0) return undefined;
  if (next[0] === "last") return next[3] && at(data, next[3]) !== true ? undefined : { [key]: at(items.at(-1), [next[2]]) };
  const from = typeof now[key] === "number" ? now[key] : (next[2] ?? (next[0] === "page" ? 1 : 0));
  return { [key]: from + (next[0] === "page" ? 1 : items.length) };
}

/** The pages of an operation, until the last or a failure. */
export function pages<P, R, T>(operation: Call<P, R>, how: { readonly kind: string; readonly items: readonly string[]; readonly next: Next }): Pages<P, R, T> {
  const walk = async function* (client: Client, ...given: Given<P>): AsyncGenerator<readonly [R, readonly unknown[]]> {
    const [params, options] = given;
    let now: { readonly [key: string]: unknown } = { ...params };
    let before = "";
    for (;;) {
      const result = await (operation as unknown as Walked)(client, now, options);
      const held = result.kind === how.kind ? at(result.data, how.items) : undefined;
      const items = Array.isArray(held) ? held : [];
      yield [result as R, items];
      const next = result.kind === how.kind ? following(how.next, result, items, now) : undefined;
      const text = JSON.stringify(next, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
      if (!next || text === before) return;
      before = text;
      now = { ...now, ...next };
    }
  };
  const each = async function* (client: Client, ...given: Given<P>): AsyncGenerator<R> {
    for await (const [result] of walk(client, ...given)) yield result;
  };
  const items = async function* (client: Client, ...given: Given<P>): AsyncGenerator<T> {
    for await (const [result, held] of walk(client, ...given)) {
      const { kind, response } = result as { readonly kind: string; readonly response: Response };
      if (kind !== how.kind) throw new Error(response.url + " answered " + response.status);
      yield* held as readonly T[];
    }
  };
  return Object.assign(each, { items });
}

//#
/** What an operation may answer: by status, what is expected in each media type. */
interface Contents {
  [status: string]: readonly Expected[];
}

function contentsOf({ answers = {} }: Route): Contents {
  const contents: Contents = {};
  for (const [statuses, answer] of Object.entries(answers))
    for (const status of statuses.split(" "))
      contents[status] = typeof answer === "function" ? [[json, answer]] : Object.entries(answer);
  return contents;
}

/** The function of one operation. */
export function operation<P, R>(method: string, path: string, route: Route = {}): Call<P, R> {
  return async (client, ...[params, own]) => {
    const options = { ...client.options, ...own };
    const accept = (own as { readonly accept?: string } | undefined)?.accept; //? accept
    const idempotencyKey = own?.idempotencyKey;
    const values = new Map(Object.entries(params ?? {}));
    if (route.send && values.has("body")) values.set("body", route.send(values.get("body"))); //? conversions
    const contents = contentsOf(route);
    const types = Object.values(contents).flatMap((content) => content.map(([type]) => type));
    const again = options.retryUnsafe === true || idempotencyKey !== undefined || !/^(POST|PATCH|CONNECT)$/.test(method);
    const response = await persist(options, again, async (signal) => {
      const url = urlOf(options.baseUrl ?? "", method, path, values, route); //? located
      //- const url = urlOf(options.baseUrl ?? "", method, path, values); //? !located
      const headers = new Headers(client.options.headers);
      if (accept ?? types.length) headers.set("accept", accept ?? [...new Set(types)].join(", ")); //? accept
      //- if (types.length) headers.set("accept", [...new Set(types)].join(", ")); //? !accept
      if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
      for (const sent of sentOf(route.header, values)) headers.set(sent[0], sent[4] === "json" ? asciiJson(sent[1]) : textOf(sent, String)); //? header+json
      //- for (const sent of sentOf(route.header, values)) headers.set(sent[0], textOf(sent, String)); //? header+!json
      for (const sent of sentOf(route.cookie, values)) addCookie(headers, sent[0], textOf(sent, sent[2] === "cookie" ? octets : encode)); //? octets
      //- for (const sent of sentOf(route.cookie, values)) addCookie(headers, sent[0], textOf(sent, encode)); //? cookie+!octets
      for (const [name, value] of Object.entries(own?.headers ?? {})) headers.set(name, value);
      const [body, type] = route.write?.(values, route) ?? []; //? body
      if (type) headers.set("content-type", type); //? body
      await authorise(options, route, headers, url); //? key
      //- await authorise(options, route, headers); //? credentials+!key
      return () => (options.fetch ?? fetch)(url, { method, headers, signal, body: body ?? null }); //? body
      //- return () => (options.fetch ?? fetch)(url, { method, headers, signal }); //? !body
    });
    const { status } = response;
    const keys = [String(status), String(status).charAt(0) + "XX", "default"]; //? statuses
    //- const keys = [String(status)]; //? !statuses
    const kind = keys.find((key) => key in contents) ?? "unexpected";
    const content = contents[kind] ?? [];
    // With a described success, what only default describes is none.
    const ok = response.ok && kind !== "unexpected" && (kind !== "default" || !Object.keys(contents).some((key) => key.startsWith("2"))); //? statuses
    //- const ok = response.ok && kind !== "unexpected"; //? !statuses
    const wanted = content.filter(([type]) => type === accept); //? accept
    //- const [data] = await decode(response, wanted.length ? wanted : content); //? !checks+accept
    //- const [data] = await decode(response, content); //? !checks+!accept
    //- return { kind, ok, status, data, response } as R; //? !checks
    const [data, issues] = await decode(response, wanted.length ? wanted : content, options); //? checks+accept
    //- const [data, issues] = await decode(response, content, options); //? checks+!accept
    if (issues && response.ok) throw new InvalidResponseError(issues, response, data); //? checks
    // An error that is told in another way than the document's is an answer all the same. //? checks
    return { kind: issues ? "unexpected" : kind, ok: ok && !issues, status, data, response } as R; //? checks
  };
}

//# accept
/** The function of one operation whose caller may choose a media type. */
export const choosing: <P, R, By>(method: string, path: string, route?: Route) => Choosing<P, R, By> = operation as never; // of its overloads the one is the other with an option
