import { describe, expect, it } from "vitest";
import { array, assert, constant, constantFrom, oneof, property, record } from "fast-check";
import {
  ApiError,
  checker,
  eventsOf,
  isLegal,
  legal,
  type MessagesRequest,
  type MessagesResponse,
} from "./index.ts";

const request: MessagesRequest = {
  model: "m",
  max_tokens: 10,
  messages: [{ role: "user", content: "x" }],
  tools: [{ name: "now", description: "d", input_schema: { type: "object", required: ["zone"] } }],
};
type Content = MessagesResponse["content"];
const whole = (content: Content, stop_reason: MessagesResponse["stop_reason"]): MessagesResponse => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});
const answer = (content: Content, stop_reason: MessagesResponse["stop_reason"]) => [
  ...eventsOf(whole(content, stop_reason)),
];
const use = (id: string, input = { zone: "UTC" }, name = "now") => ({
  type: "tool_use" as const,
  id,
  name,
  input,
});
const judge = (events: readonly unknown[], judged: MessagesRequest = request): string => {
  const check = checker(judged);
  try {
    for (const event of events) check(event as Parameters<typeof check>[0]); // some are invalid on purpose
    return "legal";
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
};
const right = answer([{ type: "text", text: "x" }, use("a"), use("b")], "tool_use");

describe("an answer", () => {
  it("is legal with several calls, or none", () => {
    expect(judge(right)).toBe("legal");
    expect(judge(answer([{ type: "text", text: "x" }], "end_turn"))).toBe("legal");
    expect(judge(answer([], "end_turn"))).toBe("legal");
  });

  it.each([
    [
      "a tool that isn't there",
      answer([use("a", { zone: "x" }, "later")], "tool_use"),
      "not a tool of the request",
    ],
    ["an id twice", answer([use("a"), use("a")], "tool_use"), "have the id a"],
    ["a wrong id", answer([use("a b")], "tool_use"), "no proper id"],
    ["a call but end_turn", answer([use("a")], "end_turn"), "although it calls a tool"],
    ["no call but tool_use", answer([], "tool_use"), "without any call"],
    ["a message begun twice", [right[0], right[0]], "comes where it may not"],
    ["a block within a block", [right[0], right[1], right[1]], "comes where it may not"],
    ["no content", [right[0], { type: "content_block_start", index: 0 }], "no content"],
    [
      "a delta of another block",
      [right[0], right[1], { type: "content_block_delta", index: 0, delta: { type: "thinking_delta" } }],
      "doesn't fit",
    ],
    [
      "a delta that is none",
      [right[0], right[1], { type: "content_block_delta", index: 0, delta: { type: { toString: 1 } } }],
      "doesn't fit",
    ],
    ["no reason to stop", [right[0], { type: "message_delta" }], "no stop_reason"],
  ])("with %s is illegal", (_name, events, why) => {
    expect(judge(events)).toContain(why);
  });

  it("keeps what tool_choice says", () => {
    const none = answer([], "end_turn");
    expect(judge(right, { ...request, tool_choice: { type: "none" } })).toContain("tool_choice is none");
    expect(judge(none, { ...request, tool_choice: { type: "any" } })).toContain("tool_choice is any");
    expect(judge(right, { ...request, tool_choice: { type: "tool", name: "then" } })).toContain("names then");
    const one = { type: "any" as const, disable_parallel_tool_use: true };
    expect(judge(right, { ...request, tool_choice: one })).toContain("several calls");
  });

  it("has inputs that fit, whether a limit cut it short or not", () => {
    const wrong = (reason: MessagesResponse["stop_reason"]) =>
      answer([{ type: "tool_use", id: "a", name: "now", input: {} }], reason);
    expect(judge(wrong("tool_use"))).toContain("the input of now doesn't fit its schema");
    expect(judge(wrong("max_tokens"))).toContain("the input of now doesn't fit its schema");
  });
});

describe("a wrong answer", () => {
  const faultOf = async (events: readonly unknown[]): Promise<unknown> => {
    try {
      const source = (async function* () {
        yield* events;
      })();
      for await (const event of legal(request, source as Parameters<typeof legal>[1])) void event;
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it("is asked for again where its stream broke, and never where it was whole", async () => {
    expect(await faultOf(right.slice(0, 3))).toMatchObject({ type: "api_error", retry: true });
    expect(await faultOf(answer([{ ...use("a"), input: {} }], "tool_use"))).toMatchObject({ retry: false });
  });
});

it("a whole answer is legal exactly if its events are, inputs aside", () => {
  const call = record({
    type: constant("tool_use" as const),
    id: constantFrom("a", "b", "a b", "old", ""),
    name: constantFrom("now", "later", "never"),
    input: constantFrom<object>({}, { zone: "UTC" }, []),
  });
  const block = oneof(constant({ type: "text" as const, text: "x" }), call);
  const choice = constantFrom<MessagesRequest["tool_choice"]>(
    undefined,
    { type: "none" },
    { type: "any" },
    { type: "auto", disable_parallel_tool_use: true },
    { type: "tool", name: "now" },
  );
  const reason = constantFrom<MessagesResponse["stop_reason"]>("tool_use", "end_turn", "max_tokens");
  assert(
    property(array(block, { maxLength: 3 }), reason, choice, (content, stop_reason, tool_choice) => {
      const asked: MessagesRequest = {
        ...request,
        tools: [
          ...(request.tools ?? []),
          { name: "later", description: "d", input_schema: { type: "object" } },
        ],
        messages: [
          { role: "user", content: "x" },
          { role: "assistant", content: [{ type: "tool_use", id: "old", name: "now", input: {} }] },
        ],
        ...(tool_choice && { tool_choice }),
      };
      const response = whole(content as Content, stop_reason); // some inputs are no objects on purpose
      const check = checker(asked, "elsewhere");
      const accepted = (): boolean => {
        try {
          for (const event of eventsOf(response)) check(event);
          return true;
        } catch {
          return false;
        }
      };
      expect(isLegal(asked, response)).toBe(accepted());
    }),
    { numRuns: 2000 },
  );
});
