/** Results of calls that the service made itself, or that an MCP server answered: each call must precede its result. */
import { fault, type Fault } from "./shape.ts";
import type { ContentBlock, Message } from "./types.ts";

const results: ReadonlyMap<string, string> = new Map([
  ...[
    "advisor",
    "bash_code_execution",
    "code_execution",
    "text_editor_code_execution",
    "tool_search",
    "web_fetch",
    "web_search",
  ].map((name) => [`${name}_tool_result`, "server_tool_use"] as const),
  ["mcp_tool_result", "mcp_tool_use"],
]);

export function serverResults(messages: readonly Message[]): Fault | undefined {
  const calls = new Set<string>();
  for (let i = 0; i < messages.length; i++) {
    const content = messages[i]?.content ?? "";
    if (typeof content === "string") continue;
    for (let j = 0; j < content.length; j++) {
      const block = content[j];
      if (block?.type === "server_tool_use" || block?.type === "mcp_tool_use")
        calls.add(`${block.type} ${block.id}`);
      const wrong = block && orphan(block, calls);
      if (wrong) return fault(`messages.${i}.content.${j}`, wrong);
    }
  }
  return undefined;
}

function orphan(block: ContentBlock, calls: ReadonlySet<string>): string | undefined {
  const call = results.get(block.type);
  if (call === undefined || !("tool_use_id" in block) || calls.has(`${call} ${block.tool_use_id}`))
    return undefined;
  return `unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${block.tool_use_id}. Each \`${block.type}\` block must have a corresponding \`${call}\` block before it.`;
}
