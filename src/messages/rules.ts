/**
 * The rules on the structure of a conversation. Each scans the messages once; the table is in the order in which errors
 * are reported.
 */
import { pairing } from "./pairing.ts";
import { serverResults } from "./served.ts";
import { fault, refused, type Fault } from "./shape.ts";
import { systemRules } from "./system.ts";
import type { ContentBlock, Message, Profile } from "./types.ts";

type Rule = (messages: readonly Message[], profile: Profile) => Fault | undefined;

/** Checks rules 1–5 and related ones. Throws ApiError (invalid_request_error) that names the message and the block. */
export function checkRules(messages: readonly Message[], profile: Profile): void {
  for (const rule of rules) {
    const wrong = rule(messages, profile);
    if (wrong) throw refused(wrong);
  }
}

export const blocksOf = (message: Message): readonly ContentBlock[] =>
  typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;

const isEmpty = ({ content }: Message): boolean => content.length === 0;
function eachMessage(
  messages: readonly Message[],
  wrong: (message: Message, index: number) => Fault | undefined,
): Fault | undefined {
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i];
    const found = message && wrong(message, i);
    if (found) return found;
  }
  return undefined;
}

const some: Rule = (messages) =>
  messages.length ? undefined : fault("messages", "at least one message is required");

const roles: Rule = (messages, profile) =>
  eachMessage(messages, ({ role }) => {
    if (role === "user" || role === "assistant" || (role === "system" && profile === "live"))
      return undefined;
    const instead =
      role === "system"
        ? 'The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
        : 'Allowed roles are "user" or "assistant"';
    return fault("messages", `Unexpected role "${String(role).slice(0, 128)}". ${instead}`);
  });

const notEmpty: Rule = (messages, profile) => {
  let waiting: number | undefined; // live: an empty user message, to be merged with the next one
  const wrong = (i: number): Fault => fault(`messages.${i}`, "user messages must have non-empty content");
  for (const [i, message] of messages.entries()) {
    if (message.role === "system") continue;
    if (message.role === "assistant" && waiting !== undefined) return wrong(waiting);
    if (!isEmpty(message)) {
      waiting = undefined;
      continue;
    }
    if (message.role === "user") {
      if (profile === "spec") return wrong(i);
      waiting ??= i;
    } else if (i < messages.length - 1)
      return fault(
        `messages.${i}`,
        "all messages must have non-empty content except for the optional final assistant message",
      );
  }
  return waiting === undefined ? undefined : wrong(waiting);
};

const texts: Rule = (messages) => {
  for (const { content } of messages) {
    if (typeof content === "string") {
      if (content !== "" && content.trim() === "")
        return fault("messages", "text content blocks must contain non-whitespace text");
      continue;
    }
    for (const block of content) {
      if (block.type !== "text") continue;
      if (block.text === "") return fault("messages", "text content blocks must be non-empty");
      if (block.text.trim() === "")
        return fault("messages", "text content blocks must contain non-whitespace text");
    }
  }
  return undefined;
};

const assistantOnly: ReadonlySet<string> = new Set([
  "tool_use",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
  "mcp_tool_use",
  "mcp_tool_result",
  "mcp_tool_listing",
  "advisor_tool_result",
  "bash_code_execution_tool_result",
  "code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "web_fetch_tool_result",
  "web_search_tool_result",
]);
const userOnly: ReadonlySet<string> = new Set(["tool_result", "image", "document", "search_result"]);
const placement: Rule = (messages) =>
  eachMessage(messages, ({ role, content }, i) => {
    if (typeof content === "string") return undefined;
    const forbidden = role === "user" ? assistantOnly : userOnly;
    for (const { type } of content) {
      if (!forbidden.has(type)) continue;
      if (type === "thinking" || type === "redacted_thinking")
        return fault(`messages.${i}.content`, `${type} blocks may only be in \`assistant\` messages`);
      return fault(
        `messages.${i}`,
        `\`${type}\` blocks can only be in \`${role === "user" ? "assistant" : "user"}\` messages`,
      );
    }
    return undefined;
  });

const firstIsUser: Rule = (messages) =>
  messages[0]?.role === "assistant" ? fault("messages", 'first message must use the "user" role') : undefined;

const alternation: Rule = (messages, profile) =>
  profile === "live"
    ? undefined
    : eachMessage(messages, ({ role }, i) =>
        i > 0 && messages[i - 1]?.role === role
          ? fault(
              "messages",
              `roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`,
            )
          : undefined,
      );

const uniqueIds: Rule = (messages) => {
  const ids = new Set<string>();
  return eachMessage(messages, ({ content }, i) => {
    if (typeof content === "string") return undefined;
    for (let j = 0; j < content.length; j++) {
      const block = content[j];
      if (block?.type !== "tool_use") continue;
      if (ids.has(block.id)) return fault(`messages.${i}.content.${j}`, "`tool_use` ids must be unique");
      ids.add(block.id);
    }
    return undefined;
  });
};

const endsInThought: Rule = (messages) =>
  eachMessage(messages, ({ role, content }, i) => {
    const last = typeof content === "string" ? undefined : content.at(-1);
    return role === "assistant" && (last?.type === "thinking" || last?.type === "redacted_thinking")
      ? fault(`messages.${i}`, `The final block in an assistant message cannot be \`${last.type}\`.`)
      : undefined;
  });

const prefill: Rule = (messages) => {
  const last = messages.at(-1);
  const block = last?.role === "assistant" ? blocksOf(last).at(-1) : undefined;
  return block?.type === "text" && block.text !== block.text.trimEnd()
    ? fault("messages", "final assistant content cannot end with trailing whitespace")
    : undefined;
};

const rules: readonly Rule[] = [
  some,
  roles,
  ...systemRules,
  notEmpty,
  texts,
  placement,
  firstIsUser,
  alternation,
  uniqueIds,
  pairing,
  serverResults,
  endsInThought,
  prefill,
];
