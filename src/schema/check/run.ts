import { limits } from "../limits.ts";
import { TooCostly, type Problem } from "../problem.ts";
import type { Node, Resource } from "../read/index.ts";
import { canonical } from "../../lib/index.ts";

/** What a check has evaluated, for unevaluatedItems and unevaluatedProperties. */
export class Seen {
  everyKey = false;
  everyItem = false;
  /** Items before this index are evaluated. */
  items = 0;
  readonly keys = new Set<string>();
  readonly indices = new Set<number>();

  add(other: Seen): void {
    this.everyKey ||= other.everyKey;
    this.everyItem ||= other.everyItem;
    this.items = Math.max(this.items, other.items);
    for (const key of other.keys) this.keys.add(key);
    for (const index of other.indices) this.indices.add(index);
  }
}

/** One check of one value: its budget, its current place, and the problems found. */
export class Run {
  readonly path: (string | number)[] = [];
  /** Collects problems if it is set; otherwise the check stops at the first one. */
  problems: Problem[] | undefined;
  scope = new Scope(undefined, undefined);
  left: number;
  depth = 0;
  /** The place of the current value: a new number for each visit. */
  #place = 0;
  #places = 0;
  /** The check starts to cache verdicts when `left` falls to this. */
  readonly #remembering: number;
  readonly #texts = new Map<object, string>();

  constructor(steps: number, problems: Problem[] | undefined) {
    this.left = steps;
    this.#remembering = steps - limits.stepsUnremembered;
    this.problems = problems;
  }

  /** Counts one application of a schema, or an equivalent amount of other work. */
  enter(steps = 1): void {
    if ((this.left -= steps) < 0) throw new TooCostly("the check needs too many steps");
  }

  /** Adds a problem; always returns false. */
  fail(keyword: string, message: string): false {
    if (this.problems && this.problems.length < limits.problems)
      this.problems.push({ path: [...this.path], keyword, message });
    return false;
  }

  /** Checks a part of the value. */
  below(check: Check, key: string | number, value: unknown): boolean {
    if (++this.depth > limits.valueDepth)
      throw new TooCostly(`the value is nested deeper than ${limits.valueDepth}`);
    const place = this.#place;
    this.#place = ++this.#places;
    if (this.problems) this.path.push(key);
    const ok = check(value, this, undefined);
    if (this.problems) this.path.pop();
    this.#place = place;
    this.depth--;
    return ok;
  }

  /**
   * Checks a value against a schema that several references may name. A long check caches each verdict, so that the
   * cost of references that double at each step is at most the size of the schema times the size of the value.
   */
  referred(check: Check, value: unknown, seen: Seen | undefined): boolean {
    if (this.left > this.#remembering) return check(value, this, seen);
    const verdicts = this.scope.verdictsOf(check);
    const known = verdicts.get(value);
    const isEnough = known && (known.ok ? !seen || known.seen : this.#isNoted(known, value));
    if (isEnough) {
      if (known.seen) seen?.add(known.seen);
      return known.ok;
    }
    const evaluated = seen && new Seen();
    const ok = check(value, this, evaluated);
    verdicts.set(value, { ok, seen: ok ? evaluated : undefined, noted: this.problems && this.#place });
    if (ok && evaluated) seen.add(evaluated);
    return ok;
  }

  /** Whether the problems of a verdict are already among the collected ones, or none are collected. */
  #isNoted({ noted }: Verdict, value: unknown): boolean {
    if (!this.problems || noted === this.#place) return true;
    return noted !== undefined && typeof value === "object" && value !== null;
  }

  /** The canonical text, which equal values share; writing it takes steps, too. */
  canonical(value: object): string {
    let text = this.#texts.get(value);
    if (text === undefined) {
      this.#texts.set(value, (text = canonical(value)));
      this.enter(text.length >> 5);
    }
    return text;
  }

  /** Whether the value passes, without collecting problems. */
  quietly(check: Check, value: unknown, seen: Seen | undefined): boolean {
    const { problems } = this;
    this.problems = undefined;
    const ok = check(value, this, seen);
    this.problems = problems;
    return ok;
  }
}

/** The cached result of a schema for a value. */
interface Verdict {
  readonly ok: boolean;
  /** What a valid value had evaluated, if that was tracked. */
  readonly seen: Seen | undefined;
  /** The place where its problems were recorded. */
  readonly noted: number | undefined;
}

/** The resources entered so far, innermost first, with what was resolved within them. */
export class Scope {
  readonly resource: Resource | undefined;
  readonly outer: Scope | undefined;
  readonly #inner = new Map<Resource, Scope>();
  readonly #verdicts = new Map<Check, Map<unknown, Verdict>>();

  constructor(resource: Resource | undefined, outer: Scope | undefined) {
    this.resource = resource;
    this.outer = outer;
  }

  /** The scope inside a resource; the same scope if that was already entered, since the outermost counts. */
  within(resource: Resource): Scope {
    if (this.isWithin(resource)) return this;
    let inner = this.#inner.get(resource);
    if (!inner) this.#inner.set(resource, (inner = new Scope(resource, this)));
    return inner;
  }

  isWithin(resource: Resource): boolean {
    return this.resource === resource || (this.outer?.isWithin(resource) ?? false);
  }

  verdictsOf(check: Check): Map<unknown, Verdict> {
    let verdicts = this.#verdicts.get(check);
    if (!verdicts) this.#verdicts.set(check, (verdicts = new Map()));
    return verdicts;
  }
}

/** Checks a value; marks what it evaluated in `seen`, if present. */
export type Check = (value: unknown, run: Run, seen: Seen | undefined) => boolean;

/** Returns the check of a schema, which may not be compiled yet. */
export interface Made {
  readonly of: (node: Node) => Check;
  /** Whether `format` is asserted. */
  readonly formats: boolean;
}

/** Combines checks; stops at the first failure unless problems are collected. */
export function every(checks: readonly Check[]): Check | undefined {
  const [a, b, c] = checks;
  if (!a) return undefined;
  if (!b) return a;
  if (!c) {
    return (value, run, seen) => {
      const first = a(value, run, seen);
      return first || run.problems ? b(value, run, seen) && first : false;
    };
  }
  return (value, run, seen) => {
    let ok = true;
    for (const check of checks) {
      if (check(value, run, seen)) continue;
      if (!run.problems) return false;
      ok = false;
    }
    return ok;
  };
}
