import type { MessagesResponse, ToolResultBlock } from "../messages/index.ts";
import type { LoopEvent } from "./options.ts";

export interface Past {
  /** The next recorded answer, if any; afterwards `result` finds the results up to the following answer. */
  answer(): MessagesResponse | undefined;
  /** The result of a call of the latest answer or, before the first one, of those that ended the conversation. */
  result(id: string): ToolResultBlock | undefined;
}

/**
 * Reads the events of an earlier run. A call without a result was in progress at the crash: it runs again, with its id.
 */
export function history(events: readonly LoopEvent[]): Past {
  let index = 0;
  /** The results up to the next answer. */
  const read = (): ReadonlyMap<string, ToolResultBlock> => {
    const found = new Map<string, ToolResultBlock>();
    for (let event = events[index]; event && event.type !== "answer"; event = events[++index])
      if (event.type === "result") found.set(event.block.tool_use_id, event.block);
    return found;
  };
  let results = read(); // of calls with which the conversation began
  return {
    answer() {
      const event = events[index++];
      results = read();
      return event?.type === "answer" ? event.response : undefined;
    },
    result: (id) => results.get(id),
  };
}
