import { inTable } from "../lib/index.ts";
import type { Entry, Price } from "./session.ts";

export interface CommandUsage {
  /** The command's line. */
  readonly line: string;
  readonly answers: number;
  readonly input: number;
  readonly output: number;
  /** The part of the input for tool definitions, estimated. */
  readonly tools: number;
  /** In dollars by the settings' prices; `undefined` if a model has none. */
  readonly cost: number | undefined;
}

export async function usageByCommand(
  entries: AsyncIterable<Entry>,
  prices: Readonly<Record<string, Price>>,
): Promise<readonly CommandUsage[]> {
  const found: CommandUsage[] = [];
  let offered = 0;
  for await (const entry of entries) {
    if (entry.type === "command") found.push({ line: entry.line, ...nothing });
    if (entry.type === "tools") offered = entry.tokens;
    if (entry.type !== "loop" || entry.event.type !== "answer") continue;
    const { model, usage } = entry.event.response;
    const last = found.pop() ?? { line: "", ...nothing };
    const input = usage.input_tokens;
    const output = usage.output_tokens;
    const price = inTable(prices, model);
    const cost =
      price && last.cost !== undefined
        ? last.cost + (input * price.input + output * price.output) / 1e6
        : undefined;
    found.push({
      line: last.line,
      answers: last.answers + 1,
      input: last.input + input,
      output: last.output + output,
      tools: last.tools + Math.min(offered, input),
      cost,
    });
  }
  return found;
}

const nothing = { answers: 0, input: 0, output: 0, tools: 0, cost: 0 } as const;
