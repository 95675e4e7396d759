import {
  collect,
  encodeSse,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../messages/index.ts";
import { toChunks, toCompletion } from "./openai/completion.ts";
import { toResponse, toResponseEvents } from "./openai/response.ts";

/** How a protocol writes responses. `created` is in seconds. */
export interface Writer {
  whole(answer: MessagesResponse, created: number): object;
  stream(events: AsyncIterable<StreamEvent>, created: number): AsyncIterable<string | Uint8Array>;
}

export const writers = {
  messages: { whole: (answer) => answer, stream: encodeSse },
  chat: { whole: toCompletion, stream: toChunks },
  responses: {
    whole: toResponse,
    stream: (events, created) =>
      toResponseEvents(events, created, (seen) => collect(ReadableStream.from(seen))),
  },
} as const satisfies Readonly<Record<string, Writer>>;

/** The content type of a response. */
export const contentType = ({
  stream,
}: Pick<MessagesRequest, "stream">): { readonly "content-type": string } => ({
  "content-type": stream ? "text/event-stream; charset=utf-8" : "application/json",
});
