import type { Clock, Redact } from "../../lib/index.ts";
import { ApiError, collect, type MessagesRequest, type StreamEvent } from "../../messages/index.ts";
import type { Model } from "../model.ts";
import { passing } from "../passing.ts";
import { writeRecording, type Recording } from "./recording.ts";

export interface RecorderOptions {
  readonly model: Model;
  readonly folder: string;
  readonly redact: Redact;
  readonly clock: Clock;
}

/** Forwards to a model, and writes every complete exchange, failures included, to its own file. */
export function recorder({ model, folder, redact, clock }: RecorderOptions): Model {
  const write = (recording: Recording): Promise<string> => writeRecording(folder, redact(recording));
  return {
    ...passing(model),
    async *stream(request, context) {
      const events: StreamEvent[] = [];
      const begun = clock.now();
      let first = 0;
      const milliseconds = (): Recording["milliseconds"] => ({ first, last: clock.now() - begun });
      try {
        for await (const event of model.stream(request, context)) {
          if (events.length === 0) first = clock.now() - begun;
          events.push(event);
          if (event.type === "message_stop") {
            const answer = await collect(events);
            await write({ request: withoutMetadata(request), answer, milliseconds: milliseconds() });
          }
          yield event;
        }
      } catch (error) {
        const ended = events.at(-1)?.type === "message_stop";
        if (error instanceof ApiError && !ended && !context.signal.aborted) {
          await write({
            request: withoutMetadata(request),
            error: toRecordedError(error),
            milliseconds: milliseconds(),
          });
        }
        throw error;
      }
    },
  };
}

const withoutMetadata = ({ metadata: _whose, ...request }: MessagesRequest): MessagesRequest => request;

const toRecordedError = ({
  type,
  message,
  status,
  retryAfter,
}: ApiError): NonNullable<Recording["error"]> => ({
  type,
  message,
  status,
  ...(retryAfter !== undefined && { retry_after: retryAfter }),
});
