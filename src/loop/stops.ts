import type { StopReason } from "../messages/index.ts";

/**
 * What the loop does for each stop reason. If an answer with calls finishes the loop (cut off at max_tokens, a
 * refusal), each call gets an error result: it may be incomplete, so it never runs.
 */
export const afterStop: Readonly<Record<StopReason, "act" | "again" | "finish">> = {
  tool_use: "act",
  pause_turn: "again",
  compaction: "again",
  end_turn: "finish",
  stop_sequence: "finish",
  max_tokens: "finish",
  refusal: "finish",
  model_context_window_exceeded: "finish",
};
