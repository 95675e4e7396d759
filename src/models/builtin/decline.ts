import { listed } from "../../lib/index.ts";
import type { Tool } from "./read/tool.ts";

/** What is said when no tool answers the request. */
export function decline(tools: readonly Tool[]): string {
  if (tools.length === 0)
    return "I am the built-in function caller: I answer by calling tools, and this request declares none.";
  const names = tools.slice(0, 8).map((tool) => tool.definition.name);
  const more = tools.length > names.length ? [`${tools.length - names.length} more`] : [];
  return `None of the tools given here fits this request. I can call ${listed([...names, ...more])}.`;
}
