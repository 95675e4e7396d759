import { isObject } from "../lib/index.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Values and characters that the smallest input of a tool may have: far more than any tool asks for, and made at once. */
const largestLeast = 100_000;

export const largeMessage = (what: "input" | "output"): string =>
  `Even the smallest ${what} would hold more than ${largestLeast} values or characters; lower this`;

/** How much the smallest value of a schema holds, and the keyword that makes it so large, where it passes the limit. */
interface Least {
  readonly size: number;
  readonly place: string | undefined;
}

const count = (schema: Schema, keyword: string): number => {
  const value = schema[keyword];
  return typeof value === "number" && value > 0 ? value : 0;
};

const sum = (parts: readonly Least[]): number => parts.reduce((total, { size }) => total + size, 0);
const isTooLarge = ({ place }: Least): boolean => place !== undefined;

const key = (place: string, name: string): string => (place === "" ? name : `${place}.${name}`);

/** Measures each schema once: `minItems` inside `minItems` multiplies, and so do required members behind references. */
class Measure {
  readonly #root: Schema;
  /** Undefined while a schema is measured: one that is inside itself counts as one value there. */
  readonly #known = new Map<unknown, Least | undefined>();

  constructor(root: Schema) {
    this.#root = root;
  }

  of(schema: unknown, place: string): Least {
    if (!isObject(schema)) return { size: 1, place: undefined };
    if (this.#known.has(schema)) return this.#known.get(schema) ?? { size: 1, place: undefined };
    this.#known.set(schema, undefined);
    const least = this.#measure(schema, place);
    this.#known.set(schema, least);
    return least;
  }

  #measure(schema: Schema, place: string): Least {
    if (["const", "enum", "default"].some((keyword) => schema[keyword] !== undefined))
      return { size: 1, place: undefined };
    const own = [this.#object(schema, place), this.#array(schema, place), this.#text(schema, place)];
    const all = [...own, ...this.#behind(schema, place)];
    return all.reduce((one, other) => (other.size > one.size ? other : one));
  }

  #limited(size: number, place: string, inner?: string): Least {
    return { size, place: inner ?? (size > largestLeast ? place : undefined) };
  }

  #text(schema: Schema, place: string): Least {
    return this.#limited(1 + count(schema, "minLength"), key(place, "minLength"));
  }

  #array(schema: Schema, place: string): Least {
    const keyword = count(schema, "minItems") >= count(schema, "minContains") ? "minItems" : "minContains";
    const wanted = Math.max(count(schema, keyword), schema["contains"] === undefined ? 0 : 1);
    if (wanted === 0) return { size: 1, place: undefined };
    const { prefixItems, items } = schema;
    const [tuple, fromItems] = Array.isArray(items) ? [items, undefined] : [prefixItems, items];
    const first = (Array.isArray(tuple) ? tuple : []).slice(0, wanted);
    const parts = first.map((part, i) => this.of(part, `${key(place, "prefixItems")}.${i}`));
    const rest = this.of(fromItems ?? schema["contains"], key(place, "items"));
    const size = 1 + sum(parts) + (wanted - parts.length) * rest.size;
    return this.#limited(size, key(place, keyword), [...parts, rest].find(isTooLarge)?.place);
  }

  #object(schema: Schema, place: string): Least {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
    const names = new Set(required.map(String));
    const member = (name: string): Least =>
      this.of(
        Object.hasOwn(properties, name) ? properties[name] : undefined,
        key(key(place, "properties"), name),
      );
    const members = [...names].map(member);
    const missing = Math.max(0, count(schema, "minProperties") - names.size);
    const more = missing === 0 ? 0 : this.#more(schema, { place, missing, names });
    const size = 1 + sum(members) + more;
    const keyword = more > sum(members) ? "minProperties" : "required";
    return this.#limited(size, key(place, keyword), members.find(isTooLarge)?.place);
  }

  /** What the members hold that `minProperties` demands beyond the required: the smallest that there may be. */
  #more(
    schema: Schema,
    {
      place,
      missing,
      names,
    }: { readonly place: string; readonly missing: number; readonly names: Set<string> },
  ): number {
    const inner = (keyword: string): readonly (readonly [string, Least])[] =>
      Object.entries(isObject(schema[keyword]) ? schema[keyword] : {}).map(([name, part]) => [
        name,
        this.of(part, key(key(place, keyword), name)),
      ]);
    const optional = inner("properties").filter(([name]) => !names.has(name));
    const smallest = optional.map(([, { size }]) => size).toSorted((one, other) => one - other);
    const used = smallest.slice(0, missing);
    const { additionalProperties: additional } = schema;
    const open = additional === false ? [] : [this.of(additional, key(place, "additionalProperties")).size];
    const each = Math.min(...open, ...inner("patternProperties").map(([, { size }]) => size));
    const rest = missing - used.length;
    return (
      used.reduce((total, size) => total + size, 0) + (rest > 0 && Number.isFinite(each) ? rest * each : 0)
    );
  }

  /** What a reference, all of `allOf`, or the smallest alternative demands. */
  #behind(schema: Schema, place: string): readonly Least[] {
    const found: Least[] = [];
    const reference = schema["$ref"];
    if (typeof reference === "string") found.push(this.of(this.#resolve(reference), key(place, "$ref")));
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const parts = Array.isArray(schema[keyword]) ? schema[keyword] : [];
      const sizes = parts.map((part, i) => this.of(part, `${key(place, keyword)}.${i}`));
      if (keyword === "allOf") found.push(...sizes);
      else if (sizes.length) found.push(sizes.reduce((one, other) => (other.size < one.size ? other : one)));
    }
    return found;
  }

  #resolve(reference: string): unknown {
    if (!reference.startsWith("#")) return undefined;
    return reference
      .split("/")
      .slice(1)
      .reduce<unknown>((held, part) => {
        const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
        return isObject(held) && Object.hasOwn(held, name) ? held[name] : undefined;
      }, this.#root);
  }
}

/** The place of the keyword (`properties.a.minItems`) by which even the smallest input of a schema is too large, if any. */
export const tooLarge = (schema: Schema): string | undefined => new Measure(schema).of(schema, "").place;
