import { collect, forModel, type MessagesResponse, type StreamEvent } from "../../messages/index.ts";
import { answerOf } from "../../models/index.ts";
import { checkScope } from "../access.ts";
import { toChunks, toCompletion } from "../openai/completion.ts";
import { toResponse, toResponseEvents } from "../openai/response.ts";
import { json, requestOf, type Route } from "../route.ts";
import { counted, tagsOf, type Served } from "./messages.ts";

/** How one of OpenAI's protocols writes an answer. `created` is in seconds. */
interface Writer {
  whole(answer: MessagesResponse, created: number): object;
  stream(events: AsyncIterable<StreamEvent>, created: number): AsyncIterable<string>;
}

const door =
  (path: string, reads: "chat" | "responses", writer: Writer) =>
  ({ model, profile, metrics, now }: Served): Route => ({
    method: "POST",
    path,
    access: "use",
    endpoint: "chat",
    reads,
    async handle(call) {
      const request = forModel(requestOf(call), profile);
      checkScope(call.caller, request);
      const { signal, requestId, header, caller } = call;
      const context = { signal, requestId, header, ...tagsOf(call), ...(caller && { caller: caller.key }) };
      const created = Math.floor(now() / 1000);
      if (request.stream) {
        const events = counted(model.stream(request, context), request.model, metrics);
        const headers = { "content-type": "text/event-stream; charset=utf-8" };
        return { status: 200, headers, body: writer.stream(events, created) };
      }
      const answer = await answerOf(model, request, context);
      metrics.tokens(answer.model, answer.usage);
      return json(writer.whole(answer, created));
    },
  });

/** `POST /v1/chat/completions`: the same models and the same checks, for clients of OpenAI's protocol. */
export const completions = door("/v1/chat/completions", "chat", { whole: toCompletion, stream: toChunks });

/** `POST /v1/responses`, without anything kept between requests. */
export const responses = door("/v1/responses", "responses", {
  whole: toResponse,
  stream: (events, created) =>
    toResponseEvents(events, created, (seen) => collect(ReadableStream.from(seen))),
});
