import {
  encodeSse,
  type MessagesRequest,
  type MessagesResponse,
  type StreamEvent,
} from "../messages/index.ts";
import { toChunks, toCompletion } from "./openai/completion.ts";
import { toResponse, toResponseEvents } from "./openai/response.ts";

export interface Writing {
  /** Seconds since 1970. */
  readonly created: number;
  /** Whether a stream of chat completions ends with a chunk that has the usage. */
  readonly includeUsage?: boolean | undefined;
}

/** How a protocol writes responses. */
export interface Writer {
  whole(answer: MessagesResponse, writing: Writing): object;
  stream(events: AsyncIterable<StreamEvent>, writing: Writing): AsyncIterable<string | Uint8Array>;
}

export const writers = {
  messages: { whole: (answer) => answer, stream: encodeSse },
  chat: { whole: (answer, { created }) => toCompletion(answer, created), stream: toChunks },
  responses: {
    whole: (answer, { created }) => toResponse(answer, created),
    stream: (events, { created }) => toResponseEvents(events, created),
  },
} as const satisfies Readonly<Record<string, Writer>>;

/** The content type of a response. */
export const contentType = ({
  stream,
}: Pick<MessagesRequest, "stream">): { readonly "content-type": string } => ({
  "content-type": stream ? "text/event-stream; charset=utf-8" : "application/json",
});
