import {
  checkRules,
  collect,
  encodeSse,
  forModel,
  through,
  type MessagesResponse,
  type Profile,
  type StreamEvent,
} from "../../messages/index.ts";
import { answerOf, type Model } from "../../models/index.ts";
import { checkScope } from "../access.ts";
import { betasOf, json, requestOf, type Route } from "../route.ts";
import { contentType } from "../writers.ts";
import { contextOf } from "./context.ts";
import type { Metrics } from "../metrics.ts";
import type { Threads, Turn } from "../threads.ts";

export interface Served {
  readonly model: Model;
  readonly profile: Profile;
  readonly threads: Threads;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  now(): number;
  /** Additional metrics and a readiness check. */
  readonly gateway?: { metrics(): string; check(): Promise<void> } | undefined;
  /** Whether the server is shutting down. */
  isClosing(): boolean;
}

export const messages = ({ model, profile, threads, metrics }: Served): Route => ({
  method: "POST",
  path: "/v1/messages",
  access: "use",
  endpoint: "messages",
  reads: "messages",
  async handle(call) {
    const betas = betasOf(call.headers);
    const read = requestOf(call);
    const turn = threads.begin(read, call.caller?.key ?? "");
    try {
      checkScope(call.caller, turn.request);
      if (turn.request !== read) checkRules(turn.request.messages, profile);
      const context = { ...contextOf(call, turn.request.model, metrics), betas };
      const modelRequest = forModel(turn.request, profile);
      if (modelRequest.stream) {
        const events = model.stream(modelRequest, context);
        const body = counted(turn.threaded ? recorded(events, turn) : events, modelRequest.model, metrics);
        return { status: 200, headers: contentType(modelRequest), body: encodeSse(body) };
      }
      const response = await answerOf(model, modelRequest, context);
      const answer = turn.threaded ? { ...response, id: turn.id } : response;
      turn.done(answer);
      metrics.tokens(answer.model, answer.usage);
      return json(answer);
    } catch (error) {
      turn.failed();
      throw error;
    }
  },
});

/** Passes events on, and stores the reply once it is complete. */
async function* recorded(events: AsyncIterable<StreamEvent>, turn: Turn): AsyncGenerator<StreamEvent> {
  const seen: StreamEvent[] = [];
  let answer: MessagesResponse | undefined;
  try {
    for await (const sent of events) {
      const event = named(sent, turn.id);
      seen.push(event);
      if (event.type === "message_stop") {
        answer = await collect(seen);
        turn.done(answer);
      }
      yield event;
    }
  } finally {
    if (!answer) turn.failed();
  }
}

const named = (event: StreamEvent, id: string): StreamEvent =>
  event.type === "message_start" ? { ...event, message: { ...event.message, id } } : event;

/** Passes events on, and counts the usage that they report. */
export const counted = (
  events: AsyncIterable<StreamEvent>,
  model: string,
  metrics: Metrics,
): AsyncIterable<StreamEvent> =>
  through(events, () => {
    let input = 0;
    return {
      each(event) {
        if (event.type === "message_start") input = event.message.usage.input_tokens;
        else if (event.type === "message_delta")
          metrics.tokens(model, { input_tokens: input, ...event.usage });
        return event;
      },
    };
  });
