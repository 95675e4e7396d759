import { ApiError } from "./errors.ts";

/** One event of a stream of server-sent events: its name, and its data with lines joined by line feeds. */
export interface Frame {
  readonly event: string;
  readonly data: string;
}

/** Parses bytes as they arrive and returns the frames that are complete. */
export class Reader {
  private readonly limit: number;
  private readonly decoder = new TextDecoder("utf-8");
  private parts: string[] = []; // parts of an incomplete frame
  private length = 0;
  private last = "";
  private held = ""; // a carriage return that a line feed may follow
  private ended = false; // whether the last byte was a line feed

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether no frame is incomplete. */
  get between(): boolean {
    return this.ended && this.parts.length === 0;
  }

  push(chunk: Uint8Array): readonly Frame[] {
    this.ended = chunk.at(-1) === 10;
    return this.take(this.decoder.decode(chunk, { stream: true }));
  }

  /** The remaining frames at the end of the bytes: some services omit the last blank line. */
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
      const frame = frameOf(text, start, end);
      if (frame) found.push(frame);
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
