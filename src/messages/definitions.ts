/** The kinds of tools that a request can define: the caller's own (`custom`), and those that the service runs. */
import { cacheControl } from "./blocks.ts";
import {
  array,
  boolean,
  fault,
  literal,
  named,
  nullable,
  number,
  object,
  record,
  string,
  tagged,
  under,
  type Shape,
} from "./shape.ts";

const text = string();
const strings = nullable(array(text));
const whole = nullable(number({ integer: true }));
const common = {
  "cache_control?": nullable(cacheControl),
  "defer_loading?": boolean,
  "strict?": boolean,
  "allowed_callers?": array(text),
};
const examples = { "input_examples?": array(record) };

/** The top level of a tool's schema; `crossChecks` checks the schema itself. */
const inputSchema: Shape = {
  schema: { type: "object", properties: { type: { type: "string", enum: ["object"] } }, required: ["type"] },
  check(value) {
    const wrong = record.check(value);
    if (wrong) return wrong;
    const type = (value as Readonly<Record<string, unknown>>)["type"]; // `record` has just checked it
    if (type === undefined) return fault("type", "Field required");
    const found = isObjectType.check(type);
    return found && under("type", found);
  },
};
const isObjectType = literal("object");

const domains = { "allowed_domains?": strings, "blocked_domains?": strings, "max_uses?": whole };
const location = nullable(
  object({
    type: literal("approximate"),
    "city?": nullable(text),
    "country?": nullable(text),
    "region?": nullable(text),
    "timezone?": nullable(text),
  }),
);
const inclusion = { "response_inclusion?": literal("full", "excluded") };
const search = { name: literal("web_search"), ...common, ...domains, "user_location?": location };
const fetching = {
  name: literal("web_fetch"),
  ...common,
  ...domains,
  "citations?": nullable(object({ "enabled?": boolean })),
  "max_content_tokens?": whole,
  "url_sources?": nullable(record),
};
const cachedFetching = { ...fetching, "use_cache?": boolean };
const code = { name: literal("code_execution"), ...common };
const bash = { name: literal("bash"), ...common, ...examples };
const editor = { name: literal("str_replace_editor"), ...common, ...examples };
const basedEditor = { name: literal("str_replace_based_edit_tool"), ...common, ...examples };
const computer = {
  name: literal("computer"),
  display_width_px: number({ integer: true, min: 1 }),
  display_height_px: number({ integer: true, min: 1 }),
  "display_number?": whole,
  "enable_zoom?": boolean,
  ...common,
  ...examples,
};
const bm25 = { name: literal("tool_search_tool_bm25"), ...common };
const regex = { name: literal("tool_search_tool_regex"), ...common };
const toolset = { "cache_control?": nullable(cacheControl), "configs?": nullable(record) };

/** In the order in which error messages list the expected tags. */
export const toolDefinition = named(
  "Tool",
  tagged(
    {
      advisor_20260301: {
        name: literal("advisor"),
        model: text,
        ...common,
        "caching?": nullable(cacheControl),
        "max_tokens?": whole,
        "max_uses?": whole,
      },
      bash_20241022: bash,
      bash_20250124: bash,
      browser_toolset_20260801: toolset,
      code_execution_20250522: code,
      code_execution_20250825: code,
      code_execution_20260120: code,
      code_execution_20260521: code,
      computer_20241022: computer,
      computer_20250124: computer,
      computer_20251124: computer,
      computer_toolset_20260801: toolset,
      custom: {
        name: string({ min: 1, pattern: /^[a-zA-Z0-9_-]{1,128}$/ }),
        "description?": text,
        input_schema: inputSchema,
        ...common,
        ...examples,
        "eager_input_streaming?": nullable(boolean),
      },
      mcp_toolset: record,
      memory_20250818: { name: literal("memory"), ...common, ...examples },
      text_editor_20241022: editor,
      text_editor_20250124: editor,
      text_editor_20250429: basedEditor,
      text_editor_20250728: { ...basedEditor, "max_characters?": whole },
      tool_search_tool_bm25: bm25,
      tool_search_tool_bm25_20251119: bm25,
      tool_search_tool_regex: regex,
      tool_search_tool_regex_20251119: regex,
      web_fetch_20250910: fetching,
      web_fetch_20260209: fetching,
      web_fetch_20260309: cachedFetching,
      web_fetch_20260318: { ...cachedFetching, ...inclusion },
      web_search_20250305: search,
      web_search_20260209: search,
      web_search_20260318: { ...search, ...inclusion },
    },
    { otherwise: "custom" },
  ),
);
