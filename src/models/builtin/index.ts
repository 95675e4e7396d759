import { createHash } from "node:crypto";
import type { MessagesRequest, StreamEvent } from "../../messages/index.ts";
import type { Model, Provider, TokenCount } from "../model.ts";
import { answer } from "./answer.ts";
import { events } from "./events.ts";

/** A rough count: English and JSON run to about four characters a token. */
const estimate = (request: MessagesRequest): number =>
  Math.ceil((JSON.stringify([request.system, request.tools, request.messages]) ?? "").length / 4);

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
        const seed = createHash("sha256")
          .update(JSON.stringify([request.messages, request.tools]))
          .digest("hex");
        const made = answer(request, { today: outside.clock.now() });
        yield* events(made, { request, seed, input: estimate(request) });
      },
      async countTokens(request): Promise<TokenCount> {
        return { input_tokens: estimate(request), exact: false };
      },
      async close() {},
    };
  },
};
export default builtin;
