import type { Clock, Redact } from "../../lib/index.ts";
import { ApiError, estimateTokens, eventsOf, type StreamEvent } from "../../messages/index.ts";
import type { Model } from "../model.ts";
import { matcher, type Match } from "./match.ts";
import type { Recording } from "./recording.ts";

export interface Playing {
  readonly recordings: readonly Recording[];
  readonly match: Match;
  readonly timing: boolean;
  readonly redact: Redact;
  readonly clock: Clock;
}

/** Answers from recordings. Throws ApiError not_found_error if none matches a request. */
export function player({ recordings, match, timing, redact, clock }: Playing): Model {
  const matches = matcher(recordings, match);
  const names = [...new Set(recordings.map(({ request }) => request.model))];
  return {
    list: () =>
      Promise.resolve(names.map((id) => ({ id, display_name: `${id} (recorded)`, context_window: 200_000 }))),
    serves: () => match === "best",
    async *stream(request, { signal }) {
      const found = matches.find(redact(request));
      if (found === undefined) throw new ApiError("not_found_error", notRecorded);
      const { first, last } = found.milliseconds;
      if (timing) await clock.sleep(first, signal);
      if (found.answer === undefined) throw errorOf(found);
      const events = [...eventsOf({ ...found.answer, model: request.model })].flatMap(pieces);
      const pause = (last - first) / events.length;
      for (const event of events) {
        signal.throwIfAborted();
        if (timing && pause > 0) await clock.sleep(pause, signal);
        yield event;
      }
    },
    countTokens(request) {
      const usage = matches.peek(redact(request))?.answer?.usage;
      const counted =
        usage &&
        usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
      return Promise.resolve({
        input_tokens: counted ?? estimateTokens(request).input_tokens,
        exact: counted !== undefined,
      });
    },
    close: () => Promise.resolve(),
  };
}

const notRecorded =
  "No recording matches this request. Record it, or play the most similar one with the option match: best.";

function errorOf({ error }: Recording): ApiError {
  if (error === undefined)
    return new ApiError("api_error", "The recording has neither an answer nor an error.");
  const { type, message, status, retry_after: retryAfter } = error;
  return new ApiError(type, message, { status, ...(retryAfter !== undefined && { retryAfter }) });
}

/** Characters per delta. */
const piece = 24;

/** Splits a long text into several deltas, as a model would send it. */
function pieces(event: StreamEvent): readonly StreamEvent[] {
  if (event.type !== "content_block_delta" || event.delta.type !== "text_delta") return [event];
  const parts = event.delta.text.match(new RegExp(`[\\s\\S]{1,${piece}}`, "gu")) ?? [];
  return parts.map((text) => ({ ...event, delta: { type: "text_delta", text } }));
}
