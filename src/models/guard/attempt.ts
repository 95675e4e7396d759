import type { AnswerBlock, MessagesRequest, ToolUseBlock } from "../../messages/index.ts";
import { isSingle, type Mend } from "./mend.ts";
import type { Whole } from "./reader.ts";

/** One answer, block by block, with its errors. */
export interface Attempt {
  /** Everything in the answer so far, in order. */
  readonly blocks: readonly AnswerBlock[];
  readonly accepted: readonly ToolUseBlock[];
  /** The errors by call id. */
  readonly problems: ReadonlyMap<string, string>;
  /** Adds a whole block. A call is returned repaired, or not at all if it is wrong or exceeds the allowed number. */
  take(whole: Whole): Promise<{ readonly block: AnswerBlock; readonly changed: boolean } | undefined>;
}

export function attempt(mend: Mend): Attempt {
  const blocks: AnswerBlock[] = [];
  const accepted: ToolUseBlock[] = [];
  const problems = new Map<string, string>();
  return {
    blocks,
    accepted,
    problems,
    async take({ block, json }) {
      if (block.type !== "tool_use") {
        blocks.push(block);
        return { block, changed: false };
      }
      const mended = await mend({ block, json });
      if (mended === undefined) return undefined;
      blocks.push(mended.block);
      if (mended.problem === undefined) accepted.push(mended.block);
      else problems.set(mended.block.id, mended.problem);
      return mended.problem === undefined ? mended : undefined;
    },
  };
}

/** Whether the model must be asked again: a call is wrong that no right one replaces, or a required one is missing. */
export const isWanting = (request: MessagesRequest, { problems, accepted }: Attempt): boolean =>
  (problems.size > 0 && !(isSingle(request) && accepted.length > 0)) ||
  missing(request, accepted.length) !== undefined;

/** What the request still requires of an answer with this number of calls; `undefined` if nothing. */
export function missing({ tool_choice: choice }: MessagesRequest, calls: number): string | undefined {
  if (calls > 0) return undefined;
  if (choice?.type === "any") return "Answer by calling one of the tools.";
  return choice?.type === "tool" ? `Answer by calling the tool ${choice.name}.` : undefined;
}
