import { spend } from "../budget.ts";
import type { ArrayFacts, Literal } from "./cases.ts";
import type { Goal, Goals } from "./goal.ts";

let ids = 0;

/** The schemas that the items of an array must match. */
export class ArrayShape {
  readonly id = ids++;
  readonly facts: ArrayFacts;
  readonly #grammar: Goals;
  readonly #alike: number;
  readonly #goals = new Map<string, Goal>();

  constructor(grammar: Goals, facts: ArrayFacts) {
    this.#grammar = grammar;
    this.facts = facts;
    const froms = [...facts.rest, ...facts.contains].map(({ from }) => from);
    this.#alike = Math.max(0, ...[...facts.at.keys()].map((i) => i + 1), ...froms);
  }

  /** The index from which on all items are alike. */
  get alike(): number {
    return this.#alike;
  }

  /** All goals that an item may have to match. */
  goals(): readonly Goal[] {
    const none = this.facts.contains.map(() => 0);
    return Array.from({ length: this.#alike + 1 }, (_, i) =>
      this.choices(i, none).map(({ goal }) => goal),
    ).flat();
  }

  /** The goal of an item, in addition to `more`. */
  goal(index: number, more: readonly Literal[] = []): Goal {
    const position = Math.min(index, this.#alike);
    const key = `${position}:${more.map(({ node, not }) => `${node.id}${not}`).join()}`;
    let goal = this.#goals.get(key);
    if (!goal) {
      const { rest, at: fixed } = this.facts;
      const literals = [
        ...(fixed.get(position) ?? []),
        ...rest.filter(({ from }) => from <= position).map(({ literal }) => literal),
      ];
      this.#goals.set(key, (goal = this.#grammar.goal([...literals, ...more])));
    }
    return goal;
  }

  /** The maximum number of items that are all different. */
  get capacity(): number {
    if (!this.facts.unique || this.facts.at.size > 0) return this.facts.max;
    return Math.min(this.facts.max, this.#grammar.count(this.goal(0)));
  }

  inhabited(): boolean {
    return this.finishes(
      0,
      this.facts.contains.map(() => 0),
    );
  }

  /** Whether an array with `count` items, of which `found` match each `contains`, can be completed. */
  finishes(count: number, found: readonly number[]): boolean {
    const { min, contains } = this.facts;
    const missing = contains.map((item, i) => Math.max(0, item.min - (found[i] ?? 0)));
    const end = Math.max(min, count + Math.max(0, ...missing));
    if (end > this.capacity) return false;
    for (let i = count; i < end && i <= Math.max(count, this.#alike) + 1; i++) {
      if (!this.#possible(i, found)) return false;
    }
    return missing.every((need, i) => need === 0 || this.#finds(i, count));
  }

  #possible(index: number, found: readonly number[]): boolean {
    return this.choices(index, found).some(({ goal }) => this.#grammar.inhabited(goal));
  }

  #finds(which: number, count: number): boolean {
    const counted = this.facts.contains[which];
    if (!counted) return false;
    for (let i = Math.max(count, counted.from); i <= Math.max(count, this.#alike) && i < this.capacity; i++)
      if (this.#grammar.inhabited(this.goal(i, [counted.literal]))) return true;
    return false;
  }

  /** The possible next items: which `contains` count them, and which don't. */
  choices(
    index: number,
    found: readonly number[],
  ): readonly { readonly goal: Goal; readonly found: readonly number[] }[] {
    let out: { more: readonly Literal[]; found: readonly number[] }[] = [{ more: [], found }];
    this.facts.contains.forEach((item, i) => {
      if (index < item.from) return;
      const have = found[i] ?? 0;
      const counted = (entry: (typeof out)[number]): (typeof out)[number] => ({
        more: [...entry.more, item.literal],
        found: entry.found.with(i, have + 1),
      });
      const bounded = item.max < Number.POSITIVE_INFINITY;
      const other = bounded ? [item.against] : [];
      out = out.flatMap((entry) => [
        ...((bounded ? have < item.max : have < item.min) ? [counted(entry)] : []),
        { more: [...entry.more, ...other], found: entry.found },
      ]);
      spend(out.length);
    });
    return out.map((entry) => ({ goal: this.goal(index, entry.more), found: entry.found }));
  }
}
