import { mapped, partsOf, type Compound, type Expression } from "./expression.ts";
import { wordsOf } from "./applied.ts";
import { camel, Scope } from "../../specification/specification-names.ts";

/** What is shorter stands as it is, though there is a name for it; whole checks that are the same never stand twice. */
const least = 100;

/** What is known of all expressions that are the same. */
interface Known {
  readonly expression: Compound;
  readonly number: number;
  /** About the length of its text. */
  readonly size: number;
  /** How often it stands in what is different otherwise, and in which check it was met first. */
  count: number;
  owner: string;
  name?: string;
}

const isLong = ({ expression, size }: Known): boolean => size >= least && "call" in expression;
/** Whether it is shorter to define it, and to write a name each time. */
const isWorth = ({ size, count }: Known): boolean => (count - 1) * size > 100 + 20 * count;

/** The long expressions of one module that stand there more than once: each is written once, and named elsewhere. */
export class Repeated {
  readonly #shapes = new Map<string, Known>();
  readonly #known = new Map<Expression, Known>();
  /** The first check that is just this. */
  readonly #wholes = new Map<Known, string>();

  /** Takes note of the expression of a check. */
  add(check: string, expression: Expression): void {
    const known = this.#noted(expression, check);
    if (known === undefined) return;
    if (isLong(known)) known.name ??= `check${check}`;
    if (!this.#wholes.has(known)) this.#wholes.set(known, `check${check}`);
  }

  /** Names for what has none, once all is noted. */
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

  /** The expression of a check, with names for what stands elsewhere too. */
  shown(check: string, expression: Expression): Expression {
    const known = this.#known.get(expression);
    const name = known && (known.name ?? this.#wholes.get(known));
    return name === undefined || name === `check${check}` ? this.#short(expression) : name;
  }

  /** What stands between its brackets may be named, not itself. */
  #short(expression: Expression): Expression {
    return mapped(expression, (expression) => this.#known.get(expression)?.name ?? this.#short(expression));
  }

  /** Counts; what a repeated expression holds is written once. */
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
