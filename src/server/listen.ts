import type * as Http from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo, Socket } from "node:net";
import { UserError, inTable } from "../lib/index.ts";
import { ApiError, type Profile } from "../messages/index.ts";
import type { Gateway } from "../gateway/index.ts";
import { forwards, type Model } from "../models/index.ts";
import { hostCheck, keyCheck, mayBind, type FindCaller } from "./access.ts";
import { addressFinder } from "./address.ts";
import { guesses } from "./guesses.ts";
import { handler } from "./handle.ts";
import { limits, type Limits } from "./limits.ts";
import { bodyMemory } from "./memory.ts";
import { Metrics } from "./metrics.ts";
import { router, type Route } from "./route.ts";
import { routesOf } from "./routes.ts";
import { noThreads, threads } from "./threads.ts";
import type { LoginOptions } from "./ui/login.ts";
import type { UiOptions } from "./ui/routes.ts";
import { bodyReader, workPool, type Work } from "./work/index.ts";

// A static import would load everything the module exports, HTTP client included: half of the time to the first
// response.
const { createServer } = createRequire(import.meta.url)("node:http") as typeof Http; // the module's own type

/** Options of `listen`. */
export interface ServerOptions {
  readonly model: Model;
  readonly profile: Profile;
  /** Default 127.0.0.1. Other than loopback addresses require a key. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  readonly keys?: readonly string[];
  /** Looks up other callers by the SHA-256 of their key, in hexadecimal. */
  readonly findCaller?: FindCaller;
  /** Looks up callers, checks and meters their requests, and serves `/admin` and `/ui`. */
  readonly gateway?: Gateway;
  /** Keys for `/admin` and `/ui` only. */
  readonly adminKeys?: readonly string[];
  /** Also lets administrators log in to `/ui` with an identity provider. */
  readonly login?: LoginOptions;
  /** Whether callers without a key are admitted; default: only if no keys can exist. */
  isOpen?(): Promise<boolean>;
  /** Additional names (`name` or `name:port`) under which the server may be addressed, such as behind a proxy. */
  readonly hosts?: readonly string[];
  /** Addresses and networks of trusted proxies, whose `x-forwarded-for` gives the client address. */
  readonly proxies?: readonly string[];
  /** Whether the server stores conversations between turns. Default true. */
  readonly threads?: boolean;
  /** Additional routes, which may also call the served model. */
  readonly routes?: readonly Route[] | ((model: Model) => readonly Route[]);
  readonly limits?: Partial<Limits>;
  /** Wraps the served model once for all routes, for recording. */
  observe?(model: Model): Model;
  /** Worker threads for work whose cost depends on the request; by default its own. */
  readonly work?: Work;
  /**
   * Names under which `model` serves the unmodified built-in model: worker threads answer for it unless a gateway
   * meters it or `observe` wraps it.
   */
  readonly local?: readonly string[];
  /** Milliseconds since 1970, for expiry and timestamps. */
  now?(): number;
  /** Called for every response of 500, with the cause and the request id that the client received. */
  onError?(error: unknown, requestId: string): void;
}
/** A server that `listen` has started. */
export interface Listening {
  readonly url: URL;
  /** Becomes unready, then stops accepting requests, lets responses finish for a while, and aborts the rest. */
  close(): Promise<void>;
}

/** Serves the HTTP API. Throws UserError if it may not or can't bind. */
export async function listen(options: ServerOptions): Promise<Listening> {
  const { host = "127.0.0.1", port = 0, keys = [], profile, gateway } = options;
  const find = options.findCaller ?? gateway?.find;
  const needsKey = keys.length > 0 || (find !== undefined && !options.isOpen);
  mayBind(host, needsKey);
  const bounds: Limits = { ...limits, ...options.limits };
  const addressOf = addressFinder(options.proxies ?? []);
  const now = options.now ?? (() => performance.timeOrigin + performance.now());
  const threadStore = options.threads === false ? noThreads : threads(now);
  const counts = new Metrics();
  const decided = gateway ? await gateway.meter(options.model) : options.model;
  const model = options.observe?.(decided) ?? decided;
  let closing = false;
  const isClosing = (): boolean => closing;
  const served = { model, profile, threads: threadStore, metrics: counts, gateway, now, isClosing };
  const open = new Set<AbortController>();
  const work = options.work ?? workPool(bounds);
  const { headersTimeout, requestTimeout, keepAliveTimeout } = bounds;
  const connectionsCheckingInterval = Math.min(headersTimeout, 30_000) / 2;
  const server = createServer({
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval,
  });
  const address = await bound(server, host, port);
  const { adminKeys = [], login } = options;
  const logins =
    gateway &&
    (await import("./ui/session.ts")).sessions({
      adminKeys,
      others: login ? JSON.stringify(login) : "",
      now,
    });
  const refused = (name: string, detail: object = {}): void =>
    void gateway
      ?.as(name)
      .record({ action: "refuse", subject: "login", detail })
      .catch((error: unknown) => options.onError?.(error, ""));
  const checkKey = keyCheck({
    guesses: guesses({ most: bounds.guesses, now, heard: (address, wrong) => refused(address, { wrong }) }),
    keys,
    admins: adminKeys,
    find,
    ...(gateway && { findBearer: gateway.findBearer }),
    ...(logins && { session: logins.find }),
    isOpen: options.isOpen ?? (async () => !needsKey),
  });
  const behind =
    gateway && logins ? await routesBehind(gateway, { sessions: logins, checkKey, login, now, refused }) : [];
  const further = typeof options.routes === "function" ? options.routes(model) : (options.routes ?? []);
  const handle = handler({
    router: router([...routesOf(served), ...behind, ...further]),
    checkHost: hostCheck(host, address.port, options.hosts ?? []),
    checkKey,
    addressOf,
    limits: bounds,
    profile,
    read: bodyReader(work, (name) => forwards(model, name)),
    local: gateway || options.observe ? [] : (options.local ?? []),
    memory: bodyMemory(bounds.bodies),
    metrics: counts,
    open,
    ...(gateway && { refused: gateway.refused }),
    onError: options.onError ?? (() => undefined),
  });
  serve(server, handle);
  return {
    url: new URL(`http://${shownHost(host)}:${address.port}`),
    async close() {
      closing = true;
      await closed(server, open, bounds);
      if (!options.work) await work.close();
    },
  };
}

async function routesBehind(gateway: Gateway, ui: UiOptions): Promise<readonly Route[]> {
  const [{ gatewayRoutes }, { uiRoutes }] = await Promise.all([
    import("./gateway/routes.ts"),
    import("./ui/routes.ts"),
  ]);
  return [...gatewayRoutes(gateway), ...uiRoutes(ui)];
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

function serve(server: Server, handle: Handle): void {
  server.on("request", handle);
  server.on("checkContinue", handle); // 100 Continue is sent once the headers are found valid
  server.on("checkExpectation", handle);
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
    if (!socket.writable) return void socket.destroy();
    const [status, why] = inTable(clientErrors, error.code ?? "") ?? [
      "400 Bad Request",
      "The request is not valid HTTP.",
    ];
    const body = JSON.stringify(new ApiError("invalid_request_error", why).body(null));
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
}

const clientErrors: Readonly<Record<string, readonly [string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive in time."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The request's headers are too large."],
};

const shownHost = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
};

function bound(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: Error & { code?: string }) => {
      const used = cause.code === "EADDRINUSE";
      reject(
        new UserError(
          "cannot-listen",
          used ? `Port ${port} on ${host} is in use.` : `Cannot listen on ${host}:${port}: ${cause.message}`,
          used ? "Choose another with --port, or 0 for any free one." : "Choose another --host or --port.",
          { cause },
        ),
      );
    });
    server.listen({ host, port }, () => {
      const address = server.address();
      if (address && typeof address === "object") resolve(address);
      else reject(new Error("listening without an address"));
    });
  });
}

async function closed(
  server: Server,
  open: ReadonlySet<AbortController>,
  { unready, grace }: Limits,
): Promise<void> {
  if (unready > 0) await new Promise((resolve) => setTimeout(resolve, unready));
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A keep-alive connection becomes idle only after its response, and nothing else would close it then.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const abort = setTimeout(() => {
    for (const abort of open) abort.abort(new ApiError("overloaded_error", "The server is shutting down."));
    setTimeout(() => server.closeAllConnections(), 250).unref();
  }, grace);
  await done;
  clearInterval(idle);
  clearTimeout(abort);
}
