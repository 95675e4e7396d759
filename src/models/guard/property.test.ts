import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ApiError,
  checker,
  eventsOf,
  type AnswerBlock,
  type MessagesRequest,
  type StreamEvent,
  type ToolChoice,
} from "../../messages/index.ts";
import { answer, scripted } from "../scripted.suite.ts";
import { guard } from "./index.ts";

const input_schema = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer", minimum: 1 } },
  required: ["city"],
  additionalProperties: false,
} as const;
const tools = [
  { name: "get_weather", description: "Weather.", input_schema },
  { name: "get_time", description: "Time.", input_schema: { type: "object" } },
] as const;

/** Inputs as models write them: right, in wrong types, broken, cut off, or not JSON at all. */
const json = fc.oneof(
  fc.constantFrom(
    `{"city":"Oslo"}`,
    `{"city":"Oslo","days":"3"}`,
    `{"city":"Oslo","days":0}`,
    `{'city': 'Oslo',}`,
    `{"city":"Os`,
    `{"city":null}`,
    `"{\\"city\\":\\"Oslo\\"}"`,
    `[{"city":"Oslo"}]`,
    "null",
    "",
    `{"__proto__":{"city":"x"},"city":"Oslo"}`,
    "[".repeat(5000),
  ),
  fc.json(),
  fc.string(),
);
const call = fc.record({
  id: fc.constantFrom("toolu_1", "toolu_2", "", "functions.x:0", "x".repeat(300)),
  name: fc.constantFrom("get_weather", "get_time", "GetTime", "functions.get_weather", "rm_rf", ""),
  json,
});
const block = fc.oneof(
  call.map((item) => ({ call: item })),
  fc.string().map((text) => ({ text })),
);
const line = fc.record({
  blocks: fc.array(block, { maxLength: 4 }),
  stop: fc.constantFrom("end_turn", "tool_use", "max_tokens", "stop_sequence", "refusal", "pause_turn"),
});
const choice: fc.Arbitrary<ToolChoice | undefined> = fc.constantFrom<ToolChoice | undefined>(
  undefined,
  { type: "auto", disable_parallel_tool_use: true },
  { type: "any" },
  { type: "tool", name: "get_time" },
  { type: "none" },
);

type Said = typeof line extends fc.Arbitrary<infer L> ? L : never;

function events({ blocks, stop }: Said): readonly StreamEvent[] {
  const content = blocks.map((block): AnswerBlock =>
    "text" in block
      ? { type: "text", text: block.text }
      : { type: "tool_use", id: block.call.id, name: block.call.name, input: {} },
  );
  return [...eventsOf(answer(content, stop as "end_turn"))].map((event) => {
    if (event.type !== "content_block_delta" || event.delta.type !== "input_json_delta") return event;
    const block = blocks[event.index];
    const partial_json = block !== undefined && "call" in block ? block.call.json : "";
    return { ...event, delta: { type: "input_json_delta", partial_json } };
  });
}

describe("whatever a model says", () => {
  it("a client gets a legal answer, or one typed error", async () => {
    let legal = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 3, maxLength: 3 }), choice, async (lines, tool_choice) => {
        const request: MessagesRequest = {
          model: "scripted",
          max_tokens: 100,
          messages: [{ role: "user", content: "weather in Oslo" }],
          tools,
          ...(tool_choice && { tool_choice }),
        };
        const check = checker(request);
        let last: StreamEvent | undefined;
        try {
          const context = { signal: new AbortController().signal, requestId: "r" };
          for await (const event of guard(scripted(...lines.map(events))).stream(request, context)) {
            check(event);
            last = event;
          }
          expect(last?.type).toBe("message_stop");
          legal++;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          refused++;
        }
      }),
      { numRuns: 600, seed: 20_261_121 },
    );
    expect(legal).toBeGreaterThan(200);
    expect(refused).toBeGreaterThan(20);
  });
});
