import type { ToolResultBlock, ToolUseBlock } from "../messages/index.ts";
import { call, notRun, refused, toolbox } from "./call.ts";
import type { Approval, Settings } from "./options.ts";
import type { Past } from "./past.ts";
import type { Tool } from "./tool.ts";

/**
 * The results of the calls, in call order; or, when some calls wait for a person's approval, those calls, with none
 * run.
 */
export type Acted =
  | { readonly results: readonly ToolResultBlock[] }
  | { readonly pending: readonly ToolUseBlock[] };
export type Act = (calls: readonly ToolUseBlock[], tools: readonly Tool[]) => Promise<Acted>;

/** Runs calls concurrently, at most `limits.parallel` at a time, after all of them have been decided. */
export function actor(settings: Settings, signal: AbortSignal, past: Past): Act {
  const decide = async (block: ToolUseBlock): Promise<Approval> =>
    past.result(block.id) === undefined && !signal.aborted ? await settings.approve(block) : true;
  return async (calls, offered) => {
    const tools = toolbox(offered);
    const decisions = await Promise.all(calls.map(decide));
    const pending = calls.filter((_, i) => decisions[i] === "wait");
    if (pending.length > 0) return { pending };
    const resultOf = async (block: ToolUseBlock, i: number): Promise<ToolResultBlock> => {
      const known = past.result(block.id);
      if (known !== undefined) return known;
      if (signal.aborted) return notRun(block);
      const decision = decisions[i] ?? true;
      if (decision === true) await settings.emit({ type: "call", block });
      const result =
        decision === true ? await call(block, tools, { ...settings, signal }) : refused(block, decision);
      if (!signal.aborted) await settings.emit({ type: "result", block: result }); // an aborted call is not complete
      return result;
    };
    return { results: await inParallel(calls, settings.limits.parallel, resultOf) };
  };
}

async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.entries(); // shared by the workers: each takes the next item
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, work));
  return results;
}
