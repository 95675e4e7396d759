import type { MessagePort, Worker } from "node:worker_threads";
import { Joiner, partsOf, type Part } from "../../lib/index.ts";

/** A part, or the request for the next one. */
type Sent = { readonly part: Part; readonly isLast: boolean } | { readonly next: true };

/** Sends values to another thread and receives its values, large ones in parts between which both do other work. */
export class Channel<In, Out> {
  readonly #port: Pick<MessagePort | Worker, "postMessage" | "on">;
  #joiner = new Joiner();
  #parts: Iterator<Part, undefined> = [][Symbol.iterator]();
  #part: Part | undefined;
  #isReceiving = false;

  constructor(port: Pick<MessagePort | Worker, "postMessage" | "on">, receive: (value: In) => void) {
    this.#port = port;
    port.on("message", (sent: Sent) => {
      if ("next" in sent) return this.#sendPart();
      this.#joiner.add(sent.part);
      this.#isReceiving = !sent.isLast;
      if (!sent.isLast) return this.#post({ next: true });
      const { value } = this.#joiner;
      this.#joiner = new Joiner();
      receive(value as In); // the other side's type
    });
  }

  /** Whether a value is on its way, in either direction. */
  get isBusy(): boolean {
    return this.#part !== undefined || this.#isReceiving;
  }

  /** Sends a value; the one before must have arrived. */
  send(value: Out): void {
    this.#parts = partsOf(value);
    this.#part = this.#parts.next().value;
    this.#sendPart();
  }

  #sendPart(): void {
    const part = this.#part;
    if (part === undefined) return;
    this.#part = this.#parts.next().value;
    this.#post({ part, isLast: this.#part === undefined });
  }

  #post(sent: Sent): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#port.postMessage(sent);
  }
}
