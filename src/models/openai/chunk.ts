import { isObject } from "../../lib/index.ts";

/** One piece of a chat completion, or a whole one, with what servers get wrong set right. */
export interface Chunk {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly CallPiece[];
  readonly finish: string | undefined;
  /** What stopped it, where a server tells (vLLM). */
  readonly stopped: string | undefined;
  readonly usage: ChatUsage | undefined;
  readonly error: { readonly message: string; readonly status: number | undefined } | undefined;
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
  return {
    text: string(delta["content"]) || string(delta["refusal"]),
    thinking: string(delta["reasoning_content"]) || string(delta["reasoning"]),
    calls: list(delta["tool_calls"]).map(readCall),
    finish: delta["refusal"] ? "content_filter" : some(choice["finish_reason"]),
    stopped: some(choice["stop_reason"]),
    usage: readUsage(whole["usage"]),
    error: readError(whole["error"]),
  };
}

function readCall(value: unknown): CallPiece {
  const call = object(value);
  const { name, arguments: given } = object(call["function"]);
  return {
    index: count(call["index"]),
    id: some(call["id"]),
    name: some(name),
    arguments: isObject(given) ? JSON.stringify(given) : string(given), // some servers send the object itself
  };
}

function readUsage(value: unknown): ChatUsage | undefined {
  if (!isObject(value)) return undefined;
  const input = count(value["prompt_tokens"]) ?? 0;
  const cached = count(object(value["prompt_tokens_details"])["cached_tokens"]) ?? 0;
  return { input: Math.max(0, input - cached), cached, output: count(value["completion_tokens"]) ?? 0 };
}

/** `{ error: { message, code } }`, `{ error: "…" }` (Ollama). */
export function readError(value: unknown): Chunk["error"] {
  if (typeof value === "string") return { message: value, status: undefined };
  if (!isObject(value)) return undefined;
  const status = count(value["code"]);
  return {
    message: some(value["message"]) ?? "The upstream failed without a message.",
    status: status !== undefined && status >= 400 && status < 600 ? status : undefined,
  };
}
