import {
  collect,
  type ApiError,
  type Message,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../messages/index.ts";
import type { Budget } from "./budget.ts";
import type { Settings } from "./options.ts";
import type { Past } from "./past.ts";
import { pause } from "./retry.ts";

export type Ask = (messages: readonly Message[], turn: number) => Promise<MessagesResponse>;

/** Asks the model for one whole answer: from the past, or by a request that is tried again. */
export function asker(settings: Settings, budget: Budget, past: Past): Ask {
  const { model, emit, clock, random, limits } = settings;
  const send = (request: MessagesRequest): Promise<MessagesResponse> =>
    collect(
      told(
        model.stream(request, { signal: budget.signal, requestId: `req_${crypto.randomUUID()}` }),
        (event) => emit({ type: "stream", event }),
      ),
    );
  return async (messages, turn) => {
    const known = past.answer();
    if (known !== undefined) return known;
    for (let attempt = 0; ; attempt++) {
      budget.signal.throwIfAborted();
      try {
        const response = await send(requestOf(settings, messages, turn));
        await emit({ type: "answer", response });
        return response;
      } catch (error) {
        const milliseconds = pause(error, attempt, random);
        if (milliseconds === undefined || attempt >= limits.retries) throw error;
        if (milliseconds >= budget.left()) throw error; // waiting would only turn the error into a timeout
        await emit({ type: "retry", error: error as ApiError, milliseconds });
        await clock.sleep(milliseconds, budget.signal);
      }
    }
  };
}

function requestOf(
  { request, tools }: Settings,
  messages: readonly Message[],
  turn: number,
): MessagesRequest {
  const { tool_choice: choice, ...rest } = request;
  const forced = choice?.type === "any" || choice?.type === "tool";
  return {
    ...rest,
    messages,
    stream: true,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input_schema }) => ({ name, description, input_schema })),
    }),
    ...(choice !== undefined && !(forced && turn > 0) && { tool_choice: choice }),
  };
}

async function* told(
  events: AsyncIterable<StreamEvent>,
  tell: (event: StreamEvent) => Promise<void>,
): AsyncIterable<StreamEvent> {
  for await (const event of events) {
    await tell(event);
    yield event;
  }
}
