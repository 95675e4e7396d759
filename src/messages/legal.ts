import { inTable, isObject } from "../lib/index.ts";
import { ApiError } from "./errors.ts";
import { parseInput } from "./collect.ts";
import { through } from "./through.ts";
import { inputProblem } from "./tools.ts";
import type {
  AnswerBlock,
  Delta,
  MessagesRequest,
  MessagesResponse,
  StopReason,
  StreamEvent,
} from "./types.ts";

const fits: Readonly<Record<Delta["type"], readonly AnswerBlock["type"][]>> = {
  text_delta: ["text"],
  citations_delta: ["text"],
  input_json_delta: ["tool_use", "server_tool_use", "mcp_tool_use"],
  thinking_delta: ["thinking"],
  signature_delta: ["thinking"],
  compaction_delta: ["compaction"],
};
/** Whether a delta fits its block; unknown types of deltas are accepted. */
const isFitting = (delta: unknown, { type }: AnswerBlock): boolean =>
  isObject(delta) &&
  typeof delta["type"] === "string" &&
  (inTable(fits, delta["type"])?.includes(type) ?? true);
const complete: ReadonlySet<string> = new Set<StopReason>(["end_turn", "stop_sequence", "tool_use"]);
/**
 * Whether an answer ended before it was complete, for a reason like `max_tokens` or an unknown one. Such an answer may
 * violate tool_choice.
 */
export const isCut = (reason: string): boolean => !complete.has(reason);

/**
 * Passes events on unchanged and throws ApiError (api_error) at the first that violates the grammar of the stream,
 * names a tool that the request doesn't define, repeats an id, has an input that its schema rejects, violates
 * tool_choice, or ends with an incorrect stop_reason. A call that a limit cut short is rejected as well. If inputs are
 * validated elsewhere, each may be any object.
 */
export const legal = (
  request: MessagesRequest,
  events: AsyncIterable<StreamEvent>,
  inputs?: "elsewhere",
): AsyncIterable<StreamEvent> =>
  through(events, () => {
    const check = checker(request, inputs);
    return {
      each(event) {
        check(event);
        return event;
      },
      isLast: ({ type }) => type === "message_stop",
      end() {
        // A lost connection isn't an error of the model: the same request may well succeed.
        throw illegal("the stream ends before message_stop", { retry: true });
      },
    };
  });

/**
 * Whether `legal` would accept the events of a whole answer whose inputs are validated elsewhere. Their order is right
 * by construction, so that only the calls are checked.
 */
export function isLegal(
  request: MessagesRequest,
  { content, stop_reason: reason, usage }: MessagesResponse,
): boolean {
  if (!isObject(usage) || typeof reason !== "string") return false;
  const calls = new Calls(request, "elsewhere");
  try {
    for (const block of content) {
      if (block.type !== "tool_use") continue;
      calls.begin(block);
      if (calls.wrong(block) !== undefined) return false;
    }
    calls.end(reason);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The model was already paid for a whole answer, so the client must not retry. */
const illegal = (why: string, { retry } = { retry: false }): ApiError =>
  new ApiError("api_error", `The model gave a wrong answer: ${why}.`, { retry });

/** Returns a function that checks events one by one and throws ApiError at the first illegal one. */
export function checker(request: MessagesRequest, inputs?: "elsewhere"): (event: StreamEvent) => void {
  const order = new Order(new Calls(request, inputs));
  return (event) => order.take(event);
}

type Of<T extends StreamEvent["type"]> = Extract<StreamEvent, { readonly type: T }>;

/** Checks the order of a stream's events. */
class Order {
  private readonly calls: Calls;
  private state: "before" | "between" | "block" | "ended" | "done" = "before";
  private blocks = 0;
  private open: AnswerBlock | undefined;
  private json: string[] = [];
  /** The error in the input of the last call, if any. */
  private pending: string | undefined;

  constructor(calls: Calls) {
    this.calls = calls;
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case "message_start":
        return this.begin(event);
      case "content_block_start":
        return this.beginBlock(event);
      case "content_block_delta":
        return this.addToBlock(event);
      case "content_block_stop":
        return this.endBlock(event);
      case "message_delta":
        return this.end(event);
      case "message_stop":
        this.expect("ended", event);
        this.state = "done";
    }
  }

  private expect(state: Order["state"], event: StreamEvent): void {
    if (this.state !== state) throw illegal(`${event.type} comes where it may not`);
  }

  private begin(event: Of<"message_start">): void {
    this.expect("before", event);
    if (!isObject(event.message) || !isObject(event.message.usage))
      throw illegal("message_start has no usage");
    this.state = "between";
  }

  private beginBlock(event: Of<"content_block_start">): void {
    this.expect("between", event);
    if (event.index !== this.blocks) throw illegal(`block ${event.index} comes where ${this.blocks} should`);
    if (this.pending) throw illegal(this.pending);
    const block = event.content_block;
    if (typeof block !== "object" || block === null) throw illegal("a block has no content");
    if (block.type === "tool_use") this.calls.begin(block);
    this.open = block;
    this.json = [];
    this.state = "block";
  }

  private addToBlock(event: Of<"content_block_delta">): void {
    this.expect("block", event);
    if (event.index !== this.blocks || !this.open)
      throw illegal(`a delta of block ${event.index} is within ${this.blocks}`);
    if (!isFitting(event.delta, this.open))
      throw illegal(`a ${this.open.type} block has a delta that doesn't fit it`);
    if (event.delta.type === "input_json_delta") this.json.push(event.delta.partial_json);
  }

  private endBlock(event: Of<"content_block_stop">): void {
    this.expect("block", event);
    if (event.index !== this.blocks) throw illegal(`block ${event.index} ends within block ${this.blocks}`);
    if (this.open?.type === "tool_use") this.pending = this.calls.wrong(this.open, this.json);
    this.blocks++;
    this.state = "between";
  }

  private end(event: Of<"message_delta">): void {
    this.expect("between", event);
    if (!isObject(event.delta) || typeof event.delta.stop_reason !== "string")
      throw illegal("it has no stop_reason");
    if (this.pending) throw illegal(this.pending);
    this.calls.end(event.delta.stop_reason);
    this.state = "ended";
  }
}

/** Checks the calls of one answer against the request. */
class Calls {
  private readonly request: MessagesRequest;
  private readonly inputs: "elsewhere" | undefined;
  private tools: ReadonlyMap<string, NonNullable<MessagesRequest["tools"]>[number]> | undefined;
  private ids: Set<string> | undefined;
  private count = 0;

  constructor(request: MessagesRequest, inputs?: "elsewhere") {
    this.inputs = inputs;
    this.request = request;
  }

  begin(block: Extract<AnswerBlock, { type: "tool_use" }>): void {
    const { tool_choice: choice } = this.request;
    this.ids ??= usedIds(this.request);
    this.tools ??= new Map(this.request.tools?.map((tool) => [tool.name, tool]));
    if (typeof block.id !== "string" || !/^[a-zA-Z0-9_-]+$/.test(block.id))
      throw illegal("a tool_use has no proper id");
    if (this.ids.has(block.id)) throw illegal(`two tool_use blocks have the id ${block.id}`);
    if (!this.tools.has(block.name))
      throw illegal(`it calls ${block.name}, which is not a tool of the request`);
    if (choice?.type === "none") throw illegal("it calls a tool although tool_choice is none");
    if (choice?.type === "tool" && choice.name !== block.name)
      throw illegal(`it calls ${block.name} although tool_choice names ${choice.name}`);
    if (choice && "disable_parallel_tool_use" in choice && choice.disable_parallel_tool_use && this.count > 0)
      throw illegal("it makes several calls although disable_parallel_tool_use is set");
    this.ids.add(block.id);
    this.count++;
  }

  wrong(block: Extract<AnswerBlock, { type: "tool_use" }>, json: readonly string[] = []): string | undefined {
    const input = json.length ? parseInput(json.join("")) : block.input;
    if (!isObject(input)) return `the input of ${block.name} is no JSON object`;
    if (this.inputs) return undefined;
    const tool = this.tools?.get(block.name);
    const problem = tool && inputProblem(tool, input);
    return problem && `the input of ${block.name} doesn't fit its schema: ${problem}`;
  }

  end(reason: StopReason): void {
    const { tool_choice: choice } = this.request;
    if (reason === "tool_use" && this.count === 0) throw illegal("stop_reason is tool_use without any call");
    if (this.count > 0 && reason !== "tool_use" && !isCut(reason))
      throw illegal(`stop_reason is ${reason} although it calls a tool`);
    const must = choice?.type === "any" || choice?.type === "tool";
    if (must && this.count === 0 && !isCut(reason))
      throw illegal(`it calls no tool although tool_choice is ${choice.type}`);
  }
}

function usedIds(request: MessagesRequest): Set<string> {
  const ids = new Set<string>();
  for (const { content } of request.messages) {
    if (typeof content === "string") continue;
    for (const block of content) if (block.type === "tool_use") ids.add(block.id);
  }
  return ids;
}
