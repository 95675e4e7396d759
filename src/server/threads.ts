/** Conversations stored on the server between turns, so that a client sends only new messages. */
import {
  ApiError,
  newMessageId,
  type Message,
  type MessagesRequest,
  type MessagesResponse,
} from "../messages/index.ts";

/** How much of stored conversations is kept, and for how long. */
export interface ThreadLimits {
  /** Characters of all stored conversations as JSON; the oldest are dropped first. */
  readonly characters: number;
  /** How long a reply can be continued, in milliseconds. */
  readonly milliseconds: number;
}
/** Default limits for stored conversations: 64 million characters, each for an hour. */
export const threadLimits: ThreadLimits = { characters: 64 << 20, milliseconds: 60 * 60_000 };

/** Fields that can't change after a thread's creation. */
const fixed = ["model", "system", "tools"] as const;
type Fixed = Pick<MessagesRequest, (typeof fixed)[number]>;

interface Stored {
  readonly fields: Fixed;
  messages: readonly Message[];
  size: number;
  readonly until: number;
  state: "open" | "in flight" | "continued";
}

export interface Turn {
  /** The whole conversation. */
  readonly request: MessagesRequest;
  readonly threaded: boolean;
  /** The reply's id: unguessable, whatever the model's own ids are like. */
  readonly id: string;
  /** Stores the reply under the id, unless it is a refusal. */
  done(reply: MessagesResponse): void;
  /** The turn failed: the previous reply can be continued again. */
  failed(): void;
}
export interface Threads {
  /** Begins a turn. Throws ApiError with the error codes of threads. */
  begin(request: MessagesRequest, owner: string): Turn;
}

type Code =
  | "thread_not_found"
  | "thread_already_continued"
  | "thread_continue_in_flight"
  | "thread_fingerprint_mismatch"
  | "thread_unsupported_request";
const refuse = (code: Code, message: string, more: object = {}): ApiError =>
  new ApiError(code === "thread_not_found" ? "not_found_error" : "invalid_request_error", message, {
    details: { error_code: code, ...more },
  });

/** Replaces threads if they are disabled: clients then send the full history. */
export const noThreads: Threads = {
  begin(request) {
    if (request.thread)
      throw refuse(
        "thread_unsupported_request",
        "thread: this server doesn't hold threads; send the full conversation without `thread`",
        { unsupported: ["thread"] },
      );
    return { request, threaded: false, id: "", done: () => undefined, failed: () => undefined };
  },
};

/** Creates in-memory threads, bounded in size and time. `now` returns milliseconds. */
export function threads(now: () => number, limits: ThreadLimits = threadLimits): Threads {
  const all = new Map<string, Stored>();
  let characters = 0;

  const forget = (id: string): void => {
    characters -= all.get(id)?.size ?? 0;
    all.delete(id);
  };
  const makeRoom = (): void => {
    for (const [id, { until }] of all) {
      if (characters <= limits.characters && until > now()) return;
      forget(id);
    }
  };

  /** A reply that was continued is kept only for the error message. */
  const close = (stored: Stored): void => {
    characters -= stored.size;
    stored.state = "continued";
    stored.messages = [];
    stored.size = 0;
  };

  return {
    begin(request, owner) {
      if (!request.thread) return noThreads.begin(request, owner);
      const { thread, ...rest } = request;
      makeRoom();
      const before = thread.type === "continue" ? find(thread.previous_message_id, owner) : undefined;
      if (before) checkFixed(rest, before.fields);
      const whole: MessagesRequest = before
        ? { ...rest, ...before.fields, messages: [...before.messages, ...rest.messages] }
        : rest;
      if (before) before.state = "in flight";
      const id = newMessageId();
      return {
        request: whole,
        threaded: true,
        id,
        done(reply) {
          if (reply.stop_reason === "refusal") {
            if (before) before.state = "open";
            return;
          }
          if (before) close(before);
          const messages = [...whole.messages, { role: reply.role, content: reply.content }];
          const fields = { ...(before?.fields ?? pick(rest)) };
          const size = JSON.stringify(messages).length + JSON.stringify(fields).length;
          all.set(keyOf(owner, id), {
            fields,
            messages,
            size,
            until: now() + limits.milliseconds,
            state: "open",
          });
          characters += size;
          makeRoom();
        },
        failed() {
          if (before) before.state = "open";
        },
      };
    },
  };

  function find(id: string, owner: string): Stored {
    const stored = all.get(keyOf(owner, id));
    if (!stored || stored.until <= now())
      throw refuse(
        "thread_not_found",
        `thread.previous_message_id: no thread continues from ${id.slice(0, 100)}`,
      );
    if (stored.state === "continued")
      throw refuse(
        "thread_already_continued",
        "thread.previous_message_id: this response was already continued",
      );
    if (stored.state === "in flight")
      throw refuse(
        "thread_continue_in_flight",
        "thread.previous_message_id: a request is still continuing from it",
      );
    return stored;
  }
}

const keyOf = (owner: string, id: string): string => `${owner}\n${id}`;

function checkFixed(sent: Partial<Fixed>, stored: Fixed): void {
  const differ = fixed.filter(
    (name) => sent[name] !== undefined && JSON.stringify(sent[name]) !== JSON.stringify(stored[name]),
  );
  if (differ.length)
    throw refuse(
      "thread_fingerprint_mismatch",
      `thread: ${differ.map((name) => `\`${name}\``).join(", ")} must stay as the thread was created with`,
    );
}

const pick = ({ model, system, tools }: Fixed): Fixed => ({
  model,
  ...(system === undefined ? {} : { system }),
  ...(tools === undefined ? {} : { tools }),
});
