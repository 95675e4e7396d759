import { eventsOf, collect, type MessagesRequest } from "../../messages/index.ts";
import { answerOf, guard, type CallContext, type Model } from "../../models/index.ts";
import type { Work } from "./pool.ts";

/** Characters of a request that is answered here: the way to a thread would take longer. */
const small = 4096;

/** The built-in model, guarded, with its work done in threads. */
export function isolated(builtin: Model, work: Work): Model {
  const model = guard(builtin);
  const events = (request: MessagesRequest, { betas, signal, client }: CallContext) =>
    work.run("answer", { request, ...(betas && { betas }) }, { signal, client });
  return {
    list: () => model.list(),
    guarded: true,
    async *stream(request, context) {
      if (isSmall(request)) yield* eventsOf(await answerOf(model, request, context));
      else yield* await events(request, context);
    },
    async answer(request, context) {
      if (isSmall(request)) return answerOf(model, request, context);
      return collect(ReadableStream.from(await events(request, context)));
    },
    countTokens: (request) => (isSmall(request) ? model.countTokens(request) : work.run("count", request)),
    close: () => model.close(),
  };
}

/** Texts alone, which no tool or form can be filled from. */
function isSmall({ tools, tool_choice, output_config, system = "", messages }: MessagesRequest): boolean {
  if (tools?.length || tool_choice || output_config?.format || typeof system !== "string") return false;
  let size = system.length;
  for (const { content } of messages) {
    if (typeof content !== "string") return false;
    size += content.length + 16;
    if (size > small) return false;
  }
  return true;
}
