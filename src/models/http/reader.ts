import { readHead, type Head } from "./head.ts";

export interface Receiver {
  head(head: Head): void;
  /** Receives a part of the body, as its own memory. */
  part(bytes: Uint8Array): void;
  /** Called when the body has ended, and nothing follows it. */
  end(): void;
}

/** Maximum bytes of a head, and of the line before a chunk. */
const longestHead = 64 * 1024;
const longestLine = 1024;
/** Copies smaller than this share memory. */
const small = 2048;

type State = "head" | "length" | "size" | "chunk" | "chunk's end" | "trailer" | "until closed" | "over";

/** Reads one HTTP/1.1 answer, however its bytes are split. Informational answers before it are skipped. */
export class Reader {
  private readonly to: Receiver;
  private state: State = "head";
  private text = "";
  private left = 0;

  constructor(to: Receiver) {
    this.to = to;
  }

  /** Whether the answer is complete. */
  get over(): boolean {
    return this.state === "over";
  }

  /** Reads bytes without keeping them. Throws Error for an invalid answer. */
  push(bytes: Buffer): void {
    let index = 0;
    while (index < bytes.length && this.state === "head") index = this.head(bytes, index);
    if (index < bytes.length) this.body(bytes, index);
    if (this.state === "over") this.to.end();
  }

  /** Called when the connection was closed. Throws Error if the answer is incomplete. */
  closed(): void {
    if (this.state !== "until closed") throw new Error("The connection was closed within the answer.");
    this.state = "over";
    this.to.end();
  }

  private head(bytes: Buffer, index: number): number {
    const before = this.text.length;
    this.text += bytes.toString("latin1", index, Math.min(bytes.length, index + longestHead + 1));
    const end = this.text.indexOf("\r\n\r\n", Math.max(0, before - 3));
    if (end < 0 ? this.text.length > longestHead : end > longestHead)
      throw new Error("Its head is too long.");
    if (end < 0) return bytes.length;
    const head = readHead(this.text.slice(0, end));
    this.text = "";
    if (head.status === 101) throw new Error("It changes the protocol.");
    if (head.status >= 200) this.begin(head);
    return index + end + 4 - before;
  }

  private begin(head: Head): void {
    const { length } = head;
    if (length === "chunked") this.state = "size";
    else if (length === "until closed") this.state = length;
    else {
      this.left = length;
      this.state = length === 0 ? "over" : "length";
    }
    this.to.head(head);
  }

  /** Passes on the body's part of these bytes, in one piece. */
  private body(bytes: Buffer, from: number): void {
    const room = bytes.length - from;
    const out = room < small ? Buffer.allocUnsafe(room) : Buffer.allocUnsafeSlow(room);
    let size = 0;
    for (let index = from; index < bytes.length;) {
      if (this.state === "over") throw new Error("Something follows the answer.");
      if (this.state !== "chunk" && this.state !== "length" && this.state !== "until closed") {
        index = this.line(bytes, index);
        continue;
      }
      const end = this.state === "until closed" ? bytes.length : Math.min(bytes.length, index + this.left);
      bytes.copy(out, size, index, end);
      size += end - index;
      this.left -= end - index;
      index = end;
      if (this.left === 0 && this.state !== "until closed")
        this.state = this.state === "chunk" ? "chunk's end" : "over";
    }
    if (size > 0) this.to.part(size === room ? out : out.subarray(0, size));
  }

  /** Skips what separates chunks; usually only two bytes, and digits followed by two bytes. */
  private line(bytes: Buffer, index: number): number {
    if (this.text !== "" || this.state === "trailer") return this.slowLine(bytes, index);
    if (this.state === "chunk's end") {
      if (bytes[index] !== 13 || bytes[index + 1] !== 10) return this.slowLine(bytes, index);
      this.state = "size";
      return index + 2;
    }
    let size = 0;
    let digits = index;
    for (let value = digit(bytes[digits]); value >= 0; value = digit(bytes[++digits]))
      size = size * 16 + value;
    if (size === 0 || digits - index > 8 || bytes[digits] !== 13 || bytes[digits + 1] !== 10)
      return this.slowLine(bytes, index);
    this.left = size;
    this.state = "chunk";
    return digits + 2;
  }

  /** The same for lines that are split or contain more, up to their end. */
  private slowLine(bytes: Buffer, index: number): number {
    const feed = bytes.indexOf(10, index);
    const end = feed < 0 ? bytes.length : feed + 1;
    this.text += bytes.toString("latin1", index, end);
    if (this.text.length > longestLine) throw new Error("A line between its chunks is too long.");
    if (feed >= 0) {
      if (!this.text.endsWith("\r\n")) throw new Error("A line between its chunks doesn't end as it should.");
      this.between(this.text.slice(0, -2));
      this.text = "";
    }
    return end;
  }

  private between(text: string): void {
    if (this.state === "chunk's end") {
      if (text !== "") throw new Error("A chunk is longer than it says.");
      this.state = "size";
    } else if (this.state === "trailer") {
      if (text === "") this.state = "over";
    } else {
      const [, size] = /^([\da-f]{1,8})[ \t]*(?:;[\t -~\x80-\xff]*)?$/i.exec(text) ?? [];
      if (size === undefined) throw new Error("A chunk has no size.");
      this.left = parseInt(size, 16);
      this.state = this.left === 0 ? "trailer" : "chunk";
    }
  }
}

/** The value of a hexadecimal digit, -1 for other bytes. */
function digit(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = (byte | 32) - 87;
  return letter >= 10 && letter <= 15 ? letter : -1;
}
