import { listed, nearest } from "../lib/index.ts";
import { inputProblem, type ToolResultBlock, type ToolUseBlock } from "../messages/index.ts";
import { refusal } from "../schema/index.ts";
import type { Approval, Settings } from "./options.ts";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";

export type Toolbox = ReadonlyMap<string, Tool>;

/** Indexes tools by name. Throws TypeError if two share a name or a schema can't be checked safely. */
export function toolbox(tools: readonly Tool[]): Toolbox {
  const box = new Map<string, Tool>();
  for (const tool of tools) {
    if (box.has(tool.name)) throw new TypeError(`Two tools are named ${tool.name}.`);
    const wrong = refusal(tool.input_schema);
    if (wrong !== undefined) throw new TypeError(`The input_schema of ${tool.name}: ${wrong.message}`);
    box.set(tool.name, tool);
  }
  return box;
}

/** Runs one call. Never rejects: a failure becomes an error result that the model can act on. */
export async function call(
  block: ToolUseBlock,
  tools: Toolbox,
  { limits, clock, signal, emit }: Pick<Settings, "limits" | "clock" | "signal" | "emit">,
): Promise<ToolResultBlock> {
  const tool = tools.get(block.name);
  if (tool === undefined) return failure(block, unknown(block.name, [...tools.keys()]));
  const problem = inputProblem(tool, block.input);
  if (problem !== undefined)
    return failure(block, `The input does not fit the tool's input_schema: ${problem}.`);
  const done = new AbortController();
  const late = new AbortController();
  clock.sleep(limits.toolMilliseconds, done.signal).then(
    () => late.abort(new Error(`Not finished: the tool's ${limits.toolMilliseconds} ms are up.`)),
    () => undefined, // finished in time
  );
  const either = AbortSignal.any([signal, late.signal]);
  const progress = (text: string): void => void emit({ type: "progress", id: block.id, text });
  try {
    const context = { id: block.id, signal: either, progress };
    return result(block, await unlessAborted(run(tool, block, context), either));
  } catch (error) {
    return failure(block, error instanceof Error && error.message ? error.message : String(error));
  } finally {
    done.abort(new Error("done"));
  }
}

const run = async (tool: Tool, block: ToolUseBlock, context: ToolContext): Promise<ToolOutput> =>
  tool.run(block.input as never, context); // already validated against the tool's schema

/** Rejects on abort, so that a tool that ignores its signal is not waited for. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

const result = ({ id }: ToolUseBlock, output: ToolOutput): ToolResultBlock => ({
  type: "tool_result",
  tool_use_id: id,
  ...(typeof output === "string" ? { content: output } : output),
});

const failure = (block: ToolUseBlock, content: string): ToolResultBlock =>
  result(block, { content, is_error: true });

function unknown(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  if (meant !== undefined) return `There is no tool named ${name}; the nearest is ${meant}.`;
  return `There is no tool named ${name}; there is ${listed(known) || "none"}.`;
}

/** The result of a call that a limit or an abort prevented from running. */
export const notRun = (block: ToolUseBlock): ToolResultBlock =>
  failure(block, "Not run: the loop was stopped before.");

/** The result of a call that a person or an approval rule denied. */
export const refused = (block: ToolUseBlock, decision: Exclude<Approval, true>): ToolResultBlock =>
  failure(block, `Not allowed${typeof decision === "object" ? `: ${decision.no}` : " by the user."}`);
