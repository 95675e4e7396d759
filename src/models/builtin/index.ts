import { estimateTokens, eventsOf, type StreamEvent } from "../../messages/index.ts";
import type { Model, Provider, TokenCount } from "../model.ts";
import { answer } from "./answer.ts";
import { respond } from "./respond.ts";

const builtin: Provider = {
  summary: "deterministic function caller: no weights, no network",
  async open(_options, outside): Promise<Model> {
    return {
      async list() {
        return [
          { id: "builtin", display_name: "Antiphon built-in function caller", context_window: 200_000 },
        ];
      },
      async *stream(request, context): AsyncIterable<StreamEvent> {
        context.signal.throwIfAborted();
        yield* eventsOf(respond(request, answer(request, { today: outside.clock.now() })));
      },
      async countTokens(request): Promise<TokenCount> {
        return { input_tokens: estimateTokens(request).input_tokens, exact: false };
      },
      async close() {},
    };
  },
};
export default builtin;
