import type { MessagesResponse, ToolResultBlock } from "../messages/index.ts";
import type { LoopEvent } from "./options.ts";

export interface Past {
  /** The next recorded answer, if any; afterwards `result` finds the results up to the following answer. */
  answer(): MessagesResponse | undefined;
  result(id: string): ToolResultBlock | undefined;
}

/**
 * Reads the events of an earlier run. A call without a result was in progress at the crash: it runs again, with its id.
 */
export function history(events: readonly LoopEvent[]): Past {
  let index = 0;
  let results = new Map<string, ToolResultBlock>();
  return {
    answer() {
      let answer: MessagesResponse | undefined;
      results = new Map();
      for (; index < events.length; index++) {
        const event = events[index];
        if (event?.type === "answer") {
          if (answer !== undefined) break;
          answer = event.response;
        } else if (event?.type === "result") results.set(event.block.tool_use_id, event.block);
      }
      return answer;
    },
    result: (id) => results.get(id),
  };
}
