import { isObject, systemClock, type Clock } from "../../lib/index.ts";
import {
  ApiError,
  collect,
  decodeSse,
  estimateTokens,
  streamOf,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../../messages/index.ts";
import { httpFetch, type Fetch, type Reply } from "../http/index.ts";
import { later } from "../later.ts";
import { lister } from "../lister.ts";
import type { CallContext, Model } from "../model.ts";
import { bodyOf, call, isJson, jsonOf, readOptions, type Upstream } from "../upstream.ts";

/** The address of a service with the Messages protocol, and what is sent to it besides the request. */
export interface ClientOptions {
  /** The service's base URL, including the version: `https://api.anthropic.com/v1`; a bare origin means its `/v1`. */
  readonly baseUrl: string;
  readonly key?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: Fetch;
  /** Model names to list instead of asking the service. */
  readonly models?: readonly string[];
  /** Size of the context window in tokens, which services don't report. */
  readonly context?: number;
  readonly clock?: Clock;
  /** Rewords an error of the service. */
  rewordError?(error: ApiError): ApiError;
}

const version = "2023-06-01";

/** A model at `POST {baseUrl}/messages`. Throws UserError for an invalid URL; its calls throw ApiError. */
export function client(options: ClientOptions): Model {
  const { url } = readOptions("anthropic", options.baseUrl);
  const upstream: Upstream = {
    url,
    headers: {
      "anthropic-version": version,
      ...options.headers,
      ...(options.key !== undefined && { "x-api-key": options.key }),
    },
    fetch: options.fetch ?? httpFetch,
    ...(options.rewordError && { rewordError: options.rewordError }),
  };
  const ask = (request: MessagesRequest, stream: boolean, context: CallContext): Promise<Reply> =>
    call(upstream, "messages", { body: { ...request, stream }, context, more: betas(context) });
  return {
    list: lister(upstream, { context: 200_000, clock: systemClock, ...options }),
    serves: () => options.models === undefined, // aliases aren't listed; the service rejects unknown names
    forwards: () => Promise.resolve(true),
    stream: (request, context) =>
      later(async () => {
        const response = await ask(request, true, context);
        return isJson(response) ? streamOf(await whole(response)) : eventsIn(response, context);
      }),
    async answer(request, context) {
      const response = await ask(request, false, context);
      return isJson(response) ? whole(response) : collect(eventsIn(response, context));
    },
    async countTokens(request) {
      const { model, messages, system, tools, tool_choice, thinking } = request;
      try {
        const body = { model, messages, system, tools, tool_choice, thinking };
        const count = await jsonOf(await call(upstream, "messages/count_tokens", { body }));
        if (isObject(count) && typeof count["input_tokens"] === "number") {
          return { input_tokens: count["input_tokens"], exact: true };
        }
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // many services don't support counting
      }
      return { input_tokens: estimateTokens(request).input_tokens, exact: false };
    },
    close: () => Promise.resolve(),
  };
}

const eventsIn = (response: Reply, { signal }: CallContext): AsyncIterable<StreamEvent> =>
  decodeSse(bodyOf(response, signal));

/** Reads a complete answer of a service; the guard checks its details. */
async function whole(response: Reply): Promise<MessagesResponse> {
  const answer = await jsonOf(response);
  if (isObject(answer) && Array.isArray(answer["content"]) && isObject(answer["usage"]))
    return answer as unknown as MessagesResponse; // as far as it is read here
  throw new ApiError("api_error", "The model's service returned something that is not a message.");
}

const betas = ({ betas: names }: CallContext): Readonly<Record<string, string>> =>
  names === undefined || names.length === 0 ? {} : { "anthropic-beta": names.join(",") };
