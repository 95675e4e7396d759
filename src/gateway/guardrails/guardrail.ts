import type { AnswerBlock, MessagesRequest } from "../../messages/index.ts";

/**
 * Checks requests to a model and its responses. Throwing refuses the request, or withholds the rest of the response.
 * If a guardrail has `after`, streams are held back until a block is complete.
 */
export interface Guardrail {
  /** The name shown to callers and in logs. */
  readonly name: string;
  /** Returns the request to pass on; the same object if nothing changes. */
  before?(request: MessagesRequest): MessagesRequest | Promise<MessagesRequest>;
  /** Gets a complete block of the response; returns what the caller receives. */
  after?(block: AnswerBlock): AnswerBlock | Promise<AnswerBlock>;
}
