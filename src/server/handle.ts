import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { ApiError, type Profile } from "../messages/index.ts";
import { notAllowed, type CheckKey } from "./access.ts";
import { checkHead, readBody } from "./body.ts";
import { notFound } from "./elsewhere.ts";
import { parseJson } from "./json.ts";
import type { Limits } from "./limits.ts";
import type { bodyMemory, BodyShare } from "./memory.ts";
import type { Metrics } from "./metrics.ts";
import { send, sendError, type Reply } from "./reply.ts";
import { betasOf, type Answer, type Call, type Caller, type Route, type Router } from "./route.ts";
import type { bodyReader, ReadBody, Written } from "./work/index.ts";

export interface Handling {
  readonly router: Router;
  checkHost(headers: IncomingHttpHeaders): void;
  addressOf(request: IncomingMessage): string;
  readonly checkKey: CheckKey;
  readonly limits: Limits;
  readonly profile: Profile;
  readonly read: ReturnType<typeof bodyReader>;
  /** Names of models that the worker thread reading a body may answer for. */
  readonly local: readonly string[];
  readonly memory: ReturnType<typeof bodyMemory>;
  readonly metrics: Metrics;
  /** Called for a request that ended with an error before its answer began. */
  refused?(
    error: ApiError,
    request: { readonly id: string; readonly key: string; readonly isForModel: boolean },
    signal: AbortSignal,
  ): void;
  /** Requests under way, to be aborted when shutdown has waited long enough. */
  readonly open: Set<AbortController>;
  onError(error: unknown, requestId: string): void;
}

const versions: ReadonlySet<string> = new Set(["2023-01-01", "2023-06-01", "2026-10-21"]);

/** Ids begin with the time: a ledger's index of random ids would change everywhere at once. */
function newRequestId(time: number): string {
  const random = randomUUID(); // its first and last part have no fixed bits
  return `req_${Math.floor(time).toString(16).padStart(12, "0")}${random.slice(0, 8)}${random.slice(24)}`;
}

/** Creates the handler that takes one request from its headers to its response. */
export const handler =
  (handling: Handling) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    const requestId = newRequestId(performance.timeOrigin + began);
    const abort = new AbortController();
    const reply: Reply = {
      response,
      requestId,
      route: "",
      key: undefined,
      isForModel: false,
      limits: handling.limits,
      abort,
      failure: (error) => {
        if (error instanceof ApiError) return error;
        // The client has left or was kept waiting for too long: not our error.
        if (error !== abort.signal.reason) handling.onError(error, requestId);
        return new ApiError("api_error", "Internal server error", { cause: error });
      },
      refused: (error) =>
        handling.refused?.(
          error,
          { id: requestId, key: reply.key ?? "anonymous", isForModel: reply.isForModel },
          abort.signal,
        ),
    };
    handling.metrics.begun();
    handling.open.add(abort);
    const share = handling.memory.share();
    response.on("close", () => {
      share.release();
      handling.open.delete(abort);
      handling.metrics.ended(reply.route, response.statusCode, (performance.now() - began) / 1000);
      if (!response.writableFinished) abort.abort();
    });
    answered(handling, request, { reply, share }).catch((error: unknown) => {
      if (!request.complete) response.shouldKeepAlive = false; // the rest of the body is not read
      sendError(reply, reply.failure(error));
    });
  };

interface Exchange {
  readonly reply: Reply;
  readonly share: BodyShare;
}

async function answered(
  handling: Handling,
  request: IncomingMessage,
  { reply, share }: Exchange,
): Promise<void> {
  const { headers, method = "GET" } = request;
  if (hasSecondHost(request)) throw new ApiError("invalid_request_error", "host: must be given once");
  handling.checkHost(headers);
  const { path, query } = target(request.url ?? "/");
  const found = handling.router.find(method, path);
  if (!("route" in found)) throw notRouted(found, path, reply);
  const { route, params } = found;
  reply.route = route.path;
  reply.isForModel = route.access === "use";
  const address = handling.addressOf(request);
  const { access, endpoint = route.path } = route;
  const caller = access === "public" ? undefined : await handling.checkKey(headers, access, address);
  reply.key = caller?.key;
  if (caller?.may && !caller.may("endpoint", endpoint)) throw notAllowed("endpoint", endpoint);
  const version = headers["anthropic-version"];
  if (typeof version === "string" && !versions.has(version))
    throw new ApiError(
      "invalid_request_error",
      `anthropic-version: "${version.slice(0, 40)}" is not a valid version`,
    );
  const limit = handling.limits[route.reads ? "body" : "parsedBody"];
  expectations(request, reply, limit);
  const client = caller?.key ?? address;
  const read = await body(request, { route, limit, reply, share, handling, caller, client });
  if ("answer" in read) return send(reply, sent(read.answer, handling.metrics));
  const call: Call = {
    method,
    path,
    params,
    query,
    headers,
    body: undefined,
    ...read,
    caller,
    client,
    requestId: reply.requestId,
    signal: reply.abort.signal,
    header: (name, value) => {
      const { response } = reply; // the first value wins: the gateway's comes before an upstream's
      if (!response.headersSent && !response.hasHeader(name)) response.setHeader(name, value);
    },
  };
  await send(reply, await route.handle(call));
}

/** Whether there are two Host headers: proxies and servers disagree on which one counts. */
function hasSecondHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") hosts++;
  return hosts > 1;
}

function sent({ headers, body, model, usage }: Written, metrics: Metrics): Answer {
  if (usage) metrics.tokens(model, usage);
  return { status: 200, headers, body };
}

interface Reading extends Exchange {
  readonly route: Route;
  /** Maximum body size in bytes. */
  readonly limit: number;
  readonly handling: Handling;
  readonly caller: Caller | undefined;
  readonly client: string;
}

async function body(
  request: IncomingMessage,
  { route: { method, reads }, limit, reply, share, handling, caller, client }: Reading,
): Promise<ReadBody | Pick<Call, "body">> {
  if (method !== "POST" && method !== "PUT") return { body: undefined };
  checkHead(request, limit);
  const bytes = await readBody(request, limit, share);
  if (reads === undefined) return { body: parseJson(bytes) };
  const { headers } = request;
  // Requests with restricted keys or tags are decided on here, not in a worker thread.
  const local = caller?.may || headers["antiphon-tags"] !== undefined ? [] : handling.local;
  const about = { reader: reads, profile: handling.profile, betas: betasOf(headers), local };
  return handling.read(bytes, about, { signal: reply.abort.signal, client });
}

/** Sends `100 Continue` once the headers are found valid; other expectations are refused. */
function expectations(request: IncomingMessage, { response }: Reply, limit: number): void {
  const { expect } = request.headers;
  if (expect === undefined) return;
  if (expect.toLowerCase() !== "100-continue")
    throw new ApiError("invalid_request_error", "expect: only 100-continue is understood", { status: 417 });
  checkHead(request, limit);
  response.writeContinue();
}

function notRouted(methods: readonly string[], path: string, { response }: Reply): ApiError {
  if (methods.length === 0) return new ApiError("not_found_error", notFound(path));
  response.setHeader("allow", methods.join(", "));
  return new ApiError("invalid_request_error", `Method not allowed; use ${methods.join(" or ")}`, {
    status: 405,
  });
}

function target(url: string): { readonly path: string; readonly query: string } {
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
