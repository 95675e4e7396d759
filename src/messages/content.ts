/** Rules between the blocks of a conversation, and between blocks and tools. */
import { fault, type Fault } from "./shape.ts";
import type { ContentBlock, MessagesRequest, Profile } from "./types.ts";

/** A check of rules between the fields of a request. */
export type Check = (request: MessagesRequest, profile: Profile) => Fault | undefined;

export function firstBlock(
  { messages }: MessagesRequest,
  wrong: (block: ContentBlock) => Fault | undefined,
): Fault | undefined {
  for (let i = 0; i < messages.length; i++) {
    const content = messages[i]?.content;
    if (content === undefined || typeof content === "string") continue;
    for (let j = 0; j < content.length; j++) {
      const block = content[j];
      const found = block && wrong(block);
      if (found) return { ...found, path: `messages.${i}.content.${j}.${block.type}${found.path}` };
    }
  }
  return undefined;
}

/** Thinking may come back without its text, as some services send it, but only with its signature. */
const emptyThinking: Check = (request) =>
  firstBlock(request, (block) =>
    block.type === "thinking" && block.thinking === "" && block.signature === ""
      ? fault("", "each thinking block must contain thinking")
      : undefined,
  );

const failures: Check = (request) =>
  firstBlock(request, (block) =>
    block.type === "tool_result" &&
    block.is_error === true &&
    Array.isArray(block.content) &&
    block.content.some(({ type }) => type !== "text")
      ? fault("", 'all content must be type "text" if "is_error" is true')
      : undefined,
  );

const references: Check = ({ messages, tools = [] }) => {
  for (const { content } of messages) {
    if (typeof content === "string") continue;
    for (const block of content) {
      if (block.type !== "tool_result" || !Array.isArray(block.content)) continue;
      for (const item of block.content)
        if (item.type === "tool_reference" && !tools.some(({ name }) => name === item.tool_name))
          return fault("", `Tool reference '${item.tool_name}' not found in available tools`);
    }
  }
  return undefined;
};

export const contentChecks: readonly Check[] = [emptyThinking, failures, references];
