import { table } from "../lib/index.ts";
import type { BuiltinTool, Ground, Role } from "./builtin-tool.ts";

/** The built-in tools; each states its role. */
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

/**
 * Returns the tools offered in these roles; tools that the workspace doesn't support (such as running programs
 * without a sandbox) are omitted.
 */
export async function tools(ground: Ground, roles: readonly Role[]): Promise<readonly BuiltinTool[]> {
  const makers = await Promise.all(toolTable.names.map((name) => toolTable.load(name)));
  return makers.flatMap((maker) => {
    const tool = maker(ground);
    return tool?.offer.some((role) => roles.includes(role)) ? [tool] : [];
  });
}
