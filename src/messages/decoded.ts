import type { StreamEvent } from "./types.ts";

// oxlint-disable-next-line no-extraneous-class -- a base whose instance is the object that it is given
class Existing {
  constructor(event: object) {
    // oxlint-disable-next-line no-constructor-return -- as said above
    return event as Existing;
  }
}

/**
 * What an event was decoded from: one that nobody replaced goes on as it came, byte for byte. A text is the data of one
 * frame, bytes are whole frames. As a private field it is no part of any copy, and costs a tenth of a WeakMap.
 */
class Decoded extends Existing {
  readonly #from: string | Uint8Array;
  constructor(event: StreamEvent, from: string | Uint8Array) {
    super(event);
    this.#from = from;
  }
  static from(event: StreamEvent): string | Uint8Array | undefined {
    return #from in event ? event.#from : undefined;
  }
}

/** The very event, with what it was decoded from. */
export const decoded = (event: StreamEvent, from: string | Uint8Array): StreamEvent =>
  new Decoded(event, from) as object as StreamEvent; // the class's base gives the event back

export const decodedFrom = Decoded.from;
