import { anyOf, isObject, type Json, inTable } from "../../../lib/index.ts";
import type { SchemaType, SpecSchema } from "../../spec.ts";
import { budgets } from "./budgets.ts";
import { below, type At, type Documents } from "./document.ts";
import type { Draft, SchemaContext } from "./context.ts";
import type { Node, Opened } from "./frame.ts";
import { warnOfMisspelt } from "./misspelt.ts";
import { distinct, fitDefault, fitEnum, numeric } from "./values.ts";

const types: ReadonlySet<string> = new Set([
  "null",
  "boolean",
  "object",
  "array",
  "number",
  "integer",
  "string",
]);

/** Words that documents use as types although no version of the standard has them. */
const typeWords: Readonly<Record<string, { readonly type?: SchemaType; readonly format?: string }>> = {
  file: { type: "string", format: "binary" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", format: "date-time" },
  "date-time": { type: "string", format: "date-time" },
  timestamp: { type: "string", format: "date-time" },
  uuid: { type: "string", format: "uuid" },
  str: { type: "string" },
  text: { type: "string" },
  binary: { type: "string", format: "binary" },
  int: { type: "integer" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  long: { type: "integer", format: "int64" },
  float: { type: "number", format: "float" },
  double: { type: "number", format: "double" },
  decimal: { type: "number" },
  numeric: { type: "number" },
  bool: { type: "boolean" },
  list: { type: "array" },
  map: { type: "object" },
  dict: { type: "object" },
  any: {},
  mixed: {},
  undefined: {},
};

const numbers = ["minimum", "maximum", "multipleOf"] as const;
const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;
const combiners = ["allOf", "anyOf", "oneOf"] as const;
const demands: ReadonlySet<string> = new Set([
  ...numbers,
  ...counts,
  ...combiners,
  ...(
    "enum const pattern exclusiveMinimum exclusiveMaximum uniqueItems not contains properties required " +
    "additionalProperties patternProperties propertyNames items"
  ).split(" "),
]);
/** Converts a schema of any version to `SpecSchema`; nonsensical parts are repaired with a warning. */
export function normalise(schema: unknown, at: At, context: SchemaContext): SpecSchema {
  if (schema === true || schema === undefined) return {};
  if (schema === false) return { not: {} };
  if (!isObject(schema)) {
    context.warn(at, "is not a schema: read as one that accepts anything");
    return {};
  }
  const value = withNull(schema);
  if (typeof value["$ref"] === "string") return reference(value["$ref"], value, at, context);
  warnOfMisspelt(value, "schema", { at, warn: (place, message) => context.warn(place, message) });
  const draft: Draft = {};
  annotations(value, draft);
  assertions(value, at, draft, context);
  structure(value, at, draft, context);
  if (value["nullable"] !== true && value["x-nullable"] !== true) {
    fitEnum(draft, at, context);
    fitDefault(draft, at, context);
    return draft;
  }
  const values = draft.enum?.filter((item) => item !== null);
  if (values?.length) draft.enum = values; // null is added again below
  fitEnum(draft, at, context);
  if (draft.default !== null) fitDefault(draft, at, context);
  return nullable(draft);
}

/** Whether a part of an `allOf` contains only annotations, a type, and that null is allowed. */
const isNullWord = (part: unknown): part is Node =>
  isObject(part) &&
  part["nullable"] === true &&
  part["$ref"] === undefined &&
  !Object.keys(part).some((word) => demands.has(word));

/** Moves nullability from such a part to the whole schema; beside a reference there was no other place for it. */
function withNull(value: Node): Node {
  const { allOf } = value;
  if (!Array.isArray(allOf) || !allOf.some(isNullWord)) return value;
  const parts = allOf.map((part: unknown) => (isNullWord(part) ? { ...part, nullable: false } : part));
  return { ...value, nullable: true, allOf: parts };
}

/** Reads a reference with the keywords beside it: annotations, and from 3.1 on further constraints. */
function reference(ref: string, value: Node, at: At, context: SchemaContext): SpecSchema {
  const key = context.name(ref, at);
  if (key === undefined) {
    context.warn(at, `${context.documents.lost(ref, at.file)}: read as anything`, true);
    return {};
  }
  const named: Draft = { $ref: refTo(key) };
  annotations(value, named);
  if (context.siblings && Object.keys(value).some((word) => demands.has(word))) {
    const { $ref: target, ...about } = named;
    const { $ref: _, ...siblings } = value;
    return { ...about, allOf: [{ $ref: target ?? "" }, normalise(siblings, at, context)] };
  }
  return value["nullable"] === true || value["x-nullable"] === true
    ? { anyOf: [named, { type: "null" }] }
    : named;
}

export const refTo = (key: string): string =>
  `#/components/schemas/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Binary media types; others may be text, as `application/jwt` is. */
const binaryTypes = new RegExp(
  "^" +
    anyOf(
      String.raw`(?:image|audio|video|font|model)\/(?!.*\+(?:xml|json)$)`,
      String.raw`application\/(?:octet-stream|pdf|zip|gzip|wasm|msword|(?:x-)?protobuf|cbor|avro)`,
      String.raw`application\/(?:x-[\w.-]*(?:tar|zip|compressed)|vnd\.(?:ms-|openxmlformats))`,
    ),
  "i",
);

/** Whether a string schema means raw bytes, as in 3.1: a binary media type without an encoding. */
const isBytes = ({ contentMediaType = "", contentEncoding }: Draft): boolean =>
  contentEncoding === undefined && binaryTypes.test(contentMediaType);

function annotations(value: Node, draft: Draft): void {
  for (const key of ["title", "description", "format", "contentEncoding", "contentMediaType"] as const) {
    const text = value[key];
    if (typeof text === "string" && text !== "") draft[key] = text;
  }
  for (const key of ["deprecated", "readOnly", "writeOnly"] as const)
    if (value[key] === true) draft[key] = true;
  if (value["default"] !== undefined) draft.default = value["default"] as Json; // parsed from JSON
  const examples = Array.isArray(value["examples"])
    ? value["examples"]
    : value["example"] === undefined
      ? []
      : [value["example"]];
  if (examples.length) draft.examples = examples.slice(0, 10);
}

function assertions(value: Node, at: At, draft: Draft, context: SchemaContext): void {
  readType(value["type"], at, draft, context);
  for (const key of numbers) {
    const number = numeric(value[key]);
    if (number !== undefined && (key !== "multipleOf" || number > 0)) draft[key] = number;
    else if (value[key] !== undefined && value[key] !== null)
      context.warn(below(at, key), "is not a usable number: ignored");
  }
  for (const [key, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const boundValue = value[key];
    if (boundValue === true && draft[bound] !== undefined) {
      draft[key] = draft[bound];
      delete draft[bound];
    } else if (typeof boundValue === "number" && Number.isFinite(boundValue)) draft[key] = boundValue;
  }
  for (const key of counts) {
    const number = numeric(value[key]);
    if (number !== undefined && Number.isInteger(number) && number >= 0) draft[key] = number;
    else if (value[key] !== undefined && value[key] !== null)
      context.warn(below(at, key), "is not a count: ignored");
  }
  if (value["uniqueItems"] === true) draft.uniqueItems = true;
  if (typeof value["pattern"] === "string") readPattern(value["pattern"], at, draft, context);
  if (Array.isArray(value["enum"]) && value["enum"].length) draft.enum = distinct(value["enum"]);
  else if (value["enum"] !== undefined) context.warn(below(at, "enum"), "lists no values: ignored");
  if (value["const"] !== undefined) draft.const = value["const"] as Json; // parsed from JSON
}

function readType(raw: unknown, at: At, draft: Draft, context: SchemaContext): void {
  const words = (Array.isArray(raw) ? raw : raw === undefined || raw === null ? [] : [raw]).filter(
    (word) => typeof word === "string",
  );
  const found: SchemaType[] = [];
  for (const word of words) {
    const lower = word.toLowerCase();
    const known = types.has(lower) ? { type: lower as SchemaType } : inTable(typeWords, lower); // `types` contains it
    if (!types.has(word) && word !== "file")
      context.warn(
        below(at, "type"),
        `${JSON.stringify(word.slice(0, 60))} is not a type: read as ${known?.type ?? "anything"}`,
      );
    if (!known?.type) return;
    found.push(known.type);
    if ("format" in known && known.format !== undefined && draft.format === undefined)
      draft.format = known.format;
  }
  const unique = [...new Set(found)].filter((type, _, all) => type !== "integer" || !all.includes("number"));
  if (unique.length === 1 && unique[0]) draft.type = unique[0];
  else if (unique.length) draft.type = unique;
}

function readPattern(pattern: string, at: At, draft: Draft, context: SchemaContext): void {
  for (const flags of ["u", ""]) {
    try {
      void new RegExp(pattern, flags);
      draft.pattern = pattern;
      return;
    } catch {
      continue;
    }
  }
  context.warn(below(at, "pattern"), "is not a JavaScript regular expression: ignored");
}

/** Returns the members of a map with their actual locations; the map may be a reference as a whole. */
function mapOf(node: Node, at: At, { documents, warn }: SchemaContext): Opened {
  const ref = node["$ref"];
  if (typeof ref !== "string") return { node, at };
  const target = documents.resolve(ref, at.file);
  const place = target && follow(target, documents);
  const found = place && documents.get(place);
  if (place && isObject(found)) return { node: found, at: place };
  warn(at, `${documents.lost(ref, at.file)}: ignored`, true);
  return { node: {}, at };
}

function structure(value: Node, at: At, draft: Draft, context: SchemaContext): void {
  const each = (key: string): Record<string, SpecSchema> | undefined => {
    const map = isObject(value[key]) ? mapOf(value[key], below(at, key), context) : undefined;
    return (
      map &&
      Object.fromEntries(
        Object.entries(map.node).map(([name, member]) => [
          name,
          normalise(member, below(map.at, name), context),
        ]),
      )
    );
  };
  const schemaAt = (key: string): SpecSchema => normalise(value[key], below(at, key), context);

  const properties = each("properties");
  if (properties) draft.properties = properties;
  const patternProperties = each("patternProperties");
  if (patternProperties) draft.patternProperties = patternProperties;
  readRequired(value, at, draft, context);
  const rest = value["additionalProperties"] ?? undefined;
  if (rest !== undefined)
    draft.additionalProperties =
      rest === "true" ? {} : rest === "false" ? { not: {} } : schemaAt("additionalProperties");
  for (const key of ["not", "contains", "propertyNames", "contentSchema"] as const)
    if (value[key] !== undefined) draft[key] = schemaAt(key);

  const tuple = Array.isArray(value["items"])
    ? "items"
    : Array.isArray(value["prefixItems"])
      ? "prefixItems"
      : undefined;
  if (tuple)
    draft.prefixItems = (value[tuple] as readonly unknown[]).map((item, i) =>
      normalise(item, below(at, tuple, i), context),
    ); // checked above
  if (value["items"] !== undefined && tuple !== "items") draft.items = schemaAt("items");
  if (draft.items && draft.type === undefined && !properties) draft.type = "array";
  if (isBytes(draft) && !properties) {
    draft.type ??= "string";
    draft.format ??= "binary";
  }
  if (properties && draft.type === undefined && !combiners.some((key) => value[key])) draft.type = "object";

  for (const key of combiners) readCombiner(key, value, at, draft, context);
  readDiscriminator(value["discriminator"], at, draft, context);
}

function readRequired(value: Node, at: At, draft: Draft, context: SchemaContext): void {
  const required = value["required"];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  if (required !== undefined && !Array.isArray(required) && typeof required !== "boolean")
    context.warn(below(at, "required"), "is not a list of names: ignored");
  const properties = isObject(value["properties"]) ? Object.entries(value["properties"]) : [];
  const marked = properties
    .filter(([, member]) => isObject(member) && member["required"] === true)
    .map(([name]) => name);
  if (marked.length) context.warn(at, "marks properties as required one by one: read as a list");
  const all = [...new Set([...names, ...marked])];
  if (all.length) draft.required = all;
}

function readCombiner(
  key: (typeof combiners)[number],
  value: Node,
  at: At,
  draft: Draft,
  context: SchemaContext,
): void {
  const combined = value[key];
  if (combined === undefined || combined === null) return;
  const list = Array.isArray(combined) ? combined : [combined];
  const parts = list.map((part, i) => normalise(part, below(at, key, i), context));
  const seen = new Set<string>();
  // A repeated reference adds nothing to allOf and anyOf, doubles the work for each schema that refers here, and makes
  // oneOf impossible.
  const unique = parts.filter(({ $ref }) => $ref === undefined || (!seen.has($ref) && seen.add($ref)));
  if (unique.length < parts.length) context.warn(below(at, key), "names a schema twice: read once");
  if (unique.length) draft[key] = unique;
}

function readDiscriminator(raw: unknown, at: At, draft: Draft, context: SchemaContext): void {
  const propertyName = typeof raw === "string" ? raw : isObject(raw) ? raw["propertyName"] : undefined;
  if (typeof propertyName !== "string" || propertyName === "") return;
  const mapping = isObject(raw) && isObject(raw["mapping"]) ? Object.entries(raw["mapping"]) : [];
  const read = mapping.flatMap(([value, target]): readonly (readonly [string, string])[] => {
    const key = typeof target === "string" ? context.name(target, at, true) : undefined;
    if (key === undefined)
      context.warn(below(at, "discriminator", "mapping", value), "names no schema: ignored");
    return key === undefined ? [] : [[value, refTo(key)]];
  });
  draft.discriminator = { propertyName, ...(read.length ? { mapping: Object.fromEntries(read) } : {}) };
}

function nullable(draft: Draft): SpecSchema {
  if (draft.enum && !draft.enum.includes(null)) draft.enum = [...draft.enum, null];
  if (combiners.some((key) => draft[key]) || draft.const !== undefined) {
    const {
      title,
      description,
      deprecated,
      readOnly,
      writeOnly,
      default: fallback,
      examples,
      ...rest
    } = draft;
    const words = { title, description, deprecated, readOnly, writeOnly, default: fallback, examples };
    return {
      anyOf: [rest, { type: "null" }],
      ...Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined)),
    };
  }
  if (draft.type !== undefined && ![draft.type].flat().includes("null"))
    draft.type = [...[draft.type].flat(), "null"];
  return draft;
}

/** Follows references to their target; undefined if they lead nowhere or in a circle. */
export function follow(at: At, documents: Documents): At | undefined {
  let place = documents.locate(at);
  for (let hop = 0; place && hop < budgets.hops; hop++) {
    const value = documents.get(place);
    if (!isObject(value) || typeof value["$ref"] !== "string") return place;
    const target = documents.resolve(value["$ref"], place.file);
    place = target && documents.locate(target);
  }
  return undefined;
}
