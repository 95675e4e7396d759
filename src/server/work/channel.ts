import type { MessagePort, Worker } from "node:worker_threads";
import { Joiner, partsOf, turnMs, type Part } from "../../lib/index.ts";

/** A part, and whether others come now, or later: when they are requested. Or this request. */
type Sent = { readonly part: Part; readonly rest: "now" | "later" | "nothing" } | "next";

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
      if (sent === "next") return this.#sendParts();
      this.#joiner.add(sent.part);
      this.#isReceiving = sent.rest !== "nothing";
      if (sent.rest === "later") this.#post("next");
      if (this.#isReceiving) return;
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
    this.#sendParts();
  }

  /** Sends parts for a turn's time: the other side takes as long to receive them. */
  #sendParts(): void {
    const until = performance.now() + turnMs;
    let isPaused = false;
    for (let part = this.#part; part && !isPaused; part = this.#part) {
      this.#part = this.#parts.next().value;
      isPaused = performance.now() >= until;
      this.#post({ part, rest: this.#part ? (isPaused ? "later" : "now") : "nothing" });
    }
  }

  #post(sent: Sent): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#port.postMessage(sent);
  }
}
