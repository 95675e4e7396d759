import type { Json } from "../lib/index.ts";
import type { ObjectSchema } from "../schema/index.ts";
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}
export interface ToolUseBlock {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: { readonly [key: string]: Json };
}
export interface ToolResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | readonly TextBlock[];
  readonly is_error?: boolean;
}
export type ContentBlock = TextBlock | ToolUseBlock | ToolResultBlock;
export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string | readonly ContentBlock[];
}
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ObjectSchema;
}
export type ToolChoice =
  | { readonly type: "auto" | "any" | "none" }
  | { readonly type: "tool"; readonly name: string };
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly Message[];
  readonly system?: string;
  readonly tools?: readonly ToolDefinition[];
  readonly tool_choice?: ToolChoice;
  readonly stream?: boolean;
}
export type StopReason = "end_turn" | "tool_use" | "max_tokens" | "stop_sequence" | "refusal" | "pause_turn";
export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}
export interface MessagesResponse {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: readonly (TextBlock | ToolUseBlock)[];
  readonly stop_reason: StopReason;
  readonly stop_sequence: string | null;
  readonly usage: Usage;
}
export type StreamEvent =
  | {
      readonly type: "message_start";
      readonly message: Omit<MessagesResponse, "stop_reason"> & { readonly stop_reason: null };
    }
  | {
      readonly type: "content_block_start";
      readonly index: number;
      readonly content_block: TextBlock | ToolUseBlock;
    }
  | {
      readonly type: "content_block_delta";
      readonly index: number;
      readonly delta:
        | { readonly type: "text_delta"; readonly text: string }
        | { readonly type: "input_json_delta"; readonly partial_json: string };
    }
  | { readonly type: "content_block_stop"; readonly index: number }
  | {
      readonly type: "message_delta";
      readonly delta: { readonly stop_reason: StopReason; readonly stop_sequence: string | null };
      readonly usage: Usage;
    }
  | { readonly type: "message_stop" }
  | { readonly type: "ping" };
