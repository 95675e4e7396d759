import { parseJson } from "../../lib/index.ts";
import {
  ApiError,
  estimateTokens,
  frames,
  newMessageId,
  type MessagesRequest,
} from "../../messages/index.ts";
import { lister } from "../lister.ts";
import type { CallContext, Model, Provider } from "../model.ts";
import { asConfigured } from "../retries.ts";
import { bodyOf, call, isJson, jsonOf, rewordKeyError, type Upstream } from "../upstream.ts";
import { toEvents } from "./answer.ts";
import { readChunk, type Chunk } from "./chunk.ts";
import { toChat } from "./request.ts";
import { serviceOf } from "./service.ts";

/** Options: the fields of an upstream, or its URL including the version: `http://127.0.0.1:8000/v1`. */
const openai: Provider = {
  summary: "chat completions, as vLLM, llama.cpp, Ollama and LM Studio speak them, by URL",
  async open(options, outside) {
    const { read, dialect, upstream } = serviceOf(options, outside);
    const { models, context_window: context = 32_768 } = read;
    const tokens = (request: MessagesRequest): number => estimateTokens(request).input_tokens;
    const model: Model = {
      list: lister(upstream, { models, context, clock: outside.clock }),
      stream: (request, callContext) =>
        toEvents(chunks(upstream, toChat(request, dialect), callContext), {
          request,
          id: newMessageId(),
          rewordError: rewordKeyError,
          estimate: () => tokens(request),
        }),
      countTokens: (request) => Promise.resolve({ input_tokens: tokens(request), exact: false }),
      close: () => Promise.resolve(),
    };
    return asConfigured(model, read, outside);
  },
};
export default openai;

async function* chunks(upstream: Upstream, body: object, context: CallContext): AsyncIterable<Chunk> {
  const response = await call(upstream, "chat/completions", { body, context });
  if (isJson(response)) {
    yield readChunk(await jsonOf(response)); // a server that doesn't stream
    return;
  }
  for await (const { data } of frames(bodyOf(response, context.signal))) {
    if (data === "[DONE]") return;
    const chunk = parseJson(data);
    if (chunk === undefined)
      throw new ApiError("api_error", "The model's service sent a chunk that is no JSON.");
    yield readChunk(chunk);
  }
}
