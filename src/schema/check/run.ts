import { limits } from "../limits.ts";
import { TooCostly, type Problem } from "../problem.ts";
import type { Node, Resource } from "../read/index.ts";

/** What a check has looked at, for unevaluatedItems and unevaluatedProperties. */
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

/** One check of one value: its budget, where it is, and what it found. */
export class Run {
  readonly path: (string | number)[] = [];
  /** Problems are gathered when this is set; otherwise the first one ends the check. */
  problems: Problem[] | undefined;
  scope: Scope | undefined;
  left: number;
  depth = 0;

  constructor(steps: number, problems: Problem[] | undefined) {
    this.left = steps;
    this.problems = problems;
  }

  /** Counts one application of a schema. */
  enter(): void {
    if (--this.left < 0) throw new TooCostly("the check needs too many steps");
  }

  /** Notes a problem; always false. */
  fail(keyword: string, message: string): false {
    if (this.problems && this.problems.length < limits.problems)
      this.problems.push({ path: [...this.path], keyword, message });
    return false;
  }

  /** Judges a part of the value. */
  below(check: Check, key: string | number, value: unknown): boolean {
    if (++this.depth > limits.valueDepth)
      throw new TooCostly(`the value is nested deeper than ${limits.valueDepth}`);
    if (!this.problems) {
      const ok = check(value, this, undefined);
      this.depth--;
      return ok;
    }
    this.path.push(key);
    const ok = check(value, this, undefined);
    this.path.pop();
    this.depth--;
    return ok;
  }

  /** Whether the value passes, without noting problems. */
  quietly(check: Check, value: unknown, seen: Seen | undefined): boolean {
    const { problems } = this;
    this.problems = undefined;
    const ok = check(value, this, seen);
    this.problems = problems;
    return ok;
  }
}

/** The resources entered so far, innermost first. */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** Judges a value; marks what it evaluated in `seen` when that is given. */
export type Check = (value: unknown, run: Run, seen: Seen | undefined) => boolean;

/** Gives the check of a schema, which may not be made yet. */
export interface Made {
  readonly of: (node: Node) => Check;
  /** Whether formats assert. */
  readonly formats: boolean;
}

/** All of them, stopping at the first failure unless problems are gathered. */
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
