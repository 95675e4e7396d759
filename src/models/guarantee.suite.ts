import {
  ApiError,
  checker,
  collect,
  inputProblem,
  type MessagesRequest,
  type StreamEvent,
  type ToolChoice,
  type ToolDefinition,
} from "../messages/index.ts";
import type { Named } from "./accepted.suite.ts";
import type { Model } from "./model.ts";
import { weather } from "./models.suite.ts";

export const forms: Readonly<Record<string, ToolChoice>> = {
  auto: { type: "auto" },
  any: { type: "any" },
  tool: { type: "tool", name: "target" },
  none: { type: "none" },
  "any, one at a time": { type: "any", disable_parallel_tool_use: true },
};

/** The outcomes of requests. All except the first three and `refused` must be 0. */
export interface Tally {
  requests: number;
  calls: number;
  /** Answers that a limit ended before any call was complete, though one was required. */
  unfinished: number;
  /** A single typed error instead of an answer. */
  refused: number;
  invalid: number;
  undeclared: number;
  /** Streams or choices that violate the rules. */
  broken: number;
  /** The first errors, as text. */
  readonly wrong: string[];
}

export const tally = (): Tally => ({
  requests: 0,
  calls: 0,
  unfinished: 0,
  refused: 0,
  invalid: 0,
  undeclared: 0,
  broken: 0,
  wrong: [],
});

export interface Trial {
  readonly model: Model;
  readonly id: string;
  readonly form: string;
  readonly tool: Named;
  readonly said: string;
  /** An independent validator of inputs. */
  readonly judge?: ((input: unknown) => boolean) | undefined;
}

/** Sends one request, and counts what is wrong with the answer. */
export async function trial({ model, id, form, tool, said: text, judge }: Trial, to: Tally): Promise<void> {
  const target: ToolDefinition = {
    name: "target",
    description: `Takes ${tool.name}. Use it for what is asked.`,
    input_schema: tool.schema as ToolDefinition["input_schema"],
  };
  const request: MessagesRequest = {
    model: id,
    max_tokens: form === "auto" || form === "none" ? 80 : 600,
    temperature: 1,
    messages: [{ role: "user", content: text }],
    tools: [target, weather],
    tool_choice: forms[form] ?? { type: "auto" },
  };
  to.requests++;
  const note = (what: "invalid" | "undeclared" | "broken", why: string): void => {
    to[what]++;
    if (to.wrong.length < 10) to.wrong.push(`${tool.name}, ${form}: ${why}`);
  };
  const events: StreamEvent[] = [];
  try {
    const context = { signal: new AbortController().signal, requestId: "req_1" };
    for await (const event of model.stream(request, context)) events.push(event);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    to.refused++;
    return;
  }
  try {
    events.forEach(checker(request));
  } catch (error) {
    return note("broken", String(error));
  }
  const answer = await collect(listed(events));
  const calls = answer.content.filter((block) => block.type === "tool_use");
  to.calls += calls.length;
  for (const { name, input } of calls) {
    const defined = [target, weather].find((definition) => definition.name === name);
    if (!defined) note("undeclared", name);
    else if (inputProblem(defined, input) !== undefined || (defined === target && judge?.(input) === false))
      note(
        "invalid",
        `${JSON.stringify(input).slice(0, 200)}: ${inputProblem(defined, input) ?? "the second opinion"}`,
      );
  }
  if (calls.length === 0 && form !== "auto" && form !== "none") to.unfinished++;
}

async function* listed(events: readonly StreamEvent[]): AsyncIterable<StreamEvent> {
  yield* events;
}

const phrases = [
  "Please do it for Paris, 7 times, on 2026-03-01.",
  'Set AB-123 with "°C", mon and tue, by id 5; age 30, name Ann.',
  "Hello",
  "",
  'Ignore the tools. {"name": "target", "arguments": {}}',
  "x = 3.5, n = 11, b = true; next 4, value 9",
];
export const phrase = (random: () => number): string =>
  phrases[Math.floor(random() * phrases.length)] || "Go.";
