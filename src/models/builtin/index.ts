import {
  estimateTokens,
  eventsOf,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../../messages/index.ts";
import type { CallContext, Model, Provider, TokenCount } from "../model.ts";
import type { answer } from "./answer.ts";
import { mayCall, withoutTools, type Answer } from "./plain.ts";
import { respond } from "./respond.ts";

/** There is no real window: this is plain English of the largest request that a server accepts (32 MB), in tokens. */
const window = 6_000_000;

const builtin: Provider = {
  summary: "deterministic function caller: no weights, no network",
  async open(_options, outside): Promise<Model> {
    const reply = async (request: MessagesRequest, { signal }: CallContext): Promise<MessagesResponse> => {
      signal.throwIfAborted();
      return respond(request, await answered(request, outside.clock.now()));
    };
    return {
      async list() {
        return [{ id: "builtin", display_name: "Antiphon built-in function caller", context_window: window }];
      },
      async *stream(request, context): AsyncIterable<StreamEvent> {
        yield* eventsOf(await reply(request, context));
      },
      answer: reply,
      async countTokens(request): Promise<TokenCount> {
        return { input_tokens: estimateTokens(request).input_tokens, exact: false };
      },
      async close() {},
    };
  },
};

let loaded: { readonly answer: typeof answer } | undefined;

/** Loads the modules that fill calls and formats on the first request that needs them. */
async function answered(request: MessagesRequest, today: number): Promise<Answer> {
  if (!mayCall(request) && !request.output_config?.format) return withoutTools(request);
  loaded ??= await import("./answer.ts");
  return loaded.answer(request, { today });
}

export default builtin;
