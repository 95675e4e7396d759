import { forModel } from "../../messages/index.ts";
import { answerOf } from "../../models/index.ts";
import { checkScope } from "../access.ts";
import { json, requestOf, type Route } from "../route.ts";
import { contentType, writers } from "../writers.ts";
import { contextOf } from "./context.ts";
import { counted, type Served } from "./messages.ts";

const door =
  (path: string, reads: "chat" | "responses") =>
  ({ model, profile, metrics, now }: Served): Route => ({
    method: "POST",
    path,
    access: "use",
    endpoint: "chat",
    reads,
    async handle(call) {
      const request = forModel(requestOf(call), profile);
      checkScope(call.caller, request);
      const context = contextOf(call, request.model, metrics);
      const writing = { created: Math.floor(now() / 1000), includeUsage: call.includeUsage };
      if (request.stream) {
        const events = counted(model.stream(request, context), request.model, metrics);
        return { status: 200, headers: contentType(request), body: writers[reads].stream(events, writing) };
      }
      const answer = await answerOf(model, request, context);
      metrics.tokens(answer.model, answer.usage);
      return json(writers[reads].whole(answer, writing));
    },
  });

/** `POST /v1/chat/completions`: the same models and checks, for clients of OpenAI's protocol. */
export const completions = door("/v1/chat/completions", "chat");

/** `POST /v1/responses`, stateless. */
export const responses = door("/v1/responses", "responses");
