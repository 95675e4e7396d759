import { isObject, type Json, inTable } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { Field } from "../definition.ts";
import { memberName } from "../name-spelling.ts";
import { readField } from "../notation.ts";
import { child, fail, onlyKeys, optionalText, within, type Reader } from "./document.ts";

/** Keys of the long form, with their schema keywords. */
const bounds = {
  min: "minimum",
  max: "maximum",
  minLength: "minLength",
  maxLength: "maxLength",
  minItems: "minItems",
  maxItems: "maxItems",
  pattern: "pattern",
} as const;
const flags = ["required", "unique", "secret"] as const;
export const fieldKeys = [
  "type",
  "description",
  "default",
  "enum",
  "auto",
  "was",
  "map",
  "fill",
  "schema",
  ...flags,
  ...Object.keys(bounds),
];

function readBounds(reader: Reader, schema: JsonSchema): JsonSchema {
  const set: Record<string, unknown> = {};
  for (const [key, keyword] of Object.entries(bounds)) {
    const member = child(reader, key);
    if (member.value === undefined) continue;
    if (typeof member.value !== (key === "pattern" ? "string" : "number"))
      fail(
        member,
        `${key} must be a ${key === "pattern" ? "text" : "number"}.`,
        `Write ${key}: ${key === "pattern" ? "'^[a-z]+$'" : "1"}.`,
      );
    set[keyword] = member.value;
  }
  return { ...schema, ...set };
}

function readFlags(reader: Reader): Partial<Field> {
  const set: Record<string, unknown> = {};
  for (const key of flags) {
    const member = child(reader, key);
    if (member.value === undefined) continue;
    if (typeof member.value !== "boolean")
      fail(member, `${key} must be true or false.`, `Write ${key}: true.`);
    set[key] = member.value;
  }
  return set;
}

function typeText(reader: Reader): string {
  const type = optionalText(child(reader, "type"), "type");
  const values = child(reader, "enum");
  if (values.value === undefined) return type ?? "string";
  if (!Array.isArray(values.value) || values.value.some((value) => !/^[^,()]+$/.test(String(value))))
    return fail(
      values,
      "enum must be a list of texts without commas and parentheses.",
      "Write enum: [draft, sent].",
    );
  return `enum(${values.value.join(", ")})${type?.endsWith("[]") ? "[]" : ""}`;
}

function longForm(name: string, reader: Reader): Field {
  const type = child(reader, "type");
  if (typeof type.value === "string" && type.value.split("(").length > type.value.split(")").length)
    fail(type, "A comma within braces ends the type.", `Put it in quotes: { type: "enum(draft, sent)" }.`);
  onlyKeys(reader, "a field", fieldKeys);
  const auto = child(reader, "auto");
  const suffix =
    auto.value === undefined || auto.value === false
      ? ""
      : auto.value === true
        ? " auto"
        : ` auto(${String(auto.value)})`;
  const raw = child(reader, "schema");
  const base = within(type, () =>
    readField(name, `${isObject(raw.value) ? "json" : typeText(reader)}${suffix}`),
  );
  const schema = isObject(raw.value) ? (raw.value as JsonSchema) : readBounds(reader, base.schema); // any mapping is a schema
  const fallback = child(reader, "default").value as Json | undefined; // parsed YAML is JSON
  const description = optionalText(child(reader, "description"), "description");
  const was = optionalText(child(reader, "was"), "was");
  const map = child(reader, "map");
  if (map.value !== undefined && !isObject(map.value))
    fail(map, "map must be a mapping from old values to new ones.", "Write map: { urgent: high }.");
  const fill = child(reader, "fill").value as Json | undefined; // parsed YAML is JSON
  const field = { ...base, schema, ...readFlags(reader) };
  return {
    ...field,
    required: field.required && fallback === undefined,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
    ...(was === undefined ? {} : { was: memberName(was, "field") }),
    ...(isObject(map.value)
      ? { map: { ...base.map, ...(map.value as Readonly<Record<string, Json>>) } }
      : {}), // parsed YAML is JSON
    ...(fill === undefined ? {} : { fill }),
  };
}

/** Reads a field in short notation or as a mapping. */
export function readFieldAt(nameText: string, reader: Reader): Field {
  const name = within(reader, () => memberName(nameText, "field"), true);
  if (typeof reader.value === "string") {
    const text = reader.value;
    return within(reader, () => readField(name, text));
  }
  if (isObject(reader.value)) return longForm(name, reader);
  return fail(reader, `${name} has no type.`, `Write ${name}: string required.`);
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : Array.isArray(value)
      ? value.map(sorted)
      : value;

const range = (low: unknown, high: unknown): string =>
  low === undefined && high === undefined ? "" : `${String(low ?? "")}..${String(high ?? "")}`;

const textHeads: Readonly<Record<string, readonly string[]>> = {
  email: ["email", "string"],
  uri: ["uri"],
  password: ["password"],
  uuid: ["uuid"],
  date: ["date"],
  "date-time": ["datetime"],
};

function heads(field: Field, schema: JsonSchema): readonly string[] {
  if (schema.enum) return [`enum(${schema.enum.join(", ")})`];
  if (field.decimal) return [`decimal(${field.decimal.precision}, ${field.decimal.scale})`];
  if (schema.type === "object") return ["json"];
  if (schema.type !== "string") return [schema.type ?? "json"];
  const format = schema["format"];
  if (format !== undefined) return inTable(textHeads, String(format)) ?? [];
  return schema["pattern"] === undefined ? ["string", "text"] : ["string", "slug", "phone"];
}

function flagWords(field: Field, head: string): string {
  const secret = field.secret && head !== "password" ? "secret" : "";
  const words = [field.required ? "required" : "", field.unique ? "unique" : "", secret];
  return [...words, field.auto ? `auto(${field.auto})` : "", field.was ? `was(${field.was})` : ""]
    .filter(Boolean)
    .join(" ");
}

function defaultWord(field: Field): string {
  if (field.default === undefined) return "";
  const bare = typeof field.default === "string" && /^[\w-][\w .-]*$/.test(field.default);
  return `= ${bare ? String(field.default) : JSON.stringify(field.default)}`;
}

/** Returns candidate short notations; the caller uses the first that reads back the same. */
function candidates(field: Field): readonly string[] {
  const many = field.schema.type === "array";
  const schema = many ? (field.schema.items ?? {}) : field.schema;
  const [low, high] = many
    ? (["minItems", "maxItems"] as const)
    : schema.type === "string"
      ? (["minLength", "maxLength"] as const)
      : (["minimum", "maximum"] as const);
  const of = many ? field.schema : schema;
  const sizes =
    field.decimal && !many
      ? ["", "0.."]
      : new Set(["", range(of[low], undefined), range(undefined, of[high]), range(of[low], of[high])]);
  const pattern = schema["pattern"];
  const patterns =
    typeof pattern === "string" && !/\s/.test(pattern) && !field.decimal ? [`/${pattern}/`, ""] : [""];
  return heads(field, schema).flatMap((head) =>
    [...sizes].flatMap((size) =>
      patterns.map((written) =>
        [`${head}${many ? "[]" : ""}`, flagWords(field, head), size, written, defaultWord(field)]
          .filter(Boolean)
          .join(" "),
      ),
    ),
  );
}

const readsBack = (text: string, field: Field): boolean => {
  try {
    return same(readField(field.name, text), field);
  } catch {
    return false;
  }
};

/** Returns the field for YAML: in short notation if that says everything, else as a mapping. */
export function writeField(field: Field): unknown {
  const { description, map, fill, ...plain } = field;
  const more = Object.entries({ description, map, fill }).filter(([, value]) => value !== undefined);
  const short = candidates(plain).find((text) => readsBack(text, plain));
  if (short !== undefined) return more.length ? { type: short, ...Object.fromEntries(more) } : short;
  const { name: _, schema, decimal: __, ...rest } = plain;
  return {
    schema,
    ...(rest.required ? rest : { ...rest, required: undefined }),
    ...Object.fromEntries(more),
  };
}
