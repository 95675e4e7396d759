import {
  eventsOf,
  type AnswerBlock,
  type JsonInput,
  type MessagesResponse,
  type StopReason,
} from "../../messages/index.ts";
import type { Model } from "../../models/index.ts";
import { pick } from "./make.suite.ts";

/**
 * A model that answers anything: valid calls, broken ones, wrong stop reasons, wrong event order. Only a guard makes
 * it safe.
 */
export function wild(random: () => number): Model {
  const name = "wild";
  return {
    list: () => Promise.resolve([{ id: name, display_name: name, context_window: 1_000_000 }]),
    countTokens: () => Promise.resolve({ input_tokens: 7, exact: false }),
    close: () => Promise.resolve(),
    async *stream({ tools = [] }) {
      const content = Array.from({ length: Math.floor(random() * 4) }, (_, i): AnswerBlock => {
        if (random() < 0.5) return { type: "text", text: pick(random, ["", "Sunny.", '\n\n"}}', "🌦️"]) };
        const tool = random() < 0.9 ? tools[Math.floor(random() * tools.length)]?.name : undefined;
        const input = pick<JsonInput>(random, [
          {},
          { city: "Oslo" },
          { city: "Oslo", days: "3" },
          { kind: "CALL" },
          { city: 7 },
        ]);
        return { type: "tool_use", id: random() < 0.9 ? `toolu_w${i}` : "", name: tool ?? "rm_rf", input };
      });
      const calls = content.some(({ type }) => type === "tool_use");
      const stop: StopReason =
        random() < 0.9
          ? calls
            ? "tool_use"
            : "end_turn"
          : pick<StopReason>(random, ["end_turn", "max_tokens", "tool_use", "refusal"]);
      const answer: MessagesResponse = {
        id: "msg_wild",
        type: "message",
        role: "assistant",
        model: name,
        content,
        stop_reason: stop,
        stop_sequence: null,
        usage: { input_tokens: 7, output_tokens: 3 },
      };
      for (const event of eventsOf(answer)) {
        const wrong = random() < 0.005;
        if (wrong && random() < 0.5) return;
        if (!wrong) yield event;
      }
    },
  };
}
