import { describe, expect, it } from "vitest";
import { ApiError, parseRequest } from "./index.ts";

const user = { role: "user", content: "hello" };
const asking = { model: "m", max_tokens: 16, messages: [user] };
const tool = { name: "now", description: "The time.", input_schema: { type: "object", properties: {} } };
const schema = (properties: object) => ({
  tools: [{ ...tool, input_schema: { type: "object", properties } }],
});
const requestWith = (block: object, more = {}) => ({
  messages: [user, { role: "assistant", content: [block] }, user],
  ...more,
});
const answered = (result: object, more = {}) => {
  const call = { type: "tool_use", id: "toolu_1", name: "now", input: {} };
  const block = { type: "tool_result", tool_use_id: "toolu_1", ...result };
  return {
    messages: [user, { role: "assistant", content: [call] }, { role: "user", content: [block] }],
    ...more,
  };
};
const picture = { type: "image", source: { type: "url", url: "https://example.org/a.png" } };

function refusal(more: object): string | undefined {
  try {
    parseRequest({ ...asking, ...more }, "spec");
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

describe("fields and blocks together", () => {
  it.each([
    [
      "a space in a property's name",
      schema({ "a b": {} }),
      "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    ],
    [
      "a property's name that is too long",
      schema({ ["a".repeat(65)]: {} }),
      "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    ],
    ["two tools of one name", { tools: [tool, tool] }, "tools: Tool names must be unique."],
    [
      "a tool's name that is too long",
      { tools: [{ ...tool, name: "a".repeat(129) }] },
      "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ],
    ["a tool's name as long as it may be", { tools: [{ ...tool, name: "a".repeat(128) }] }, undefined],
    [
      "an address as user",
      { metadata: { user_id: "ann@example.org" } },
      "metadata.user_id: user_id appears to contain an email address. Please send a uuid or hash value instead.",
    ],
    [
      "nothing but deferred tools",
      { tools: [{ ...tool, defer_loading: true }] },
      "At least one tool must have defer_loading=false. All tools cannot be deferred.",
    ],
    [
      "a server's call with a client's id",
      requestWith({ type: "server_tool_use", id: "toolu_1", name: "web_search", input: {} }),
      "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    ],
    [
      "thinking without text and signature",
      requestWith({ type: "thinking", thinking: "", signature: "" }),
      "messages.1.content.0.thinking: each thinking block must contain thinking",
    ],
    [
      "a picture in a failure",
      answered({ content: [picture], is_error: true }),
      'messages.2.content.0.tool_result: all content must be type "text" if "is_error" is true',
    ],
    [
      "a reference to no tool",
      answered({ content: [{ type: "tool_reference", tool_name: "gone" }] }),
      "Tool reference 'gone' not found in available tools",
    ],
  ])("%s", (_name, more, message) => {
    expect(refusal(more)).toBe(message);
  });

  it.each([
    ["property names inside others", schema({ a: { type: "object", properties: { "a b": {} } } })],
    ["a name that is no address", { metadata: { user_id: "user@host" } }],
    ["some deferred tools", { tools: [tool, { ...tool, name: "later", defer_loading: true }] }],
    [
      "thinking of which only the signature was given",
      requestWith({ type: "thinking", thinking: "", signature: "s" }),
    ],
    ["a picture in a result", answered({ content: [picture] })],
    [
      "a reference to a tool",
      answered({ content: [{ type: "tool_reference", tool_name: "now" }] }, { tools: [tool] }),
    ],
  ])("take %s", (_name, more) => {
    expect(refusal(more)).toBeUndefined();
  });
});
