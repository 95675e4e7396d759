import {
  collect,
  type ApiError,
  type Message,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
  type ToolDefinition,
} from "../messages/index.ts";
import type { Budget } from "./budget.ts";
import type { Settings, Step } from "./options.ts";
import type { Past } from "./past.ts";
import type { Tool } from "./tool.ts";
import { pauseBefore } from "../models/index.ts";

export type Ask = (messages: readonly Message[], turn: number, step: Step) => Promise<MessagesResponse>;

/** Gets one complete answer from the model: from the past if it is there, otherwise by a request with retries. */
export function asker(settings: Settings, budget: Budget, past: Past): Ask {
  const { emit, clock, random, limits, betas } = settings;
  const send = (request: MessagesRequest, { client = settings.model }: Step): Promise<MessagesResponse> => {
    const context = {
      signal: budget.signal,
      requestId: `req_${crypto.randomUUID()}`,
      ...(betas && { betas }),
    };
    return collect(tellEvents(client.stream(request, context), (event) => emit({ type: "stream", event })));
  };
  return async (messages, turn, step) => {
    const known = past.answer();
    if (known !== undefined) return known;
    for (let attempt = 0; ; attempt++) {
      budget.signal.throwIfAborted();
      try {
        const response = await send(requestOf(settings, messages, { turn, step }), step);
        await emit({ type: "answer", response });
        return response;
      } catch (error) {
        const milliseconds = pauseBefore(error, attempt, random);
        if (milliseconds === undefined || attempt >= limits.retries) throw error;
        if (milliseconds >= budget.left()) throw error; // waiting longer would only turn this error into a timeout
        await emit({ type: "retry", error: error as ApiError, milliseconds });
        await clock.sleep(milliseconds, budget.signal);
      }
    }
  };
}

/** The part of a tool that is sent to the model: everything except its functions. */
const definitionOf = (tool: Tool): ToolDefinition =>
  Object.fromEntries(
    Object.entries(tool).filter(([, value]) => typeof value !== "function"),
  ) as unknown as ToolDefinition; // all remaining members are data

function requestOf(
  { request, tools: all, form }: Settings,
  messages: readonly Message[],
  { turn, step }: { readonly turn: number; readonly step: Step },
): MessagesRequest {
  const { client: _, tools = all, ...changed } = step;
  const { tool_choice: choice, ...rest } = { ...request, ...changed };
  const forced = changed.tool_choice === undefined && (choice?.type === "any" || choice?.type === "tool");
  return {
    ...rest,
    messages,
    stream: true,
    ...(form && { output_config: { ...rest.output_config, format: form.format } }),
    ...(tools.length > 0 && { tools: tools.map(definitionOf) }),
    ...(choice !== undefined && !(forced && turn > 0) && { tool_choice: choice }),
  };
}

async function* tellEvents(
  events: AsyncIterable<StreamEvent>,
  tell: (event: StreamEvent) => Promise<void>,
): AsyncIterable<StreamEvent> {
  for await (const event of events) {
    await tell(event);
    yield event;
  }
}
