import type { LoopEvent } from "../loop/index.ts";
import type { ToolUseBlock } from "../messages/index.ts";
import { type Block, type Section, code, escaped, show } from "../report/index.ts";

/** A model's call and the tool's result; undefined if the turn was cut off before. */
interface Called {
  readonly block: ToolUseBlock;
  readonly error?: string;
  readonly isAnswered: boolean;
}

/** The report's part on a model's work, independent of what it claims: calls that did something or were refused. */
export const modelCalls = (events: readonly LoopEvent[]): readonly Section[] => sectionsOf(callsIn(events));

function callsIn(events: readonly LoopEvent[]): readonly Called[] {
  const callBlocks = events.flatMap((event) =>
    event.type === "answer" ? event.response.content.filter((block) => block.type === "tool_use") : [],
  );
  const results = new Map(
    events.flatMap((event) => (event.type === "result" ? [[event.block.tool_use_id, event.block]] : [])),
  );
  return callBlocks.map((block) => {
    const result = results.get(block.id);
    return {
      block,
      isAnswered: result !== undefined,
      ...(result?.is_error && { error: textOf(result.content) }),
    };
  });
}

const reading = new Set(["read", "list", "search"]);
const mostShown = 20;

/** Groups calls that change or start something, and those that were refused or failed, with counts. */
function sectionsOf(calls: readonly Called[]): readonly Section[] {
  const counts = new Map<string, { readonly row: readonly string[]; count: number }>();
  for (const { block, error, isAnswered } of calls) {
    if (reading.has(block.name) && error === undefined) continue;
    const answer = error ? `not done: ${escaped(error)}` : isAnswered ? "answered" : "cut off";
    const row = [code(block.name), code(targetOf(block)), answer];
    const key = row.join("\n");
    const known = counts.get(key) ?? { row, count: 0 };
    known.count++;
    counts.set(key, known);
  }
  if (counts.size === 0) return [];
  const rows = [...counts.values()].slice(0, mostShown).map(({ row, count }) => [...row, count]);
  const rest = counts.size - rows.length;
  const blocks: readonly Block[] = [
    show.table(["Tool", "For", "Answer", "Times"], rows),
    ...(rest > 0 ? [show.list([`and ${rest} more`])] : []),
  ];
  return [show.section("model_calls", "What the model called", blocks)];
}

function targetOf({ input }: ToolUseBlock): string {
  const { path, command, target } = input;
  const named = path ?? command ?? target;
  return (typeof named === "string" ? named : JSON.stringify(input)).replaceAll(/\s+/g, " ").slice(0, 80);
}

function textOf(content: unknown): string {
  const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
  return text.split("\n")[0]?.slice(0, 200) ?? "";
}
