import { execFile } from "node:child_process";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import type { MessagesRequest } from "../../messages/index.ts";
import { answerOf, openModel, systemOutside } from "../../models/index.ts";
import { limits } from "../limits.ts";
import { isolated, sizeOf } from "./isolated.ts";
import { workPool, type Work } from "./pool.ts";

let work: Work | undefined;
afterEach(() => work?.close());

const tool = {
  name: "get_weather",
  description: "The weather of a city.",
  input_schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
} as const;
const ask = (content: string, more: Partial<MessagesRequest> = {}): MessagesRequest => ({
  model: "builtin",
  max_tokens: 200,
  messages: [{ role: "user", content }],
  tools: [tool],
  ...more,
});
const context = { signal: new AbortController().signal, requestId: "req_1" };

/** The model, and what it hands to worker threads. */
async function counting() {
  const pool = (work = workPool(limits));
  const jobs: string[] = [];
  const watched: Work = {
    ...pool,
    run: (name, input, by) => {
      jobs.push(name);
      return pool.run(name, input, by);
    },
  };
  return { model: isolated(await openModel({ provider: "builtin" }, systemOutside), watched), jobs };
}

it(
  "takes no more steps for a request that it answers itself than its size allows",
  { timeout: 120_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--no-opt",
      "--no-maglev",
      "--conditions=antiphon-source",
      join(import.meta.dirname, "steps.suite.ts"),
    ]);
    const found = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as readonly [number, number]); // the printed format
    expect(found.length).toBeGreaterThan(9);
    for (const [steps, size] of found) {
      expect(size).toBeGreaterThan(1800);
      expect(steps).toBeGreaterThan(100_000);
      expect(steps).toBeLessThan(3000 * size);
    }
  },
);

const schema = (input_schema: object): Partial<MessagesRequest> => ({
  tools: [{ ...tool, input_schema: { type: "object", ...input_schema } }],
});

it.each([
  ["a call that must be made", ask("x", { tool_choice: { type: "any" } })],
  ["a form", ask("x", { output_config: { format: { type: "json_schema", schema: { type: "object" } } } })],
  ["a pattern", ask("x", schema({ properties: { a: { type: "string", pattern: "a*b" } } }))],
  ["a reference", ask("x", schema({ properties: { a: { $ref: "#" } } }))],
  ["a long text", ask("x".repeat(2048))],
  ["many stop sequences", ask("x", { stop_sequences: Array.from({ length: 2048 }, () => "y") })],
  ["many tools", ask("x", { tools: Array.from({ length: 20 }, (_, i) => ({ ...tool, name: `t${i}` })) })],
  [
    "many results",
    ask("x", {
      messages: [{ role: "user", content: Array.from({ length: 600 }, () => ({ type: "text", text: "" })) }],
    }),
  ],
  ["long names in a schema", ask("x", schema({ ["x".repeat(2048)]: 1 }))],
])("leaves %s to a thread", (_, request) => {
  expect(sizeOf(request)).toBeUndefined();
});

it("answers one small request after the other itself, and no more of them in a turn than it has time for", async () => {
  const { model, jobs } = await counting();
  const request = ask("What is the weather in Paris?");
  const inputs = async (): Promise<unknown> =>
    (await answerOf(model, request, context)).content.map((block) => "input" in block && block.input);
  for (let i = 0; i < 50; i++) {
    await setImmediate();
    expect(await inputs()).toEqual([{ city: "Paris" }]);
  }
  expect(jobs).toEqual([]);
  await setImmediate();
  const dear = ask("[1, 2, 3], ".repeat(140));
  expect(sizeOf(dear)).toBeDefined();
  const together = await Promise.all(Array.from({ length: 8 }, () => answerOf(model, dear, context)));
  expect(jobs).toHaveLength(7);
  expect(new Set(together.map(({ content }) => JSON.stringify(content))).size).toBe(1);
});
