import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem, problemType, type Issue } from "../problem.ts";
import { readBody } from "./body.ts";
import { toJson } from "./json.ts";
import { NotAllowed, unserved } from "./methods.ts";
import { partsOf, pathPattern, pathReader, readParameters, type Parts } from "./parameters.ts";
import type { Route } from "./route.ts";
import { admit, Unauthorized, type Verifiers } from "./security.ts";
import type { Store } from "../store/store.ts"; //? stored
/** Takes one entry of the log, as a line of JSON would hold it. */
export type Log = (entry: { readonly [key: string]: unknown }) => void;

/** One entry for a request, when its answer has gone out. */
export function logRequest(request: IncomingMessage, response: ServerResponse, log: Log): void {
  const start = performance.now();
  const { method, url = "/" } = request; // routers shorten it
  response.on("close", () => {
    log({
      time: new Date().toISOString(),
      method,
      path: url.split("?")[0],
      status: response.statusCode,
      milliseconds: Math.round(performance.now() - start),
    });
  });
}

/** Signs a token for an account, by its key. */
export type Sign = (subject: string) => Promise<string>;

/** What the server works with. */
export interface Outside {
  readonly store: Store; //? stored
  readonly sign: Sign; //? stored
  readonly verifiers: Verifiers;
  readonly log: Log;
}

/** What a handler works with. */
export interface Context {
  readonly store: Store; //? stored
  readonly sign: Sign; //? stored
  readonly log: Log;
  /** What the verifier of the request's credential said of its owner. */
  readonly caller: unknown;
  readonly request: IncomingMessage;
}

export interface ServerSentEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data: unknown;
}

/** What a handler gives. */
export interface Answer {
  readonly status: number;
  /** Media type, where the document describes several. */
  readonly type?: string;
  readonly headers?: { readonly [name: string]: string | number | undefined };
  readonly body?: unknown;
}

export type Handler<Input, Result> = (input: Input, context: Context) => Promise<Result>;

const isStream = (value: unknown): value is AsyncIterable<ServerSentEvent> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** A field of an event, with a line for each of its text's: whatever ends a line there begins no other field. */
const fieldLines = (name: string, text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => name + ": " + line + "\n")
    .join("");

async function stream(body: AsyncIterable<ServerSentEvent>, response: ServerResponse): Promise<void> {
  for await (const { event, id, data } of body) {
    if (response.destroyed) return;
    const head =
      (event === undefined ? "" : fieldLines("event", event)) +
      (id === undefined ? "" : fieldLines("id", id));
    response.write(head + fieldLines("data", typeof data === "string" ? data : toJson(data)) + "\n");
  }
  response.end();
}

/** Sends what a handler gives, in the media type that the document has for it. */
export async function send(
  answer: Answer,
  { answers }: Pick<Route<never, unknown>, "answers">,
  response: ServerResponse,
): Promise<void> {
  const { status, body, headers = {} } = answer;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  if (body === undefined) return void response.end();
  const described = [String(status), String(status).slice(0, 1) + "XX", "default"].find((key) =>
    Object.hasOwn(answers, key),
  );
  const type =
    answer.type ?? (described === undefined ? undefined : answers[described]) ?? "application/json";
  response.setHeader("content-type", type);
  if (isStream(body)) return stream(body, response);
  if (body instanceof Blob) return void response.end(Buffer.from(await body.arrayBuffer()));
  if (body instanceof Uint8Array) return void response.end(body);
  response.end(typeof body === "string" && !/json/i.test(type) ? body : toJson(body));
}

/** Answers an error as problem details; unexpected ones are logged, without details for the client. */
export function answerError(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  log: Log,
): void {
  const problem = error instanceof Problem ? error : new Problem(500);
  if (problem.status === 500)
    log({
      time: new Date().toISOString(),
      level: "error",
      error: error instanceof Error ? error.stack : String(error),
    });
  if (response.headersSent) return void response.destroy();
  if (!request.complete) {
    response.setHeader("connection", "close");
    request.resume();
  }
  if (problem.status === 401)
    response.setHeader("www-authenticate", problem instanceof Unauthorized ? problem.challenge : "Bearer");
  if (problem instanceof NotAllowed) response.setHeader("allow", problem.methods.join(", "));
  response.statusCode = problem.status;
  response.setHeader("content-type", problemType);
  response.end(JSON.stringify(problem));
}

/** Paths of the document are below this one. */
export const base = "";

/** A request on its way to its handler. */
export interface Exchange {
  readonly parts: Parts;
  readonly captured: ReadonlyMap<string, string>;
  readonly context: Context;
}

/** Finds the route's own part of a path, and who asks; whoever must not gets no further. */
export function admission(
  route: Route<never, unknown>,
  outside: Outside,
): (request: IncomingMessage) => Promise<Exchange> {
  const capture = pathReader(route.path, base);
  const others = (route.except ?? []).map(pathPattern);
  return async (request) => {
    const target = "originalUrl" in request ? String(request.originalUrl) : (request.url ?? "/");
    const parts = partsOf(target, request.headers);
    const captured = capture(parts.path);
    if (others.some((other) => other.test(parts.path))) throw unserved(request);
    const caller = await admit(route.security, parts, outside.verifiers);
    return {
      parts,
      captured,
      context: {
        store: outside.store, //? stored
        sign: outside.sign, //? stored
        caller,
        request,
        log: outside.log,
      },
    };
  };
}

/** What is asked, checked; everything that is wrong with it is told at once. */
export async function inputOf<Input>(
  route: Route<Input, unknown>,
  { parts, captured, context }: Exchange,
): Promise<Input> {
  const issues: Issue[] = [];
  const input = readParameters(route, parts, { captured, issues });
  Object.assign(input, await readBody(route, context.request, issues));
  if (issues.length) throw new Problem(400, issues);
  return input as Input; // every member was checked against the schema that its type was made of
}

/** Serves one operation: who asks, what is asked, then the handler. */
export function handle<Input, Result extends Answer>(
  route: Route<Input, Result>,
  handler: Handler<Input, Result>,
  outside: Outside,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const admitted = admission(route, outside);
  return async (request, response) => {
    try {
      const exchange = await admitted(request);
      await send(await handler(await inputOf(route, exchange), exchange.context), route, response);
    } catch (error) {
      answerError(error, request, response, outside.log);
    }
  };
}
