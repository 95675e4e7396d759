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
  const read = new Reader(limit);
  const event = ({ event: name, data }: Frame): StreamEvent | undefined => {
    const value = parsed(data);
    if (name === "error" || value?.["type"] === "error")
      throw ApiError.from(value) ?? new ApiError("api_error", `The stream failed: ${data.slice(0, 200)}`);
    if (!value || typeof value["type"] !== "string" || !known.has(value["type"])) return undefined;
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
  const read = new Reader(limit);
  for await (const chunk of bytes) yield* read.push(chunk);
  yield* read.end();
}

/** Takes bytes as they come and gives the frames that have become whole. */
class Reader {
  private readonly limit: number;
  private readonly decoder = new TextDecoder("utf-8");
  private parts: string[] = []; // of a frame that isn't whole
  private length = 0;
  private last = "";
  private held = ""; // a carriage return, whose line feed may follow

  constructor(limit: number) {
    this.limit = limit;
  }

  push(chunk: Uint8Array): readonly Frame[] {
    return this.take(this.decoder.decode(chunk, { stream: true }));
  }

  /** What is left when the bytes end: some services leave the last blank line out. */
  end(): readonly Frame[] {
    return this.take(`${this.decoder.decode()}\n\n`);
  }

  private take(raw: string): readonly Frame[] {
    const text = this.newlines(raw);
    if (text === "") return [];
    const whole = text.includes("\n\n") || (this.last === "\n" && text.startsWith("\n"));
    this.parts.push(text);
    this.length += text.length;
    this.last = text.at(-1) ?? "";
    if (whole) return this.split();
    if (this.length > this.limit)
      throw new ApiError("api_error", `The stream has a frame above ${this.limit} characters.`);
    return [];
  }

  private split(): readonly Frame[] {
    const text = this.parts.length === 1 ? (this.parts[0] ?? "") : this.parts.join("");
    const found: Frame[] = [];
    let start = 0;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n", start)) {
      if (end - start > this.limit)
        throw new ApiError("api_error", `The stream has a frame above ${this.limit} characters.`);
      const one = frameOf(text, start, end);
      if (one) found.push(one);
      start = end + 2;
      while (text.charCodeAt(start) === 10) start++;
    }
    const rest = text.slice(start);
    this.parts = rest === "" ? [] : [rest];
    this.length = rest.length;
    return found;
  }

  private newlines(raw: string): string {
    if (this.held === "" && !raw.includes("\r")) return raw;
    let text = this.held + raw;
    this.held = text.endsWith("\r") ? "\r" : "";
    if (this.held) text = text.slice(0, -1);
    return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  }
}

function frameOf(text: string, start: number, end: number): Frame | undefined {
  const first = text.indexOf("\n", start);
  const twoLines = text.startsWith("event: ", start) && first < end && text.startsWith("data: ", first + 1);
  if (twoLines && text.indexOf("\n", first + 1) === end)
    return { event: text.slice(start + 7, first), data: text.slice(first + 7, end) };
  let event = "";
  const data: string[] = [];
  for (const line of text.slice(start, end).split("\n")) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
  }
  return data.length ? { event: event || "message", data: data.join("\n") } : undefined;
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
