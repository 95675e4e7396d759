import { createHash } from "node:crypto";
import type { RouteConfig } from "../../config/index.ts";
import { canonical } from "../../lib/index.ts";
import {
  collect,
  newMessageId,
  newToolUseId,
  type MessagesResponse,
  type StreamEvent,
} from "../../messages/index.ts";
import type { Asked } from "./target.ts";

/** Responses to repeated requests, cached in this process. */
export type AnswerCache = ReturnType<typeof answerCache>;

export interface Kept {
  readonly answer: MessagesResponse;
  /** The model that was requested for it from its upstream. */
  readonly model: string | undefined;
}

export interface CacheOptions extends NonNullable<RouteConfig["cache"]> {
  now(): number;
}

interface Entry extends Pick<Kept, "model"> {
  /** The response as JSON. */
  readonly text: string;
  readonly until: number;
}

/** Maximum characters of all cached responses of one route. */
const mostLetters = 64_000_000;
/** Stop reasons of responses worth caching; others are unfinished or don't answer. */
const finished: ReadonlySet<unknown> = new Set(["end_turn", "stop_sequence", "max_tokens", "tool_use"]);

/** A cache of the most recently used responses; unless shared, separate for each caller. */
export function answerCache({ seconds, entries = 1000, shared = false, now }: CacheOptions) {
  const cachedAnswers = new Map<string, Entry>();
  let letters = 0;
  const forget = (key: string): void => {
    letters -= cachedAnswers.get(key)?.text.length ?? 0;
    cachedAnswers.delete(key);
  };
  const keyOf = ({ request, context }: Asked): string => {
    const { stream: _, ...rest } = request;
    const owner = shared ? "" : (context.caller ?? context.client ?? "");
    return createHash("sha256")
      .update(canonical([owner, context.betas ?? [], rest]))
      .digest("base64");
  };
  return {
    find(call: Asked): Kept | undefined {
      const key = keyOf(call);
      const found = cachedAnswers.get(key);
      if (!found) return undefined;
      cachedAnswers.delete(key);
      if (found.until <= now()) {
        letters -= found.text.length;
        return undefined;
      }
      cachedAnswers.set(key, found);
      const answer = JSON.parse(found.text) as MessagesResponse; // cached by this function
      return { answer: withNewIds(answer), model: found.model };
    },
    keep(call: Asked, answer: MessagesResponse) {
      if (!finished.has(answer.stop_reason)) return;
      const [key, text] = [keyOf(call), JSON.stringify(answer)];
      forget(key);
      cachedAnswers.set(key, { text, until: now() + seconds * 1000, model: call.context.trace?.model });
      letters += text.length;
      for (const oldest of cachedAnswers.keys()) {
        if (cachedAnswers.size <= entries && letters <= mostLetters) return;
        forget(oldest);
      }
    },
  };
}

const withNewIds = (answer: MessagesResponse): MessagesResponse => ({
  ...answer,
  id: newMessageId(),
  content: answer.content.map((block) =>
    block.type === "tool_use" ? { ...block, id: newToolUseId() } : block,
  ),
});

/** Returns a cached response, marked so that it isn't billed. */
export function cachedAnswer(cache: AnswerCache | undefined, call: Asked): MessagesResponse | undefined {
  const found = cache?.find(call);
  const { header, trace } = call.context;
  if (cache) header?.("antiphon-cache", found ? "hit" : "miss");
  if (found && trace) Object.assign(trace, { upstream: null, attempts: 0, isKept: true, model: found.model });
  return found?.answer;
}

/** Passes events on, and caches the response once it is complete. */
export async function* keeping(
  cache: AnswerCache | undefined,
  call: Asked,
  events: AsyncIterable<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  const seen: StreamEvent[] = [];
  for await (const event of events) {
    if (cache) seen.push(event);
    if (cache && event.type === "message_stop") cache.keep(call, await collect(seen));
    yield event;
  }
}
