import type { Json } from "../lib/index.ts";
import type { ObjectSchema } from "../schema/index.ts";

/** `spec` is the strict contract; `live` merges neighbours of one role and accepts a system role inside messages. */
export type Profile = "spec" | "live";
/** Marks the end of a prompt prefix that a service may cache, for five minutes if `ttl` is missing. */
export interface CacheControl {
  readonly type: "ephemeral";
  readonly ttl?: "5m" | "1h";
}
interface Cached {
  readonly cache_control?: CacheControl | null;
}
/** The input of a call: a JSON object. */
export type JsonInput = { readonly [key: string]: Json };
/** What a citation refers to; its fields depend on its type. */
export interface Citation {
  readonly type:
    | "char_location"
    | "page_location"
    | "content_block_location"
    | "web_search_result_location"
    | "search_result_location";
  readonly [field: string]: Json;
}
/** Text; in an answer with its citations. */
export interface TextBlock extends Cached {
  readonly type: "text";
  readonly text: string;
  readonly citations?: readonly Citation[] | null;
}
/** An image: base64 data, a URL, or an uploaded file. */
export interface ImageBlock extends Cached {
  readonly type: "image";
  readonly source:
    | { readonly type: "base64"; readonly media_type: string; readonly data: string }
    | { readonly type: "url"; readonly url: string }
    | { readonly type: "file"; readonly file_id: string };
}
/** A document: PDF in base64, text, blocks, a URL, or an uploaded file. */
export interface DocumentBlock extends Cached {
  readonly type: "document";
  readonly source:
    | { readonly type: "base64" | "text"; readonly media_type: string; readonly data: string }
    | { readonly type: "content"; readonly content: string | readonly (TextBlock | ImageBlock)[] }
    | { readonly type: "url"; readonly url: string }
    | { readonly type: "file"; readonly file_id: string };
  readonly title?: string | null;
  readonly context?: string | null;
  readonly citations?: { readonly enabled?: boolean } | null;
}
/** A search result that answers can cite. */
export interface SearchResultBlock extends Cached {
  readonly type: "search_result";
  readonly source: string;
  readonly title: string;
  readonly content: readonly TextBlock[];
  readonly citations?: { readonly enabled?: boolean };
}
/** Refers to a tool whose definition was omitted from the prompt (`defer_loading`). */
export interface ToolReferenceBlock extends Cached {
  readonly type: "tool_reference";
  readonly tool_name: string;
}
/** A model's thinking. It must be sent back unchanged with its signature, which the service verifies. */
export interface ThinkingBlock {
  readonly type: "thinking";
  readonly thinking: string;
  readonly signature: string;
}
/** Thinking that only the service can read. */
export interface RedactedThinkingBlock {
  readonly type: "redacted_thinking";
  readonly data: string;
}
/** The caller of a tool: the model, or a code execution tool of the server. */
export interface Caller {
  readonly type: string;
  readonly tool_id?: string;
}
/** A tool call. Its result refers to it by `id`. */
export interface ToolUseBlock extends Cached {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonInput;
  readonly caller?: Caller;
  readonly toolset_name?: string | null;
}
/** The content of a call's result, besides plain text. */
export type ResultContent =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | SearchResultBlock
  | ToolReferenceBlock
  | { readonly type: "browser_state"; readonly [field: string]: Json };
/** The result of a call, in the user message directly after the answer with the call. */
export interface ToolResultBlock extends Cached {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | readonly ResultContent[];
  readonly is_error?: boolean;
  readonly toolset_name?: string | null;
}
/** A call of a tool that the service runs itself; these blocks are passed through and never executed. */
export interface ServerToolUseBlock extends Cached {
  readonly type: "server_tool_use" | "mcp_tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonInput;
  readonly caller?: Caller;
  readonly server_name?: string;
}
/** The result of a tool that the service ran itself. */
export interface ServerToolResultBlock extends Cached {
  readonly type:
    | "advisor_tool_result"
    | "web_search_tool_result"
    | "web_fetch_tool_result"
    | "code_execution_tool_result"
    | "bash_code_execution_tool_result"
    | "text_editor_code_execution_tool_result"
    | "tool_search_tool_result"
    | "mcp_tool_result";
  readonly tool_use_id: string;
  readonly content: Json;
}
/** Other blocks of a conversation: containers, compaction, system changes of tools. */
export interface OtherBlock extends Cached {
  readonly type:
    | "container_upload"
    | "compaction"
    | "fallback"
    | "mcp_tool_listing"
    | "tool_addition"
    | "tool_reference"
    | "tool_removal";
  readonly [field: string]: unknown;
}
/** A block of a message, discriminated by `type`. */
export type ContentBlock =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | SearchResultBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ServerToolUseBlock
  | ServerToolResultBlock
  | OtherBlock;
/** A block of a model's answer. */
export type AnswerBlock =
  | TextBlock
  | ToolUseBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ServerToolUseBlock
  | ServerToolResultBlock
  | OtherBlock;
/** A message; `system` exists only in requests of the `live` profile. */
export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly ContentBlock[];
}
/** A tool of the caller, or one that the service runs (`type` other than `custom`). */
export interface ToolDefinition extends Cached {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ObjectSchema;
  readonly type?: "custom" | null;
  readonly strict?: boolean;
  readonly input_examples?: readonly JsonInput[];
  readonly defer_loading?: boolean;
  readonly eager_input_streaming?: boolean | null;
  readonly allowed_callers?: readonly string[];
}
/** Which tools a model may call: any or none (`auto`), at least one (`any`), this one (`tool`), none. */
export type ToolChoice =
  | { readonly type: "auto" | "any"; readonly disable_parallel_tool_use?: boolean }
  | { readonly type: "none" }
  | { readonly type: "tool"; readonly name: string; readonly disable_parallel_tool_use?: boolean };
/** Whether a model thinks before it answers, the token budget for it, and whether the thinking is shown. */
export type Thinking =
  | { readonly type: "enabled"; readonly budget_tokens: number; readonly display?: string | null }
  | { readonly type: "adaptive" | "disabled" | "between_tools"; readonly display?: string | null };
/** The body of `POST /v1/messages`. */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly Message[];
  readonly system?: string | readonly TextBlock[];
  readonly tools?: readonly ToolDefinition[];
  readonly tool_choice?: ToolChoice;
  readonly stream?: boolean;
  readonly stop_sequences?: readonly string[];
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly thinking?: Thinking;
  readonly output_config?: {
    readonly effort?: string | null;
    readonly format?: { readonly type: "json_schema"; readonly schema: JsonInput } | null;
  };
  readonly metadata?: { readonly user_id?: string | null };
  readonly cache_control?: CacheControl | null;
  readonly service_tier?: "auto" | "standard_only";
  readonly thread?:
    | null
    | { readonly type: "create" }
    | { readonly type: "continue"; readonly previous_message_id: string };
}
/** Why an answer ended. */
export type StopReason =
  | "end_turn"
  | "tool_use"
  | "max_tokens"
  | "stop_sequence"
  | "refusal"
  | "pause_turn"
  | "compaction"
  | "model_context_window_exceeded";
/** Counts are tokens. */
export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly service_tier?: string | null;
}
/** The answer to a request without `stream`. */
export interface MessagesResponse {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: readonly AnswerBlock[];
  readonly stop_reason: StopReason;
  readonly stop_sequence: string | null;
  readonly usage: Usage;
}
/** An increment to a block of a stream. */
export type Delta =
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "input_json_delta"; readonly partial_json: string }
  | { readonly type: "thinking_delta"; readonly thinking: string }
  | { readonly type: "signature_delta"; readonly signature: string }
  | { readonly type: "citations_delta"; readonly citation: Citation }
  | {
      readonly type: "compaction_delta";
      readonly content: string | null;
      readonly encrypted_content?: string | null;
    };
/** An event of a streamed answer, in protocol order. */
export type StreamEvent =
  | {
      readonly type: "message_start";
      readonly message: Omit<MessagesResponse, "stop_reason"> & { readonly stop_reason: null };
    }
  | { readonly type: "content_block_start"; readonly index: number; readonly content_block: AnswerBlock }
  | { readonly type: "content_block_delta"; readonly index: number; readonly delta: Delta }
  | { readonly type: "content_block_stop"; readonly index: number }
  | {
      readonly type: "message_delta";
      readonly delta: { readonly stop_reason: StopReason; readonly stop_sequence: string | null };
      readonly usage: Partial<Usage> & Pick<Usage, "output_tokens">;
    }
  | { readonly type: "message_stop" }
  | { readonly type: "ping" };
