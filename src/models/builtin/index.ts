import {
  estimateTokens,
  eventsOf,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../../messages/index.ts";
import type { CallContext, Model, Provider, TokenCount } from "../model.ts";
import { answer } from "./answer.ts";
import { respond } from "./respond.ts";

const builtin: Provider = {
  summary: "deterministic function caller: no weights, no network",
  async open(_options, outside): Promise<Model> {
    const said = (request: MessagesRequest, { signal }: CallContext): MessagesResponse => {
      signal.throwIfAborted();
      return respond(request, answer(request, { today: outside.clock.now() }));
    };
    return {
      async list() {
        return [
          { id: "builtin", display_name: "Antiphon built-in function caller", context_window: 200_000 },
        ];
      },
      async *stream(request, context): AsyncIterable<StreamEvent> {
        yield* eventsOf(said(request, context));
      },
      answer: async (request, context) => said(request, context),
      async countTokens(request): Promise<TokenCount> {
        return { input_tokens: estimateTokens(request).input_tokens, exact: false };
      },
      async close() {},
    };
  },
};
export default builtin;
