import type { ApiError, Message, Usage } from "../messages/index.ts";
import type { Conversation } from "./conversation.ts";

/** Raised if the model gave no answer even after retries (`cause`), with the conversation and usage so far. */
export class LoopError extends Error {
  override readonly cause: ApiError;
  readonly messages: readonly Message[];
  readonly usage: Usage;

  constructor(cause: ApiError, { messages, usage }: Pick<Conversation, "messages" | "usage">) {
    super(cause.message, { cause });
    this.name = "LoopError";
    this.cause = cause;
    this.messages = messages;
    this.usage = usage;
  }
}
