import type { MessagesRequest } from "../../messages/index.ts";
import type { PlannedCall } from "./call.ts";
import type { Choice } from "./choose.ts";
import { converse } from "./conversation.ts";
import { decline } from "./decline.ts";
import { summary } from "./summary.ts";

export interface Answer {
  readonly text: string;
  readonly calls: readonly PlannedCall[];
  /** The choice of calls, if there was one. */
  readonly choice?: Choice;
}

/** Whether an answer may or must contain a call. */
export const mayCall = ({ tools = [], tool_choice: choice }: MessagesRequest): boolean =>
  choice?.type === "none" ? false : tools.length > 0 || choice?.type === "any" || choice?.type === "tool";

/** The answer without calls: what earlier calls returned, otherwise that nothing can be done. */
export function withoutTools(request: MessagesRequest): Answer {
  const { answering, done } = converse(request);
  return { text: answering ? summary(done) : decline([]), calls: [] };
}
