import { ApiError } from "../messages/index.ts";
import type { Fetch, Reply } from "./http/index.ts";

/** How long an upstream may be silent, in milliseconds. */
export interface Timeouts {
  /** From the request to the head of the answer. */
  readonly firstByte: number;
  /** Between two pieces of the answer, while somebody waits for the next. */
  readonly idle: number;
}

/** The same fetch, but a silent service ends in ApiError timeout_error, and its connection is closed. */
export const inTime =
  (fetch: Fetch, { firstByte, idle }: Timeouts): Fetch =>
  async (url, init) => {
    const late = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
    const end = (milliseconds: number): void => {
      const seconds = milliseconds / 1000;
      late.abort(
        new ApiError("timeout_error", `The model's service at ${url.origin} sent nothing for ${seconds} s.`),
      );
    };
    const head = setTimeout(end, firstByte, firstByte);
    try {
      const reply = await fetch(url, { ...init, signal });
      return watched(reply, { idle, end: () => end(idle) });
    } finally {
      clearTimeout(head);
    }
  };

interface Watch {
  readonly idle: number;
  end(): void;
}

function watched(reply: Reply, { idle, end }: Watch): Reply {
  return {
    ok: reply.ok,
    status: reply.status,
    headers: reply.headers,
    body: reply.body && pieces(reply.body, { idle, end }),
    async text() {
      const timer = setTimeout(end, idle);
      return reply.text().finally(() => clearTimeout(timer));
    },
  };
}

/** One timer for all pieces: it starts anew with each that is asked for, and means nothing while nobody waits. */
const pieces = (body: AsyncIterable<Uint8Array>, { idle, end }: Watch): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]() {
    const source = body[Symbol.asyncIterator]();
    let waiting = false;
    const timer = setTimeout(() => waiting && end(), idle);
    return {
      async next() {
        waiting = true;
        timer.refresh();
        try {
          const piece = await source.next();
          if (piece.done) clearTimeout(timer);
          return piece;
        } catch (error) {
          clearTimeout(timer);
          throw error;
        } finally {
          waiting = false;
        }
      },
      async return() {
        clearTimeout(timer);
        return (await source.return?.()) ?? { done: true, value: undefined };
      },
    };
  },
});
