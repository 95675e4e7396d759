import type { FilePlan, Item } from "../../document/index.ts";

interface Count {
  all: number;
  before: number;
  now: number;
}

const none = (): Count => ({ all: 0, before: 0, now: 0 });

/**
 * What the plans of all files come to, added up as they are made: a large project has a hundred thousand declarations,
 * of which a report counts most and names a few.
 */
export class Tally {
  readonly kinds: Readonly<Record<Item["kind"], Count>> = {
    function: none(),
    method: none(),
    class: none(),
    type: none(),
    constant: none(),
  };
  readonly total = none();
  readonly added = {
    fresh: 0,
    completed: 0,
    summaries: 0,
    parameters: 0,
    returns: 0,
    raises: 0,
    examples: 0,
  };
  readonly typed = { all: 0, annotated: 0 };
  readonly errors = { all: 0, named: 0 };
  /** Types that are written into heads, each with its place. */
  readonly types: string[] = [];
  /** What is no longer true, each with its place. */
  readonly drift: string[] = [];
  /** Declarations other than constants that stay undocumented: how many, and the first of them. */
  readonly silent = { count: 0, first: [] as { path: string; line: number; name: string }[] };

  readonly #most: number;

  /** `most`: how many of those are named. */
  constructor(most: number) {
    this.#most = most;
  }

  add({ path, items }: FilePlan): void {
    for (const item of items) this.#add(path, item);
  }

  #add(path: string, item: Item): void {
    const { kind, line, name, documented, now, added } = item;
    for (const count of [this.kinds[kind], this.total]) {
      count.all += 1;
      count.before += Number(documented);
      count.now += Number(now);
    }
    this.added.fresh += Number(now && !documented);
    this.added.completed += Number(documented && Object.values(added).some(Boolean));
    this.added.summaries += Number(added.summary);
    this.added.parameters += added.parameters;
    this.added.returns += Number(added.returns);
    this.added.raises += added.raises;
    this.added.examples += added.examples;
    this.typed.all += item.typed.all;
    this.typed.annotated += item.typed.annotated;
    this.errors.all += item.raises.all;
    this.errors.named += item.raises.named;
    for (const type of item.types) this.types.push(`${path}:${line} ${name} -> ${type}`);
    for (const { what } of item.drift) this.drift.push(`${path}:${line} ${name}: ${what}`);
    if (now || kind === "constant") return;
    this.silent.count += 1;
    if (this.silent.count <= this.#most) this.silent.first.push({ path, line, name });
  }
}
