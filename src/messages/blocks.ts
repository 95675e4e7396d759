/** The content blocks that a request can contain: their fields, in the order in which they are checked. */
import {
  anything,
  array,
  boolean,
  literal,
  named,
  nullable,
  number,
  object,
  record,
  string,
  stringOr,
  tagged,
  type Shape,
} from "./shape.ts";

const text = string();
const count = number({ integer: true });

export const cacheControl = named("CacheControl", tagged({ ephemeral: { "ttl?": literal("5m", "1h") } }));
const cached = { "cache_control?": nullable(cacheControl) };
const citations = { "citations?": nullable(object({ "enabled?": boolean })) };

const citation = named(
  "Citation",
  tagged({
    char_location: {
      cited_text: text,
      document_index: count,
      "document_title?": nullable(text),
      start_char_index: count,
      end_char_index: count,
      "file_id?": nullable(text),
    },
    page_location: {
      cited_text: text,
      document_index: count,
      "document_title?": nullable(text),
      start_page_number: count,
      end_page_number: count,
      "file_id?": nullable(text),
    },
    content_block_location: {
      cited_text: text,
      document_index: count,
      "document_title?": nullable(text),
      start_block_index: count,
      end_block_index: count,
      "file_id?": nullable(text),
    },
    search_result_location: {
      cited_text: text,
      source: text,
      "title?": nullable(text),
      search_result_index: count,
      start_block_index: count,
      end_block_index: count,
    },
    web_search_result_location: {
      cited_text: text,
      encrypted_index: text,
      "title?": nullable(text),
      url: text,
    },
  }),
);

const textFields = { text, ...cached, "citations?": nullable(array(citation)) };
/** A text block where no other type is allowed: its path has no tag. */
export const textBlock = named("TextBlock", object({ type: literal("text"), ...textFields }));

export const toolUseId = string({ pattern: /^[a-zA-Z0-9_-]+$/ });
const file = { file_id: text };
const url = { url: text };

const image = {
  source: tagged({
    base64: { media_type: literal("image/jpeg", "image/png", "image/gif", "image/webp"), data: text },
    url,
    file,
  }),
  ...cached,
  "transformations?": nullable(object({ "oversized_image?": literal("downsize", "error") })),
};
const document = {
  source: tagged({
    base64: { media_type: literal("application/pdf"), data: text },
    text: { media_type: literal("text/plain"), data: text },
    content: { content: stringOr(array(tagged({ text: textFields, image }))) },
    url,
    file,
  }),
  ...cached,
  ...citations,
  "context?": nullable(text),
  "title?": nullable(text),
};
const searchResult = { source: text, title: text, content: array(textBlock), ...cached, ...citations };
const toolReference = { tool_name: text, ...cached };

const resultContent = named(
  "ToolResultContent",
  tagged({
    browser_state: record,
    document,
    image,
    search_result: searchResult,
    text: textFields,
    tool_reference: toolReference,
  }),
);

const caller = {
  "caller?": tagged({
    direct: {},
    code_execution_20250825: { tool_id: text },
    code_execution_20260120: { tool_id: text },
    code_execution_20260521: { tool_id: text },
  }),
};
/** The id of a call that the service makes itself. */
const serverToolUseId = string({ pattern: /^srvtoolu_[a-zA-Z0-9_]+$/ });
/** Results of tools that the service runs: passed through, not interpreted. */
const serverResult = { tool_use_id: serverToolUseId, content: anything, ...cached, ...caller };
const toolUse = {
  id: toolUseId,
  name: string({ min: 1, max: 200 }),
  input: record,
  ...cached,
  ...caller,
  "toolset_name?": nullable(text),
};
const toolResult = {
  tool_use_id: toolUseId,
  "content?": stringOr(array(resultContent)),
  "is_error?": boolean,
  ...cached,
  "toolset_name?": nullable(text),
};
const systemTool = { tool: anything, ...cached };

/** By tag, in the order in which error messages list the expected tags. */
export const contentBlock: Shape = named(
  "ContentBlock",
  tagged({
    advisor_tool_result: serverResult,
    bash_code_execution_tool_result: serverResult,
    code_execution_tool_result: serverResult,
    compaction: { content: nullable(text), "encrypted_content?": nullable(text), ...cached },
    container_upload: { file_id: text, ...cached },
    document,
    fallback: record,
    image,
    mcp_tool_listing: { mcp_server_name: text, tools: array(record) },
    mcp_tool_result: {
      tool_use_id: toolUseId,
      "content?": stringOr(array(textBlock)),
      "is_error?": boolean,
      ...cached,
    },
    mcp_tool_use: { id: toolUseId, name: text, input: record, server_name: text, ...cached },
    redacted_thinking: { data: text },
    search_result: searchResult,
    server_tool_use: { id: serverToolUseId, name: text, input: record, ...cached, ...caller },
    text: textFields,
    text_editor_code_execution_tool_result: serverResult,
    thinking: { thinking: text, signature: text },
    tool_addition: systemTool,
    tool_reference: toolReference,
    tool_removal: systemTool,
    tool_result: toolResult,
    tool_search_tool_result: serverResult,
    tool_use: toolUse,
    web_fetch_tool_result: serverResult,
    web_search_tool_result: serverResult,
  }),
);
