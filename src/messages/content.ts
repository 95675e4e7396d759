/** What blocks of the conversation owe to each other and to the tools. */
import { fault, type Fault } from "./shape.ts";
import type { ContentBlock, MessagesRequest, Profile } from "./types.ts";

/** What a request's fields owe each other. */
export type Check = (request: MessagesRequest, profile: Profile) => Fault | undefined;

function firstBlock(
  { messages }: MessagesRequest,
  wrong: (block: ContentBlock, place: string) => Fault | undefined,
): Fault | undefined {
  for (const [i, { content }] of messages.entries()) {
    if (typeof content === "string") continue;
    for (const [j, block] of content.entries()) {
      const found = wrong(block, `messages.${i}.content.${j}.${block.type}`);
      if (found) return found;
    }
  }
  return undefined;
}

/** Bytes of a picture, before it is base64. */
const maxImage = 5 << 20;
const images: Check = (request) =>
  firstBlock(request, (block, at) => {
    if (block.type !== "image" || block.source.type !== "base64") return undefined;
    const place = `${at}.source.base64`;
    const { data } = block.source;
    if (data === "") return fault(place, "image cannot be empty");
    const size = Math.floor((data.length * 3) / 4);
    return size > maxImage
      ? fault(place, `image exceeds 5 MB maximum: ${size} bytes > ${maxImage} bytes`)
      : undefined;
  });

/** Thinking may be sent back without its text, as some services give it, but then with its signature. */
const emptyThinking: Check = (request) =>
  firstBlock(request, (block, at) =>
    block.type === "thinking" && block.thinking === "" && block.signature === ""
      ? fault(at, "each thinking block must contain thinking")
      : undefined,
  );

const failures: Check = (request) =>
  firstBlock(request, (block, at) =>
    block.type === "tool_result" &&
    block.is_error === true &&
    Array.isArray(block.content) &&
    block.content.some(({ type }) => type !== "text")
      ? fault(at, 'all content must be type "text" if "is_error" is true')
      : undefined,
  );

const references: Check = (request) => {
  const names = new Set(request.tools?.map(({ name }) => name));
  return firstBlock(request, (block) => {
    if (block.type !== "tool_result" || !Array.isArray(block.content)) return undefined;
    for (const one of block.content)
      if (one.type === "tool_reference" && !names.has(one.tool_name))
        return fault("", `Tool reference '${one.tool_name}' not found in available tools`);
    return undefined;
  });
};

export const contentChecks: readonly Check[] = [images, emptyThinking, failures, references];
