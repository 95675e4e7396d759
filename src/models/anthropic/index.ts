import { ApiError } from "../../messages/index.ts";
import type { Model, Provider } from "../model.ts";
import { readOptions } from "../upstream.ts";
import { client } from "./client.ts";

/** Options: `{ url?, key?, models?, context_window? }`, or the URL. */
const anthropic: Provider = {
  summary: "any service that speaks the messages protocol, by its URL and key",
  async open(options, outside) {
    const { url, key, models, context } = readOptions("anthropic", options, "https://api.anthropic.com/v1");
    return ours(
      client({
        baseUrl: url.href,
        fetch: outside.fetch,
        clock: outside.clock,
        ...(key !== undefined && { key }),
        ...(models !== undefined && { models }),
        ...(context !== undefined && { context }),
      }),
    );
  },
};
export default anthropic;

/** A refused key is the operator's here: the caller, whose own key was good, must not think otherwise. */
const ours = (model: Model): Model => ({
  list: () => model.list(),
  serves: (name) => model.serves?.(name) ?? false,
  close: () => model.close(),
  async *stream(request, context) {
    try {
      yield* model.stream(request, context);
    } catch (error) {
      throw notTheCallers(error);
    }
  },
  countTokens: (request) =>
    model.countTokens(request).catch((error: unknown) => {
      throw notTheCallers(error);
    }),
});

const operators: ReadonlySet<number> = new Set([401, 402, 403]);

const notTheCallers = (error: unknown): unknown =>
  error instanceof ApiError && operators.has(error.status)
    ? new ApiError("api_error", `The model's service refused the operator: ${error.message}`, {
        cause: error,
      })
    : error;
