import { isObject, type Json } from "../../../lib/index.ts";
import { stem } from "../../../language/index.ts";
import { content, words } from "../text/tokens.ts";
import { unitsNamed } from "../text/units.ts";
import { glossesIn, type Gloss } from "./glosses.ts";
import { kindOf, type Kind } from "./kind.ts";
import { optionsIn } from "./options.ts";

export type Type = "string" | "number" | "integer" | "boolean" | "array" | "object" | "any";

/** Stems in names of identifiers, which may also be words (`key: main`). */
export const identifies = /^(?:id|uuid|identifi|key|code)$/;

/** A place for a value in a tool's input: a leaf of its schema, with its path. */
export interface Parameter {
  readonly path: readonly string[];
  readonly name: string;
  readonly type: Type;
  readonly description: string;
  /** Whether every object on the path requires it. */
  readonly required: boolean;
  /** Stems of its name, and of its description. */
  readonly nameStems: readonly string[];
  readonly stems: readonly string[];
  readonly kind: Kind;
  /** The allowed values from `enum`, or those named in the description (then `closed` is false). */
  readonly options: readonly Json[];
  readonly closed: boolean;
  /** The meanings of its values, from the description. */
  readonly glosses: readonly Gloss[];
  readonly default: Json | undefined;
  readonly format: string | undefined;
  /** The unit of its number, from the description. */
  readonly unit: string | undefined;
  readonly item: Parameter | undefined;
  /** Whether it is the arrival or the departure of a stay, which begins with the arrival, unlike a journey. */
  readonly isStay?: true;
  readonly schema: { readonly [keyword: string]: unknown };
}

type Schema = { readonly [keyword: string]: unknown };

const asSchema = (value: unknown): Schema => (isObject(value) ? value : {});

/** What a reference within a schema is to: `#/$defs/Place`. */
export const referenced = (reference: string, root: Schema): unknown =>
  reference.startsWith("#/")
    ? reference
        .slice(2)
        .split("/")
        .reduce<unknown>(
          (at, part) => (isObject(at) ? at[part.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
          root,
        )
    : undefined;

/** The most specific alternative of a schema, with references, `allOf` and nullable resolved. */
function plain(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > 8) return schema;
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const target = referenced(reference, root);
    return isObject(target) ? plain({ ...target, ...omit(schema, "$ref") }, root, depth + 1) : schema;
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || schema["type"] !== undefined) continue;
    const chosen = branches.map(asSchema).find((branch) => branch["type"] !== "null");
    if (chosen) return plain({ ...chosen, ...omit(schema, keyword) }, root, depth + 1);
  }
  return schema;
}

const omit = (schema: Schema, key: string): Schema => {
  const { [key]: _, ...rest } = schema;
  return rest;
};

const types: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "array", "object"]);

function typeOf(schema: Schema): Type {
  const declared = schema["type"];
  const first = Array.isArray(declared) ? declared.find((type) => type !== "null") : declared;
  if (typeof first === "string" && types.has(first)) return first as Type; // the set contains the members of the type
  if (isObject(schema["properties"])) return "object";
  if (schema["items"] !== undefined) return "array";
  const values = schema["enum"];
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) return "string";
  return "any";
}

interface Place {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly root: Schema;
  /** The number of enclosing lists. */
  readonly lists?: number;
  /** The kind of the two ends, from the tool's name. */
  readonly about: Kind | undefined;
}

const ways =
  /^(?:from|to|cc|bcc|base|quote|source|src|target|destination|dest|old|new)(?:_?(?:path|name))?$/i;

/** What tools move or compare from one end to another. */
const moved: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:files?|paths?|folders?|director(?:y|ies))$/, "file"],
  [/^(?:e?mails?|email|forward)$/, "email"],
  [/^(?:currenc(?:y|ies)|exchange|forex|fx)$/, "currency"],
  [/^(?:units?|measure(?:s|ments?)?|temperatures?)$/, "unit"],
  [/^(?:translat\w+|languages?)$/, "language"],
];

/** Maximum nesting of lists. */
const maxLists = 6;

function leaf(schema: Schema, place: Place): Parameter {
  const { lists = 0 } = place;
  const name = place.path.at(-1) ?? "";
  const description = String(schema["description"] ?? "").slice(0, 4000);
  const type = typeOf(schema);
  const nameStems = words(name).map(stem);
  const values = schema["enum"];
  const closed = Array.isArray(values);
  const described = `${description} ${String(schema["title"] ?? "")}`;
  const items = asSchema(schema["items"]);
  const format = typeof schema["format"] === "string" ? schema["format"] : undefined;
  const about = ways.test(name)
    ? (place.about ?? moved.find(([pattern]) => words(description).some((word) => pattern.test(word)))?.[1])
    : undefined;
  const kind =
    (about === "email" && /\bnames?\b/i.test(description) ? "person" : about) ??
    kindOf(words(name), description, format);
  return {
    path: place.path,
    name,
    type,
    description,
    required: place.required,
    nameStems,
    stems: content(firstSentences(described)).filter((word) => !nameStems.includes(word)),
    kind,
    options: closed
      ? (values as readonly Json[])
      : type === "string"
        ? named(kind, optionsIn(description))
        : [], // an enum of parsed JSON
    closed,
    glosses:
      type === "integer" || type === "number"
        ? glossesIn(description, "number", closed ? (values as readonly Json[]) : [])
        : closed
          ? glossesIn(description, "string", values as readonly Json[])
          : [], // an enum of parsed JSON
    default: schema["default"] as Json | undefined, // parsed JSON
    format,
    unit: unitIn(name, description),
    item:
      type === "array" && lists < maxLists
        ? leaf(plain(items, place.root), { ...place, lists: lists + 1 })
        : undefined,
    schema,
  };
}

/** Kinds for which a description can only give examples. */
const open: ReadonlySet<Kind> = new Set([
  "place",
  "date",
  "time",
  "person",
  "email",
  "url",
  "file",
  "id",
  "year",
  "expression",
  "text",
  "query",
]);

/** Described values that are complete, not examples: words such as `weekend` for times, none for open kinds. */
const named = (kind: Kind, options: readonly string[]): readonly string[] =>
  kind === "time" || kind === "date"
    ? options.filter((option) => /^[a-z]{4,}$/.test(option))
    : open.has(kind)
      ? []
      : options;

const firstSentences = (text: string): string => text.slice(0, 240);

function unitIn(name: string, description: string): string | undefined {
  for (const match of `${words(name).join(" ")} ${description}`.matchAll(
    /(?:\b(?:in|of|per|degrees?)\s+|\()([\p{L}°/^²\d]+)|^.*\b(kg|cm|km|hours?|days?|minutes?|seconds|years?|months?|weeks?|nights?|miles?|percent(?:age)?|celsius|fahrenheit|grams?|meters?)\b/giu,
  )) {
    const word = match[1] ?? match[2] ?? "";
    if (unitsNamed(word).length > 0 && word !== "a" && !/^[A-Z]$/.test(word)) return word;
  }
  return undefined;
}

/** The leaves of an object schema in order of declaration; at most 200, to a depth of 6. */
export function leaves(input: Schema, tool: readonly string[] = []): readonly Parameter[] {
  const found: Parameter[] = [];
  const visit = (raw: Schema, place: Place): void => {
    const schema = plain(raw, place.root);
    const properties = asSchema(schema["properties"]);
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    for (const [name, child] of Object.entries(properties)) {
      if (found.length >= 200) return;
      const below = plain(asSchema(child), place.root);
      const next = {
        ...place,
        path: [...place.path, name],
        required: place.required && required.includes(name),
      };
      const nested = typeOf(below) === "object" && isObject(below["properties"]) && place.path.length < 6;
      if (nested) visit(below, next);
      else found.push(leaf(below, next));
    }
  };
  const about = moved.find(([words]) => tool.some((word) => words.test(word)))?.[1];
  visit(input, { path: [], required: true, root: input, about });
  const isEnd = ({ kind, nameStems }: Parameter): boolean =>
    kind === "date" && nameStems.some((word) => /^(?:arriv|depart)/.test(word));
  const ends = found.filter(isEnd);
  const isStay = ends.length === 2 && ends[0]?.nameStems.some((word) => word.startsWith("arriv")) === true;
  const measures = found.filter(({ kind }) => kind === "unit").length > 1;
  return found.map((parameter) => {
    if (isStay && isEnd(parameter)) return { ...parameter, isStay };
    // `unit` of a house, not of a number
    return parameter.kind === "unit" && !measures && !isMeasure(parameter, found)
      ? { ...parameter, kind: "other" }
      : parameter;
  });
}

/** Whether a parameter named like a unit is one: it has or describes units, or stands beside a number that may need one. */
const isMeasure = ({ options, description }: Parameter, beside: readonly Parameter[]): boolean =>
  options.some((option) => unitsNamed(String(option)).length > 0) ||
  /\b(?:units?|measure\w*|metric|imperial)\b/i.test(description) ||
  words(description).some((word) => word.length > 2 && unitsNamed(word).length > 0) ||
  beside.some(({ type, kind }) => (type === "number" || type === "integer") && kind !== "money");
