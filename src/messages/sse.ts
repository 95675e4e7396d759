import type { ApiError } from "./errors.ts";
import { decodedFrom } from "./decoded.ts";
import { Decoding, longest } from "./decoding.ts";
import { Reader, type Frame } from "./frames.ts";
import { through } from "./through.ts";
import type { StreamEvent } from "./types.ts";
export type { Frame } from "./frames.ts";

/** Encodes one event as a frame: `event:` and `data:` lines, then a blank line. */
export function frame(event: StreamEvent): string {
  const from = decodedFrom(event);
  return `event: ${event.type}\ndata: ${typeof from === "string" ? from : JSON.stringify(event)}\n\n`;
}

/** Encodes an error after the start of the answer as the frame on which clients throw. */
export const errorFrame = (error: ApiError, requestId: string | null): string =>
  `event: error\ndata: ${JSON.stringify(error.body(requestId))}\n\n`;

/** Encodes events as frames: text, or the original bytes of an event that wasn't changed. */
export const encodeSse = (events: AsyncIterable<StreamEvent>): AsyncIterable<string | Uint8Array> =>
  through(events, () => ({ each: written }));

function written(event: StreamEvent): string | Uint8Array {
  const from = decodedFrom(event);
  return from instanceof Uint8Array ? from : frame(event);
}

/**
 * Decodes the events of a stream of server-sent events, however its bytes are split; line ends (all three), comments
 * and a BOM are handled as in the standard. Events of unknown types are skipped. Throws ApiError: the one in an `error`
 * event, or api_error for data that isn't JSON or a frame longer than `limit` characters.
 */
export const decodeSse = (bytes: AsyncIterable<Uint8Array>, limit = longest): AsyncIterable<StreamEvent> => ({
  [Symbol.asyncIterator]: () => new Decoding(bytes[Symbol.asyncIterator](), limit),
});

/**
 * Yields the frames of any stream of server-sent events. Throws ApiError (api_error) for one longer than `limit`
 * characters.
 */
export async function* frames(bytes: AsyncIterable<Uint8Array>, limit = longest): AsyncGenerator<Frame> {
  const read = new Reader(limit);
  for await (const chunk of bytes) yield* read.push(chunk);
  yield* read.end();
}
