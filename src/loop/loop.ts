import type {
  Message,
  MessagesRequest,
  MessagesResponse,
  StreamEvent,
  ToolResultBlock,
  ToolUseBlock,
  Usage,
} from "../messages/index.ts";
import type { Model } from "../models/index.ts";
import type { Tool } from "./tool.ts";
export type LoopEvent =
  | { readonly type: "stream"; readonly event: StreamEvent }
  | { readonly type: "answer"; readonly response: MessagesResponse }
  | { readonly type: "call"; readonly block: ToolUseBlock }
  | { readonly type: "result"; readonly block: ToolResultBlock };
export interface Limits {
  readonly iterations: number;
  readonly milliseconds: number;
  readonly tokens: number;
  readonly parallel: number;
}
export interface Outcome {
  readonly stopped: MessagesResponse["stop_reason"] | "iterations" | "time" | "tokens" | "aborted";
  readonly messages: readonly Message[];
  readonly usage: Usage;
}
export interface LoopOptions {
  readonly model: Pick<Model, "stream">;
  readonly request: Omit<MessagesRequest, "tools" | "stream">;
  readonly tools: readonly Tool[];
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly past?: readonly LoopEvent[];
  on?(event: LoopEvent): void | Promise<void>; // awaited before the loop acts
}
