import { type Counting, languageOf } from "../../code/index.ts";
import type { FilePlan } from "./contract.ts";
import type { Item } from "./items.ts";

export interface Count {
  readonly all: number;
  readonly before: number;
  readonly now: number;
}

export interface Coverage {
  readonly kinds: Readonly<Record<Item["kind"], Count>>;
  readonly total: Count;
}

const kinds: readonly Item["kind"][] = ["function", "method", "class", "type", "constant"];

/** How many declarations of each kind are documented, before and after. */
export function coverage(plans: readonly FilePlan[]): Coverage {
  const items = plans.flatMap((plan) => plan.items);
  const count = (some: readonly Item[]): Count => ({
    all: some.length,
    before: some.filter(({ documented }) => documented).length,
    now: some.filter(({ now }) => now).length,
  });
  const of = (kind: Item["kind"]): Count => count(items.filter((item) => item.kind === kind));
  return {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Item["kind"], Count>, // every kind is there
    total: count(items),
  };
}

/** What another tool counts in files of these texts, before and after what was planned. */
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
    return [counted.length, counted.filter((one) => one.documented).length];
  };
  const [all, old] = documented(before);
  return { all, before: old, now: documented(after)[1] };
}
