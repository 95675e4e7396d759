import { setImmediate as pause } from "node:timers/promises";
import {
  checkRules,
  checkTools,
  collect,
  encodeSse,
  forModel,
  parseRequest,
  through,
  type MessagesResponse,
  type Profile,
  type StreamEvent,
} from "../../messages/index.ts";
import { answerOf, type Model } from "../../models/index.ts";
import { checkScope } from "../access.ts";
import { json, type Call, type Route } from "../route.ts";
import type { Metrics } from "../metrics.ts";
import type { Threads, Turn } from "../threads.ts";

export interface Served {
  readonly model: Model;
  readonly profile: Profile;
  readonly threads: Threads;
  readonly metrics: Metrics;
}

export function betasOf({ headers }: Pick<Call, "headers">): readonly string[] {
  const given = headers["anthropic-beta"];
  if (given === undefined) return [];
  return [given]
    .flat()
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** `POST /v1/messages`. */
export const messages = ({ model, profile, threads, metrics }: Served): Route => ({
  method: "POST",
  path: "/v1/messages",
  access: "use",
  endpoint: "messages",
  async handle(call) {
    const betas = betasOf(call);
    const turn = threads.begin(parseRequest(call.body, profile, { betas }), call.caller?.key ?? "");
    try {
      checkScope(call.caller, turn.request);
      checkRules(turn.request.messages, profile);
      if (turn.request.tools) await checkTools(turn.request, pause);
      const context = {
        signal: call.signal,
        requestId: call.requestId,
        betas,
        ...(call.caller ? { caller: call.caller.key } : {}),
      };
      const asked = forModel(turn.request, profile);
      if (asked.stream) {
        const events = model.stream(asked, context);
        const body = counted(turn.threaded ? recorded(events, turn) : events, asked.model, metrics);
        const headers = { "content-type": "text/event-stream; charset=utf-8" };
        return { status: 200, headers, body: encodeSse(body) };
      }
      const answer = await answerOf(model, asked, context);
      turn.done(answer);
      metrics.tokens(answer.model, answer.usage);
      return json(answer);
    } catch (error) {
      turn.failed();
      throw error;
    }
  },
});

/** Passes events on, and stores the reply once it is whole. */
async function* recorded(events: AsyncIterable<StreamEvent>, turn: Turn): AsyncGenerator<StreamEvent> {
  const seen: StreamEvent[] = [];
  let answer: MessagesResponse | undefined;
  try {
    for await (const event of events) {
      seen.push(event);
      if (event.type === "message_stop") {
        answer = await collect(ReadableStream.from(seen));
        turn.done(answer);
      }
      yield event;
    }
  } finally {
    if (!answer) turn.failed();
  }
}

/** The same events, with what they say was used counted. */
const counted = (
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
