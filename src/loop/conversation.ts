import type {
  ContentBlock,
  Message,
  MessagesResponse,
  ToolResultBlock,
  ToolUseBlock,
  Usage,
} from "../messages/index.ts";
import type { Outcome, Stopped } from "./options.ts";

export type Conversation = ReturnType<typeof conversation>;

/** A conversation that grows by whole turns, so that it can be sent at any moment. */
export function conversation(start: readonly Message[]) {
  const messages = [...start];
  let usage: Usage = { input_tokens: 0, output_tokens: 0 };
  const append = (role: Message["role"], content: readonly ContentBlock[]): void => {
    if (content.length === 0) return;
    const last = messages.at(-1);
    // An answer after pause_turn or a prefilled answer continues the same turn: roles alternate.
    if (last?.role === role) messages[messages.length - 1] = { role, content: [...blocks(last), ...content] };
    else messages.push({ role, content });
  };
  return {
    get messages(): readonly Message[] {
      return [...messages];
    },
    get usage() {
      return usage;
    },
    answer(response: MessagesResponse) {
      append("assistant", response.content);
      usage = sum(usage, response.usage);
    },
    results: (content: readonly ToolResultBlock[]) => append("user", content),
    /** Adds a user message between answers. */
    say: (text: string) => append("user", [{ type: "text", text }]),
    /** Continues from other messages. */
    replace: (others: readonly Message[]) => void messages.splice(0, messages.length, ...others),
    /** Calls of the last answer that have no result yet. */
    open: () => unanswered(messages.at(-1)),
    /** The outcome when the conversation ends with calls that are still pending. */
    waiting: (pending: readonly ToolUseBlock[]): Outcome => ({
      stopped: "approval",
      messages: [...messages],
      usage,
      pending,
    }),
    outcome(stopped: Stopped): Outcome {
      append("user", unanswered(messages.at(-1)).map(notRun(stopped)));
      return { stopped, messages: [...messages], usage };
    },
  };
}

const blocks = (message: Message): readonly ContentBlock[] =>
  typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;

const unanswered = (last: Message | undefined): readonly ToolUseBlock[] =>
  last?.role === "assistant" ? blocks(last).filter((block) => block.type === "tool_use") : [];

const notRun =
  (stopped: Stopped) =>
  ({ id }: ToolUseBlock): ToolResultBlock => ({
    type: "tool_result",
    tool_use_id: id,
    content: `Not run: the conversation stopped here (${stopped}).`,
    is_error: true,
  });

/** Adds up the counts; other fields (such as the service tier) come from the last answer. */
function sum(before: Usage, now: Usage): Usage {
  const added: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(now)) {
    const old = added[key];
    added[key] = typeof value === "number" && typeof old === "number" ? old + value : (value as unknown);
  }
  return added as unknown as Usage; // the same keys as both operands
}

/** The total of input and output tokens, cached ones included. */
export const tokens = (usage: Usage): number => {
  const counts: Readonly<Record<string, unknown>> = { ...usage };
  return ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].reduce(
    (total, key) => total + (typeof counts[key] === "number" ? counts[key] : 0),
    0,
  );
};
