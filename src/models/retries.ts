import { ApiError, type StreamEvent } from "../messages/index.ts";
import { withAliases } from "./aliases.ts";
import { later } from "./later.ts";
import type { CallContext, Model, Outside } from "./model.ts";
import { passing } from "./passing.ts";
import type { UpstreamOptions } from "./upstream.ts";
import { answerOf } from "./whole.ts";

/** Milliseconds. */
const firstPause = 500;
const longestPause = 8_000;
/** Maximum wait in milliseconds that a service may ask for; beyond it the client gets the `retry-after`. */
const longestWait = 60_000;

/** Milliseconds before the next attempt: as the service asks, or doubling with jitter; `undefined`: no retry. */
export function pauseBefore(error: unknown, attempt: number, random: () => number): number | undefined {
  if (!(error instanceof ApiError) || !error.retry) return undefined;
  if (error.retryAfter !== undefined) return error.retryAfter * 1000;
  return Math.min(longestPause, firstPause * 2 ** attempt) * (1 - random() / 4);
}

/**
 * Wraps an upstream's model as its options specify: with aliases, and with failed requests retried up to `retries`
 * times. A stream is only retried before its first event. Timeouts are final, because the service may still be working
 * on the request.
 */
export function asConfigured(
  plain: Model,
  { aliases, retries = 0, invalid_calls }: Pick<UpstreamOptions, "aliases" | "retries" | "invalid_calls">,
  { clock, random }: Pick<Outside, "clock" | "random">,
): Model {
  const model = withAliases(plain, aliases);
  const passesOn = invalid_calls === "pass_on";
  if (retries === 0 && !passesOn) return model;
  const repeat = async <T>(ask: (context: CallContext) => Promise<T>, context: CallContext): Promise<T> => {
    for (let attempt = 0; ; attempt++) {
      const headers = new Map<string, string>();
      try {
        const result = await ask({ ...context, header: (name, value) => void headers.set(name, value) });
        for (const [name, value] of headers) context.header?.(name, value);
        return result;
      } catch (error) {
        const wait = attempt < retries && !isTimeout(error) ? pauseBefore(error, attempt, random) : undefined;
        if (wait === undefined || wait > longestWait || context.signal.aborted) throw error;
        context.count?.("retried");
        await clock.sleep(wait, context.signal);
      }
    }
  };
  return {
    ...passing(model),
    ...(passesOn && { invalidCalls: invalid_calls }),
    stream: (request, context) =>
      later(() => repeat((attempt) => begun(model.stream(request, attempt)), context)),
    answer: (request, context) => repeat((attempt) => answerOf(model, request, attempt), context),
  };
}

const isTimeout = (error: unknown): boolean => error instanceof ApiError && error.type === "timeout_error";

/** The same events once the first has arrived; rejects if the source fails before. */
export async function begun(events: AsyncIterable<StreamEvent>): Promise<AsyncIterable<StreamEvent>> {
  const source = events[Symbol.asyncIterator]();
  let first: IteratorResult<StreamEvent> | undefined = await source.next();
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        if (first === undefined) return source.next();
        const result = Promise.resolve(first);
        first = undefined;
        return result;
      },
      return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    }),
  };
}
