import type { Claim, LoopJournal, LoopRecord } from "../gateway/index.ts";
import { LostClaim } from "../gateway/index.ts";
import { loop, LoopError, type Limits, type LoopEvent, type Tool, type ToolContext } from "../loop/index.ts";
import { ApiError, type MessagesRequest } from "../messages/index.ts";
import type { Model } from "../models/index.ts";

/** What a loop is started with, as stored in the journal. */
export interface Asked {
  readonly request: Omit<MessagesRequest, "tools" | "stream">;
  /** The servers whose tools the loop may call. */
  readonly servers: readonly string[];
  readonly limits: Partial<Limits>;
}

/** Whether a key may currently use an endpoint, a model or a tool of this name. */
export type Permission = (what: "endpoint" | "model" | "tool", name: string) => boolean;

export interface LoopTrace {
  readonly traceHeaders: Readonly<Record<string, string>>;
  tool<T>(call: { readonly name: string; readonly id: string }, run: () => Promise<T>): Promise<T>;
  end(error?: string): void;
}

export interface WorkOptions {
  readonly journal: LoopJournal;
  /** The model behind the ledger: each request is recorded for the loop's key. */
  readonly model: Pick<Model, "stream">;
  /** Maximum number of concurrent loops. */
  readonly parallel: number;
  tools(servers: readonly string[]): Promise<readonly Tool[]>;
  permission(key: string): Promise<Permission>;
  /** Starts the trace of a loop that continues in this process. */
  trace?(id: string): LoopTrace;
  onError(error: unknown, id: string): void;
  /** Milliseconds between polls for work of other instances, and between heartbeats. */
  readonly interval?: number;
}

export interface Workers {
  /** Tells the worker that there may be work. */
  wake(): void;
  /** Aborted when this process shuts down. */
  readonly closing: AbortSignal;
  /** Releases the loops in progress, so that other instances can continue them. */
  close(): Promise<void>;
}

/** The events that must not be repeated after a restart; other events are not stored. */
const checkpoints: ReadonlySet<LoopEvent["type"]> = new Set(["answer", "call", "result"]);

export function startWork(options: WorkOptions): Workers {
  const { journal, parallel, interval = 1000, onError } = options;
  const closing = new AbortController();
  const open = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    while (open.size < parallel && !closing.signal.aborted) {
      const claimed = await journal.claim();
      if (!claimed) return;
      const running: Promise<void> = carry(claimed, options, closing.signal)
        .catch((error: unknown) => onError(error, claimed.loop.id))
        .finally(() => {
          open.delete(running);
          wake();
        });
      open.add(running);
    }
  };
  const wake = (): void => {
    // While the store is unavailable there is no work; its requests fail on their own.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(wake, interval).unref();
  wake();
  return {
    wake,
    closing: closing.signal,
    async close() {
      clearInterval(timer);
      closing.abort();
      await looking;
      await Promise.all(open);
    },
  };
}

interface Claimed {
  readonly claim: Claim;
  readonly loop: LoopRecord;
}

/** Continues a loop from its last checkpoint until it ends, is cancelled, or this process shuts down. */
async function carry(
  { claim, loop: { key, request: text } }: Claimed,
  options: WorkOptions,
  closing: AbortSignal,
): Promise<void> {
  const { journal, interval = 1000 } = options;
  const cancelled = new AbortController();
  const lost = new AbortController();
  const trace = options.trace?.(claim.id);
  let failure: string | undefined;
  const heart = setInterval(() => {
    journal.beat(claim).then(
      ({ isCancelled }) => isCancelled && cancelled.abort(),
      (error: unknown) => error instanceof LostClaim && lost.abort(error),
    );
  }, interval);
  try {
    // Another worker may have claimed the loop and ended it, so check before asking or running anything.
    if ((await journal.beat(claim)).isCancelled) cancelled.abort();
    const { request, servers, limits } = JSON.parse(text) as Asked; // as it was accepted
    const past = (await journal.events(claim.id)).map(({ event }) => JSON.parse(event) as LoopEvent); // as below
    const permits = await options.permission(key);
    const tools = (await options.tools(servers)).filter(({ name }) => permits("tool", name));
    const traced = trace
      ? tools.map((tool) => ({
          ...tool,
          run: (input: never, about: ToolContext) =>
            trace.tool({ name: tool.name, id: about.id }, () => tool.run(input, about)),
        }))
      : tools;
    const outcome = await loop({
      model: {
        stream: (modelRequest, context) =>
          paid(options, key).stream(modelRequest, { ...context, ...headersOf(trace) }),
      },
      request,
      tools: traced,
      limits,
      past,
      signal: AbortSignal.any([closing, cancelled.signal, lost.signal]),
      on: (event) => (checkpoints.has(event.type) ? journal.append(claim, JSON.stringify(event)) : undefined),
    });
    if (lost.signal.aborted) return;
    const isOver = outcome.stopped !== "aborted";
    const state = isOver ? "done" : cancelled.signal.aborted ? "cancelled" : "queued";
    await journal.end(claim, state, state === "queued" ? null : JSON.stringify(outcome));
  } catch (error) {
    if (error instanceof LostClaim) return;
    const cause = error instanceof LoopError ? error.cause : error;
    const publicError =
      cause instanceof ApiError ? cause : new ApiError("api_error", "Internal server error");
    if (publicError !== cause) options.onError(error, claim.id);
    failure = publicError.type;
    await journal.end(
      claim,
      "failed",
      JSON.stringify({ error: { type: publicError.type, message: publicError.message } }),
    );
  } finally {
    clearInterval(heart);
    trace?.end(failure);
  }
}

const headersOf = (trace: LoopTrace | undefined): { readonly traceHeaders?: LoopTrace["traceHeaders"] } =>
  trace ? { traceHeaders: trace.traceHeaders } : {};

/** The model, called on behalf of a key that must still have permission. */
const paid = ({ model, permission }: WorkOptions, key: string): Pick<Model, "stream"> => ({
  async *stream(request, context) {
    const permits = await permission(key);
    if (!permits("endpoint", "loops") || !permits("model", request.model))
      throw new ApiError(
        "permission_error",
        `This key may not use the model ${request.model.slice(0, 100)} now.`,
      );
    const refused = request.tools?.find(({ name }) => !permits("tool", name));
    if (refused)
      throw new ApiError(
        "permission_error",
        `This key may not use the tool ${refused.name.slice(0, 100)} now.`,
      );
    yield* model.stream(request, { ...context, caller: key });
  },
});
