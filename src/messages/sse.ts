import type { ApiError } from "./errors.ts";
import { decodedFrom } from "./decoded.ts";
import { Decoding, longest } from "./decoding.ts";
import { Reader, type Frame } from "./frames.ts";
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

/**
 * Events of a stream of server-sent events, however its bytes are split; all three line ends, comments and a BOM are
 * read as the standard says. Events of unknown types are passed over. Throws ApiError: the one that an `error` event
 * carries, or api_error for data that is no JSON or a frame above `limit` characters.
 */
export const decodeSse = (bytes: AsyncIterable<Uint8Array>, limit = longest): AsyncIterable<StreamEvent> => ({
  [Symbol.asyncIterator]: () => new Decoding(bytes[Symbol.asyncIterator](), limit),
});

/** The frames of any stream of server-sent events. Throws ApiError (api_error) for one above `limit` characters. */
export async function* frames(bytes: AsyncIterable<Uint8Array>, limit = longest): AsyncGenerator<Frame> {
  const read = new Reader(limit);
  for await (const chunk of bytes) yield* read.push(chunk);
  yield* read.end();
}
