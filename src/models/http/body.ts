/** Bytes that wait for a reader before no more are taken from the connection. */
const most = 256 * 1024;
/** Milliseconds in which a body may still end after its reader has read enough. */
const grace = 200;
/** Bytes of an answer that is read whole. */
const longest = 64 << 20;

/** The connection that a body comes from. */
interface Source {
  pause(): void;
  resume(): void;
  destroy(error: Error): void;
}

/** A body's bytes as they come, those of one turn together. Read once. */
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

  /** A reader stops at the last event, just before the end: the connection is kept if that follows soon. */
  return(): Promise<IteratorResult<Uint8Array>> {
    this.unwanted = true;
    [this.waiting, this.size] = [[], 0];
    if (!this.over) {
      this.flow();
      setTimeout(() => this.over || this.source.destroy(new Error("The rest isn't wanted.")), grace).unref();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  /** All of it, as text. */
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

  /** Called by the connection with what has come. */
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

  /** Called by the connection when no more will come. */
  end(error?: Error): void {
    if (this.over) return;
    this.over = true;
    this.paused = false; // the connection may serve another by now
    this.error = error;
    if (error) this.reading?.reject(error);
    else this.reading?.resolve({ done: true, value: undefined });
    this.reading = undefined;
  }

  /** Copying is cheaper than what follows for each part. */
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
