import type { FilePlan, Item } from "./file.ts";

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
