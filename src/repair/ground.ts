import { openIndex, type Index } from "../inspect/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Ground } from "./contract.ts";
import { renamesIn } from "./renames.ts";

/**
 * Computes the index and the renames on first use and keeps them: after a change of the files a new ground is needed.
 */
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
