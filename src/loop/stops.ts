import type { StopReason } from "../messages/index.ts";

/**
 * What the loop does after each way of stopping. Whatever finishes with calls in it (an answer cut off at
 * max_tokens, a refusal) gets an error result for each: they may be incomplete, so they are never run.
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
