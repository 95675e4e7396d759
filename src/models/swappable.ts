import type { MessagesRequest, StreamEvent } from "../messages/index.ts";
import { forwards } from "./forwards.ts";
import type { CallContext, Model } from "./model.ts";
import { answerOf } from "./whole.ts";

/** A model that `swappable` returned. */
export interface Swappable extends Model {
  /** Sends new requests to `next`; `release` is called when the last request to the previous model has ended. */
  swap(next: Model, release: () => Promise<void>): void;
}

interface Current {
  readonly model: Model;
  open: number;
  release?: () => Promise<void>;
}

/**
 * A model that can be replaced: requests in progress are finished by the model that began them, which is released
 * afterwards.
 */
export function swappable(first: Model): Swappable {
  let current: Current = { model: first, open: 0 };
  const ended = (used: Current): void => {
    used.open--;
    if (used.open === 0) void used.release?.();
  };
  async function during<T>(act: (model: Model) => Promise<T>): Promise<T> {
    const used = current;
    used.open++;
    try {
      return await act(used.model);
    } finally {
      ended(used);
    }
  }
  return {
    guarded: true,
    list: () => during((model) => model.list()),
    serves: (name) => current.model.serves?.(name) ?? false,
    forwards: (name) => during((model) => forwards(model, name)),
    async *stream(request: MessagesRequest, context: CallContext): AsyncGenerator<StreamEvent> {
      const used = current;
      used.open++;
      try {
        yield* used.model.stream(request, context);
      } finally {
        ended(used);
      }
    },
    answer: (request, context) => during((model) => answerOf(model, request, context)),
    countTokens: (request) => during((model) => model.countTokens(request)),
    close: () => current.model.close(),
    swap(model, release) {
      const before = current;
      current = { model, open: 0 };
      before.release = release;
      if (before.open === 0) void release();
    },
  };
}
