import type { AnswerBlock, MessagesRequest, ToolUseBlock } from "../../messages/index.ts";
import { isSingle, type Mend } from "./mend.ts";
import type { Whole } from "./reader.ts";

/** One answer, block by block, with what was wrong in it. */
export interface Attempt {
  /** Everything that was said, in order. */
  readonly said: readonly AnswerBlock[];
  readonly accepted: readonly ToolUseBlock[];
  /** What is wrong, by the ids of the calls. */
  readonly problems: ReadonlyMap<string, string>;
  /** Takes a whole block. A call comes back mended, or not at all: wrong, or one more than is allowed. */
  take(whole: Whole): Promise<{ readonly block: AnswerBlock; readonly changed: boolean } | undefined>;
}

export function attempt(mend: Mend): Attempt {
  const said: AnswerBlock[] = [];
  const accepted: ToolUseBlock[] = [];
  const problems = new Map<string, string>();
  return {
    said,
    accepted,
    problems,
    async take({ block, json }) {
      if (block.type !== "tool_use") {
        said.push(block);
        return { block, changed: false };
      }
      const mended = await mend({ block, json });
      if (mended === undefined) return undefined;
      said.push(mended.block);
      if (mended.problem === undefined) accepted.push(mended.block);
      else problems.set(mended.block.id, mended.problem);
      return mended.problem === undefined ? mended : undefined;
    },
  };
}

/** Whether the model has to be asked again: some call is wrong that no right one replaces, or one is missing. */
export const isWanting = (request: MessagesRequest, { problems, accepted }: Attempt): boolean =>
  (problems.size > 0 && !(isSingle(request) && accepted.length > 0)) ||
  missing(request, accepted.length) !== undefined;

/** What the request still wants of an answer with so many calls; `undefined` if nothing. */
export function missing({ tool_choice: choice }: MessagesRequest, calls: number): string | undefined {
  if (calls > 0) return undefined;
  if (choice?.type === "any") return "Answer by calling one of the tools.";
  return choice?.type === "tool" ? `Answer by calling the tool ${choice.name}.` : undefined;
}
