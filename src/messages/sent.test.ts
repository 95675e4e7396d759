import type { Beta } from "@anthropic-ai/sdk/resources/beta/beta";
import { describe, expect, it } from "vitest";
import { checkRules, collect, legal, parseRequest, type StreamEvent } from "./index.ts";

type Block = Beta.BetaContentBlockParam;
type Tool = Beta.BetaToolUnion;
const served = "srvtoolu_1";
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const calling = (name: Beta.BetaServerToolUseBlockParam["name"]): Block => ({
  type: "server_tool_use",
  id: served,
  name,
  input: {},
});
const reference = { type: "tool_reference", tool_name: "f" } as const;
const failed = { error_code: "unavailable" } as const;

/** Each kind of block that the newest SDK can send (the types enforce that all are listed), with a role that may send it. */
const blocks: Readonly<Record<Block["type"], readonly ["user" | "assistant", ...Block[]]>> = {
  text: [
    "user",
    { type: "text", text: "hi", cache_control: { type: "ephemeral", ttl: "1h" }, citations: [] },
  ],
  image: ["user", { type: "image", source: { type: "base64", media_type: "image/png", data: png } }],
  document: [
    "user",
    {
      type: "document",
      source: { type: "content", content: [{ type: "text", text: "a" }] },
      citations: { enabled: true },
    },
    { type: "document", source: { type: "file", file_id: "file_1" }, title: "A", context: null },
  ],
  search_result: [
    "user",
    { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "a" }] },
  ],
  thinking: ["assistant", { type: "thinking", thinking: "hm", signature: "s" }, { type: "text", text: "a" }],
  redacted_thinking: ["assistant", { type: "redacted_thinking", data: "x" }, { type: "text", text: "a" }],
  tool_use: [
    "assistant",
    { type: "tool_use", id: "toolu_1", name: "f", input: {}, caller: { type: "direct" } },
  ],
  tool_result: [
    "user",
    {
      type: "tool_result",
      tool_use_id: "toolu_1",
      is_error: false,
      content: [
        { type: "text", text: "a" },
        { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
        { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "a" }] },
        { type: "document", source: { type: "text", media_type: "text/plain", data: "a" } },
        reference,
      ],
    },
  ],
  server_tool_use: ["assistant", calling("web_search"), { type: "text", text: "a" }],
  web_search_tool_result: [
    "assistant",
    calling("web_search"),
    { type: "web_search_tool_result", tool_use_id: served, content: [] },
  ],
  web_fetch_tool_result: [
    "assistant",
    calling("web_fetch"),
    {
      type: "web_fetch_tool_result",
      tool_use_id: served,
      content: { type: "web_fetch_tool_result_error", ...failed },
    },
  ],
  advisor_tool_result: [
    "assistant",
    calling("advisor"),
    {
      type: "advisor_tool_result",
      tool_use_id: served,
      content: { type: "advisor_tool_result_error", ...failed },
    },
  ],
  code_execution_tool_result: [
    "assistant",
    calling("code_execution"),
    {
      type: "code_execution_tool_result",
      tool_use_id: served,
      content: { type: "code_execution_tool_result_error", ...failed },
    },
  ],
  bash_code_execution_tool_result: [
    "assistant",
    calling("bash_code_execution"),
    {
      type: "bash_code_execution_tool_result",
      tool_use_id: served,
      content: { type: "bash_code_execution_tool_result_error", ...failed },
    },
  ],
  text_editor_code_execution_tool_result: [
    "assistant",
    calling("text_editor_code_execution"),
    {
      type: "text_editor_code_execution_tool_result",
      tool_use_id: served,
      content: { type: "text_editor_code_execution_tool_result_error", ...failed },
    },
  ],
  tool_search_tool_result: [
    "assistant",
    calling("tool_search_tool_bm25"),
    {
      type: "tool_search_tool_result",
      tool_use_id: served,
      content: { type: "tool_search_tool_search_result", tool_references: [reference] },
    },
  ],
  mcp_tool_use: [
    "assistant",
    { type: "mcp_tool_use", id: "mcptoolu_1", name: "f", server_name: "s", input: {} },
  ],
  mcp_tool_result: [
    "assistant",
    { type: "mcp_tool_use", id: "mcptoolu_1", name: "f", server_name: "s", input: {} },
    { type: "mcp_tool_result", tool_use_id: "mcptoolu_1", content: "a", is_error: false },
  ],
  mcp_tool_listing: ["assistant", { type: "mcp_tool_listing", mcp_server_name: "s", tools: [] }],
  container_upload: ["user", { type: "container_upload", file_id: "file_1" }],
  compaction: ["assistant", { type: "compaction", content: "what was said", encrypted_content: null }],
  tool_addition: ["user", { type: "tool_addition", tool: { type: "tool_reference", name: "f" } }],
  tool_removal: ["user", { type: "tool_removal", tool: { type: "tool_reference", name: "f" } }],
  fallback: ["assistant", { type: "fallback", from: { model: "a" }, to: { model: "b" } }],
};

const f: Tool = { name: "f", description: "F.", input_schema: { type: "object" } };
const size = { name: "computer", display_width_px: 10, display_height_px: 10 } as const;
const named = <Type extends string, Name extends string>(type: Type, name: Name) => ({ type, name }) as const;
const tools: Readonly<Record<NonNullable<Tool["type"]>, Tool>> = {
  custom: { ...f, type: "custom", strict: true, eager_input_streaming: true, input_examples: [{}] },
  bash_20241022: named("bash_20241022", "bash"),
  bash_20250124: named("bash_20250124", "bash"),
  code_execution_20250522: named("code_execution_20250522", "code_execution"),
  code_execution_20250825: named("code_execution_20250825", "code_execution"),
  code_execution_20260120: named("code_execution_20260120", "code_execution"),
  code_execution_20260521: named("code_execution_20260521", "code_execution"),
  browser_toolset_20260801: { type: "browser_toolset_20260801" },
  computer_toolset_20260801: { type: "computer_toolset_20260801" },
  computer_20241022: { type: "computer_20241022", ...size },
  computer_20250124: { type: "computer_20250124", ...size },
  computer_20251124: { type: "computer_20251124", ...size, enable_zoom: true },
  memory_20250818: named("memory_20250818", "memory"),
  text_editor_20241022: named("text_editor_20241022", "str_replace_editor"),
  text_editor_20250124: named("text_editor_20250124", "str_replace_editor"),
  text_editor_20250429: named("text_editor_20250429", "str_replace_based_edit_tool"),
  text_editor_20250728: named("text_editor_20250728", "str_replace_based_edit_tool"),
  web_search_20250305: named("web_search_20250305", "web_search"),
  web_search_20260209: named("web_search_20260209", "web_search"),
  web_search_20260318: named("web_search_20260318", "web_search"),
  web_fetch_20250910: named("web_fetch_20250910", "web_fetch"),
  web_fetch_20260209: named("web_fetch_20260209", "web_fetch"),
  web_fetch_20260309: named("web_fetch_20260309", "web_fetch"),
  web_fetch_20260318: named("web_fetch_20260318", "web_fetch"),
  advisor_20260301: { ...named("advisor_20260301", "advisor"), model: "m", max_tokens: 2048 },
  tool_search_tool_bm25: named("tool_search_tool_bm25", "tool_search_tool_bm25"),
  tool_search_tool_bm25_20251119: named("tool_search_tool_bm25_20251119", "tool_search_tool_bm25"),
  tool_search_tool_regex: named("tool_search_tool_regex", "tool_search_tool_regex"),
  tool_search_tool_regex_20251119: named("tool_search_tool_regex_20251119", "tool_search_tool_regex"),
  mcp_toolset: { type: "mcp_toolset", mcp_server_name: "s" },
};

const user = { role: "user", content: "hello" };
/** A valid conversation with these blocks: calls are answered, results have their calls. */
function around([role, ...content]: readonly ["user" | "assistant", ...Block[]]): readonly object[] {
  const call = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
  const answer = { type: "tool_result", tool_use_id: "toolu_1" };
  const is = (type: string): boolean => content.some((block) => block.type === type);
  if (role === "assistant")
    return [user, { role, content }, is("tool_use") ? { role: "user", content: [answer] } : user];
  return is("tool_result")
    ? [user, { role: "assistant", content: [call] }, { role, content }]
    : [{ role, content }];
}

describe.each(["spec", "live"] as const)("in profile %s is taken what SDKs send:", (profile) => {
  const expectAccepted = (more: object): void => {
    const request = parseRequest(
      { model: "m", max_tokens: 9, messages: [user], tools: [f], ...more },
      profile,
    );
    checkRules(request.messages, profile);
  };
  it.each(Object.entries(blocks))("%s", (_type, block) => expectAccepted({ messages: around(block) }));
  it.each(Object.entries(tools))("tool %s", (type, tool) =>
    expectAccepted({ tools: type === "custom" ? [tool] : [f, tool] }),
  );
});

it("an answer that compacts the conversation passes, and is put together", async () => {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage } as const;
  const events: readonly StreamEvent[] = [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: "content_block_start", index: 0, content_block: { type: "compaction", content: null } },
    { type: "content_block_delta", index: 0, delta: { type: "compaction_delta", content: "so far" } },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "compaction", stop_sequence: null },
      usage: { output_tokens: 2 },
    },
    { type: "message_stop" },
  ];
  const request = { model: "m", max_tokens: 9, messages: [] };
  expect(await collect(legal(request, ReadableStream.from(events)))).toMatchObject({
    content: [{ type: "compaction", content: "so far" }],
    stop_reason: "compaction",
  });
});
