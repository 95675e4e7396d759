import { dialectNames, type DialectName } from "../../config/index.ts";
import type { JsonObject } from "../../lib/index.ts";

/** What a server that speaks chat completions wants and returns. What isn't in its row is refused by name. */
export interface Dialect {
  readonly summary: string;
  /** A pattern of host names that are this service's own. */
  readonly host?: RegExp;
  /** What its entries of `GET models` say in `owned_by`. */
  readonly ownedBy?: string;
  readonly key?: "api-key";
  readonly maxTokens: "max_tokens" | "max_completion_tokens";
  readonly thinking: Thinking;
  /** Fields of an assistant's message that replayed thinking goes back in. */
  readonly replay: readonly ("reasoning_content" | "reasoning" | "parts")[];
  /** How far `tool_choice` goes: calls by name, words only, or nothing: then the guard sees to it. */
  readonly choice: "named" | "words" | "nothing";
  /** Its word for "call some tool". */
  readonly required?: "any";
  /** A call's id, where it must have exactly so many letters and digits; else it has up to 40 characters. */
  readonly idLength?: number;
  readonly images: "any" | "inline" | "none";
  /** Whether it reads PDF documents. */
  readonly files: boolean;
  /** Whether it keeps an answer to a JSON Schema. */
  readonly schema: boolean;
  readonly topK: boolean;
  readonly stopSequences?: number;
  /** The field for `metadata.user_id`; up to 64 characters where it says so. */
  readonly user: "user" | "user of 64" | "metadata";
  /** False: it refuses `stream_options`, and counts without being asked. */
  readonly streamOptions?: false;
  /** False: after a tool's result it takes nothing but an assistant's turn. */
  readonly userAfterResult?: false;
}

export interface Thinking {
  /** Fields of a request that switch it on, and off. */
  readonly on?: JsonObject;
  readonly off?: JsonObject;
  /** Where an effort is stated, and the levels that it knows, ascending: the nearest is sent. */
  readonly effort?: { readonly at: readonly string[]; readonly levels: readonly Effort[] };
  /** Where a budget of tokens is stated, instead of an effort. */
  readonly budget?: readonly string[];
}

/** Ascending. */
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

/** A server that nobody named: OpenAI's fields as most servers take them. */
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
    thinking: {}, // set in the app; what a model thinks is returned
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

/** The dialect that an operator named, else the one of the service at a host, else that of any other server. */
export const dialectOf = (named: DialectName | undefined, { hostname }: URL): DialectName =>
  named ?? dialectNames.find((name) => dialects[name].host?.test(hostname)) ?? "compatible";
