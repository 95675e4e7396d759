import type { AnswerBlock, MessagesRequest, ToolUseBlock } from "../../messages/index.ts";
import type { Mended, Written } from "./mend.ts";
import type { Whole } from "./reader.ts";

/** One answer, block by block, with what was wrong in it. */
export interface Attempt {
  /** Everything that was said, in order. */
  readonly said: readonly AnswerBlock[];
  readonly accepted: readonly ToolUseBlock[];
  /** What is wrong, by the ids of the calls. */
  readonly problems: ReadonlyMap<string, string>;
  /** Takes a whole block. A call comes back mended, or not at all. */
  take(whole: Whole): { readonly block: AnswerBlock; readonly changed: boolean } | undefined;
}

export function attempt(mend: (call: Written) => Mended): Attempt {
  const said: AnswerBlock[] = [];
  const accepted: ToolUseBlock[] = [];
  const problems = new Map<string, string>();
  return {
    said,
    accepted,
    problems,
    take({ block, json }) {
      if (block.type !== "tool_use") {
        said.push(block);
        return { block, changed: false };
      }
      const mended = mend({ block, json });
      said.push(mended.block);
      if (mended.problem === undefined) accepted.push(mended.block);
      else problems.set(mended.block.id, mended.problem);
      return mended.problem === undefined ? mended : undefined;
    },
  };
}

/** What the request still wants of an answer with so many calls; `undefined` if nothing. */
export function missing({ tool_choice: choice }: MessagesRequest, calls: number): string | undefined {
  if (calls > 0) return undefined;
  if (choice?.type === "any") return "Answer by calling one of the tools.";
  return choice?.type === "tool" ? `Answer by calling the tool ${choice.name}.` : undefined;
}
