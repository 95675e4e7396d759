import { describe, expect, it } from "vitest";
import type { Clock } from "../lib/index.ts";
import { ApiError, checkRules, type Message } from "../messages/index.ts";
import { answer, scripted, use, written } from "../models/scripted.suite.ts";
import { loop, LoopError, tool, type LoopEvent, type LoopOptions } from "./index.ts";

const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
const weather = tool({
  name: "weather",
  description: "Weather of a city.",
  input_schema: city,
  run: ({ city }) => Promise.resolve(`sunny in ${city}`),
});
const failing = tool({
  name: "failing",
  description: "Always fails.",
  input_schema: { type: "object" },
  run: () => Promise.reject(new Error("The disk is full.")),
});
const never = tool({
  name: "never",
  description: "Never answers and ignores its signal.",
  input_schema: { type: "object" },
  run: () => new Promise<string>(() => undefined),
});
const hello: Message = { role: "user", content: "hello" };
const request = { model: "scripted", max_tokens: 100, messages: [hello] };
const run = (model: LoopOptions["model"], more: Partial<LoopOptions> = {}) =>
  loop({ model, request, tools: [weather, failing, never], ...more });
const last = (messages: readonly Message[]) => messages.at(-1);

/** Every wait is over at once, except those of 100,000 ms and more, which never end. */
function quick(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => 0,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return milliseconds >= 100_000 ? new Promise(() => undefined) : Promise.resolve();
    },
  };
}

describe("loop", () => {
  it("answers parallel calls in one user message, in their order, with the whole answer before it", async () => {
    const toolCalls = [
      { type: "text", text: "Let me look." } as const,
      use("toolu_1", "weather", { city: "Oslo" }),
      use("toolu_2", "failing"),
      use("toolu_3", "weather", { city: "Rome" }),
    ];
    const model = scripted(answer(toolCalls), answer("Sunny in both."));
    const outcome = await run(model);
    expect(outcome.stopped).toBe("end_turn");
    expect(outcome.messages).toEqual([
      hello,
      { role: "assistant", content: toolCalls },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: "sunny in Oslo" },
          { type: "tool_result", tool_use_id: "toolu_2", content: "The disk is full.", is_error: true },
          { type: "tool_result", tool_use_id: "toolu_3", content: "sunny in Rome" },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "Sunny in both." }] },
    ]);
    expect(outcome.usage).toEqual({ input_tokens: 20, output_tokens: 10 });
    expect(model.asked[1]?.messages).toEqual(outcome.messages.slice(0, 3));
    expect(model.asked[0]?.tools?.map(({ name }) => name)).toEqual(["weather", "failing", "never"]);
    expect(model.asked[0]?.tools?.[0]).not.toHaveProperty("run");
  });

  it.each([
    ["an unknown tool", use("toolu_1", "wether", { city: "Oslo" }), "the nearest is weather"],
    ["an input that does not fit", use("toolu_1", "weather", { town: "Oslo" }), "city"],
    ["a late tool", use("toolu_1", "never"), "Not finished: the tool's 20 ms are up."],
  ])("turns %s into an error result and goes on", async (_name, call, text) => {
    const outcome = await run(scripted(answer([call]), answer("Sorry.")), {
      limits: { toolMilliseconds: 20 },
    });
    expect(outcome.stopped).toBe("end_turn");
    const result = outcome.messages[2]?.content[0];
    expect(result).toMatchObject({ is_error: true, content: expect.stringContaining(text) as string });
  });

  it("runs at most `parallel` tools at a time", async () => {
    let now = 0;
    let most = 0;
    const slow = tool({
      name: "slow",
      description: "Takes a moment.",
      input_schema: { type: "object" },
      async run() {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 2));
        now--;
        return "done";
      },
    });
    const calls = Array.from({ length: 9 }, (_, i) => use(`toolu_${i}`, "slow"));
    await run(scripted(answer(calls), answer("ok")), { tools: [slow], limits: { parallel: 3 } });
    expect(most).toBe(3);
  });

  it.each(["end_turn", "stop_sequence", "refusal", "model_context_window_exceeded", "max_tokens"] as const)(
    "ends with %s",
    async (reason) => {
      const outcome = await run(scripted(answer("That's it.", reason)));
      expect(outcome.stopped).toBe(reason);
      expect(last(outcome.messages)?.role).toBe("assistant");
    },
  );

  it("never runs a call that max_tokens cut, and answers it", async () => {
    const outcome = await run(
      scripted(written([{ id: "toolu_1", name: "weather", json: `{"city": "Os` }], "max_tokens")),
    );
    expect(outcome.stopped).toBe("max_tokens");
    expect(last(outcome.messages)?.content[0]).toMatchObject({ tool_use_id: "toolu_1", is_error: true });
    checkRules(outcome.messages, "spec");
  });

  it("goes on in the same turn after pause_turn", async () => {
    const model = scripted(answer("Searching", "pause_turn"), answer(" and found."));
    const outcome = await run(model);
    expect(model.asked[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(outcome.messages).toHaveLength(2);
    expect(last(outcome.messages)?.content).toHaveLength(2);
  });

  it.each([
    ["two tools of one name", [weather, weather], "Two tools are named weather."],
    [
      "a schema that can't be checked",
      [{ ...weather, input_schema: { type: "object", $async: true } as const }],
      "$async",
    ],
  ])("refuses %s before it asks", async (_name, tools, message) => {
    await expect(run(scripted(), { tools })).rejects.toThrow(message);
  });

  it("asks with tool_choice once, as it would never end otherwise", async () => {
    const model = scripted(answer([use("toolu_1", "weather", { city: "Oslo" })]), answer("Sunny."));
    await run(model, { request: { ...request, tool_choice: { type: "any" } } });
    expect(model.asked.map(({ tool_choice }) => tool_choice)).toEqual([{ type: "any" }, undefined]);
  });
});

describe("caps of the loop", () => {
  const calling = (id: string) => answer([use(id, "weather", { city: "Oslo" })]);

  it("ends at its iterations with the last calls answered", async () => {
    const outcome = await run(scripted(calling("toolu_1"), calling("toolu_2")), {
      limits: { iterations: 2 },
    });
    expect(outcome.stopped).toBe("iterations");
    expect(outcome.messages).toHaveLength(5);
    checkRules(outcome.messages, "spec");
  });

  it("ends at its tokens", async () => {
    const outcome = await run(scripted(calling("toolu_1")), { limits: { tokens: 15 } });
    expect(outcome.stopped).toBe("tokens");
    checkRules(outcome.messages, "spec");
  });

  it("ends at its time, also within a tool, with an error result for what isn't finished", async () => {
    const model = scripted(answer([use("toolu_1", "weather", { city: "Oslo" }), use("toolu_2", "never")]));
    let up: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => (up = resolve));
    const outcome = await run(model, {
      limits: { milliseconds: 30 },
      clock: { now: () => 0, sleep: (ms) => (ms === 30 ? passed : new Promise(() => undefined)) },
      on: (event) => void (event.type === "result" && up()), // the time is up once the first tool has answered
    });
    expect(outcome.stopped).toBe("time");
    expect(last(outcome.messages)?.content).toMatchObject([
      { content: "sunny in Oslo" },
      { is_error: true, content: "The loop's 30 ms are up." },
    ]);
    checkRules(outcome.messages, "spec");
  });

  it("is cancelled within a request, which learns of it", async () => {
    const stop = new AbortController();
    let wasTold = false;
    const model = scripted((_request, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          wasTold = true;
          reject(signal.reason as Error);
        });
        stop.abort();
      });
    });
    const outcome = await run(model, { signal: stop.signal });
    expect(outcome).toMatchObject({ stopped: "aborted", messages: [hello] });
    expect(wasTold).toBe(true);
  });

  it("is cancelled within tools, which learn of it; those not begun aren't run", async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const waiting = tool({
      name: "waiting",
      description: "Waits for its signal.",
      input_schema: { type: "object" },
      run: (_input, { id, signal }) =>
        new Promise((_resolve, reject) => {
          seen.push(id);
          signal.addEventListener("abort", () => reject(new Error("stopped by the signal")));
          stop.abort();
        }),
    });
    const calls = [use("toolu_1", "waiting"), use("toolu_2", "waiting")];
    const outcome = await run(scripted(answer(calls)), {
      tools: [waiting],
      signal: stop.signal,
      limits: { parallel: 1 },
    });
    expect(seen).toEqual(["toolu_1"]);
    expect(outcome.stopped).toBe("aborted");
    checkRules(outcome.messages, "spec");
  });
});

describe("retries", () => {
  it.each([408, 409, 429, 500, 503, 529])("asks again after %i", async (status) => {
    const clock = quick();
    const failed = new ApiError("api_error", "busy", { status });
    const outcome = await run(scripted(failed, failed, answer("Here.")), { clock, random: () => 0 });
    expect(outcome.stopped).toBe("end_turn");
    expect(clock.slept.filter((ms) => ms < 100_000)).toEqual([500, 1000]);
  });

  it("waits as long as the service asks", async () => {
    const clock = quick();
    const failed = new ApiError("rate_limit_error", "slow down", { retryAfter: 7 });
    const events: LoopEvent[] = [];
    await run(scripted(failed, answer("Here.")), { clock, on: (event) => void events.push(event) });
    expect(clock.slept).toContain(7000);
    expect(events[0]).toMatchObject({ type: "retry", milliseconds: 7000 });
  });

  it("doesn't wait beyond its time", async () => {
    const failed = new ApiError("rate_limit_error", "slow down", { retryAfter: 3600 });
    await expect(run(scripted(failed), { limits: { milliseconds: 60_000 } })).rejects.toThrow("slow down");
  });

  it("gives up with the conversation so far", async () => {
    const refused = new ApiError("authentication_error", "invalid x-api-key");
    const model = scripted(answer([use("toolu_1", "weather", { city: "Oslo" })]), refused);
    const error = await run(model).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LoopError);
    expect(error).toMatchObject({ cause: refused, usage: { input_tokens: 10 } });
    expect((error as LoopError).messages).toHaveLength(3);
  });
});

describe("events and the past", () => {
  const script = () => [
    answer([use("toolu_1", "weather", { city: "Oslo" }), use("toolu_2", "failing")]),
    answer("Sunny."),
  ];

  it("tells everything in order and waits for whoever listens", async () => {
    const eventTypes: string[] = [];
    await run(scripted(...script()), {
      async on(event) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (event.type !== "stream") eventTypes.push(event.type);
      },
    });
    expect(eventTypes).toEqual(["answer", "call", "call", "result", "result", "answer"]);
  });

  it("hands progress on", async () => {
    const events: LoopEvent[] = [];
    const chatty = tool({
      name: "chatty",
      description: "Tells how far it is.",
      input_schema: { type: "object" },
      run: (_input, { progress }) => {
        progress("half way");
        return Promise.resolve("done");
      },
    });
    await run(scripted(answer([use("toolu_1", "chatty")]), answer("ok")), {
      tools: [chatty],
      on: (event) => void events.push(event),
    });
    expect(events).toContainEqual({ type: "progress", id: "toolu_1", text: "half way" });
  });

  it("ends with what its listener throws, without acting", async () => {
    let ran = false;
    const marked = tool({
      name: "marked",
      description: "Leaves a mark.",
      input_schema: { type: "object" },
      run: () => {
        ran = true;
        return Promise.resolve("ran");
      },
    });
    const full = run(scripted(answer([use("toolu_1", "marked")])), {
      tools: [marked],
      on(event) {
        if (event.type === "call") throw new Error("The journal is full.");
      },
    });
    await expect(full).rejects.toThrow("The journal is full.");
    expect(ran).toBe(false);
  });

  it("resumes wherever it died, without asking or running again what is done", async () => {
    const journal: LoopEvent[] = [];
    const whole = await run(scripted(...script()), {
      on: (event) => void (event.type === "stream" || journal.push(event)),
    });
    for (let died = 0; died <= journal.length; died++) {
      const past = journal.slice(0, died);
      const answers = past.filter(({ type }) => type === "answer").length;
      const ran: string[] = [];
      const counted = [weather, failing].map((tool) => ({
        ...tool,
        run: (input: never, context: Parameters<typeof tool.run>[1]) => {
          ran.push(context.id);
          return tool.run(input, context);
        },
      }));
      const model = scripted(...script().slice(answers));
      const again = await run(model, { past: structuredClone(past), tools: counted });
      expect(again).toEqual(whole);
      const done = new Set(past.map((event) => (event.type === "result" ? event.block.tool_use_id : "")));
      expect(ran.toSorted()).toEqual(["toolu_1", "toolu_2"].filter((id) => !done.has(id)));
    }
  });

  it("resumes wherever it died when it began with calls that waited", async () => {
    const [waiting, final] = script();
    const messages = [hello, { role: "assistant" as const, content: waiting!.content }];
    const begin = (more: Partial<LoopOptions>) =>
      run(scripted(final!), { request: { ...request, messages }, ...more });
    const journal: LoopEvent[] = [];
    const whole = await begin({ on: (event) => void (event.type === "stream" || journal.push(event)) });
    for (let died = 0; died <= journal.length; died++) {
      const past = journal.slice(0, died);
      const ran: string[] = [];
      const on = (event: LoopEvent) => void (event.type === "call" && ran.push(event.block.id));
      expect(await begin({ past, on })).toEqual(whole);
      const done = new Set(past.map((event) => (event.type === "result" ? event.block.tool_use_id : "")));
      expect(ran).toEqual(["toolu_1", "toolu_2"].filter((id) => !done.has(id)));
    }
  });
});
