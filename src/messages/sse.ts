import { ApiError } from "./errors.ts";
import type { StreamEvent } from "./types.ts";

// oxlint-disable-next-line no-extraneous-class -- a base whose instance is the object that it is given
class Existing {
  constructor(event: object) {
    // oxlint-disable-next-line no-constructor-return -- as said above
    return event as Existing;
  }
}

/**
 * The text that an event was decoded from: one that nobody replaced goes on as it came, byte for byte. As a private
 * field it is no part of any copy, and costs a tenth of a WeakMap.
 */
class Decoded extends Existing {
  readonly #data: string;
  constructor(event: StreamEvent, data: string) {
    super(event);
    this.#data = data;
  }
  static as(event: StreamEvent, data: string): StreamEvent {
    return new Decoded(event, data) as object as StreamEvent; // the very event
  }
  static data(event: StreamEvent): string | undefined {
    return #data in event ? event.#data : undefined;
  }
}

/** One event as a frame: `event:` and `data:` lines, then a blank line. */
export const frame = (event: StreamEvent): string =>
  `event: ${event.type}\ndata: ${Decoded.data(event) ?? JSON.stringify(event)}\n\n`;

/** An error after the answer has begun, as the frame that clients throw on. */
export const errorFrame = (error: ApiError, requestId: string | null): string =>
  `event: error\ndata: ${JSON.stringify(error.body(requestId))}\n\n`;

export async function* encodeSse(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  for await (const event of events) yield frame(event);
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
  limit = 64 << 20,
): AsyncGenerator<StreamEvent> {
  const read = reader(limit);
  const event = ({ event: name, data }: Frame): StreamEvent | undefined => {
    const value = parsed(data);
    if (name === "error" || value?.["type"] === "error")
      throw ApiError.from(value) ?? new ApiError("api_error", `The stream failed: ${data.slice(0, 200)}`);
    if (!value || !known.has(String(value["type"]))) return undefined;
    const decoded = value as unknown as StreamEvent; // `legal` checks the rest
    return data.includes("\n") ? decoded : Decoded.as(decoded, data);
  };
  for await (const chunk of bytes) {
    for (const one of read.push(chunk)) {
      const decoded = event(one);
      if (decoded) yield decoded;
    }
  }
  for (const one of read.end()) {
    const decoded = event(one);
    if (decoded) yield decoded;
  }
}

export interface Frame {
  readonly event: string;
  readonly data: string;
}

/** The frames of any stream of server-sent events. Throws ApiError (api_error) for one above `limit` characters. */
export async function* frames(bytes: AsyncIterable<Uint8Array>, limit = 64 << 20): AsyncGenerator<Frame> {
  const read = reader(limit);
  for await (const chunk of bytes) yield* read.push(chunk);
  yield* read.end();
}

/** Takes bytes as they come and gives the frames that are whole. */
function reader(limit: number): { push(chunk: Uint8Array): readonly Frame[]; end(): readonly Frame[] } {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let event = "";
  let data: string[] = [];
  const ended = (): readonly Frame[] =>
    data.length ? [{ event: event || "message", data: data.join("\n") }] : [];
  const take = (line: string): void => {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
  };
  return {
    push(chunk) {
      const found: Frame[] = [];
      const { lines, left } = split(rest + decoder.decode(chunk, { stream: true }));
      rest = left;
      for (const line of lines) {
        if (line !== "") {
          take(line);
          continue;
        }
        found.push(...ended());
        event = "";
        data = [];
      }
      const size = data.reduce((sum, part) => sum + part.length, rest.length);
      if (size > limit) throw new ApiError("api_error", `The stream has a frame above ${limit} characters.`);
      return found;
    },
    end() {
      rest += decoder.decode();
      if (rest.startsWith("data:")) take(rest);
      return ended();
    },
  };
}

/** Complete lines; a carriage return at the very end waits, as a line feed may follow. */
function split(text: string): { readonly lines: readonly string[]; readonly left: string } {
  if (!text.includes("\r")) {
    const lines = text.split("\n");
    return { left: lines.pop() ?? "", lines };
  }
  const held = text.endsWith("\r") ? "\r" : "";
  const lines = (held ? text.slice(0, -1) : text).split(/\r\n|\n|\r/);
  return { left: (lines.pop() ?? "") + held, lines };
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
