import type { ServerResponse } from "node:http";
import { ApiError, errorFrame } from "../messages/index.ts";
import type { Limits } from "./limits.ts";
import type { Answer } from "./route.ts";
import { atTurnsEnd } from "../lib/index.ts";

const sse = "text/event-stream";
const ping = 'event: ping\ndata: {"type": "ping"}\n\n';

export interface Reply {
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The path pattern of the route, once it is found. */
  route: string;
  /** The caller's key, once it is known. */
  key: string | undefined;
  /** Whether the route is one for callers with a key, rather than for administrators or monitoring. */
  isForModel: boolean;
  readonly limits: Limits;
  /** Cancels the model when the client has left or doesn't read. */
  readonly abort: AbortController;
  failure(error: unknown): ApiError;
  /** Reports an error that is sent instead of an answer. */
  refused(error: ApiError): void;
}

/** Writes a response; its head waits for a stream's first chunk or ping, so that an early error sets the status. */
export async function send(reply: Reply, answer: Answer): Promise<void> {
  const { body } = answer;
  if (typeof body === "string" || body instanceof Uint8Array) return whole(reply, answer, body);
  await streamed(reply, answer, body[Symbol.asyncIterator]());
}

export function sendError(reply: Reply, error: ApiError): void {
  const { response, requestId } = reply;
  reply.refused(error);
  if (response.headersSent || response.destroyed) return void response.destroy();
  whole(
    reply,
    {
      status: error.status,
      headers: {
        "content-type": "application/json",
        "x-should-retry": String(error.retry),
        ...(error.retryAfter === undefined ? {} : { "retry-after": String(error.retryAfter) }),
      },
      body: "",
    },
    JSON.stringify(error.body(requestId)),
  );
}

function whole({ response, requestId }: Reply, { status, headers }: Answer, body: Chunk): void {
  if (response.destroyed) return;
  response.writeHead(status, {
    ...headers,
    "request-id": requestId,
    "content-length": typeof body === "string" ? Buffer.byteLength(body) : body.length,
  });
  atTurnsEnd(() => response.end(body));
}

async function streamed(reply: Reply, answer: Answer, chunks: AsyncIterator<Chunk>): Promise<void> {
  const { response, limits, abort } = reply;
  const isSse = answer.headers?.["content-type"]?.startsWith(sse) ?? false;
  const writer = new Writer(reply, answer);
  const cut = (): void => {
    const { reason } = abort.signal as { readonly reason: unknown };
    if (isSse && writer.begun && reason instanceof ApiError) writer.end(errorFrame(reason, reply.requestId));
  };
  abort.signal.addEventListener("abort", cut);
  const heart = isSse ? setInterval(() => writer.beat(ping), limits.heartbeat) : undefined;
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      if (response.destroyed || response.writableEnded) return;
      const wait = writer.write(next.value);
      if (wait) await wait;
    }
    writer.end();
  } catch (error) {
    const failure = reply.failure(error);
    if (response.destroyed || response.writableEnded) return;
    if (!writer.begun) {
      writer.drop();
      return sendError(reply, failure);
    }
    if (isSse) writer.end(errorFrame(failure, reply.requestId));
    else response.destroy();
  } finally {
    clearInterval(heart);
    writer.close();
    if (response.destroyed) abort.abort();
    await chunks.return?.().catch(() => undefined);
  }
}

type Chunk = string | Uint8Array;
/** Parts of text and bytes with less than this size in total are joined into one write. */
const joined = 8192;

/** Batches the chunks of one event loop turn into one write; when the buffer is full, callers wait for a while. */
class Writer {
  begun = false;
  private readonly reply: Reply;
  private readonly answer: Answer;
  private parts: Chunk[] = [];
  private size = 0;
  private planned = false;
  private quiet = 0;
  private full: Promise<void> | undefined;
  private emptied: (() => void) | undefined;
  private since = 0;
  private watch: NodeJS.Timeout | undefined;

  constructor(reply: Reply, answer: Answer) {
    this.reply = reply;
    this.answer = answer;
    const { response } = reply;
    for (const event of ["drain", "close"]) response.on(event, () => this.emptied?.());
  }

  write(chunk: Chunk): Promise<void> | undefined {
    this.parts.push(chunk);
    this.size += chunk.length;
    if (this.size >= this.reply.limits.batch) this.flush();
    else if (!this.planned) {
      this.planned = true;
      atTurnsEnd(() => {
        this.planned = false;
        this.flush();
      });
    }
    return this.full;
  }

  /** Called once per interval: sends a ping if nothing has been written since the last call. */
  beat(text: string): void {
    if (this.quiet++ === 0 || this.full) return;
    this.parts.push(text);
    this.flush();
    this.quiet = 1;
  }

  /** Stops watching for a client that doesn't read. */
  close(): void {
    clearTimeout(this.watch);
  }

  /** Discards what is waiting to be written. */
  drop(): void {
    [this.parts, this.size] = [[], 0];
  }

  end(last = ""): void {
    const { response } = this.reply;
    if (last !== "") this.parts.push(last);
    this.head();
    if (response.destroyed) return;
    if (this.parts.length > 0) this.put();
    response.end();
  }

  private head(): void {
    const { response, requestId } = this.reply;
    if (this.begun || response.destroyed) return;
    this.begun = true;
    response.writeHead(this.answer.status, {
      "cache-control": "no-cache",
      ...this.answer.headers,
      "request-id": requestId,
    });
  }

  private flush(): void {
    const { response } = this.reply;
    if (this.parts.length === 0 || response.destroyed || response.writableEnded) return;
    this.head();
    this.quiet = 0;
    if (!this.put()) this.full ??= this.drained();
  }

  /** Writes everything that waits, joining small parts. False: the buffer is full. */
  private put(): boolean {
    const { response } = this.reply;
    const { parts, size } = this;
    this.drop();
    if (parts.every((part) => typeof part === "string")) return response.write(parts.join(""));
    if (parts.length > 1 && size < joined)
      return response.write(
        Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part))),
      );
    let room = true;
    for (const part of parts) room = response.write(part); // writes within one tick are sent together
    return room;
  }

  /** Resolves when the client has read, or is disconnected because it doesn't. */
  private drained(): Promise<void> {
    this.since = performance.now();
    this.watch ??= setTimeout(() => this.look(), this.reply.limits.stall).unref();
    return new Promise((resolve) => {
      this.emptied = (): void => {
        this.full = undefined;
        resolve();
      };
    });
  }

  /** One timer per stream, instead of one each time its buffer is full. */
  private look(): void {
    const { response, limits, abort } = this.reply;
    this.watch = undefined;
    if (!this.full) return;
    const left = this.since + limits.stall - performance.now();
    if (left > 0) {
      this.watch = setTimeout(() => this.look(), left).unref();
      return;
    }
    abort.abort();
    response.destroy();
  }
}
