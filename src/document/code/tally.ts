import type { FilePlan, Left } from "./contract.ts";
import type { Item } from "./items.ts";

interface Count {
  all: number;
  before: number;
  now: number;
}

interface Added {
  fresh: number;
  completed: number;
  summaries: number;
  parameters: number;
  returns: number;
  raises: number;
  examples: number;
}

/** A file's contribution to a report: small plain data that is cached while the file is unchanged. */
export interface Part {
  /** Why the file was left alone. */
  readonly why?: string;
  /** Set if it also depends on other files than those whose errors leave its declarations. */
  readonly asks?: true;
  /** Identifies what other files' docstrings may say about it. */
  readonly factsHash?: string;
  /** Declarations by kind: total, documented before, and now. */
  readonly kinds: Partial<Record<Item["kind"], [all: number, before: number, now: number]>>;
  readonly added?: Added;
  readonly typed: { all: number; annotated: number };
  readonly errors: { all: number; named: number };
  /** Types inserted into signatures, each with its place. */
  readonly types?: readonly string[];
  /** Outdated statements, each with its place. */
  readonly drift?: readonly string[];
  /** Undocumented declarations other than constants: their number, and the first ones. */
  readonly silent: { count: number; readonly first: (readonly [line: number, name: string])[] };
}

const nothing = (): Added => ({
  fresh: 0,
  completed: 0,
  summaries: 0,
  parameters: 0,
  returns: 0,
  raises: 0,
  examples: 0,
});

/** Maximum items listed of a kind. */
export const most = 8;

export const partLeft = ({ why }: Pick<Left, "why">): Part => ({ ...partOf({ path: "", items: [] }), why });

export function partOf({ path, items }: Pick<FilePlan, "path" | "items">): Part {
  const kinds: Part["kinds"] = {};
  const [typed, errors] = [
    { all: 0, annotated: 0 },
    { all: 0, named: 0 },
  ];
  const silent: Part["silent"] = { count: 0, first: [] };
  const added = nothing();
  for (const item of items) {
    const { kind, line, name, documented, now } = item;
    const count = (kinds[kind] ??= [0, 0, 0]);
    [1, Number(documented), Number(now)].forEach(
      (value, place) => (count[place] = (count[place] ?? 0) + value),
    );
    typed.all += item.typed.all;
    typed.annotated += item.typed.annotated;
    errors.all += item.raises.all;
    errors.named += item.raises.named;
    add(item, added);
    if (now || kind === "constant") continue;
    silent.count += 1;
    if (silent.count <= most) silent.first.push([line, name]);
  }
  const types = items.flatMap(({ line, name, types: typeTexts }) =>
    typeTexts.map((type) => `${path}:${line} ${name} -> ${type}`),
  );
  const drift = items.flatMap((item) =>
    item.drift.map(({ what }) => `${path}:${item.line} ${item.name}: ${what}`),
  );
  return {
    kinds,
    typed,
    errors,
    silent,
    ...(Object.values(added).some(Boolean) && { added }),
    ...(types.length && { types }),
    ...(drift.length && { drift }),
  };
}

function add({ now, documented, added }: Item, sum: Added): void {
  sum.fresh += Number(now && !documented);
  sum.completed += Number(documented && Object.values(added).some(Boolean));
  sum.summaries += Number(added.summary);
  sum.parameters += added.parameters;
  sum.returns += Number(added.returns);
  sum.raises += added.raises;
  sum.examples += added.examples;
}

/** Totals over all files: a large project has 100,000 declarations, of which a report counts most and lists few. */
export class Tally {
  readonly kinds: Readonly<Record<Item["kind"], Count>> = {
    function: none(),
    method: none(),
    class: none(),
    type: none(),
    constant: none(),
  };
  readonly total = none();
  readonly added = nothing();
  readonly typed = { all: 0, annotated: 0 };
  readonly errors = { all: 0, named: 0 };
  readonly types: string[] = [];
  readonly drift: string[] = [];
  readonly silent = { count: 0, first: [] as { path: string; line: number; name: string }[] };
  /** Files that were left alone. */
  readonly left: Left[] = [];

  add(path: string, { why, kinds, added, typed, errors, types, drift, silent }: Part): void {
    if (why !== undefined) this.left.push({ path, why });
    for (const [kind, [all, before, now]] of Object.entries(kinds))
      for (const count of [this.kinds[kind as Item["kind"]], this.total]) {
        count.all += all;
        count.before += before;
        count.now += now;
      }
    for (const key of added ? (Object.keys(this.added) as (keyof Added)[]) : [])
      this.added[key] += added?.[key] ?? 0;
    this.typed.all += typed.all;
    this.typed.annotated += typed.annotated;
    this.errors.all += errors.all;
    this.errors.named += errors.named;
    this.types.push(...(types ?? []));
    this.drift.push(...(drift ?? []));
    this.silent.count += silent.count;
    for (const [line, name] of silent.first)
      if (this.silent.first.length < most) this.silent.first.push({ path, line, name });
  }
}

function none(): Count {
  return { all: 0, before: 0, now: 0 };
}
