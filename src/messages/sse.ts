import { ApiError } from "./errors.ts";
import { decoded, decodedFrom } from "./decoded.ts";
import { Reader, type Frame } from "./frames.ts";
import { Runs } from "./runs.ts";
import { through } from "./through.ts";
import type { StreamEvent } from "./types.ts";
export type { Frame } from "./frames.ts";

/** One event as a frame: `event:` and `data:` lines, then a blank line. */
export function frame(event: StreamEvent): string {
  const from = decodedFrom(event);
  return `event: ${event.type}\ndata: ${typeof from === "string" ? from : JSON.stringify(event)}\n\n`;
}

/** An error after the answer has begun, as the frame that clients throw on. */
export const errorFrame = (error: ApiError, requestId: string | null): string =>
  `event: error\ndata: ${JSON.stringify(error.body(requestId))}\n\n`;

/** Frames as texts, or, where they came as bytes that nobody changed, as those. */
export const encodeSse = (events: AsyncIterable<StreamEvent>): AsyncIterable<string | Uint8Array> =>
  through(events, () => ({ each: written }));

function written(event: StreamEvent): string | Uint8Array {
  const from = decodedFrom(event);
  return from instanceof Uint8Array ? from : frame(event);
}

const known: ReadonlySet<string> = new Set<StreamEvent["type"]>([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
  "ping",
]);

/**
 * Events of a stream of server-sent events, however its bytes are split; all three line ends, comments and a BOM are
 * read as the standard says. Events of unknown types are passed over. Throws ApiError: the one that an `error` event
 * carries, or api_error for data that is no JSON or a frame above `limit` characters.
 */
export async function* decodeSse(
  bytes: AsyncIterable<Uint8Array>,
  limit = longest,
): AsyncGenerator<StreamEvent> {
  const decoder = new Decoder(limit);
  for await (const chunk of bytes) for (const event of decoder.push(chunk)) yield event;
  for (const event of decoder.end()) yield event;
}

/** Characters of a frame. */
const longest = 64 << 20;

class Decoder {
  private readonly limit: number;
  private readonly read: Reader;
  private readonly runs = new Runs();
  private held: Uint8Array = nothing; // the beginning of a frame that may be part of a run

  constructor(limit: number) {
    this.limit = limit;
    this.read = new Reader(limit);
  }

  *push(chunk: Uint8Array): Generator<StreamEvent> {
    const { held } = this;
    if (held.length === 0) return yield* this.take(chunk, true);
    this.held = nothing;
    const rest = held.at(-1) === 10 && chunk[0] === 10 ? 1 : frameEnd(chunk, 0);
    yield* this.take(joined(held, chunk.subarray(0, rest)), false);
    yield* this.take(chunk.subarray(rest), true);
  }

  *end(): Generator<StreamEvent> {
    yield* this.whole(this.read.push(this.held));
    yield* this.whole(this.read.end());
  }

  private *take(chunk: Uint8Array, mayHold: boolean): Generator<StreamEvent> {
    const { read, runs } = this;
    for (let at = 0; at < chunk.length;) {
      const run = read.between && chunk.length <= this.limit ? runs.take(chunk, at) : undefined;
      if (run) {
        yield run.event;
        at = run.end;
        continue;
      }
      const end = frameEnd(chunk, at);
      const part = chunk.subarray(at, end);
      if (mayHold && end === chunk.length && read.between && runs.mayBegin(part)) {
        this.held = part;
        return;
      }
      yield* this.whole(read.push(part));
      at = end;
    }
  }

  private *whole(frames: readonly Frame[]): Generator<StreamEvent> {
    for (const one of frames) {
      const event = eventOf(one);
      if (event?.type === "content_block_delta") this.runs.learn(one.data);
      if (event) yield event;
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

/** Past the first blank line behind `from`, or the chunk's end. */
function frameEnd(chunk: Uint8Array, from: number): number {
  for (let at = chunk.indexOf(10, from); at >= 0; at = chunk.indexOf(10, at + 1))
    if (chunk[at + 1] === 10) return at + 2;
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

/** The frames of any stream of server-sent events. Throws ApiError (api_error) for one above `limit` characters. */
export async function* frames(bytes: AsyncIterable<Uint8Array>, limit = longest): AsyncGenerator<Frame> {
  const read = new Reader(limit);
  for await (const chunk of bytes) yield* read.push(chunk);
  yield* read.end();
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
