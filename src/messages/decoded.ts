import type { StreamEvent } from "./types.ts";

// oxlint-disable-next-line no-extraneous-class -- a base class whose instance is the object that it receives
class Existing {
  constructor(event: object) {
    // oxlint-disable-next-line no-constructor-return -- as said above
    return event as Existing;
  }
}

/**
 * Keeps what an event was decoded from, so that an unchanged event is forwarded byte for byte. A string is the data of
 * one frame, bytes are whole frames. A private field isn't copied with the event, and costs a tenth of a WeakMap.
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

/** Attaches to an event what it was decoded from, and returns that same event. */
export const decoded = (event: StreamEvent, from: string | Uint8Array): StreamEvent =>
  new Decoded(event, from) as object as StreamEvent; // the base class returns the event itself

export const decodedFrom = Decoded.from;
