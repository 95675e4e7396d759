import { afterEach, expect, it } from "vitest";
import type { JsonObject } from "../../lib/index.ts";
import type { ToolDefinition } from "../../messages/index.ts";
import { limits } from "../limits.ts";
import { judging } from "./judging.ts";
import { workPool, type Work } from "./pool.ts";

let pool: Work | undefined;
afterEach(() => pool?.close());

type Schema = ToolDefinition["input_schema"];
/** The verdict on an input, and the names of the jobs it took. */
async function judged(input_schema: Schema, value: JsonObject, json?: string) {
  const work = (pool ??= workPool(limits));
  const jobs: string[] = [];
  const judge = judging({
    ...work,
    run: (name, ...rest) => {
      jobs.push(name);
      return work.run(name, ...rest);
    },
  });
  const tool = { name: "find", description: "Finds.", input_schema };
  const { signal } = new AbortController();
  return { ...(await judge({ tool, value, json }, { signal })), jobs };
}
const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, {}]));
const city: Schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

it("judges a small input of a simple schema without a thread", async () => {
  const value = { city: "Oslo" };
  const found = await judged(city, value);
  expect(found).toEqual({ value, problem: undefined, jobs: [] });
  expect(found.value).toBe(value);
});

it.each<[string, Schema, JsonObject]>([
  [
    "a pattern",
    { type: "object", properties: { city: { type: "string", pattern: "^O" } } },
    { city: "Oslo" },
  ],
  ["a reference", { type: "object", properties: { next: { $ref: "#" } } }, { next: { next: {} } }],
  ["a long schema", { type: "object", description: "a".repeat(5000) }, {}],
  ["a long input", city, { city: "a".repeat(20_000) }],
  [
    "many names for many values",
    {
      type: "object",
      properties: {
        list: { type: "array", items: { properties: named(200) } },
      },
    },
    { list: Array.from({ length: 1000 }, () => ({})) },
  ],
  [
    "many lists in one that must be unique",
    {
      type: "object",
      properties: { list: { allOf: Array.from({ length: 100 }, () => ({ uniqueItems: true })) } },
    },
    { list: Array.from({ length: 2000 }, (_, i) => i) },
  ],
])("judges %s in a thread", async (_, schema, value) => {
  const found = await judged(schema, value);
  expect(found).toEqual({ value, problem: undefined, jobs: ["judge"] });
  expect(found.value).toBe(value);
});

it("takes what the thread mended, and its words for what it couldn't", async () => {
  expect(await judged(city, { city: 10_115 })).toEqual({
    value: { city: "10115" },
    problem: undefined,
    jobs: ["judge"],
  });
  expect(await judged(city, { town: "Oslo" })).toEqual({
    value: { town: "Oslo" },
    problem: 'must have the property "city"',
    jobs: ["judge"],
  });
});

it("judges the very text that the model wrote", async () => {
  const schema: Schema = { type: "object", properties: { n: { type: "number", minimum: 5 } } };
  const json = '{"n":1e400}';
  const { problem } = await judged({ ...schema, description: "a".repeat(5000) }, JSON.parse(json), json);
  expect(problem).toBeUndefined();
});
