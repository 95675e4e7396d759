import { isObject } from "../../lib/index.ts";
import { limits } from "../limits.ts";
import { PatternError, pattern, type Pattern } from "../pattern/index.ts";
import { SchemaError, type SchemaPath } from "../problem.ts";
import { TYPES, type Node } from "./node.ts";

export type Bag = Readonly<Record<string, unknown>>;
export type Writable = { -readonly [K in keyof Node]: Node[K] };

/** Reads the keywords of one schema, each by its form. */
export class Keywords {
  readonly #node: Writable;
  readonly #schema: Bag;
  readonly child: (path: SchemaPath, schema: unknown) => Node;

  constructor(node: Writable, schema: Bag, make: (path: SchemaPath, schema: unknown) => Node) {
    this.#node = node;
    this.#schema = schema;
    this.child = (path, child) => make([...node.path, ...path], child);
  }

  put<K extends keyof Writable>(key: K, value: Writable[K] | undefined): void {
    if (value !== undefined) this.#node[key] = value;
  }

  wrong(keyword: string, message: string): SchemaError {
    return new SchemaError([...this.#node.path, keyword], keyword, `${keyword} ${message}`);
  }

  #get(keyword: string): unknown {
    return Object.hasOwn(this.#schema, keyword) ? this.#schema[keyword] : undefined;
  }

  refuse(keyword: string, why: string): void {
    if (this.#get(keyword) !== undefined) throw this.wrong(keyword, `is refused: ${why}`);
  }

  isList(keyword: string): boolean {
    return Array.isArray(this.#get(keyword));
  }

  text(keyword: string): string | undefined {
    const value = this.#get(keyword);
    if (value !== undefined && typeof value !== "string") throw this.wrong(keyword, "must be a string");
    return value;
  }

  flag(keyword: string): boolean {
    const value = this.#get(keyword);
    if (value !== undefined && typeof value !== "boolean") throw this.wrong(keyword, "must be true or false");
    return value === true;
  }

  number(keyword: string): number | undefined {
    const value = this.#get(keyword);
    if (value !== undefined && typeof value !== "number") throw this.wrong(keyword, "must be a number");
    return value;
  }

  count(keyword: string): number | undefined {
    const value = this.number(keyword);
    if (value !== undefined && (!Number.isInteger(value) || value < 0))
      throw this.wrong(keyword, "must be a whole number from 0");
    return value;
  }

  /** Draft-04: true makes the bound exclusive. Returns whether the keyword had that form. */
  exclusive(keyword: "exclusiveMinimum" | "exclusiveMaximum", bound: "minimum" | "maximum"): boolean {
    const value = this.#get(keyword);
    if (!this.#node.resource.dialect.booleanExclusive || typeof value !== "boolean") return false;
    if (value && this.#node[bound] !== undefined) {
      this.#node[keyword] = this.#node[bound];
      delete this.#node[bound];
    }
    return true;
  }

  types(): number {
    const value = this.#get("type");
    if (value === undefined) return TYPES.any;
    const names: readonly unknown[] = Array.isArray(value) ? value : [value];
    let bits = 0;
    for (const name of names) {
      if (typeof name !== "string" || !Object.hasOwn(TYPES, name) || name === "any" || name === "fraction")
        throw this.wrong("type", `names the unknown type ${JSON.stringify(name)}`);
      bits |= TYPES[name as keyof typeof TYPES]; // checked with hasOwn
    }
    return bits;
  }

  values(six: boolean): void {
    const listed = this.#get("enum");
    if (listed !== undefined && !Array.isArray(listed)) throw this.wrong("enum", "must be a list");
    const constant = six ? this.#get("const") : undefined;
    if (constant === undefined && listed === undefined) return;
    this.#node.valuesKeyword = constant === undefined ? "enum" : "const";
    this.#node.values = constant === undefined ? (listed ?? []) : [constant];
    if (constant !== undefined && listed !== undefined) {
      const also = this.child(["enum"], { enum: listed });
      this.#node.allOf = [...(this.#node.allOf ?? []), also];
    }
  }

  names(keyword: string, within?: string): readonly string[] | undefined {
    const value = within === undefined ? this.#get(keyword) : (this.#get(keyword) as Bag)[within]; // `map` checked it
    if (value === undefined) return undefined;
    // a draft-03 form that is still common: `required: true` inside a property has no meaning in the drafts supported
    // here
    if (keyword === "required" && typeof value === "boolean")
      throw this.wrong(keyword, "must be a list of names, on the object that has the properties");
    if (!Array.isArray(value) || !value.every((name) => typeof name === "string"))
      throw this.wrong(keyword, "must be a list of names");
    return [...new Set(value as readonly string[])];
  }

  pattern(source: string, path: SchemaPath): Pattern {
    try {
      return pattern(source);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      throw new SchemaError([...this.#node.path, ...path], String(path[0]), `the pattern ${error.message}`);
    }
  }

  schema(keyword: string): Node | undefined {
    const value = this.#get(keyword);
    return value === undefined ? undefined : this.child([keyword], value);
  }

  list(keyword: string): readonly Node[] | undefined {
    const value = this.#get(keyword);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw this.wrong(keyword, "must be a list of schemas");
    if (value.length > limits.branches)
      throw this.wrong(keyword, `has more than ${limits.branches} branches`);
    return value.map((item: unknown, i) => this.child([keyword, i], item));
  }

  map(keyword: string): readonly (readonly [string, unknown])[] | undefined {
    const value = this.#get(keyword);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.wrong(keyword, "must be an object");
    return Object.entries(value);
  }

  schemas(keyword: string): readonly (readonly [string, Node])[] | undefined {
    return this.map(keyword)?.map(([name, value]) => [name, this.child([keyword, name], value)] as const);
  }
}
