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
    const item = this.of(schema["items"] ?? schema["contains"], key(place, "items"));
    return this.#limited(1 + wanted * item.size, key(place, keyword), item.place);
  }

  #object(schema: Schema, place: string): Least {
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    let size = 1 + count(schema, "minProperties");
    for (const name of required) {
      const held = Object.hasOwn(properties, String(name)) ? properties[String(name)] : undefined;
      const member = this.of(held, key(key(place, "properties"), String(name)));
      if (member.place !== undefined) return member;
      size += member.size;
    }
    return this.#limited(
      size,
      key(place, count(schema, "minProperties") > required.length ? "minProperties" : "required"),
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
