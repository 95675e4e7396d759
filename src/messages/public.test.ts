import { describe, expect, it } from "vitest";
import { ApiError, checkRules, parseRequest } from "./index.ts";

const user = (content: unknown): object => ({ role: "user", content });
const assistant = (...content: readonly object[]): object => ({ role: "assistant", content });
const text = (text: string, more = {}): object => ({ type: "text", text: text, ...more });
const use = (more = {}): object => ({ type: "tool_use", id: "toolu_1", name: "f", input: {}, ...more });
const result = (more = {}): object => ({
  type: "tool_result",
  tool_use_id: "toolu_1",
  content: "ok",
  ...more,
});
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = (data: string, media_type = "image/png"): object => ({
  type: "image",
  source: { type: "base64", media_type, data },
});
const tool = { name: "f", description: "F.", input_schema: { type: "object" } };
const tools = [tool];
const cached = { cache_control: { type: "ephemeral" } };
const hour = { cache_control: { type: "ephemeral", ttl: "1h" } };
const thinking = { thinking: { type: "enabled", budget_tokens: 2048 }, max_tokens: 4096 };
const turn = (...blocks: readonly object[]): object => ({
  messages: [user("hi"), assistant(...blocks), user("go")],
});
const answered = (...blocks: readonly object[]): object => ({
  tools,
  messages: [user("hi"), assistant(use()), user(blocks)],
});
/** An image whose header claims this width. */
function wide(pixels: number): string {
  const bytes = Buffer.from(png, "base64");
  bytes.writeUInt32BE(pixels, 16);
  return bytes.toString("base64");
}

function refusal(more: object): string | undefined {
  try {
    const request = parseRequest({ model: "m", max_tokens: 16, messages: [user("hi")], ...more }, "spec");
    checkRules(request.messages, "spec");
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** What people report that the live API said to them, word for word, and requests of ours that it is said to. */
const reported: Readonly<Record<string, object>> = {
  "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'": turn({
    type: "server_tool_use",
    id: "toolu_1",
    name: "web_search",
    input: {},
  }),
  "messages.1.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'": turn(
    text("a"),
    use({ id: "functions.f:0" }),
  ),
  "messages.1.content.0.tool_use.name: String should have at most 200 characters": turn(
    use({ name: "f".repeat(201) }),
  ),
  "messages.1.content.0.tool_use.input: Input should be an object": turn(use({ input: "{}" })),
  "messages.1.content.0.thinking.signature: Field required": turn({ type: "thinking", thinking: "hm" }),
  "messages.1: The final block in an assistant message cannot be `thinking`.": {
    messages: [user("hi"), assistant(text("a"), { type: "thinking", thinking: "hm", signature: "s" })],
  },
  "messages.1.content.0: unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_1. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it.":
    turn({ type: "advisor_tool_result", tool_use_id: "srvtoolu_1", content: {} }),
  "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.":
    { messages: [user("hi"), assistant(text("a")), user([result()])] },
  "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.":
    { tools, ...turn(use()) },
  "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_1":
    answered(result(), result()),
  "messages.1.content.1: `tool_use` ids must be unique": { tools, ...turn(use(), use()) },
  "messages: text content blocks must be non-empty": { messages: [user([text("")])] },
  "messages: text content blocks must contain non-whitespace text": { messages: [user(" \n")] },
  "messages: final assistant content cannot end with trailing whitespace": {
    messages: [user("hi"), assistant(text("a "))],
  },
  "messages.0.content.1.text: cache_control cannot be set for empty text blocks": {
    messages: [user([text("a"), text("", cached)])],
  },
  "system: text content blocks must be non-empty": { system: [text("")] },
  "messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted": {
    messages: [user([text("a", { cache_control: { type: "ephemeral", scope: "global" } })])],
  },
  "system.0.cache_control.ephemeral.scope: Extra inputs are not permitted": {
    system: [text("a", { cache_control: { type: "ephemeral", scope: "global" } })],
  },
  "tools.0.custom.cache_control.ephemeral.scope: Extra inputs are not permitted": {
    tools: [{ ...tool, cache_control: { type: "ephemeral", scope: "global" } }],
  },
  "A maximum of 4 blocks with cache_control may be provided. Found 5.": {
    messages: [user(Array.from({ length: 5 }, () => text("a", cached)))],
  },
  "messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.":
    { system: [text("a", cached)], messages: [user([text("b", hour)])] },
  "messages.0.content.0.image.source.base64: The image was specified using the image/jpeg media type, but the image appears to be a image/png image":
    { messages: [user([image(png, "image/jpeg")])] },
  "messages.2.content.0.tool_result.content.1.image.source.base64: The image was specified using the image/jpeg media type, but the image appears to be a image/png image":
    answered(result({ content: [text("a"), image(png, "image/jpeg")] })),
  "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'":
    { messages: [user([image(png, "image/svg+xml")])] },
  "messages.0.content.0.image.source.base64: invalid base64 data": {
    messages: [user([image(`data:image/png;base64,${png}`)])],
  },
  "messages.0.content.0.image.source.base64: image exceeds 5 MB maximum: 5242884 bytes > 5242880 bytes": {
    messages: [user([image("AAAA".repeat((5 << 18) + 1))])],
  },
  "messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels":
    { messages: [user([image(wide(8001))])] },
  "messages.0.content.20.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels":
    { messages: [user([...Array.from({ length: 20 }, () => image(png)), image(wide(2001))])] },
  "tools: Tool names must be unique.": { tools: [tool, tool] },
  "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'": {
    tools: [{ ...tool, name: "a.b" }],
  },
  "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level": {
    tools: [{ ...tool, input_schema: { type: "object", anyOf: [{ required: ["a"] }] } }],
  },
  "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.":
    { tools: [{ ...tool, input_schema: { type: "object", properties: { a: { type: "text" } } } }] },
  "At least one tool must have defer_loading=false. All tools cannot be deferred.": {
    tools: [{ ...tool, defer_loading: true }],
  },
  "Tool 'g' not found in provided tools": { tools, tool_choice: { type: "tool", name: "g" } },
  "Thinking may not be enabled when tool_choice forces tool use.": {
    ...thinking,
    tools,
    tool_choice: { type: "any" },
  },
  "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024": {
    thinking: { type: "enabled", budget_tokens: 512 },
  },
  "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size":
    { ...thinking, max_tokens: 2048 },
  "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking":
    { ...thinking, temperature: 0 },
  "max_tokens: Field required": { max_tokens: undefined },
  'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.':
    { messages: [{ role: "system", content: "a" }, user("hi")] },
  "messages: at least one message is required": { messages: [] },
  "stop_sequences: each stop sequence must contain non-whitespace": { stop_sequences: ["\n"] },
  "context_management: Extra inputs are not permitted": { context_management: { edits: [] } },
  "messages.1.reasoning_content: Extra inputs are not permitted": {
    messages: [user("hi"), { role: "assistant", content: "a", reasoning_content: "b" }, user("go")],
  },
};

describe("is refused as people report it:", () => {
  it.each(Object.entries(reported))("%s", (message, request) => expect(refusal(request)).toBe(message));
});

it("an address as user is refused as people report it, as far as they do", () => {
  expect(refusal({ metadata: { user_id: "ann@example.org" } })).toMatch(
    /^metadata\.user_id: user_id appears to contain an email address\. Please send a uuid or hash value in/,
  );
});

it.each([
  [
    "another vendor's form of a tool",
    { tools: [{ type: "function", function: { name: "f" } }] },
    "tools.0: Input tag 'function' found using 'type' does not match any of the expected tags: ",
  ],
  [
    "another vendor's form of a picture",
    { messages: [user([{ type: "image_url", image_url: { url: "https://example.org/a.png" } }])] },
    "messages.0.content.0: Input tag 'image_url' found using 'type' does not match any of the expected tags: ",
  ],
])("%s is told the tags that may stand", (_what, request, message) => {
  expect(refusal(request)?.slice(0, message.length)).toBe(message);
});
