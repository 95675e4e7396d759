import { canonical } from "../../lib/index.ts";
import { isObject } from "../../lib/index.ts";
import { TYPES, typeOf, type Node } from "../read/index.ts";
import { ANYTHING, type Case, type Literal } from "./cases.ts";

interface Expands {
  all(literals: readonly Literal[]): readonly Case[];
  yes(node: Node): readonly Case[];
}

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

/** Converts enum and const: scalars to values, objects and arrays to schemas. */
export class Values {
  readonly #made = new Map<string, Node>();
  #next: number;

  /** New schemas are numbered from `next`. */
  constructor(next: number) {
    this.#next = next;
  }

  cases(node: Node, not: boolean, at: Expands): readonly Case[] {
    const values = node.values ?? [];
    const scalars = values.filter(isScalar);
    const rest = values.filter((value) => !isScalar(value)).map((value) => this.#node(value, node));
    if (not) {
      const others = at.all(rest.map((node) => ({ node: node, not: true })));
      return others.map((item) => ({
        ...item,
        excluded: [...item.excluded, ...scalars],
        values: item.values?.filter((value) => !scalars.includes(value)),
      }));
    }
    let types = 0;
    for (const value of scalars) types |= typeOf(value);
    const simple: readonly Case[] = scalars.length > 0 ? [{ ...ANYTHING, types, values: scalars }] : [];
    return [...simple, ...rest.flatMap((node) => at.yes(node))];
  }

  /** A schema that allows exactly one value. */
  #node(value: unknown, near: Node): Node {
    const key = canonical(value);
    const known = this.#made.get(key);
    if (known) return known;
    const node = composite(value, this.#empty(near), {
      child: (item) => this.#node(item, near),
      nothing: { ...this.#empty(near), possible: false },
    });
    this.#made.set(key, node);
    return node;
  }

  #empty(near: Node): Node {
    return { id: this.#next++, path: near.path, resource: near.resource, possible: true, types: TYPES.any };
  }
}

interface Parts {
  readonly child: (value: unknown) => Node;
  readonly nothing: Node;
}

/** Changes `node` to allow exactly `value`. */
export function composite(value: unknown, node: Node, { child, nothing }: Parts): Node {
  node.types = typeOf(value);
  if (Array.isArray(value)) {
    node.prefixItems = value.map(child);
    node.items = nothing;
    node.minItems = value.length;
  } else if (isObject(value)) {
    node.properties = new Map(Object.entries(value).map(([name, item]) => [name, child(item)] as const));
    node.required = Object.keys(value);
    node.additionalProperties = nothing;
  } else {
    node.values = [value];
    node.valuesKeyword = "const";
  }
  return node;
}
