import { isJson, type Spec, type SpecOperation, type SpecSchema } from "../../api/index.ts";
import type { Held } from "./held.ts";
import { pascal, Scope } from "./specification-names.ts";
import { words } from "../word-list.ts";

/** Names that the runtime exports, or that types use in their global meaning. */
const reserved = (
  "Blob Issue Check Client ClientOptions CallOptions Credential Operation ServerSentEvent Unexpected Unknown " +
  "Unlisted InvalidResponseError createClient createApi GroupedApi OperationMethod PendingResult ResponseError " +
  "Response ChoosingMethod SuccessData validate servers Auth Server serverUrl " +
  // Other names in the operations module, in its scope or inside functions.
  "client operation options params result Call Choosing NoParams Pages m c r p Answer Convert Temporal k reading " +
  "pages Rule anyBody jsonBody listPairs pairsOf"
).split(" ");

export interface Model {
  readonly spec: Spec;
  readonly scope: Scope;
  /** Type name by schema key. */
  readonly names: ReadonlyMap<string, string>;
  /** Type name for requests, if it differs from the one for responses. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Keys of schemas that only requests use; undefined if that was not determined. */
  readonly closed?: ReadonlySet<string>;
  /** How values are represented; as in JSON by default. */
  readonly held?: Held;
  /** Schemas whose references would be circular inside a union or intersection. */
  readonly circular: ReadonlySet<string>;
}

export const refKey = (ref: string): string =>
  ref.slice("#/components/schemas/".length).replaceAll("~1", "/").replaceAll("~0", "~");

/** Follows references to a schema; undefined if one can't be resolved. */
export function resolved(spec: Spec, schema: SpecSchema | undefined): SpecSchema | undefined {
  let found = schema;
  for (let hop = 0; found?.$ref !== undefined && hop < 32; hop++) found = spec.schemas[refKey(found.$ref)];
  return found;
}

export const typesOf = ({ type = [] }: SpecSchema): readonly string[] =>
  typeof type === "string" ? [type] : type;

/** Keywords that hold several schemas, and those that hold one. */
const groups = ["properties", "patternProperties", "allOf", "anyOf", "oneOf", "prefixItems"] as const;
const singles = words("additionalProperties items not contains propertyNames contentSchema");
const isIn = <K extends string>(keywords: readonly K[]): ((key: string) => key is K) => {
  const known = new Set<string>(keywords);
  return (key): key is K => known.has(key);
};
const isGroup = isIn(groups);
const isSingle = isIn(singles);

/** Returns the schemas directly inside another. Most have few keywords, so these are looked at. */
export function parts(schema: SpecSchema): readonly SpecSchema[] {
  const found: SpecSchema[] = [];
  for (const key in schema) {
    if (isGroup(key)) found.push(...Object.values(schema[key] ?? {}));
    else if (isSingle(key) && schema[key]) found.push(schema[key]);
  }
  return found;
}

/** Returns a schema and all schemas nested in it. */
function walk(schema: SpecSchema): readonly SpecSchema[] {
  const found = [schema];
  for (let i = 0; i < found.length; i++) found.push(...parts(found[i] ?? {}));
  return found;
}

/** Returns the keys of schemas with a read-only or write-only property, directly or through references. */
function directional(spec: Spec): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found: string[] = [];
  for (const [name, schema] of Object.entries(spec.schemas)) {
    let isDirectional = false;
    for (const part of walk(schema)) {
      if (part.readOnly || part.writeOnly) isDirectional = true;
      if (part.$ref !== undefined) {
        const target = refKey(part.$ref);
        const list = users.get(target);
        if (list) list.push(name);
        else users.set(target, [name]);
      }
    }
    if (isDirectional) found.push(name);
  }
  const all = new Set(found);
  for (const name of found) {
    for (const user of users.get(name) ?? []) {
      if (all.has(user)) continue;
      all.add(user);
      found.push(user);
    }
  }
  return all;
}

/** Yields references that a type alias must resolve immediately: in unions, intersections and as an alias. */
function* immediate(schema: SpecSchema): Iterable<string> {
  if (schema.$ref !== undefined) yield refKey(schema.$ref);
  for (const group of [schema.allOf, schema.anyOf, schema.oneOf])
    for (const part of group ?? []) yield* immediate(part);
}

/** Returns the schemas in cycles of immediate references. Iterative, because cycles and chains can be long. */
function circles(spec: Spec): ReadonlySet<string> {
  const found = new Set<string>();
  const done = new Set<string>();
  for (const start of Object.keys(spec.schemas)) {
    const stack: { readonly name: string; readonly next: string[] }[] = [];
    const opened = new Set<string>();
    const open = (name: string): void => {
      opened.add(name);
      stack.push({ name, next: [...immediate(spec.schemas[name] ?? {})] });
    };
    if (!done.has(start)) open(start);
    while (stack.length) {
      const top = stack.at(-1);
      const next = top?.next.pop();
      if (!top) break;
      if (next === undefined) {
        done.add(top.name);
        opened.delete(top.name);
        stack.pop();
      } else if (opened.has(next)) found.add(next);
      else if (!done.has(next) && Object.hasOwn(spec.schemas, next)) open(next);
    }
  }
  return found;
}

/** `besides`: further names that the generated code around operations needs. */
export function modelOf(spec: Spec, besides: readonly string[] = []): Model {
  const scope = new Scope([...reserved, ...besides]);
  const names = new Map<string, string>();
  for (const key of Object.keys(spec.schemas)) {
    names.set(key, scope.family(pascal(key), [(stem) => stem, (stem) => `check${stem}`]));
  }
  const inputs = new Map<string, string>();
  for (const key of directional(spec)) {
    const name = names.get(key);
    if (name !== undefined)
      inputs.set(key, scope.family(`${name}Input`, [(stem) => stem, (stem) => `check${stem}`]));
  }
  return { spec, scope, names, inputs, circular: circles(spec) };
}

export type Direction = "input" | "output";

export const nameOf = (model: Model, schemaKey: string, direction: Direction): string | undefined =>
  (direction === "input" ? model.inputs.get(schemaKey) : undefined) ?? model.names.get(schemaKey);

/** Media types in which each line is a separate JSON text. */
export const lineTypes = /^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines|json-seq)$/;

/** Whether a media type is a range such as `image/…`. */
export const isRange = (type: string): boolean => /^(\*|[\w.+-]+)\/\*(;|$)/.test(type.trim());

/** Returns the media types that a caller may choose from, if there are several and none is a range. */
export function choosable(content: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const types = Object.keys(content);
  return types.length > 1 && types.every((type) => type !== "" && !type.includes("*")) ? types : undefined;
}

export const mediaKind = (
  type: string,
): "json" | "text" | "form" | "multipart" | "events" | "lines" | "binary" | "any" => {
  const [plain = ""] = type.toLowerCase().split(";", 1);
  const clean = plain.trim();
  if (isJson(clean)) return "json";
  if (clean === "application/x-www-form-urlencoded") return "form";
  if (clean.startsWith("multipart/")) return "multipart";
  if (clean === "text/event-stream") return "events";
  if (lineTypes.test(clean)) return "lines";
  if (clean.startsWith("text/") || /[/+](xml|yaml|x-yaml|csv)$/.test(clean)) return "text";
  return clean === "*/*" || clean === "application/*" || clean === "" ? "any" : "binary";
};

export const isSuccess = (status: string): boolean => status.startsWith("2");

export type { SpecOperation };

/** Whether all values of a schema are certainly scalars. */
export function isScalar(schema: SpecSchema, spec: Spec): boolean {
  const target = schema.$ref === undefined ? schema : spec.schemas[refKey(schema.$ref)];
  if (!target || target.$ref !== undefined) return false;
  const allowed = target.const === undefined ? target.enum : [target.const];
  if (allowed) return allowed.every((value) => typeof value !== "object" || value === null);
  const types = typesOf(target);
  return types.length > 0 && !types.includes("array") && !types.includes("object");
}
