import { dialectNames, type DialectName } from "../../config/index.ts";
import type { JsonObject } from "../../lib/index.ts";

/** What a server of chat completions supports and returns. Anything not in its row is rejected by name. */
export interface Dialect {
  readonly summary: string;
  /** A pattern for the host names of this service. */
  readonly host?: RegExp;
  /** The `owned_by` of its entries in `GET models`. */
  readonly ownedBy?: string;
  readonly key?: "api-key";
  readonly maxTokens: "max_tokens" | "max_completion_tokens";
  readonly thinking: Thinking;
  /** The fields of an assistant message in which thinking is sent back. */
  readonly replay: readonly ("reasoning_content" | "reasoning" | "parts")[];
  /** Support of `tool_choice`: a named tool, only keywords, or nothing: the guard then enforces it. */
  readonly choice: "named" | "words" | "nothing";
  /** Its keyword for "call some tool". */
  readonly required?: "any";
  /** The exact number of letters and digits in a call's id, if required; otherwise up to 40 characters. */
  readonly idLength?: number;
  readonly images: "any" | "inline" | "none";
  /** Whether it supports PDF documents. */
  readonly files: boolean;
  /** Whether it enforces a JSON Schema for answers. */
  readonly schema: boolean;
  readonly topK: boolean;
  readonly stopSequences?: number;
  /** The field for `metadata.user_id`; up to 64 characters if it says so. */
  readonly user: "user" | "user of 64" | "metadata";
  /** False: it rejects `stream_options`, and reports usage anyway. */
  readonly streamOptions?: false;
  /** False: only an assistant turn may follow a tool's result. */
  readonly userAfterResult?: false;
}

export interface Thinking {
  /** The fields of a request that switch it on, and off. */
  readonly on?: JsonObject;
  readonly off?: JsonObject;
  /** The path of the effort, and the supported levels, ascending: the nearest is sent. */
  readonly effort?: { readonly at: readonly string[]; readonly levels: readonly Effort[] };
  /** The path of a token budget, instead of an effort. */
  readonly budget?: readonly string[];
}

/** In ascending order. */
export const efforts = ["low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof efforts)[number];

const levels = ["low", "medium", "high"] as const;
const template = (enable_thinking: boolean) => ({ chat_template_kwargs: { enable_thinking } });

const openai = {
  summary: "OpenAI",
  host: /^api\.openai\.com$/,
  maxTokens: "max_completion_tokens",
  thinking: { effort: { at: ["reasoning_effort"], levels: [...levels, "xhigh"] } },
  replay: [],
  choice: "named",
  images: "any",
  files: true,
  schema: true,
  topK: false,
  stopSequences: 4,
  user: "user of 64",
} as const satisfies Dialect;

/** The default for unknown servers: OpenAI's fields as most servers support them. */
const compatible = {
  summary: "any other server",
  maxTokens: "max_tokens",
  thinking: { effort: { at: ["reasoning_effort"], levels } },
  replay: ["reasoning_content"],
  choice: "named",
  images: "any",
  files: true,
  schema: true,
  topK: true,
  user: "user",
} as const satisfies Dialect;

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  compatible,
  openai,
  azure: {
    ...openai,
    summary: "Azure OpenAI",
    host: /\.(?:openai|cognitiveservices|services\.ai)\.azure\.com$/,
    key: "api-key",
    files: false,
  },
  vllm: {
    ...compatible,
    summary: "vLLM",
    ownedBy: "vllm",
    thinking: {
      on: template(true),
      off: template(false),
      effort: { at: ["reasoning_effort"], levels },
    },
    replay: ["reasoning_content", "reasoning"],
    files: false,
  },
  "llama.cpp": {
    ...compatible,
    summary: "llama.cpp's server",
    ownedBy: "llamacpp",
    thinking: {
      on: template(true),
      off: template(false),
      effort: { at: ["chat_template_kwargs", "reasoning_effort"], levels },
    },
    choice: "words",
    files: false,
  },
  ollama: {
    ...compatible,
    summary: "Ollama",
    ownedBy: "library",
    thinking: { off: { reasoning_effort: "none" }, effort: { at: ["reasoning_effort"], levels } },
    replay: ["reasoning"],
    choice: "nothing",
    images: "inline",
    files: false,
    topK: false,
  },
  "lm-studio": {
    ...compatible,
    summary: "LM Studio",
    ownedBy: "organization_owner",
    thinking: {}, // configured in the app; the model's thinking is returned
    choice: "words",
    images: "inline",
    files: false,
  },
  deepseek: {
    ...compatible,
    summary: "DeepSeek",
    host: /^api\.deepseek\.com$/,
    thinking: {
      on: { thinking: { type: "enabled" } },
      off: { thinking: { type: "disabled" } },
      effort: { at: ["reasoning_effort"], levels: ["high", "max"] },
    },
    images: "none",
    files: false,
    schema: false,
    topK: false,
    stopSequences: 16,
  },
  mistral: {
    ...compatible,
    summary: "Mistral",
    host: /^(?:api|codestral)\.mistral\.ai$/,
    thinking: { effort: { at: ["reasoning_effort"], levels: ["high"] } },
    replay: ["parts"],
    required: "any",
    idLength: 9,
    files: false,
    topK: false,
    user: "metadata",
    streamOptions: false,
    userAfterResult: false,
  },
  groq: {
    ...compatible,
    summary: "Groq",
    host: /^api\.groq\.com$/,
    maxTokens: "max_completion_tokens",
    thinking: { on: { reasoning_format: "parsed" }, effort: { at: ["reasoning_effort"], levels } },
    replay: ["reasoning"],
    files: false,
    topK: false,
    stopSequences: 4,
  },
  openrouter: {
    ...compatible,
    summary: "OpenRouter",
    host: /^openrouter\.ai$/,
    thinking: {
      on: { reasoning: { enabled: true } },
      effort: { at: ["reasoning", "effort"], levels: [...levels, "xhigh"] },
      budget: ["reasoning", "max_tokens"],
    },
    replay: ["reasoning"],
  },
};

/** The dialect that the operator configured, otherwise that of the host's service, otherwise the default. */
export const dialectOf = (named: DialectName | undefined, { hostname }: URL): DialectName =>
  named ?? dialectNames.find((name) => dialects[name].host?.test(hostname)) ?? "compatible";
