import type { Node } from "../read/index.ts";
import type { Check, Made, Run, Seen } from "./run.ts";

type Items = readonly unknown[];
type ItemsCheck = (value: Items, run: Run, seen: Seen | undefined) => boolean;

/** In the order in which they must run: keywords that evaluate items come before those that apply to the rest. */
export function arrayChecks(node: Node, factory: Made): readonly Check[] {
  const out: ItemsCheck[] = [];
  const { minItems, maxItems } = node;
  if (minItems !== undefined)
    out.push(
      (value, run) =>
        value.length >= minItems || run.fail("minItems", `must have at least ${minItems} items`),
    );
  if (maxItems !== undefined)
    out.push(
      (value, run) => value.length <= maxItems || run.fail("maxItems", `must have at most ${maxItems} items`),
    );
  if (node.uniqueItems)
    out.push((value, run) => {
      run.enter(value.length);
      return unique(value, run) || run.fail("uniqueItems", "must not have equal items");
    });
  if (node.prefixItems || node.items) out.push(itemsCheck(node, factory));
  if (node.contains) out.push(containsCheck(node, node.contains, factory));
  return out as readonly Check[]; // called for arrays only
}

function unique(items: Items, run: Run): boolean {
  if (items.length < 2) return true;
  const plain = new Set<unknown>();
  const composite = new Set<string>(); // a string must not be mistaken for the canonical form of a value
  for (const item of items) {
    const isComposite = typeof item === "object" && item !== null;
    const [seen, key] = isComposite ? [composite, run.canonical(item)] : [plain, item];
    if (seen.has(key as string)) return false; // its set contains strings
    seen.add(key as string);
  }
  return true;
}

function itemsCheck(node: Node, factory: Made): ItemsCheck {
  const prefix = (node.prefixItems ?? []).map(factory.of);
  const rest = node.items && factory.of(node.items);
  return (value, run, seen) => {
    let ok = true;
    const end = rest ? value.length : Math.min(prefix.length, value.length);
    for (let i = 0; i < end; i++) {
      const check = i < prefix.length ? prefix[i] : rest;
      if (!check || run.below(check, i, value[i])) continue;
      if (!run.problems) return false;
      ok = false;
    }
    if (seen) {
      seen.items = Math.max(seen.items, prefix.length);
      seen.everyItem ||= rest !== undefined;
    }
    return ok;
  };
}

function containsCheck(node: Node, contains: Node, factory: Made): ItemsCheck {
  const check = factory.of(contains);
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = node;
  const marks = node.resource.dialect.dynamic;
  return (value, run, seen) => {
    let count = 0;
    for (let i = 0; i < value.length; i++) {
      if (!run.quietly((item) => run.below(check, i, item), value[i], undefined)) continue;
      count++;
      if (marks) seen?.indices.add(i);
      if (!seen && count >= minContains && maxContains === Number.POSITIVE_INFINITY) return true;
    }
    if (count < minContains)
      return run.fail("contains", `must contain at least ${minContains} items that fit`);
    return (
      count <= maxContains || run.fail("maxContains", `must contain at most ${maxContains} items that fit`)
    );
  };
}

export function unevaluatedItems(node: Node, factory: Made): ItemsCheck | undefined {
  if (!node.unevaluatedItems) return undefined;
  const check = factory.of(node.unevaluatedItems);
  return (value, run, seen) => {
    let ok = true;
    if (!seen || seen.everyItem) return true;
    for (let i = seen.items; i < value.length; i++)
      if (!seen.indices.has(i) && !run.below(check, i, value[i]))
        ok = run.fail("unevaluatedItems", `item ${i} is not allowed`);
    seen.everyItem = true;
    return ok;
  };
}
