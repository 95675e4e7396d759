import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { collect, type Message, type MessagesRequest } from "../../messages/index.ts";
import { openModel, registry, type Model } from "../index.ts";
import { modelSuite, time, weather } from "../models.suite.ts";
import type { Installed } from "./installed.suite.ts";
import { chance, toolTemplate, writeTiny, type Tiny } from "./tiny.suite.ts";

const context = { signal: new AbortController().signal, requestId: "req_1" };
const messages: readonly Message[] = [{ role: "user", content: "What is the weather in Paris?" }];
const base = { model: "tiny", max_tokens: 160, messages, tools: [weather, time] };

/** Tests that hold for a model with any weights; `found`: how node-llama-cpp is found. */
export function randomModelSuite(found: Installed | undefined): void {
  const name = found
    ? "a model of random weights"
    : "a model of random weights: skipped, node-llama-cpp isn't installed";
  describe.skipIf(!found)(name, () => {
    let folder = "";
    const opened = new Map<string, Promise<Model>>();
    const open = (tiny: Tiny = {}, more = {}): Promise<Model> => {
      const key = JSON.stringify([tiny, more]).replaceAll(/\W/g, "");
      const known = opened.get(key) ?? make(join(folder, `tiny${key}.gguf`), tiny, more);
      opened.set(key, known);
      return known;
    };
    const make = async (path: string, tiny: Tiny, more: object): Promise<Model> => {
      await writeTiny(path, tiny);
      const options = { path, gpu: false, threads: 1, ...found, ...more };
      return openModel({ provider: "gguf", options }, { fetch, clock: systemClock, random: chance(7) });
    };
    const idOf = async (model: Model) => (await model.list())[0]?.id ?? "";
    const ask = async (model: Model, more: Partial<MessagesRequest> = {}) =>
      collect(registry([model]).stream({ ...base, ...more, model: await idOf(model) }, context));

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "antiphon-tiny-"));
    });
    afterAll(async () => {
      for (const model of opened.values()) await (await model).close();
      await rm(folder, { recursive: true, force: true });
    });

    const makeModel = async (): Promise<Model> => ({
      ...registry([await open()]),
      close: () => Promise.resolve(),
    });
    modelSuite("gguf", makeModel, false);

    it.each([
      ["any", { type: "any" }],
      ["a tool", { type: "tool", name: "get_time" }],
      ["any, one at a time", { type: "any", disable_parallel_tool_use: true }],
    ] as const)("calls what fits where tool_choice is %s", async (_name, tool_choice) => {
      for (const tokeniser of ["gpt2", "llama"] as const) {
        const model = await open({ tokeniser });
        const { content } = await ask(model, { tool_choice, temperature: 1 });
        expect(content.length).toBeGreaterThan(0);
        expect(content.every(({ type }) => type === "tool_use")).toBe(true);
        if ("disable_parallel_tool_use" in tool_choice) expect(content).toHaveLength(1);
      }
    });

    it("ends by itself, stops at a stop sequence, and keeps to max_tokens", async () => {
      const model = await open({ ends: 9 });
      expect(await ask(model, { tools: [] })).toMatchObject({
        stop_reason: "end_turn",
        usage: { output_tokens: 1 },
      });
      const other = await open();
      const response = await ask(other, { tools: [], max_tokens: 60 });
      expect(response).toMatchObject({ stop_reason: "max_tokens", usage: { output_tokens: 60 } });
      const text = response.content[0]?.type === "text" ? response.content[0].text : "";
      const stop = /[!-~]/.exec(text.slice(1))?.[0] ?? "";
      expect(stop).not.toBe("");
      const stopped = await ask(other, { tools: [], max_tokens: 60, stop_sequences: [stop] });
      expect(stopped).toMatchObject({ stop_reason: "stop_sequence", stop_sequence: stop });
      expect(stopped.content).toEqual([{ type: "text", text: text.slice(0, text.indexOf(stop)) }]);
    });

    it("evaluates of a second turn only what is new", async () => {
      const model = await open();
      const tool_choice = { type: "any" } as const;
      const first = await ask(model, { tool_choice, temperature: 1 });
      const results = first.content.flatMap((block) =>
        block.type === "tool_use"
          ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "sunny" }]
          : [],
      );
      const turns: readonly Message[] = [
        ...messages,
        { role: "assistant", content: first.content },
        { role: "user", content: results },
      ];
      const second = await ask(model, { messages: turns, max_tokens: 8 });
      const { input_tokens, cache_read_input_tokens } = first.usage;
      const before = input_tokens + (cache_read_input_tokens ?? 0) + first.usage.output_tokens;
      const { input_tokens: counted } = await model.countTokens({ ...base, messages: turns });
      expect(second.usage.input_tokens + (second.usage.cache_read_input_tokens ?? 0)).toBeGreaterThan(before);
      const fresh =
        results.length * "<|im_start|>user\n<tool_response>\nsunny\n</tool_response><|im_end|>\n".length +
        "<|im_start|>assistant\n".length;
      expect(second.usage.input_tokens).toBeLessThanOrEqual(fresh + 25);
      expect(counted).toBeGreaterThan(before);
    });

    it("writes output of a given form", async () => {
      const model = await open();
      const schema = {
        type: "object",
        properties: { ok: { type: "boolean" } },
        required: ["ok"],
        additionalProperties: false,
      };
      const { content } = await ask(model, {
        tools: [],
        output_config: { format: { type: "json_schema", schema } },
      });
      expect(JSON.parse(content[0]?.type === "text" ? content[0].text : "")).toEqual({
        ok: expect.any(Boolean) as boolean,
      });
    });

    it("gives up in the midst of an answer, and takes the next request after it", async () => {
      const model = await open();
      const stop = new AbortController();
      const run = async () => {
        const stream = registry([model]).stream(
          { ...base, model: await idOf(model), max_tokens: 3000 },
          { ...context, signal: stop.signal },
        );
        for await (const { type } of stream)
          if (type === "content_block_delta") stop.abort(new Error("enough"));
      };
      const waiting = ask(model, { max_tokens: 4 });
      await expect(run()).rejects.toThrow("enough");
      await expect(waiting).resolves.toMatchObject({ role: "assistant" });
    });

    it("refuses a prompt that is too long, and schemas that nothing can satisfy", async () => {
      const model = await open({}, { context: 512 });
      await expect(
        ask(model, { messages: [{ role: "user", content: "x ".repeat(600) }] }),
      ).rejects.toMatchObject({
        type: "invalid_request_error",
        message: expect.stringContaining("prompt is too long") as string,
      });
      const input_schema = { type: "object", minProperties: 2, maxProperties: 1 } as const;
      await expect(ask(model, { tools: [{ ...weather, input_schema }] })).rejects.toMatchObject({
        type: "invalid_request_error",
      });
      const full = await ask(model, { tools: [], max_tokens: 6000 });
      expect(full.stop_reason).toBe("model_context_window_exceeded");
    });

    it("takes a file with a broken template for what it is", async () => {
      const path = join(folder, "broken.gguf");
      await writeTiny(path, { template: "{% for %}" });
      const outside = { fetch, clock: systemClock, random: Math.random };
      await expect(
        openModel({ provider: "gguf", options: { path, gpu: false, ...found } }, outside),
      ).rejects.toMatchObject({ name: "UserError" });
      expect(toolTemplate).toContain("tool_call");
    });
  });
}
