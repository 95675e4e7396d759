import { ApiError, type AnswerBlock } from "../../messages/index.ts";
import { allows } from "../keys/key.ts";
import type { Guardrail } from "./guardrail.ts";

export interface Lists {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Checks which tools requests may define and responses may call. */
export function toolsGuardrail({ allow, deny = [] }: Lists): Guardrail {
  const check = (name: string): void => {
    if (allows(allow ?? null, name) && !allows(deny, name)) return;
    throw new ApiError("permission_error", `The tool ${name.slice(0, 100)} isn't allowed here.`, {
      details: { guardrail: "tools" },
    });
  };
  return {
    name: "tools",
    before(request) {
      for (const { name } of request.tools ?? []) check(name);
      return request;
    },
    after(block) {
      if (isCall(block)) check(block.name);
      return block;
    },
  };
}

const isCall = (block: AnswerBlock): block is Extract<AnswerBlock, { readonly name: string }> =>
  block.type === "tool_use" || block.type === "server_tool_use" || block.type === "mcp_tool_use";
