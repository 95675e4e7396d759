import type { Workspace } from "../workspace/index.ts";
import { declarationsIn } from "../code/index.ts";
import { scopeOf } from "../review/index.ts";
import { lastName } from "../lib/index.ts";

/** Finds names renamed by uncommitted changes, or on the branch: the body is the same, or only one was removed and added. */
export async function renamesIn(workspace: Workspace): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const scope = await scopeOf("", workspace).catch(() => undefined);
  for (const { path, before, after } of scope?.changes ?? []) {
    if (before === null || after === null) continue;
    const [old, now] = [await declarationsIn(path, before), await declarationsIn(path, after)];
    const gone = old.filter(({ name }) => !now.some((item) => item.name === name));
    const come = now.filter(({ name }) => !old.some((item) => item.name === name));
    for (const item of gone) {
      const body = before.slice(item.range.start, item.range.end);
      const twin = come.find(
        (other) =>
          other.kind === item.kind &&
          ((gone.length === 1 && come.length === 1) ||
            after
              .slice(other.range.start, other.range.end)
              .replaceAll(lastName(other.name), lastName(item.name)) === body),
      );
      if (twin) found.set(lastName(item.name), lastName(twin.name));
    }
  }
  return found;
}
