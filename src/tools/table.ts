import { table } from "../lib/index.ts";
import type { BuiltinTool, Ground, Role } from "./builtin-tool.ts";

/** What a model may be offered here; each tool says which work it is for. */
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

/** The tools that are offered in one of these roles; one that the workspace can't carry (no sandbox, so nothing is run) is left out. */
export async function tools(ground: Ground, roles: readonly Role[]): Promise<readonly BuiltinTool[]> {
  const makers = await Promise.all(toolTable.names.map((name) => toolTable.load(name)));
  return makers.flatMap((maker) => {
    const tool = maker(ground);
    return tool?.offer.some((role) => roles.includes(role)) ? [tool] : [];
  });
}
