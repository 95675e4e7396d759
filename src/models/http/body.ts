/** Maximum buffered bytes before reading from the connection is paused. */
const most = 256 * 1024;
/** Milliseconds in which a body may still end after its reader has stopped. */
const grace = 200;
/** Maximum bytes of an answer that is read whole. */
const longest = 64 << 20;

/** The connection that a body comes from. */
interface Source {
  pause(): void;
  resume(): void;
  destroy(error: Error): void;
}

/** The bytes of a body as they arrive, those of one turn together. Can be read once. */
export class Body implements AsyncIterator<Uint8Array>, AsyncIterable<Uint8Array> {
  private readonly source: Source;
  private waiting: Uint8Array[] = [];
  private size = 0;
  private over = false;
  private unwanted = false;
  private paused = false;
  private error: Error | undefined;
  private reading: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;

  constructor(source: Source) {
    this.source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    if (this.waiting.length > 0) return Promise.resolve({ done: false, value: this.taken() });
    if (this.error) return Promise.reject(this.error);
    if (this.over) return Promise.resolve({ done: true, value: undefined });
    this.reading = Promise.withResolvers();
    return this.reading.promise;
  }

  /** A reader stops at the last event, just before the end: the connection is kept if the end follows soon. */
  return(): Promise<IteratorResult<Uint8Array>> {
    this.unwanted = true;
    [this.waiting, this.size] = [[], 0];
    if (!this.over) {
      this.flow();
      setTimeout(() => this.over || this.source.destroy(new Error("The rest isn't wanted.")), grace).unref();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  /** The whole body as UTF-8 text. Throws Error if it is longer than 64 MiB. */
  async text(): Promise<string> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of this) {
      parts.push(part);
      size += part.length;
      if (size > longest) throw new Error(`The answer is longer than ${longest} bytes.`);
    }
    const [only] = parts;
    const whole = parts.length === 1 && only ? only : Buffer.concat(parts, size);
    return Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString("utf8");
  }

  /** Called by the connection with new bytes. */
  come(part: Uint8Array): void {
    if (this.unwanted) return;
    if (this.reading) {
      this.reading.resolve({ done: false, value: part });
      this.reading = undefined;
      return;
    }
    this.waiting.push(part);
    this.size += part.length;
    if (this.size < most || this.paused) return;
    this.paused = true;
    this.source.pause();
  }

  /** Called by the connection when the body has ended. */
  end(error?: Error): void {
    if (this.over) return;
    this.over = true;
    this.paused = false; // the connection may serve another request by now
    this.error = error;
    if (error) this.reading?.reject(error);
    else this.reading?.resolve({ done: true, value: undefined });
    this.reading = undefined;
  }

  /** Copying once is cheaper than processing each part. */
  private taken(): Uint8Array {
    const { waiting, size } = this;
    const [only] = waiting;
    [this.waiting, this.size] = [[], 0];
    this.flow();
    return waiting.length === 1 && only ? only : Buffer.concat(waiting, size);
  }

  private flow(): void {
    if (!this.paused) return;
    this.paused = false;
    this.source.resume();
  }
}
