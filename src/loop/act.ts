import type { ToolResultBlock, ToolUseBlock } from "../messages/index.ts";
import { call, notRun, toolbox } from "./call.ts";
import type { Settings } from "./options.ts";
import type { Past } from "./past.ts";

export type Act = (calls: readonly ToolUseBlock[]) => Promise<readonly ToolResultBlock[]>;

/** Runs calls side by side, `limits.parallel` at a time; gives their results in the order of the calls. */
export function actor(settings: Settings, signal: AbortSignal, past: Past): Act {
  const tools = toolbox(settings.tools);
  const one = async (block: ToolUseBlock): Promise<ToolResultBlock> => {
    const known = past.result(block.id);
    if (known !== undefined) return known;
    if (signal.aborted) return notRun(block);
    await settings.emit({ type: "call", block });
    const result = await call(block, tools, { ...settings, signal });
    if (!signal.aborted) await settings.emit({ type: "result", block: result }); // cut short is not done
    return result;
  };
  return (calls) => inParallel(calls, settings.limits.parallel, one);
}

async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.entries(); // shared by the workers: each takes the next
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, work));
  return results;
}
