/** What callers meet: clients, calls, answers and errors; and how an operation is described. */
export const calls = String.raw`/** Sends requests and reads answers. Needs fetch alone: Node 20, Deno, Bun, browsers, workers. */
import type { Issue, Rule } from "./rules.js"; //? checks
import { issuesOf } from "./rules.js"; //? checks
import type { Rule } from "./rules.js"; //? !checks

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
  /** Milliseconds for one attempt, 60,000 by default; 0 is without end. */ //? !streams
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
export type Answer<Status extends number, Data> = Status extends unknown
  ? Described<${"`${Status}`, `${Status}` extends `2${string}`"} ? true : false, Status, Data>
  : never;
//# statuses
export type Answer<Status extends number | string, Data, Ok extends boolean = false> = Status extends "default"
  ? Described<Status, Ok, number, Data>
  : Status extends unknown
    ? Described<${"`${Status}`, `${Status}` extends `2${string}`"} ? true : false, Status extends number ? Status : number, Data>
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
  readonly query?: readonly string[]; //? query
  readonly header?: readonly string[]; //? header
  readonly cookie?: readonly string[]; //? cookie
//#
  /** How a query has a parameter that may be a list or an object. */ //? compound listed
  readonly pairs?: (sent: Sent) => string; //? compound listed
  /** What makes the body, where there may be one. */ //? body
  readonly write?: (values: Values, route: Route) => Written; //? body
  /** Media types that the body may have, the first by default; else application/json. */ //? bodies
  readonly body?: readonly string[]; //? bodies
  /** How members of forms are sent, where that is not the usual way. */ //? multipart forms
  readonly parts?: { readonly [member: string]: Encoding }; //? multipart forms
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
type Written = readonly [body?: BodyInit, type?: string];
`;
