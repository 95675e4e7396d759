import { table } from "../lib/index.ts";
import type { Tool } from "../loop/index.ts";
import type { Ground } from "./builtin-tool.ts";

/** What a model may be offered here; `fetch` only where the user's settings name it. */
export const toolTable = table({
  read: () => import("./read.ts"),
  list: () => import("./list.ts"),
  search: () => import("./search.ts"),
  edit: () => import("./edit.ts"),
  write: () => import("./write.ts"),
  run: () => import("./run.ts"),
  test: () => import("./test.ts"),
  fetch: () => import("./fetch.ts"),
});

export type ToolName = (typeof toolTable.names)[number];

/** The tools by name; one that the workspace can't carry (no sandbox, so nothing is run) is left out. */
export async function tools(ground: Ground, names: readonly ToolName[]): Promise<readonly Tool[]> {
  const made: Tool[] = [];
  for (const name of names) {
    const tool = (await toolTable.load(name))(ground);
    if (tool) made.push(tool);
  }
  return made;
}
