import { decoded } from "./decoded.ts";
import { ApiError } from "./errors.ts";
import { Reader, type Frame } from "./frames.ts";
import { Runs } from "./runs.ts";
import type { StreamEvent } from "./types.ts";

/** Maximum characters of a frame. */
export const longest = 64 << 20;

const known: ReadonlySet<string> = new Set<StreamEvent["type"]>([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
  "ping",
]);

/** One pass over a stream. Like `through`, it takes few turns of the queue per event. Call `next` sequentially. */
export class Decoding implements AsyncIterator<StreamEvent> {
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly decoder: Decoder;
  private at = 0;
  private over = false;
  private failure: { readonly error: unknown } | undefined;
  private readonly took = (result: IteratorResult<Uint8Array>): Result | Promise<Result> => {
    this.decode(result);
    return this.ready() ?? this.source.next().then(this.took, this.lost);
  };
  private readonly lost = (error: unknown): never => {
    this.over = true;
    throw error;
  };

  constructor(source: AsyncIterator<Uint8Array>, limit: number) {
    [this.source, this.decoder] = [source, new Decoder(limit)];
  }

  next(): Promise<Result> {
    try {
      const now = this.ready();
      return now ? Promise.resolve(now) : this.source.next().then(this.took, this.lost);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async return(): Promise<Result> {
    this.decoder.events.length = this.at = 0;
    [this.over, this.failure] = [true, undefined];
    await this.source.return?.();
    return { done: true, value: undefined };
  }

  /** Events before an error are still delivered. */
  private decode({ done, value }: IteratorResult<Uint8Array>): void {
    try {
      if (done) this.decoder.end();
      else this.decoder.push(value);
    } catch (error) {
      this.failure = { error };
      if (!done) void this.source.return?.().catch(() => undefined);
    }
    this.over = (done ?? false) || this.failure !== undefined;
  }

  private ready(): Result | undefined {
    const { events } = this.decoder;
    const value = events[this.at++];
    if (value) return { done: false, value };
    events.length = this.at = 0;
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure.error;
    return this.over ? { done: true, value } : undefined;
  }
}
type Result = IteratorResult<StreamEvent, undefined>;

class Decoder {
  /** Complete events that have not been read yet. */
  readonly events: StreamEvent[] = [];
  private readonly limit: number;
  private readonly read: Reader;
  private readonly runs = new Runs();
  private held: Uint8Array = nothing; // the beginning of a frame that may be part of a run

  constructor(limit: number) {
    this.limit = limit;
    this.read = new Reader(limit);
  }

  push(chunk: Uint8Array): void {
    const { held } = this;
    if (held.length === 0) return this.take(chunk, true);
    this.held = nothing;
    const rest = held.at(-1) === 10 && chunk[0] === 10 ? 1 : frameEnd(chunk, 0);
    this.take(joined(held, chunk.subarray(0, rest)), false);
    this.take(chunk.subarray(rest), true);
  }

  end(): void {
    this.whole(this.read.push(this.held));
    this.whole(this.read.end());
  }

  private take(chunk: Uint8Array, mayHold: boolean): void {
    const { read, runs } = this;
    for (let index = 0; index < chunk.length;) {
      const run = read.between && chunk.length <= this.limit ? runs.take(chunk, index) : undefined;
      if (run) {
        this.events.push(run.event);
        index = run.end;
        continue;
      }
      const end = frameEnd(chunk, index);
      const part = chunk.subarray(index, end);
      if (mayHold && end === chunk.length && read.between && runs.mayBegin(part)) {
        this.held = part;
        return;
      }
      this.whole(read.push(part));
      index = end;
    }
  }

  private whole(frames: readonly Frame[]): void {
    for (const frame of frames) {
      const event = eventOf(frame);
      if (event?.type === "content_block_delta") this.runs.learn(frame.data);
      if (event) this.events.push(event);
    }
  }
}

const nothing = new Uint8Array();

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The index after the first blank line after `from`, or the end of the chunk. */
function frameEnd(chunk: Uint8Array, from: number): number {
  for (let index = chunk.indexOf(10, from); index >= 0; index = chunk.indexOf(10, index + 1))
    if (chunk[index + 1] === 10) return index + 2;
  return chunk.length;
}

function eventOf({ event: name, data }: Frame): StreamEvent | undefined {
  const value = parsed(data);
  if (name === "error" || value?.["type"] === "error")
    throw ApiError.from(value) ?? new ApiError("api_error", `The stream failed: ${data.slice(0, 200)}`);
  if (!value || typeof value["type"] !== "string" || !known.has(value["type"])) return undefined;
  const event = value as unknown as StreamEvent; // `legal` checks the rest
  return data.includes("\n") ? event : decoded(event, data);
}

function parsed(data: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new ApiError("api_error", `The stream has data that is no JSON: ${data.slice(0, 80)}`, { cause });
  }
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>) // an object of parsed JSON
    : undefined;
}
