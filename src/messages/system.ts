/** Rules for system messages inside `messages`, in the `live` profile. */
import { fault, type Fault } from "./shape.ts";
import type { ContentBlock, Message } from "./types.ts";

const supported: ReadonlySet<ContentBlock["type"]> = new Set(["text", "tool_addition", "tool_removal"]);
const directive = "the directive-only form (content: [] with output_config) is accepted at any position";
const isDirective = (message: Message): boolean =>
  message.content.length === 0 && "output_config" in message && message.output_config !== undefined;

type SystemRule = (messages: readonly Message[], index: number) => string | undefined;

const notEmpty: SystemRule = (messages, i) =>
  messages[i]?.content.length === 0 ? "system content must contain at least one block" : undefined;

const blocks: SystemRule = (messages, i) => {
  const content = messages[i]?.content ?? "";
  return typeof content !== "string" && content.some(({ type }) => !supported.has(type))
    ? "role 'system' supports text, tool_addition, and tool_removal blocks only"
    : undefined;
};

const notFirst: SystemRule = (_messages, i) =>
  i === 0 ? `use the top-level 'system' parameter for the initial system prompt; ${directive}` : undefined;

const position: SystemRule = (messages, i) => {
  const next = messages[i + 1]?.role;
  return next === "user"
    ? `role 'system' must precede an 'assistant' message or end the array; ${directive}`
    : undefined;
};

const texts: SystemRule = (messages, i) => {
  const content = messages[i]?.content ?? "";
  const all =
    typeof content === "string" ? [content] : content.flatMap((b) => (b.type === "text" ? b.text : []));
  return all.some((text) => text.trim() === "")
    ? "system text blocks must contain non-whitespace text"
    : undefined;
};

const over =
  (rule: SystemRule) =>
  (messages: readonly Message[]): Fault | undefined => {
    for (const [i, message] of messages.entries()) {
      if (message.role !== "system" || isDirective(message)) continue;
      const wrong = rule(messages, i);
      if (wrong) return fault(`messages.${i}`, wrong);
    }
    return undefined;
  };

export const systemRules = [notEmpty, blocks, notFirst, position, texts].map(over);
