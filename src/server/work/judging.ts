import type { JsonObject } from "../../lib/index.ts";
import type { Judge } from "../../models/index.ts";
import { compile, isCheap } from "../../schema/index.ts";
import type { Work } from "./pool.ts";

/** What is judged here: the way to a thread would take longer. Characters of an input, and steps of its check. */
const small = { input: 16 << 10, steps: 10_000 } as const;

/** Judges inputs that a short check finds right here, and all others in threads. */
export const judging =
  (work: Work): Judge =>
  async ({ tool, value, json }, { signal, client }) => {
    if (!tool.input_schema) return { value, problem: undefined };
    const schema = JSON.stringify(tool.input_schema);
    const input = json ?? JSON.stringify(value);
    if (isCheap(schema) && input.length <= small.input && compile(tool.input_schema).fits(value, small.steps))
      return { value, problem: undefined };
    const judged = await work.run("judge", { schema, input }, { signal, client });
    const changed = judged.input === undefined ? value : (JSON.parse(judged.input) as JsonObject); // as the thread wrote it
    return { value: changed, problem: judged.problem };
  };
