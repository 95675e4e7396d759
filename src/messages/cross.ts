/**
 * Rules between the fields of a request, in the order in which they are checked; the structure of the conversation is
 * checked afterwards.
 */
import { isObject } from "../lib/index.ts";
import { contentChecks, type Check } from "./content.ts";
import { closedObjects } from "./format.ts";
import { mediaChecks } from "./media.ts";
import { schemaProblem } from "./metaschema.ts";
import { fault, type Fault } from "./shape.ts";
import type { MessagesRequest, ToolDefinition } from "./types.ts";

export const limits = {
  /** Maximum output tokens of any model. */
  max_tokens: 1_000_000,
  cache_control: 4,
  tools: 10_000,
} as const;

const whole = (message: string): Fault => fault("", message);
const isCustom = (tool: ToolDefinition): boolean => (tool.type ?? "custom") === "custom";

function firstTool(
  request: MessagesRequest,
  wrong: (tool: ToolDefinition, index: number) => Fault | undefined,
): Fault | undefined {
  const { tools = [] } = request;
  for (let i = 0; i < tools.length; i++) {
    const tool = tools[i];
    const found = tool && wrong(tool, i);
    if (found) return found;
  }
  return undefined;
}

const uniqueNames: Check = ({ tools = [] }) => {
  if (tools.length < 2) return undefined;
  const names = new Set<string>();
  for (const { name } of tools) {
    if (name !== undefined && names.has(name)) return fault("tools", "Tool names must be unique.");
    names.add(name);
  }
  return undefined;
};

/** Applies only to top-level properties. */
const propertyKey = /^[a-zA-Z0-9_.-]{1,64}$/;
const combined = ["oneOf", "allOf", "anyOf"];
const learnMore = "Learn more about tool use at https://docs.claude.com/en/docs/tool-use.";
const schemas: Check = (request) =>
  firstTool(request, (tool, i) => {
    if (!isCustom(tool)) return undefined;
    const place = `tools.${i}.custom.input_schema`;
    if (combined.some((keyword) => Object.hasOwn(tool.input_schema, keyword)))
      return fault(place, "input_schema does not support oneOf, allOf, or anyOf at the top level");
    if (schemaProblem(tool.input_schema))
      return fault(
        place,
        `JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). ${learnMore}`,
      );
    return Object.keys(tool.input_schema.properties ?? {}).every((key) => propertyKey.test(key))
      ? undefined
      : fault(`${place}.properties`, `Property keys should match pattern '${propertyKey.source}'`);
  });

const deferred: Check = ({ tools = [] }) =>
  tools.length > 0 && tools.every(({ defer_loading }) => defer_loading === true)
    ? whole("At least one tool must have defer_loading=false. All tools cannot be deferred.")
    : undefined;

const described: Check = (request, profile) =>
  profile === "live"
    ? undefined
    : firstTool(request, (tool, i) =>
        isCustom(tool) && tool.description === undefined
          ? fault(`tools.${i}.custom.description`, "Field required")
          : undefined,
      );

const chosenTool: Check = ({ tool_choice: choice, tools = [] }) => {
  if (choice?.type === "any" && tools.length === 0)
    return whole("tool_choice.any may only be specified while providing tools");
  return choice?.type === "tool" && !tools.some(({ name }) => name === choice.name)
    ? whole(`Tool '${choice.name}' not found in provided tools`)
    : undefined;
};

const thinkingDocs =
  "Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking";
const thinking: Check = ({
  thinking: config,
  tool_choice: choice,
  max_tokens,
  temperature,
  top_k,
  top_p,
}) => {
  if (config?.type !== "enabled") return undefined;
  if (max_tokens !== undefined && max_tokens <= config.budget_tokens)
    return whole(
      `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. ${thinkingDocs}#max-tokens-and-context-window-size`,
    );
  if (choice?.type === "any" || choice?.type === "tool")
    return whole("Thinking may not be enabled when tool_choice forces tool use.");
  if (temperature !== undefined && temperature !== 1)
    return whole(
      `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${thinkingDocs}#important-considerations-when-using-extended-thinking`,
    );
  if (top_p !== undefined && top_p < 0.95)
    return whole(
      `\`top_p\` must be greater than or equal to 0.95 or unset when thinking is enabled. ${thinkingDocs}#important-considerations-when-using-extended-thinking`,
    );
  return top_k !== undefined
    ? whole(
        `\`top_k\` must be unset when thinking is enabled. ${thinkingDocs}#important-considerations-when-using-extended-thinking`,
      )
    : undefined;
};

const maxTokens: Check = ({ max_tokens, model }) =>
  max_tokens > limits.max_tokens
    ? fault(
        "max_tokens",
        `${max_tokens} > ${limits.max_tokens}, which is the maximum allowed number of output tokens for ${model}`,
      )
    : undefined;

const email = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/;
const userId: Check = ({ metadata }) =>
  email.test(metadata?.user_id ?? "")
    ? fault(
        "metadata.user_id",
        "user_id appears to contain an email address. Please send a uuid or hash value instead.",
      )
    : undefined;

const stopSequences: Check = ({ stop_sequences = [] }) =>
  stop_sequences.some((sequence) => sequence.trim() === "")
    ? fault("stop_sequences", "each stop sequence must contain non-whitespace")
    : undefined;

const systemText: Check = ({ system }) => {
  if (system === undefined) return undefined;
  const texts = typeof system === "string" ? [system] : system.map(({ text }) => text);
  if (texts.some((text) => text === "")) return fault("system", "text content blocks must be non-empty");
  return texts.some((text) => text.trim() === "")
    ? fault("system", "text content blocks must contain non-whitespace text")
    : undefined;
};

const geographies = ["global", "us"];
type Extra = MessagesRequest & { readonly inference_geo?: string | null; readonly container?: unknown };
const inferenceGeo: Check = ({ inference_geo: geo }: Extra) =>
  typeof geo === "string" && !geographies.includes(geo)
    ? fault("inference_geo", `must be one of [${geographies.map((name) => `'${name}'`).join(", ")}]`)
    : undefined;
const container: Check = ({ container: id, tools = [] }: Extra) =>
  typeof id === "string" && !tools.some(({ type }) => String(type).startsWith("code_execution_"))
    ? fault("container", "Container identifier can only be provided when using the code execution tool")
    : undefined;

interface Marked {
  readonly place: string;
  readonly ttl: string;
  readonly empty: boolean;
}

/** Everything marked for caching, in the order in which it is processed. */
function marked(request: MessagesRequest): readonly Marked[] {
  const found: Marked[] = [];
  const into = { found, tagged: false };
  markedIn(request.tools, into, () => "tools");
  markedIn(request.system, into, () => "system");
  const { messages } = request;
  const blocks = { found, tagged: true };
  for (let i = 0; i < messages.length; i++)
    markedIn(messages[i]?.content, blocks, () => `messages.${i}.content`);
  const requestMark = mark(request);
  if (requestMark) found.push({ ...requestMark, place: "cache_control" });
  return found;
}

interface Marks {
  readonly found: Marked[];
  /** Whether the path of an empty text ends with its type. */
  readonly tagged: boolean;
}

/** Collects marks; `place` is called only if there is one. */
function markedIn(values: unknown, into: Marks, place: () => string): void {
  if (!Array.isArray(values)) return;
  for (let i = 0; i < values.length; i++) {
    const value: unknown = values[i];
    if (!isObject(value)) continue;
    const blockMark = mark(value);
    const tag = blockMark?.empty && into.tagged ? ".text" : "";
    if (blockMark) into.found.push({ ...blockMark, place: `${place()}.${i}${tag}` });
    if (value["type"] === "tool_result")
      markedIn(value["content"], into, () => `${place()}.${i}.tool_result.content`);
  }
}

function mark(value: object): Omit<Marked, "place"> | undefined {
  if (!isObject(value) || !isObject(value["cache_control"])) return undefined;
  const { cache_control: control, type, text } = value;
  return { ttl: String(control["ttl"] ?? "5m"), empty: type === "text" && text === "" };
}

const caching: Check = (request) => {
  let count = 0;
  let short = false;
  let late: string | undefined;
  for (const { place, ttl, empty } of marked(request)) {
    if (empty) return fault(place, "cache_control cannot be set for empty text blocks");
    count++;
    if (ttl === "1h" && short) late ??= place;
    short ||= ttl !== "1h";
  }
  if (count > limits.cache_control)
    return whole(
      `A maximum of ${limits.cache_control} blocks with cache_control may be provided. Found ${count}.`,
    );
  return late === undefined
    ? undefined
    : fault(
        late === "cache_control" ? `${late}.ttl` : `${late}.cache_control.ttl`,
        "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
      );
};

export const crossChecks: readonly Check[] = [
  container,
  inferenceGeo,
  userId,
  stopSequences,
  uniqueNames,
  schemas,
  deferred,
  chosenTool,
  described,
  thinking,
  maxTokens,
  caching,
  systemText,
  closedObjects,
  ...mediaChecks,
  ...contentChecks,
];
