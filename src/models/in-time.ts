import { ApiError } from "../messages/index.ts";
import type { Connecting, Fetch, Reply } from "./http/index.ts";

/** How long an upstream may be silent, in milliseconds. */
export interface Timeouts {
  /** From the request to the head of the answer. */
  readonly firstByte: number;
  /** Between two pieces of the answer, while a reader waits for the next. */
  readonly idle: number;
  /** From the request to the end of the answer; unlimited if missing. */
  readonly total?: number;
}

/** Wraps fetch with timeouts: a silent service leads to ApiError timeout_error, and its connection is closed. */
export const inTime =
  (fetch: Fetch, { firstByte, idle, total }: Timeouts, connecting: Connecting = {}): Fetch =>
  async (url, init) => {
    const late = new AbortController();
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
    const fail = (what: string): void =>
      late.abort(new ApiError("timeout_error", `The model's service at ${url.origin} ${what} s.`));
    const end = (milliseconds: number): void => fail(`sent nothing for ${milliseconds / 1000}`);
    const whole = total === undefined ? undefined : setTimeout(fail, total, `took more than ${total / 1000}`);
    whole?.unref();
    const done = (): void => clearTimeout(whole);
    const head = setTimeout(end, firstByte, firstByte);
    try {
      const reply = await fetch(url, { ...init, signal, connecting });
      return watched(reply, { idle, end: () => end(idle), done });
    } catch (error) {
      done();
      throw error;
    } finally {
      clearTimeout(head);
    }
  };

interface Watch {
  readonly idle: number;
  end(): void;
  /** Called when the answer is complete, or nobody reads it. */
  done(): void;
}

function watched(reply: Reply, watch: Watch): Reply {
  const { idle, end, done } = watch;
  return {
    ok: reply.ok,
    status: reply.status,
    headers: reply.headers,
    body: reply.body && pieces(reply.body, watch),
    async text() {
      const timer = setTimeout(end, idle);
      return reply.text().finally(() => {
        clearTimeout(timer);
        done();
      });
    },
  };
}

/** One timer for all pieces: restarted by each read, and ignored while nobody waits. */
const pieces = (body: AsyncIterable<Uint8Array>, { idle, end, done }: Watch): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]() {
    const source = body[Symbol.asyncIterator]();
    let waiting = false;
    const timer = setTimeout(() => waiting && end(), idle);
    const stop = (): void => {
      clearTimeout(timer);
      done();
    };
    return {
      async next() {
        waiting = true;
        timer.refresh();
        try {
          const piece = await source.next();
          if (piece.done) stop();
          return piece;
        } catch (error) {
          stop();
          throw error;
        } finally {
          waiting = false;
        }
      },
      async return() {
        stop();
        return (await source.return?.()) ?? { done: true, value: undefined };
      },
    };
  },
});
