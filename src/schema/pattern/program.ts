import { spend } from "../budget.ts";
import { limits } from "../limits.ts";
import { PatternError, type Ast } from "./parse.ts";
import { ANY, WORD, has, type CharSet } from "./sets.ts";

/** One state of a nondeterministic automaton; numbers refer to the next states. */
export type Op =
  | { readonly kind: "set"; readonly set: number; readonly next: number }
  | { readonly kind: "split"; readonly next: readonly number[] }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "boundary"; readonly negated: boolean; readonly next: number }
  | { readonly kind: "look"; readonly negated: boolean; readonly entry: number; readonly next: number }
  | { readonly kind: "match" };

export const MATCH = 0;

export interface Program {
  readonly ops: readonly Op[];
  readonly entry: number;
  /** By the last op of a loop: the splits of the loops that end there, inner ones first. */
  readonly loops: ReadonlyMap<number, readonly number[]>;
  readonly alphabet: Alphabet;
  /** For each set: which classes of the alphabet belong to it. */
  readonly members: readonly Uint8Array[];
  /** For each class: whether its characters are word characters. */
  readonly word: Uint8Array;
}

/** Classes of code points that no set of the automaton distinguishes. */
export interface Alphabet {
  readonly size: number;
  /** One code point per class. */
  readonly samples: readonly number[];
  /** The beginnings of intervals, ascending from 0, and the class of each. */
  readonly starts: readonly number[];
  readonly classes: readonly number[];
  classOf(code: number): number;
}

export function alphabet(sets: readonly CharSet[]): Alphabet {
  const cuts = new Set([0]);
  for (const set of sets)
    for (let i = 0; i < set.length; i += 2) cuts.add(set[i] ?? 0).add((set[i + 1] ?? 0) + 1);
  const starts = [...cuts].filter((cut) => cut <= 0x10ffff).sort((a, b) => a - b);
  spend(starts.length * (1 + (sets.length >> 2)));
  const names = new Map<string, number>();
  const samples: number[] = [];
  const cursors = sets.map(() => 0);
  const classes = starts.map((start) => {
    let key = "";
    sets.forEach((set, i) => {
      while ((set[(cursors[i] ?? 0) + 1] ?? Number.POSITIVE_INFINITY) < start)
        cursors[i] = (cursors[i] ?? 0) + 2;
      key += (set[cursors[i] ?? 0] ?? Number.POSITIVE_INFINITY) <= start ? "1" : "0";
    });
    let name = names.get(key);
    if (name === undefined) {
      names.set(key, (name = names.size));
      samples.push(start);
    }
    return name;
  });
  const low = new Uint16Array(256);
  const find = (code: number): number => {
    let [from, to] = [0, starts.length];
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if ((starts[middle] ?? 0) <= code) from = middle;
      else to = middle;
    }
    return classes[from] ?? 0;
  };
  for (let code = 0; code < 256; code++) low[code] = find(code);
  return {
    size: names.size,
    samples,
    starts,
    classes,
    classOf: (code) => (code < 256 ? (low[code] ?? 0) : find(code)),
  };
}

/** Compiles a syntax tree to an automaton that finds the pattern anywhere in a text. */
export function program(ast: Ast): Program {
  const builder = new Builder();
  const body = builder.add(ast, MATCH);
  const entry = anchored(ast) ? body : builder.anywhere(body);
  const { ops, sets, loops } = builder;
  const letters = alphabet([...sets, WORD]);
  return {
    ops,
    entry,
    loops,
    alphabet: letters,
    members: sets.map((set) => Uint8Array.from(letters.samples, (code) => Number(has(set, code)))),
    word: Uint8Array.from(letters.samples, (code) => Number(has(WORD, code))),
  };
}

function anchored(ast: Ast): boolean {
  if (ast.kind === "start") return true;
  if (ast.kind === "sequence") return ast.items[0] !== undefined && anchored(ast.items[0]);
  return ast.kind === "choice" && ast.items.every(anchored);
}

class Builder {
  readonly ops: Op[] = [{ kind: "match" }];
  readonly sets: CharSet[] = [];
  readonly loops = new Map<number, number[]>();
  readonly #known = new Map<CharSet | string, number>();

  anywhere(body: number): number {
    const loop = this.#push({ kind: "match" });
    const step = this.#push({ kind: "set", set: this.#set(ANY), next: loop });
    this.#loop(loop, [body, step]);
    return loop;
  }

  /** The state from which `ast` and then `next` match. */
  add(ast: Ast, next: number): number {
    switch (ast.kind) {
      case "set":
        return this.#push({ kind: "set", set: this.#set(ast.set), next });
      case "sequence":
        return ast.items.reduceRight((after, item) => this.add(item, after), next);
      case "choice":
        return this.#push({ kind: "split", next: ast.items.map((item) => this.add(item, next)) });
      case "repeat":
        return this.#repeat(ast, next);
      case "look":
        return this.#push({ kind: "look", negated: ast.negated, entry: this.add(ast.item, MATCH), next });
      case "boundary":
        return this.#push({ kind: "boundary", negated: ast.negated, next });
      default:
        return this.#push({ kind: ast.kind, next });
    }
  }

  #repeat({ item, min, max }: Extract<Ast, { kind: "repeat" }>, next: number): number {
    let after = next;
    if (max === Number.POSITIVE_INFINITY) {
      after = this.#push({ kind: "match" });
      this.#loop(after, [this.add(item, after), next]);
    } else {
      for (let i = min; i < max; i++)
        after = this.#push({ kind: "split", next: [this.add(item, after), next] });
    }
    for (let i = 0; i < min; i++) after = this.add(item, after);
    return after;
  }

  /** Turns a reserved op into the split of a loop, once the states that lead back to it exist. */
  #loop(index: number, next: readonly number[]): void {
    this.ops[index] = { kind: "split", next };
    const end = this.ops.length - 1;
    this.loops.set(end, [...(this.loops.get(end) ?? []), index]);
  }

  #set(set: CharSet): number {
    const same = this.#known.get(set); // a repetition adds the same set many times
    if (same !== undefined) return same;
    const key = set.join();
    const index = this.#known.get(key) ?? this.sets.push(set) - 1;
    this.#known.set(key, index).set(set, index);
    return index;
  }

  #push(op: Op): number {
    if (this.ops.length >= limits.patternStates)
      throw new PatternError(`needs more than ${limits.patternStates} states`);
    spend(1);
    return this.ops.push(op) - 1;
  }
}
