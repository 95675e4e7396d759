import { mapped, partsOf, type Compound, type Expression } from "./expression.ts";
import { wordsOf } from "./applied.ts";
import { camel, Scope } from "../../specification/specification-names.ts";

/** Shorter expressions are written out even if they have a name; identical whole checks are never repeated. */
const least = 100;

/** What is known of all equal expressions. */
interface Known {
  readonly expression: Compound;
  readonly number: number;
  /** Approximate length of its text. */
  readonly size: number;
  /** How often it occurs in different expressions, and the check in which it occurred first. */
  count: number;
  owner: string;
  name?: string;
}

const isLong = ({ expression, size }: Known): boolean => size >= least && "call" in expression;
/** Whether defining it and writing its name each time is shorter. */
const isWorth = ({ size, count }: Known): boolean => (count - 1) * size > 100 + 20 * count;

/** Long expressions that occur repeatedly in a module: each is written once and referred to elsewhere. */
export class Repeated {
  readonly #shapes = new Map<string, Known>();
  readonly #known = new Map<Expression, Known>();
  /** The first check that consists only of this. */
  readonly #wholes = new Map<Known, string>();

  /** Records the expression of a check. */
  add(check: string, expression: Expression): void {
    const known = this.#noted(expression, check);
    if (known === undefined) return;
    if (isLong(known)) known.name ??= `check${check}`;
    if (!this.#wholes.has(known)) this.#wholes.set(known, `check${check}`);
  }

  /** Assigns names to repeated expressions, once all are recorded. */
  named(): readonly (readonly [name: string, expression: Expression])[] {
    const scope = new Scope();
    const often = [...this.#shapes.values()].filter(
      (known) =>
        known.name === undefined &&
        ((isLong(known) && isWorth(known)) || wordsOf(known.expression) !== undefined),
    );
    for (const known of often) known.name = scope.take(camel(`${known.owner}Part`));
    return often.map(({ name = "", expression }) => [name, this.#short(expression)]);
  }

  isSame(expression: Expression, other: Expression): boolean {
    return (this.#known.get(expression) ?? expression) === (this.#known.get(other) ?? other);
  }

  /** Returns a check's expression, with names for what is defined elsewhere. */
  shown(check: string, expression: Expression): Expression {
    const known = this.#known.get(expression);
    const name = known && (known.name ?? this.#wholes.get(known));
    return name === undefined || name === `check${check}` ? this.#short(expression) : name;
  }

  /** Replaces parts of an expression by names, but not the expression itself. */
  #short(expression: Expression): Expression {
    return mapped(expression, (expression) => this.#known.get(expression)?.name ?? this.#short(expression));
  }

  /** Counts an expression; the parts of a repeated one are counted once. */
  #noted(expression: Expression, owner: string): Known | undefined {
    if (typeof expression === "string") return undefined;
    const known = this.#of(expression);
    known.count += 1;
    if (known.count > 1) return known;
    known.owner = owner;
    for (const [, item] of partsOf(expression)) this.#noted(item, owner);
    return known;
  }

  #of(expression: Compound): Known {
    const seen = this.#known.get(expression);
    if (seen) return seen;
    const head = "call" in expression ? expression.call : "list" in expression ? "[" : "{";
    let size = head.length + 2;
    const shape = partsOf(expression).map(([key, expression]) => {
      const inner = typeof expression === "string" ? undefined : this.#of(expression);
      size += key.length + 2 + (inner?.size ?? String(expression).length);
      return [key, inner?.number ?? expression];
    });
    const text = JSON.stringify([head, ...shape]);
    const known = this.#shapes.get(text) ?? {
      expression,
      number: this.#shapes.size,
      size,
      count: 0,
      owner: "",
    };
    this.#shapes.set(text, known);
    this.#known.set(expression, known);
    return known;
  }
}
