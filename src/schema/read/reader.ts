import { isObject } from "../../lib/index.ts";
import { formatNamed } from "../formats.ts";
import { limits } from "../limits.ts";
import { PatternError, pattern, type Pattern } from "../pattern/index.ts";
import { SchemaError, type SchemaPath } from "../problem.ts";
import { TYPES, type DynamicRef, type Node, type Place, type Resource } from "./node.ts";
import { resolveUri, type Resources } from "./resources.ts";

type Bag = Readonly<Record<string, unknown>>;
type Writable = { -readonly [K in keyof Node]: Node[K] };

/** Makes nodes of schemas, each schema once; refuses what it cannot read. */
export class Reader {
  readonly nodes: Node[] = [];
  readonly #resources: Resources;
  readonly #made = new Map<Resource, Map<unknown, Node>>();
  readonly #open: (() => void)[] = [];

  constructor(resources: Resources) {
    this.#resources = resources;
  }

  root(resource: Resource): Node {
    const node = this.#node({ schema: resource.schema, resource, path: resource.path });
    for (let next = this.#open.pop(); next; next = this.#open.pop()) next();
    return node;
  }

  #node(place: Place): Node {
    const { schema, path } = place;
    if (typeof schema !== "boolean" && !isObject(schema))
      throw new SchemaError(path, String(path.at(-1) ?? ""), "a schema must be an object or a boolean");
    const resource = isObject(schema)
      ? (this.#resources.placeOf(schema)?.resource ?? place.resource)
      : place.resource;
    const made = this.#made.get(resource) ?? new Map<unknown, Node>();
    this.#made.set(resource, made);
    const known = made.get(schema);
    if (known) return known;
    const node: Node = {
      id: this.nodes.length,
      path,
      resource,
      possible: schema !== false,
      types: TYPES.any,
    };
    this.nodes.push(node);
    made.set(schema, node);
    if (isObject(schema)) this.#open.push(() => this.#fill(node, schema));
    return node;
  }

  #fill(node: Writable, schema: Bag): void {
    const { dialect } = node.resource;
    const at = new Keywords(node, schema, (path, child) =>
      this.#node({ schema: child, resource: node.resource, path }),
    );
    at.refuse("$async", "asynchronous schemas make a validator answer with a promise");
    const ref = at.text("$ref");
    if (ref !== undefined) {
      node.ref = this.#resolve(ref, node, "$ref");
      if (dialect.refAlone) return;
    }
    this.#dynamic(node, at);
    if (dialect.validation) assertions(node, at);
    applicators(node, at);
  }

  #resolve(reference: string, from: Node, keyword: string): Node {
    const path = [...from.path, keyword];
    const place = this.#find(reference, from, path);
    return this.#node(place);
  }

  #find(reference: string, from: Node, path: SchemaPath): Place {
    const full = resolveUri(reference, from.resource.uri);
    const [uri = "", fragment = ""] = full?.split("#") ?? [];
    const keyword = String(path.at(-1));
    const resource =
      uri === from.resource.uri ? from.resource : this.#resources.find(uri, from.resource.dialect);
    if (!resource || full === undefined)
      throw new SchemaError(
        path,
        keyword,
        `${reference} is not one schema within this document, and nothing is fetched`,
      );
    const found =
      fragment === "" || fragment.startsWith("/")
        ? this.#walk(resource, fragment)
        : resource.anchors.get(decoded(fragment));
    if (!found) throw new SchemaError(path, keyword, `${reference} leads nowhere`);
    return found;
  }

  #walk(resource: Resource, fragment: string): Place | undefined {
    let place: Place = { schema: resource.schema, resource, path: resource.path };
    for (const part of fragment.split("/").slice(1)) {
      const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
      const { schema } = place;
      const within = Array.isArray(schema) ? /^(0|[1-9]\d*)$/.test(key) : isObject(schema);
      if (!within || !Object.hasOwn(schema as object, key)) return undefined;
      const child = (schema as Bag)[key]; // an object or a list, as checked above
      const known = isObject(child) ? this.#resources.placeOf(child) : undefined;
      place = known ?? { schema: child, resource: place.resource, path: [...place.path, key] };
    }
    return place;
  }

  #dynamic(node: Writable, at: Keywords): void {
    const { dialect } = node.resource;
    const recursive = dialect.name === "2019-09" ? at.text("$recursiveRef") : undefined;
    const reference = recursive ?? (dialect.dynamic ? at.text("$dynamicRef") : undefined);
    if (reference === undefined) return;
    const keyword = recursive === undefined ? "$dynamicRef" : "$recursiveRef";
    const place = this.#find(reference, node, [...node.path, keyword]);
    const anchor = recursive === undefined ? decoded(reference.split("#")[1] ?? "") : "";
    const fallback = this.#node(place);
    // only a reference that first lands on a dynamic anchor is dynamic
    if (place.resource.dynamic.get(anchor)?.schema !== place.schema) {
      node.ref ??= fallback;
      if (node.ref !== fallback) node.allOf = [...(node.allOf ?? []), fallback];
      return;
    }
    node.dynamicRef = { anchor, fallback, targets: this.#targets(anchor) };
  }

  #targets(anchor: string): DynamicRef["targets"] {
    const out = new Map<Resource, Node>();
    for (const resource of this.#resources.all()) {
      const place = resource.dynamic.get(anchor);
      if (place) out.set(resource, this.#node(place));
    }
    return out;
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function assertions(node: Writable, at: Keywords): void {
  const { dialect } = node.resource;
  node.types = at.types();
  at.values(dialect.six);
  for (const key of [
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
  ] as const)
    at.put(key, at.count(key));
  if (dialect.modern) for (const key of ["minContains", "maxContains"] as const) at.put(key, at.count(key));
  at.put("minimum", at.number("minimum"));
  at.put("maximum", at.number("maximum"));
  if (!at.exclusive("exclusiveMinimum", "minimum")) at.put("exclusiveMinimum", at.number("exclusiveMinimum"));
  if (!at.exclusive("exclusiveMaximum", "maximum")) at.put("exclusiveMaximum", at.number("exclusiveMaximum"));
  const multiple = at.number("multipleOf");
  if (multiple !== undefined && multiple <= 0) throw at.wrong("multipleOf", "must be greater than 0");
  at.put("multipleOf", multiple);
  const source = at.text("pattern");
  if (source !== undefined) node.pattern = at.pattern(source, ["pattern"]);
  at.put("uniqueItems", at.flag("uniqueItems") || undefined);
  at.put("required", at.names("required"));
  const format = at.text("format");
  at.put("format", format === undefined ? undefined : formatNamed(format));
  if (!dialect.modern) return;
  const dependent = at.map("dependentRequired");
  if (dependent)
    node.dependentRequired = new Map(
      dependent.map(([name]) => [name, at.names("dependentRequired", name) ?? []]),
    );
}

function applicators(node: Writable, at: Keywords): void {
  const { dialect } = node.resource;
  items(node, at);
  at.put("properties", mapOf(at.schemas("properties")));
  at.put(
    "patternProperties",
    at
      .schemas("patternProperties")
      ?.map(([source, child]) => [at.pattern(source, ["patternProperties", source]), child] as const),
  );
  at.put("additionalProperties", at.schema("additionalProperties"));
  if (dialect.six) for (const key of ["contains", "propertyNames"] as const) at.put(key, at.schema(key));
  for (const key of ["allOf", "anyOf", "oneOf"] as const) {
    const list = at.list(key);
    if (list) node[key] = key === "allOf" ? [...(node.allOf ?? []), ...list] : list;
  }
  at.put("not", at.schema("not"));
  if (dialect.conditional) for (const key of ["if", "then", "else"] as const) at.put(key, at.schema(key));
  if (dialect.dependencies) dependencies(node, at);
  if (!dialect.modern) return;
  at.put("unevaluatedItems", at.schema("unevaluatedItems"));
  at.put("unevaluatedProperties", at.schema("unevaluatedProperties"));
  const dependent = mapOf(at.schemas("dependentSchemas"));
  if (dependent) node.dependentSchemas = new Map([...(node.dependentSchemas ?? []), ...dependent]);
}

function items(node: Writable, at: Keywords): void {
  const { dialect } = node.resource;
  if (dialect.prefixItems) at.put("prefixItems", at.list("prefixItems"));
  if (dialect.listItems && at.isList("items")) {
    at.put("prefixItems", at.list("items"));
    at.put("items", at.schema("additionalItems"));
    node.itemsKeyword = "additionalItems";
    return;
  }
  at.put("items", at.schema("items"));
  node.itemsKeyword = "items";
}

function dependencies(node: Writable, at: Keywords): void {
  const schemas = new Map(node.dependentSchemas);
  const names = new Map(node.dependentRequired);
  for (const [name, value] of at.map("dependencies") ?? [])
    if (Array.isArray(value))
      names.set(name, [...(names.get(name) ?? []), ...(at.names("dependencies", name) ?? [])]);
    else schemas.set(name, at.child(["dependencies", name], value));
  if (schemas.size > 0) node.dependentSchemas = schemas;
  if (names.size > 0) node.dependentRequired = names;
}

const mapOf = (
  entries: readonly (readonly [string, Node])[] | undefined,
): ReadonlyMap<string, Node> | undefined => entries && new Map(entries);

/** The keywords of one schema, each read by its form. */
class Keywords {
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
      bits |= TYPES[name as keyof typeof TYPES]; // hasOwn says so
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
    // draft-03 habit, still common: `required: true` inside a property says nothing in any draft read here
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
