import { isObject } from "../../lib/index.ts";
import { formatNamed } from "../formats.ts";
import { SchemaError, type SchemaPath } from "../problem.ts";
import { Keywords, type Bag, type Writable } from "./keywords.ts";
import { TYPES, type DynamicRef, type Node, type Place, type Resource } from "./node.ts";
import { resolveUri, type Resources } from "./resources.ts";

/** Creates nodes from schemas, one per schema; rejects those it can't read. */
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
    const nodes = this.#made.get(resource) ?? new Map<unknown, Node>();
    this.#made.set(resource, nodes);
    const known = nodes.get(schema);
    if (known) return known;
    const node: Node = {
      id: this.nodes.length,
      path,
      resource,
      possible: schema !== false,
      types: TYPES.any,
    };
    this.nodes.push(node);
    nodes.set(schema, node);
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
      const child = (schema as Bag)[key]; // an object or an array, as checked above
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
    // only a reference that first resolves to a dynamic anchor is dynamic
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
