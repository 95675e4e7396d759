import type { AnswerBlock, MessagesRequest } from "../../messages/index.ts";

/**
 * Looks at what goes to a model and what comes from it. What it throws refuses the request, or withholds the rest of the
 * answer. Streams are held back until a block is whole, where a guardrail has `after`.
 */
export interface Guardrail {
  /** As callers and logs are told. */
  readonly name: string;
  /** The request as it is passed on; the same object where nothing changes. */
  before?(request: MessagesRequest): MessagesRequest | Promise<MessagesRequest>;
  /** A whole block of the answer as the caller gets it. */
  after?(block: AnswerBlock): AnswerBlock | Promise<AnswerBlock>;
}
