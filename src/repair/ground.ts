import { openIndex, type Index } from "../inspect/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Ground } from "./contract.ts";
import { renamesIn } from "./renames.ts";

/** Computes index and renames once, on first use: after changes of files a new ground is needed. */
export function groundOf(workspace: Workspace, signal: AbortSignal): Ground {
  let index: Promise<Index> | undefined;
  let renames: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    workspace,
    signal,
    index: () => (index ??= openIndex(workspace, signal)),
    renames: () => (renames ??= renamesIn(workspace)),
    text: (path) => workspace.files.read(path),
  };
}
