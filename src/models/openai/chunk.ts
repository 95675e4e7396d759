import { isObject } from "../../lib/index.ts";
import type { ApiError } from "../../messages/index.ts";
import { failureOf } from "./failures.ts";

/** One piece of a chat completion, or a whole one, with servers' errors corrected. */
export interface Chunk {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly CallPiece[];
  readonly finish: string | undefined;
  /** The stop sequence that matched, if the server reports it (vLLM). */
  readonly stopped: string | undefined;
  readonly usage: ChatUsage | undefined;
  readonly error: ApiError | undefined;
}
export interface CallPiece {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly arguments: string;
}
export interface ChatUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

const string = (value: unknown): string => (typeof value === "string" ? value : "");
const some = (value: unknown): string | undefined => string(value) || undefined;
const count = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const object = (value: unknown): { readonly [key: string]: unknown } => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function readChunk(value: unknown): Chunk {
  const whole = object(value);
  const choice = object(list(whole["choices"])[0]);
  const delta = object(choice["delta"] ?? choice["message"]);
  const error = whole["error"] ?? choice["error"];
  const parts = content(delta["content"]);
  return {
    text: parts.text || string(delta["refusal"]),
    thinking: parts.thinking || string(delta["reasoning_content"]) || string(delta["reasoning"]),
    calls: [...list(delta["tool_calls"]).map(readCall), ...legacyCall(delta["function_call"])],
    finish: delta["refusal"] ? "content_filter" : some(choice["finish_reason"]),
    stopped: some(choice["stop_reason"]),
    usage: readUsage(whole["usage"]),
    error: error === undefined || error === null ? undefined : failureOf(error),
  };
}

/** Text, or parts with text and thinking (Mistral). */
function content(value: unknown): { readonly text: string; readonly thinking: string } {
  if (!Array.isArray(value)) return { text: string(value), thinking: "" };
  const texts = (parts: readonly unknown[], name: string): string =>
    parts.map((part) => string(object(part)[name])).join("");
  const thinking = list(value).flatMap((part) => list(object(part)["thinking"]));
  return { text: texts(value, "text"), thinking: texts(thinking, "text") };
}

/** A call in the old form for a single one: `function_call`. */
const legacyCall = (value: unknown): readonly CallPiece[] =>
  isObject(value) ? [{ ...readCall({ function: value }), index: 0 }] : [];

function readCall(value: unknown): CallPiece {
  const call = object(value);
  const { name, arguments: input } = object(call["function"]);
  return {
    index: count(call["index"]),
    id: some(call["id"]),
    name: some(name),
    arguments: isObject(input) ? JSON.stringify(input) : string(input), // some servers send the object itself
  };
}

function readUsage(value: unknown): ChatUsage | undefined {
  if (!isObject(value)) return undefined;
  const input = count(value["prompt_tokens"]) ?? 0;
  const cached = count(object(value["prompt_tokens_details"])["cached_tokens"]) ?? 0;
  return { input: Math.max(0, input - cached), cached, output: count(value["completion_tokens"]) ?? 0 };
}
