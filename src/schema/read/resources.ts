import { isObject } from "../../lib/index.ts";
import { SchemaError, type SchemaPath } from "../problem.ts";
import { dialectOf, undeclared, withVocabularies, type Dialect } from "./dialects.ts";
import { measure } from "./measure.ts";
import type { Place, Resource } from "./node.ts";

/** Documents that a schema may refer to, by URI; nothing is ever fetched. */
export type Registry = Readonly<Record<string, unknown>>;

const ONE = [
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "contains",
  "propertyNames",
  "additionalItems",
];
const MODERN_ONE = ["unevaluatedItems", "unevaluatedProperties", "contentSchema"];
const LIST = ["allOf", "anyOf", "oneOf"];
const MAP = ["properties", "patternProperties", "definitions"];
const MODERN_MAP = ["$defs", "dependentSchemas"];

/** The places of the subschemas of a schema. */
export function children(schema: object, dialect: Dialect): readonly (readonly [SchemaPath, unknown])[] {
  const at = schema as Readonly<Record<string, unknown>>; // each key is checked below
  const out: (readonly [SchemaPath, unknown])[] = [];
  const addSchema = (key: string): void => {
    if (Object.hasOwn(at, key) && (isObject(at[key]) || typeof at[key] === "boolean"))
      out.push([[key], at[key]]);
  };
  const list = (key: string): void => {
    const value = Object.hasOwn(at, key) ? at[key] : undefined;
    if (Array.isArray(value)) value.forEach((item, i) => out.push([[key, i], item]));
  };
  const map = (key: string): void => {
    const value = Object.hasOwn(at, key) ? at[key] : undefined;
    if (isObject(value))
      for (const [name, item] of Object.entries(value))
        if (!Array.isArray(item)) out.push([[key, name], item]);
  };
  [...ONE, ...(dialect.modern ? MODERN_ONE : []), "items"].forEach(addSchema);
  [...LIST, ...(dialect.listItems ? ["items"] : []), ...(dialect.prefixItems ? ["prefixItems"] : [])].forEach(
    list,
  );
  [...MAP, ...(dialect.modern ? MODERN_MAP : []), ...(dialect.dependencies ? ["dependencies"] : [])].forEach(
    map,
  );
  return out;
}

export const resolveUri = (reference: string, base: string): string | undefined => {
  if (reference.startsWith("#")) return base + reference;
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
};

/** All resources reachable from a schema: itself, the embedded ones, and the registry's documents on demand. */
export class Resources {
  readonly #known = new Map<string, Resource>();
  readonly #places = new Map<object, Place>();
  /** Names that several schemas claim: an error only if something refers to one. */
  readonly #ambiguous = new Set<string>();
  readonly #registry: Registry;
  readonly #builtin: Registry;

  constructor(registry: Registry, builtin: Registry) {
    this.#registry = registry;
    this.#builtin = builtin;
  }

  /** Indexes a document and everything with an identity inside it. */
  add(schema: unknown, uri: string, parent: Dialect | undefined): Resource {
    measure(schema);
    const path: SchemaPath = uri === ROOT ? [] : [uri];
    const dialect = this.#dialect(schema, path) ?? parent ?? undeclared;
    const resource = this.#resource(schema, uri, path, dialect);
    this.#index({ schema, resource, path });
    return this.#known.get(idOf(schema, dialect, uri) ?? uri) ?? resource;
  }

  all(): readonly Resource[] {
    return [...new Set(this.#known.values())];
  }

  find(uri: string, from: Dialect): Resource | undefined {
    const plain = uri.replace(/#$/, "");
    const known = this.#known.get(plain);
    if (this.#ambiguous.has(plain)) return undefined;
    if (known) return known;
    for (const source of [this.#registry, this.#builtin])
      for (const key of [plain, `${plain}#`])
        if (Object.hasOwn(source, key)) return this.add(source[key], plain, from);
    return undefined;
  }

  /** The place where a schema object was found while indexing. */
  placeOf(schema: object): Place | undefined {
    return this.#places.get(schema);
  }

  #index(place: Place): void {
    const { schema, path } = place;
    if (!isObject(schema)) return;
    let { resource } = place;
    const { dialect } = resource;
    const hidden = dialect.refAlone && typeof schema["$ref"] === "string";
    const id = hidden ? undefined : idOf(schema, dialect, resource.uri);
    if (id !== undefined && id !== resource.uri)
      resource = this.#resource(schema, id, path, this.#dialect(schema, path) ?? dialect);
    if (!hidden) anchors(schema, { schema, resource, path });
    this.#places.set(schema, { schema, resource, path });
    for (const [below, child] of children(schema, resource.dialect))
      this.#index({ schema: child, resource, path: [...path, ...below] });
  }

  #resource(schema: unknown, uri: string, path: SchemaPath, dialect: Dialect): Resource {
    const known = this.#known.get(uri);
    if (known && known.schema !== schema) this.#ambiguous.add(uri);
    const resource = { uri, schema, path, dialect, anchors: new Map(), dynamic: new Map() };
    this.#known.set(uri, resource);
    return resource;
  }

  #dialect(schema: unknown, path: SchemaPath): Dialect | undefined {
    const uri = isObject(schema) ? schema["$schema"] : undefined;
    if (uri === undefined) return undefined;
    if (typeof uri !== "string")
      throw new SchemaError([...path, "$schema"], "$schema", "$schema must be a string");
    const known = dialectOf(uri);
    if (known) return known;
    const registered = Object.hasOwn(this.#registry, uri) ? this.#registry[uri] : undefined;
    if (isObject(registered))
      return withVocabularies(isObject(registered["$vocabulary"]) ? registered["$vocabulary"] : {});
    throw new SchemaError([...path, "$schema"], "$schema", `the dialect ${uri} is unknown`);
  }
}

/** The URI of a document without one. */
export const ROOT = "antiphon:///schema";

function idOf(schema: unknown, dialect: Dialect, base: string): string | undefined {
  const id = isObject(schema) ? schema[dialect.id] : undefined;
  if (typeof id !== "string" || id.startsWith("#")) return undefined;
  return resolveUri(id, base)?.replace(/#.*$/, "");
}

function anchors(schema: Readonly<Record<string, unknown>>, place: Place): void {
  const { dialect, anchors: named, dynamic } = place.resource;
  const id = schema[dialect.id];
  if (!dialect.modern && typeof id === "string" && id.startsWith("#")) named.set(id.slice(1), place);
  if (!dialect.modern) return;
  if (typeof schema["$anchor"] === "string") named.set(schema["$anchor"], place);
  if (dialect.dynamic && typeof schema["$dynamicAnchor"] === "string") {
    named.set(schema["$dynamicAnchor"], place);
    dynamic.set(schema["$dynamicAnchor"], place);
  }
  if (dialect.name === "2019-09" && schema["$recursiveAnchor"] === true) dynamic.set("", place);
}
