import type { MessagesRequest } from "./types.ts";

/** The estimated tokens of a request. */
export interface Estimate {
  readonly input_tokens: number;
  /** The tokens of each tool's definition, by name. */
  readonly tools: Readonly<Record<string, number>>;
}

/**
 * Estimates the tokens of a text: runs of letters, digits, signs and spaces are weighted by length, as byte-pair
 * vocabularies split them. Every model has its own vocabulary, so only the model could give an exact count.
 */
export function estimateText(text: string): number {
  let tokens = 0;
  let i = 0;
  const end = text.length;
  while (i < end) {
    const kind = kindOf(text.charCodeAt(i));
    const start = i++;
    while (i < end && kindOf(text.charCodeAt(i)) === kind) i++;
    tokens += weights[kind](i - start);
  }
  return Math.ceil(tokens);
}

type Kind = 0 | 1 | 2 | 3 | 4 | 5;
/** letters, digits, signs, spaces, other alphabets, ideographs */
const weights: readonly [Weight, Weight, Weight, Weight, Weight, Weight] = [
  (n) => (n <= 7 ? 1 : 1 + (n - 7) / 4.5),
  (n) => Math.ceil(n / 3),
  (n) => (n <= 2 ? 1 : 1 + (n - 2) / 3),
  (n) => (n === 1 ? 0.05 : 1),
  (n) => n / 2.2,
  (n) => n * 0.9,
];
type Weight = (length: number) => number;

function kindOf(code: number): Kind {
  if (code < 128) {
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 0;
    if (code >= 48 && code <= 57) return 1;
    return code === 32 || (code >= 9 && code <= 13) ? 3 : 2;
  }
  return code >= 0x2e80 ? 5 : 4;
}

const json = (value: unknown): number => (value === undefined ? 0 : estimateText(JSON.stringify(value)));

const perMessage = 4;
const perTool = 8;
const perImage = 1600;

type Counted = Pick<MessagesRequest, "messages" | "system" | "tools">;

/** Estimates the input tokens of a request, tool definitions included. Equal requests get equal counts. */
export function estimateTokens(request: Counted): Estimate {
  const tools = (request.tools && toolCache.get(request.tools)) ?? toolTokens(request.tools);
  const cached = textCache.get(request.messages);
  const texts = cached && cached.system === request.system ? cached.tokens : textTokens(request);
  return { input_tokens: texts + sum(tools), tools };
}

const toolCache = new WeakMap<object, Estimate["tools"]>();
const textCache = new WeakMap<object, { readonly system: Counted["system"]; readonly tokens: number }>();

/** Keeps the estimate of a large request, for requests with the same `tools` or `messages` objects. */
export function keepEstimate({ messages, system, tools }: Counted, estimate: Estimate): void {
  if (tools) toolCache.set(tools, estimate.tools);
  textCache.set(messages, { system, tokens: estimate.input_tokens - sum(estimate.tools) });
}

const sum = (tools: Estimate["tools"]): number =>
  Object.values(tools).reduce((all, tokens) => all + tokens, 0);

const toolTokens = (tools: Counted["tools"] = []): Estimate["tools"] =>
  Object.fromEntries(tools.map((tool) => [tool.name, perTool + json(tool)]));

function textTokens({ messages, system }: Counted): number {
  let total = 3;
  if (system !== undefined) total += perMessage + contentTokens(system);
  for (const { content } of messages) total += perMessage + contentTokens(content);
  return total;
}

function contentTokens(content: unknown): number {
  if (typeof content === "string") return estimateText(content);
  if (!Array.isArray(content)) return json(content);
  let total = 0;
  for (const block of content as readonly Readonly<Record<string, unknown>>[]) total += blockTokens(block);
  return total;
}

function blockTokens(block: Readonly<Record<string, unknown>>): number {
  const { type, text, content, input, name, source } = block;
  if (type === "text" && typeof text === "string") return estimateText(text);
  if (type === "tool_result") return 6 + contentTokens(content ?? "");
  if (type === "tool_use") return 8 + estimateText(String(name)) + json(input);
  if (type === "image") return perImage;
  if (type === "document") return isText(source) ? estimateText(source.data) : perImage;
  return json(block);
}

const isText = (source: unknown): source is { readonly data: string } =>
  typeof source === "object" &&
  source !== null &&
  "type" in source &&
  source.type === "text" &&
  "data" in source &&
  typeof source.data === "string";
