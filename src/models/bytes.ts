import type { IncomingMessage } from "node:http";

/** Bytes that wait for a reader before no more are taken from the connection. */
const most = 256 * 1024;
/** Milliseconds in which a body may still end after its reader has read enough. */
const grace = 200;

/** A body's bytes as they come, those of one turn together. */
export const bytesOf = (incoming: IncomingMessage): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => new Bytes(incoming),
});

class Bytes implements AsyncIterator<Uint8Array> {
  private readonly incoming: IncomingMessage;
  private waiting: Uint8Array[] = [];
  private size = 0;
  private over = false;
  private error: Error | undefined;
  private tell: (() => void) | undefined;

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming;
    incoming.on("data", (part: Uint8Array) => this.come(part));
    incoming.on("end", () => this.end());
    incoming.on("close", () => this.end());
    incoming.on("error", (error) => this.end(error));
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    if (this.waiting.length > 0) return Promise.resolve({ done: false, value: this.taken() });
    if (this.error) return Promise.reject(this.error);
    if (this.over) return Promise.resolve({ done: true, value: undefined });
    return new Promise<void>((resolve) => (this.tell = resolve)).then(() => this.next());
  }

  /** A reader stops at the last event, just before the end: the connection is kept if that follows soon. */
  return(): Promise<IteratorResult<Uint8Array>> {
    const { incoming } = this;
    this.over = true;
    this.waiting = [];
    incoming.removeAllListeners("data").resume();
    if (!incoming.complete) setTimeout(() => incoming.complete || incoming.destroy(), grace).unref();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Copying is cheaper than what follows for each part. */
  private taken(): Uint8Array {
    const { waiting, size, incoming } = this;
    const [only] = waiting;
    [this.waiting, this.size] = [[], 0];
    if (incoming.isPaused()) incoming.resume();
    return waiting.length === 1 && only ? only : Buffer.concat(waiting, size);
  }

  private come(part: Uint8Array): void {
    this.waiting.push(part);
    this.size += part.length;
    if (this.size >= most) this.incoming.pause();
    this.tell?.();
  }

  private end(error?: Error): void {
    this.over = true;
    this.error ??= error;
    this.tell?.();
  }
}
