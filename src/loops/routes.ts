import { randomUUID } from "node:crypto";
import type { LoopHead, LoopJournal, LoopRecord } from "../gateway/index.ts";
import { inTable, isObject, nearest } from "../lib/index.ts";
import type { Limits } from "../loop/index.ts";
import { ApiError, checkRules, parseRequest, type Profile } from "../messages/index.ts";
import { checkScope, json, type Call, type Route } from "../server/index.ts";
import type { Asked } from "./work.ts";

export interface LoopRoutes {
  readonly journal: LoopJournal;
  readonly profile: Profile;
  /** Names of the servers whose tools loops may call. */
  readonly servers: readonly string[];
  readonly most: Pick<Limits, "iterations" | "milliseconds" | "tokens">;
  wake(): void;
  /** Aborted when the process shuts down: clients reconnect elsewhere with `last-event-id`. */
  readonly closing: AbortSignal;
}

/** Milliseconds between polls for a loop's events, since the loop may run in another instance. */
const interval = 250;

/** The routes of loops on the server, each owned by one key: create, watch, cancel and continue. */
export function loopRoutes(options: LoopRoutes): readonly Route[] {
  const { journal, wake } = options;
  const route = (method: "GET" | "POST", path: string, handle: Route["handle"]): Route => ({
    method,
    path: `/v1/loops${path}`,
    access: "use",
    endpoint: "loops",
    handle,
  });
  const findOwnLoop = async (call: Call): Promise<LoopRecord> => {
    const found = await journal.get(call.params["id"] ?? "", keyOf(call));
    if (found) return found;
    throw new ApiError("not_found_error", `There is no loop ${(call.params["id"] ?? "").slice(0, 60)}.`);
  };
  const changed = async (call: Call, isChanged: Promise<boolean>, what: string) => {
    const done = await isChanged;
    const loop = await findOwnLoop(call);
    if (!done) throw new ApiError("invalid_request_error", `A loop that is ${loop.state} can't be ${what}.`);
    wake();
    return json(publicLoop(loop));
  };
  return [
    route("POST", "", async (call) => {
      const loopRequest = readAsked(call.body, options);
      checkScope(call.caller, loopRequest.request);
      const loop = {
        id: `loop_${randomUUID().replaceAll("-", "")}`,
        key: keyOf(call),
        request: JSON.stringify(loopRequest),
      };
      await journal.add(loop);
      wake();
      return json(publicLoop(await findOwnLoop({ ...call, params: { id: loop.id } })), 201);
    }),
    route("GET", "", async (call) => json({ data: (await journal.list(keyOf(call), 100)).map(head) })),
    route("GET", "/{id}", async (call) => json(publicLoop(await findOwnLoop(call)))),
    route("GET", "/{id}/events", async (call) => ({
      status: 200,
      headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
      body: events(await findOwnLoop(call), call, options),
    })),
    route("POST", "/{id}/cancel", (call) =>
      changed(call, journal.cancel(call.params["id"] ?? "", keyOf(call)), "cancelled"),
    ),
    route("POST", "/{id}/resume", (call) =>
      changed(call, journal.resume(call.params["id"] ?? "", keyOf(call)), "resumed"),
    ),
  ];
}

const keyOf = ({ caller }: Call): string => caller?.key ?? "anonymous";

const head = ({ id, at, state }: LoopHead) => ({
  id,
  type: "loop",
  created_at: new Date(at).toISOString(),
  state,
});

const publicLoop = ({ outcome, ...loop }: LoopRecord) => ({
  ...head(loop),
  ...(outcome !== null && (JSON.parse(outcome) as object)), // as written by its worker
});

/** Yields the events of the loop since `last-event-id`, then new ones until the loop has ended. */
async function* events(
  { id, key }: LoopRecord,
  { headers, signal }: Call,
  { journal, closing }: LoopRoutes,
): AsyncGenerator<string> {
  let last = Number(headers["last-event-id"] ?? 0) || 0;
  while (!signal.aborted && !closing.aborted) {
    const state = await journal.state(id, key); // read before the events, so that none are missed
    for (const { number, event } of await journal.events(id, last)) {
      const { type } = JSON.parse(event) as { readonly type: string }; // as written by its worker
      yield `id: ${number}\nevent: ${type}\ndata: ${event}\n\n`;
      last = number;
    }
    if (state !== "queued" && state !== "running") {
      const loop = await journal.get(id, key);
      if (loop) yield `event: end\ndata: ${JSON.stringify(publicLoop(loop))}\n\n`;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

const wrong = (message: string): ApiError => new ApiError("invalid_request_error", message);

/** Parses `{ request, servers?, limits? }`; the request is a Messages request without tools. */
function readAsked(body: unknown, { profile, servers: known, most }: LoopRoutes): Asked {
  if (!isObject(body)) throw wrong("The body must be an object with a request.");
  const { request, servers = [], limits = {}, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw wrong(`${unknown.slice(0, 60)}: Extra inputs are not permitted`);
  if (!isObject(request)) throw wrong("request: Input should be an object, as for POST /v1/messages");
  for (const field of ["tools", "stream"])
    if (request[field] !== undefined)
      throw wrong(`request.${field}: a loop takes its tools from servers, and tells of itself by its events`);
  const { stream: _, ...read } = parseRequest(request, profile);
  checkRules(read.messages, profile);
  if (!Array.isArray(servers)) throw wrong("servers: Input should be a list");
  for (const name of servers)
    if (typeof name !== "string" || !known.includes(name)) {
      const meant = nearest(String(name).slice(0, 60), known);
      throw wrong(
        `servers: there is none named ${String(name).slice(0, 60)}${meant ? `; did you mean ${meant}?` : ""}`,
      );
    }
  return { request: read, servers: servers as readonly string[], limits: readLimits(limits, most) }; // each was checked
}

const limitNames = { iterations: "iterations", seconds: "milliseconds", tokens: "tokens" } as const;

function readLimits(value: unknown, most: LoopRoutes["most"]): Asked["limits"] {
  if (!isObject(value)) throw wrong("limits: Input should be an object");
  const read = Object.entries(value).map(([name, amount]) => {
    const limit = inTable(limitNames, name);
    if (limit === undefined) throw wrong(`limits.${name.slice(0, 60)}: Extra inputs are not permitted`);
    const times = name === "seconds" ? 1000 : 1;
    if (typeof amount !== "number" || !Number.isInteger(amount) || amount < 1 || amount * times > most[limit])
      throw wrong(`limits.${name}: Input should be a whole number from 1 to ${most[limit] / times}`);
    return [limit, amount * times];
  });
  return { ...most, ...(Object.fromEntries(read) as Asked["limits"]) };
}
