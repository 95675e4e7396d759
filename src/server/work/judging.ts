import { isSmall, type JsonObject } from "../../lib/index.ts";
import type { Judge } from "../../models/index.ts";
import { compile, isCheap } from "../../schema/index.ts";
import type { Work } from "./pool.ts";

/**
 * Limits for judging on the main thread, where a worker's overhead would cost more: characters of an input, and steps
 * of its check.
 */
const small = { input: 16 << 10, steps: 10_000 } as const;

/** Judges inputs on the main thread if a short check passes, all others in worker threads. */
export const judging =
  (work: Work): Judge =>
  async ({ tool, value, json }, { signal, client }) => {
    if (!tool.input_schema) return { value, problem: undefined };
    const { input_schema: schema } = tool;
    const input = json ?? JSON.stringify(value);
    const isShort = input.length <= small.input && isSmall(schema) && isCheap(JSON.stringify(schema));
    if (isShort && compile(schema).fits(value, small.steps)) return { value, problem: undefined };
    const judged = await work.run("judge", { schema, input }, { signal, client });
    const changed = judged.input === undefined ? value : (JSON.parse(judged.input) as JsonObject); // written by the worker thread
    return { value: changed, problem: judged.problem };
  };
