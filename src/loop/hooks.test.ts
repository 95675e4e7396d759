import { describe, expect, it } from "vitest";
import * as z from "zod";
import { checkRules } from "../messages/index.ts";
import { answer, scripted, use } from "../models/scripted.suite.ts";
import { loop, run, tool, type LoopEvent, type LoopOptions } from "./index.ts";

const hello = { role: "user", content: "hello" } as const;
const request = { model: "scripted", max_tokens: 100, messages: [hello] };
const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
const weather = tool({
  name: "weather",
  description: "Weather of a city.",
  input_schema: city,
  run: ({ city }) => Promise.resolve(`sunny in ${city}`),
});
const start = (model: LoopOptions["model"], more: Partial<LoopOptions> = {}) =>
  loop({ model, request, tools: [weather], ...more });
const both = () =>
  answer([use("toolu_1", "weather", { city: "Oslo" }), use("toolu_2", "weather", { city: "Rome" })]);

describe("tools", () => {
  it("give blocks: images and documents", async () => {
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
    } as const;
    const camera = tool({
      name: "camera",
      description: "Takes a picture.",
      input_schema: { type: "object" },
      run: () => Promise.resolve({ content: [{ type: "text", text: "The yard:" }, image] }),
    });
    const { messages } = await start(scripted(answer([use("toolu_1", "camera")]), answer("A cat.")), {
      tools: [camera],
    });
    expect(messages[2]?.content).toEqual([
      { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "The yard:" }, image] },
    ]);
    checkRules(messages, "spec");
  });

  it("keep cache_control, strict and examples", async () => {
    const model = scripted(answer("Hi."));
    const cache = {
      cache_control: { type: "ephemeral" },
      strict: true,
      input_examples: [{ city: "Oslo" }],
    } as const;
    await start(model, { tools: [tool({ ...weather, ...cache, input_schema: city, run: async () => "" })] });
    expect(model.asked[0]?.tools?.[0]).toEqual({
      name: "weather",
      description: "Weather of a city.",
      input_schema: city,
      ...cache,
    });
  });

  it("take a Standard Schema: its JSON Schema is sent, and what it makes of the input is run", async () => {
    const seen: Date[] = [];
    const book = tool({
      name: "book",
      description: "Books a day.",
      input_schema: z.object({ day: z.iso.date().transform((day) => new Date(day)), guests: z.int().max(4) }),
      async run({ day, guests }) {
        seen.push(day);
        return `${guests} guests`;
      },
    });
    const model = scripted(
      answer([
        use("toolu_1", "book", { day: "2026-12-24", guests: 2 }),
        use("toolu_2", "book", { day: "x", guests: 2 }),
      ]),
      answer("Done."),
    );
    const { messages } = await start(model, { tools: [book] });
    expect(model.asked[0]?.tools?.[0]?.input_schema).toMatchObject({
      type: "object",
      required: ["day", "guests"],
    });
    expect(seen).toEqual([new Date("2026-12-24")]);
    expect(messages[2]?.content).toMatchObject([{ content: "2 guests" }, { is_error: true }]);
  });
});

describe("approval", () => {
  it("runs what is allowed and tells the model why the rest is not", async () => {
    const { messages, stopped } = await start(scripted(both(), answer("Sunny in Oslo.")), {
      approve: ({ input }) => (input["city"] === "Oslo" ? true : { no: "Rome is off limits" }),
    });
    expect(stopped).toBe("end_turn");
    expect(messages[2]?.content).toMatchObject([
      { content: "sunny in Oslo" },
      { is_error: true, content: "Not allowed: Rome is off limits" },
    ]);
  });

  it("waits for a person before anything of the answer runs, and goes on from there", async () => {
    const ran: string[] = [];
    const marked = tool({
      ...weather,
      input_schema: city,
      run: async ({ city }) => {
        ran.push(city);
        return "sunny";
      },
    });
    const first = await start(scripted(both()), {
      tools: [marked],
      approve: ({ input }) => (input["city"] === "Rome" ? "wait" : true),
    });
    expect(first).toMatchObject({ stopped: "approval", pending: [{ id: "toolu_2" }] });
    expect(ran).toEqual([]);
    const model = scripted(answer("Sunny in both."));
    const second = await loop({ model, tools: [marked], request: { ...request, messages: first.messages } });
    expect(second.stopped).toBe("end_turn");
    expect(ran.toSorted()).toEqual(["Oslo", "Rome"]);
    checkRules(second.messages, "spec");
  });
});

describe("steps", () => {
  it("may have a model, a system, tools and a client of their own", async () => {
    const [model, other] = [scripted(both()), scripted(answer("Sunny."))];
    const { stopped } = await start(model, {
      prepareStep: ({ step, messages }) =>
        step === 0 ? undefined : { client: other, model: "large", system: `${messages.length}`, tools: [] },
    });
    expect(stopped).toBe("end_turn");
    expect(other.asked[0]).toMatchObject({ model: "large", system: "3" });
    expect(other.asked[0]?.tools).toBeUndefined();
  });

  it("begin with a shorter conversation where the hook gives one", async () => {
    const events: LoopEvent[] = [];
    const model = scripted(both(), answer("Sunny."));
    const { messages } = await start(model, {
      compact: ({ messages }) =>
        messages.length > 2 ? [{ role: "user", content: "Sum up: sunny." }] : undefined,
      on: (event) => void events.push(event),
    });
    expect(model.asked[1]?.messages).toEqual([{ role: "user", content: "Sum up: sunny." }]);
    expect(messages).toHaveLength(2);
    expect(events.filter(({ type }) => type === "compaction")).toHaveLength(1);
  });

  it("carry betas to the model", async () => {
    const seen: unknown[] = [];
    const model = scripted((_request, context) => {
      seen.push(context.betas);
      return Promise.resolve(answer("Hi."));
    });
    await start(model, { betas: ["context-1m-2025-08-07"] });
    expect(seen).toEqual([["context-1m-2025-08-07"]]);
  });
});

describe("a final answer in a form", () => {
  const form = { type: "object", properties: { days: { type: "integer" } }, required: ["days"] } as const;
  it.each([
    ["JSON Schema", form],
    ["a Standard Schema", z.object({ days: z.int() })],
  ])("by %s: asked for, read, and asked for again where it does not fit", async (_, output) => {
    const model = scripted(answer('{"days":"two"}'), answer('{"days":2}'));
    const outcome = await start(model, { output });
    expect(outcome.output).toEqual({ days: 2 });
    expect(model.asked[0]?.output_config?.format).toMatchObject({
      type: "json_schema",
      schema: { type: "object", additionalProperties: false },
    });
    expect(JSON.stringify(model.asked[1]?.messages.at(-1))).toContain("days");
    checkRules(outcome.messages, "spec");
  });
});

describe("events as they come", () => {
  it("are read one by one, and the outcome follows", async () => {
    const going = run({ model: scripted(both(), answer("Sunny.")), request, tools: [weather] });
    const types: string[] = [];
    for await (const { type } of going) if (type !== "stream") types.push(type);
    expect(types).toEqual(["answer", "call", "call", "result", "result", "answer"]);
    expect((await going.outcome).stopped).toBe("end_turn");
  });

  it("end the loop for whoever stops reading", async () => {
    const going = run({ model: scripted(both(), answer("Sunny.")), request, tools: [weather] });
    for await (const { type } of going) if (type === "answer") break;
    expect((await going.outcome).stopped).toBe("aborted");
  });

  it("throw what ends the loop", async () => {
    const going = run({
      model: scripted(both()),
      request,
      tools: [weather],
      approve: () => Promise.reject(new Error("no desk")),
    });
    const read = async () => {
      for await (const _ of going);
    };
    await expect(read()).rejects.toThrow("no desk");
  });
});
