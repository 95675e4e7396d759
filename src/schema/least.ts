import { isEverything } from "./mask/literals.ts";
import { limits } from "./limits.ts";
import type { SchemaPath } from "./problem.ts";
import { TYPES, type Node } from "./read/index.ts";

/** The minimum size of a matching value, in values and characters, and the keyword that causes it. */
export interface Least {
  readonly size: number;
  readonly place: SchemaPath;
}

/** Maximum depth of a value; one that needs more counts as endless. */
const maxDepth = 128;
/** Maximum schemas per measurement; anything beyond counts as small. */
const maxVisits = 20_000;

type Place = readonly Node[];
const scalars = TYPES.null | TYPES.boolean | TYPES.number;
const small: Least = { size: 1, place: [] };
const larger = (one: Least, other: Least): Least => (other.size > one.size ? other : one);
const smaller = (one: Least, other: Least): Least => (other.size < one.size ? other : one);
const largest = (nodes: Place, keyword: Bound): Node | undefined =>
  nodes.reduce<Node | undefined>(
    (most, node) => ((node[keyword] ?? 0) > (most?.[keyword] ?? 0) ? node : most),
    undefined,
  );
type Bound = "minLength" | "minItems" | "minContains" | "minProperties";
const at = (node: Node, keyword: string): SchemaPath => [...node.path, keyword];

/**
 * Measures the smallest value of a schema: nested bounds multiply, whichever schemas of a place state them. Each set of
 * schemas that apply to one place is measured once.
 */
export const leastOf = (root: Node): Least => new Measure().of([root], 0);

class Measure {
  readonly #known = new Map<string, Least>();
  readonly #values = new Map<unknown, number>();
  #visits = 0;

  of(place: Place, depth: number): Least {
    return place.length === 0 ? small : this.#once(this.#all(place), depth);
  }

  #once(all: Place, depth: number): Least {
    this.#visits += all.length;
    if (this.#visits > maxVisits) return small;
    if (depth > maxDepth) return { size: Number.POSITIVE_INFINITY, place: all[0]?.path ?? [] };
    const key = [...new Set(all.map(({ id }) => id))].toSorted((a, b) => a - b).join();
    const known = this.#known.get(key);
    if (known) return known;
    this.#known.set(key, small); // a recursive place counts as one value there
    const least = this.#measure(all, depth);
    this.#known.set(key, least);
    return least;
  }

  /** The schemas that apply to a place for every value, alternatives excluded. */
  #all(place: Place): Place {
    const all = new Set(place);
    for (const node of all) {
      const { ref, dynamicRef, allOf = [], if: test, then } = node;
      for (const next of [ref, dynamicRef?.fallback, ...allOf]) if (next) all.add(next);
      if (test && then && isEverything(test)) all.add(then);
      const names = new Set(node.required);
      for (const [name, next] of node.dependentSchemas ?? []) if (names.has(name)) all.add(next);
    }
    return [...all];
  }

  #measure(all: Place, depth: number): Least {
    const listed = all.filter(({ values }) => values);
    if (listed.length > 0) return listed.map((node) => this.#listed(node)).reduce(larger);
    const types = all.reduce((left, node) => left & node.types, TYPES.any as number);
    const kinds = [
      ...(types & TYPES.string ? [text(all)] : []),
      ...(types & TYPES.array ? [this.#array(all, depth)] : []),
      ...(types & TYPES.object ? [this.#object(all, depth)] : []),
      ...(types & scalars ? [small] : []),
    ];
    // Without types, the keywords tell which value is meant.
    const combined = kinds.reduce(types === TYPES.any ? larger : smaller, kinds[0] ?? small);
    const branches = all.flatMap(({ anyOf, oneOf }) => [anyOf, oneOf]).filter((list) => list?.length);
    const rest = all.filter(({ anyOf, oneOf }) => !anyOf && !oneOf);
    return branches
      .map((list = []) =>
        list.map((branch) => this.#once([...rest, ...this.#all([branch])], depth + 1)).reduce(smaller),
      )
      .reduce(larger, combined);
  }

  #listed(node: Node): Least {
    const sizes = (node.values ?? []).map((value) => this.#sizeOf(value));
    const size = sizes.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
    return { size: sizes.length > 0 ? size : 1, place: at(node, node.valuesKeyword ?? "enum") };
  }

  #sizeOf(value: unknown): number {
    if (typeof value === "string") return 1 + value.length;
    if (typeof value !== "object" || value === null) return 1;
    let size = this.#values.get(value);
    if (size === undefined) {
      size = 1 + Object.values(value).reduce((sum: number, inner) => sum + this.#sizeOf(inner), 0);
      this.#values.set(value, size);
    }
    return size;
  }

  #array(all: Place, depth: number): Least {
    const [items, found] = [largest(all, "minItems"), contained(all)];
    const minContained = found ? (found.minContains ?? 1) : 0;
    const length = Math.max(items?.minItems ?? 0, minContained);
    if (length === 0) return small;
    const from =
      minContained >= length && found ? at(found, "minContains") : items ? at(items, "minItems") : [];
    const tuple = Math.min(length, Math.max(0, ...all.map(({ prefixItems = [] }) => prefixItems.length)));
    const first = Array.from({ length: tuple }, (_, i) => this.of(itemsAt(all, i), depth + 1));
    const rest = itemsAt(all, Number.POSITIVE_INFINITY);
    const counted = Math.min(minContained, length - tuple);
    const inContains = counted > 0 && found?.contains ? this.of([...rest, found.contains], depth + 1) : small;
    const alike = length - tuple - counted;
    const other = alike > 0 ? this.of(rest, depth + 1) : small;
    const size = sum(first) + counted * inContains.size + alike * other.size;
    return whole(size, from, [...first, inContains, other]);
  }

  #object(all: Place, depth: number): Least {
    const names = requiredOf(all);
    this.#visits += names.size * all.length;
    if (this.#visits > maxVisits) return small;
    const members = [...names].map((name) => this.of(membersAt(all, name), depth + 1));
    const more = largest(all, "minProperties");
    const missing = Math.max(0, (more?.minProperties ?? 0) - names.size);
    const extra = missing > 0 ? this.#more(all, { missing, names, depth }) : 0;
    const keyword = all.find(({ required }) => required?.length) ?? all[0];
    const from =
      more && extra > sum(members) ? at(more, "minProperties") : keyword ? at(keyword, "required") : [];
    return whole(sum(members) + extra, from, members);
  }

  /** The minimum size of the members that `minProperties` requires beyond the required ones. */
  #more(
    all: Place,
    {
      missing,
      names,
      depth,
    }: { readonly missing: number; readonly names: ReadonlySet<string>; readonly depth: number },
  ): number {
    const optional = new Set(all.flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
    this.#visits += optional.size * all.length;
    if (this.#visits > maxVisits) return 0;
    const listed = [...optional]
      .filter((name) => !names.has(name))
      .map((name) => this.of(membersAt(all, name), depth + 1).size)
      .toSorted((a, b) => a - b)
      .slice(0, missing);
    const rest = missing - listed.length;
    const others = all.flatMap((node) =>
      [node.additionalProperties ?? node.unevaluatedProperties ?? []].flat(),
    );
    const patterned = all.flatMap(({ patternProperties = [] }) => patternProperties.map(([, node]) => node));
    const open = others.some(({ possible }) => !possible) ? [] : [this.of(others, depth + 1).size];
    const each = Math.min(...open, ...patterned.map((node) => this.of([node], depth + 1).size));
    const key =
      this.of(
        all.flatMap(({ propertyNames }) => propertyNames ?? []),
        depth + 1,
      ).size - 1;
    const inRest = rest > 0 && Number.isFinite(each) ? rest * (each + key) : 0;
    return listed.reduce((total, size) => total + size, 0) + inRest;
  }
}

const sum = (parts: readonly Least[]): number => parts.reduce((total, { size }) => total + size, 0);

/** Measures a container: its own keyword is the cause unless a part is too large by itself. */
function whole(inside: number, from: SchemaPath, parts: readonly Least[]): Least {
  return { size: 1 + inside, place: parts.find(({ size }) => size > limits.least)?.place ?? from };
}

function text(all: Place): Least {
  const node = largest(all, "minLength");
  return node ? { size: 1 + (node.minLength ?? 0), place: at(node, "minLength") } : small;
}

const contained = (all: Place): Node | undefined =>
  all
    .filter(({ contains }) => contains)
    .reduce<Node | undefined>(
      (most, node) => ((node.minContains ?? 1) > (most?.minContains ?? 0) ? node : most),
      undefined,
    );

/** The schemas that apply to the item at an index; all items after the listed ones are alike. */
const itemsAt = (all: Place, index: number): Place =>
  all.flatMap(({ prefixItems = [], items, unevaluatedItems }) => {
    const listed = prefixItems[index];
    if (listed) return [listed];
    return items ? [items] : unevaluatedItems && all.every((node) => !node.items) ? [unevaluatedItems] : [];
  });

/** The schemas that apply to a member, as far as its name decides. */
const membersAt = (all: Place, name: string): Place =>
  all.flatMap(({ properties, additionalProperties, patternProperties }) => {
    const node = properties?.get(name) ?? (patternProperties ? undefined : additionalProperties);
    return node ? [node] : [];
  });

/** The names that every object must have, including those that they require in turn. */
function requiredOf(all: Place): ReadonlySet<string> {
  const names = new Set(all.flatMap(({ required = [] }) => required));
  const requiredBy = new Map<string, (readonly string[])[]>();
  for (const { dependentRequired = [] } of all)
    for (const [name, others] of dependentRequired) {
      const lists = requiredBy.get(name);
      if (lists) lists.push(others);
      else requiredBy.set(name, [others]);
    }
  for (const name of names) for (const other of (requiredBy.get(name) ?? []).flat()) names.add(other);
  return names;
}
