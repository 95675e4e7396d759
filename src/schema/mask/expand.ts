import { spend } from "../budget.ts";
import { limits } from "../limits.ts";
import { SchemaError } from "../problem.ts";
import type { Node } from "../read/index.ts";
import { both } from "./both.ts";
import { ANYTHING, type Case, type Literal } from "./cases.ts";
import type { Cases, Expanding, Expands } from "./expanding.ts";
import { negative } from "./negative.ts";
import { positive } from "./positive.ts";

/** The cost of combining a case with another. */
const weight = ({ object, array }: Case): number =>
  1 + object.named.size + object.patterns.length + object.required.size + array.contains.length;

/** Expands schemas to cases, that is, alternatives without choices; each schema once. */
export class Expander implements Expands {
  readonly options: Expanding;
  readonly #known = new Map<number, Cases>();

  constructor(options: Expanding) {
    this.options = options;
  }

  all(literals: readonly Literal[]): Cases {
    let cases: Cases = [ANYTHING];
    for (const literal of literals) cases = this.times(cases, this.cases(literal), literal.node);
    return cases;
  }

  cases({ node, not }: Literal): Cases {
    const key = node.id * 2 + Number(not);
    let cases = this.#known.get(key);
    if (!cases) this.#known.set(key, (cases = not ? negative(this, node) : positive(this, node)));
    return cases;
  }

  times(a: Cases, b: Cases, node: Node): Cases {
    if (b.length === 1 && b[0] === ANYTHING) return a;
    const out: Case[] = [];
    for (const item of a)
      for (const two of b) {
        spend(weight(item) + weight(two));
        const case_ = both(item, two);
        if (case_) this.within(out.push(case_), node);
      }
    return out;
  }

  within(count: number, node: Node): void {
    if (count > limits.cases)
      throw new SchemaError(
        node.path,
        String(node.path.at(-1) ?? ""),
        `its combinations have more than ${limits.cases} cases`,
      );
  }

  yes = (node: Node): Cases => this.cases({ node, not: false });
  no = (node: Node): Cases => this.cases({ node, not: true });
}
