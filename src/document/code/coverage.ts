import { type Counting, languageOf } from "../../code/index.ts";
import type { FilePlan } from "./contract.ts";

export interface Count {
  readonly all: number;
  readonly before: number;
  readonly now: number;
}

/** Returns what another tool counts in the files, before and after the planned changes. */
export async function countedAs(
  tool: Counting["tool"],
  texts: ReadonlyMap<string, string>,
  plans: readonly FilePlan[],
): Promise<Count> {
  const before = new Map<string, string>();
  let counting: Counting | undefined;
  for (const [path, text] of texts) {
    const own = (await languageOf(path))?.counting;
    if (own?.tool !== tool) continue;
    counting = own;
    before.set(path, text);
  }
  const after = new Map(before);
  for (const { path, change } of plans) if (change && after.has(path)) after.set(path, change.after);
  const documented = (some: ReadonlyMap<string, string>): readonly [all: number, documented: number] => {
    const counted = counting?.count(some) ?? [];
    return [counted.length, counted.filter((item) => item.documented).length];
  };
  const [all, old] = documented(before);
  return { all, before: old, now: documented(after)[1] };
}
