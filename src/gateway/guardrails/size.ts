import { ApiError } from "../../messages/index.ts";
import type { Guardrail } from "./guardrail.ts";

export interface Sizes {
  readonly characters?: number;
  readonly messages?: number;
  readonly tools?: number;
  readonly max_tokens?: number;
}

/** Refuses larger requests; `characters` are those of the JSON of system prompt, messages and tools. */
export const sizeGuardrail = (most: Sizes): Guardrail => ({
  name: "size",
  before(request) {
    const { system, messages, tools = [], max_tokens } = request;
    const sizes: Required<Sizes> = {
      characters: most.characters === undefined ? 0 : JSON.stringify([system, messages, tools]).length,
      messages: messages.length,
      tools: tools.length,
      max_tokens,
    };
    for (const [name, size] of Object.entries(sizes)) {
      const limit = most[name as keyof Sizes]; // the keys of the line above
      if (limit !== undefined && size > limit)
        throw new ApiError(
          "request_too_large",
          `The request has ${name} of ${size}; the most here is ${limit}.`,
          {
            details: { guardrail: "size" },
          },
        );
    }
    return request;
  },
});
