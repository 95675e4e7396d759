import { request, type IncomingHttpHeaders } from "node:http";
import type { MessagesRequest, StreamEvent } from "../messages/index.ts";
import type { CallContext, Model } from "../models/index.ts";

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly type?: string;
    readonly error?: { readonly type: string; readonly message: string; readonly details?: object };
    readonly [field: string]: unknown;
  };
}
export interface Sending {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object;
}

/** Sends requests that fetch would refuse to send. */
export function send(url: URL, sending: Sending = {}): Promise<Received> {
  const { path = "/v1/messages", body, headers } = sending;
  const bytes =
    body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const { method = bytes === undefined ? "GET" : "POST" } = sending;
  return new Promise((resolve, reject) => {
    const call = request({ host: url.hostname, port: url.port, path, method, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: isJson(response.headers) && text.startsWith("{") ? JSON.parse(text) : {},
        }),
      );
    });
    call.on("error", reject);
    if (bytes !== undefined && method === "POST") call.setHeader("content-type", "application/json");
    for (const [name, value] of Object.entries(headers ?? {})) {
      if (value === "") call.removeHeader(name);
      else call.setHeader(name, value);
    }
    if (bytes !== undefined && method !== "POST") call.setHeader("content-length", Buffer.byteLength(bytes));
    call.end(bytes);
  });
}

const isJson = (headers: IncomingHttpHeaders): boolean =>
  /^application\/(?:\w+\+)?json\b/.test(headers["content-type"] ?? "");

export const hello: MessagesRequest = {
  model: "m",
  max_tokens: 16,
  messages: [{ role: "user", content: "hello" }],
};

/** A model that replays events, and records the contexts in which it was called. */
export function modelSaying(
  events: (
    request: MessagesRequest,
    context: CallContext,
  ) => AsyncIterable<StreamEvent> | Iterable<StreamEvent>,
): Model & { readonly calls: CallContext[]; readonly requests: MessagesRequest[] } {
  const calls: CallContext[] = [];
  const requests: MessagesRequest[] = [];
  return {
    calls,
    requests,
    list: async () => [
      { id: "m", display_name: "M", context_window: 1000 },
      { id: "mini", display_name: "Mini", context_window: 10 },
    ],
    countTokens: async () => ({ input_tokens: 7, exact: false }),
    close: async () => undefined,
    async *stream(request, context) {
      calls.push(context);
      requests.push(request);
      yield* events(request, context);
    },
  };
}
