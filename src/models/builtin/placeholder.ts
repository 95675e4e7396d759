import { isObject, type Json, inTable } from "../../lib/index.ts";
import { sample } from "../../schema/index.ts";

/** Characters after which an input is brought to its end. */
const about = 60;

/** Some input that fits, always the same, for schemas whose least value the common keywords don't tell. */
export function anyInput(schema: Schema): { readonly [key: string]: Json } | undefined {
  let state = 1;
  const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  try {
    const input = sample(schema, chance, { about });
    return isObject(input) ? (input as { readonly [key: string]: Json }) : undefined; // a sample is JSON
  } catch {
    return undefined; // nothing fits, or nothing that a mask can follow
  }
}

type Schema = { readonly [keyword: string]: unknown };

/**
 * The smallest value that a schema lets through as far as its common keywords tell; for calls that must be made
 * though the conversation does not say the value. The result is to be checked.
 */
export function placeholder(raw: unknown, root: Schema, depth = 0): Json {
  if (!isObject(raw) || depth > 12) return null;
  const schema: Schema = raw;
  if (schema["default"] !== undefined) return schema["default"] as Json; // parsed JSON, as all of a schema
  if (schema["const"] !== undefined) return schema["const"] as Json;
  const first = (keyword: string): unknown =>
    Array.isArray(schema[keyword]) ? (schema[keyword] as readonly unknown[])[0] : undefined;
  if (Array.isArray(schema["enum"])) return first("enum") as Json;
  if (first("examples") !== undefined) return first("examples") as Json;
  const reference = schema["$ref"];
  if (typeof reference === "string" && reference.startsWith("#/")) {
    const target = reference
      .slice(2)
      .split("/")
      .reduce<unknown>(
        (at, key) => (isObject(at) ? at[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
        root,
      );
    return placeholder(target, root, depth + 1);
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const branch = first(keyword);
    if (branch !== undefined && schema["type"] === undefined) return placeholder(branch, root, depth + 1);
  }
  const type = Array.isArray(schema["type"]) ? first("type") : schema["type"];
  return simple(type, schema, { root, depth });
}

function simple(type: unknown, schema: Schema, at: { root: Schema; depth: number }): Json {
  const number = (keyword: string): number | undefined =>
    typeof schema[keyword] === "number" ? schema[keyword] : undefined;
  switch (type) {
    case "string":
      return inTable(formats, String(schema["format"])) ?? "".padEnd(number("minLength") ?? 0, "x");
    case "integer":
    case "number": {
      const low = number("minimum") ?? (number("exclusiveMinimum") ?? -1) + 1;
      const high = number("maximum") ?? (number("exclusiveMaximum") ?? Number.POSITIVE_INFINITY) - 1;
      const step = number("multipleOf") ?? 1;
      return Math.min(Math.ceil(low / step) * step, high);
    }
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: Math.min(number("minItems") ?? 0, 100) }, () =>
        placeholder(schema["items"], at.root, at.depth + 1),
      );
    case "null":
      return null;
    default:
      return object(schema, at);
  }
}

const formats: Readonly<Record<string, string>> = {
  date: "1970-01-01",
  "date-time": "1970-01-01T00:00:00Z",
  time: "00:00:00Z",
  email: "unknown@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "00000000-0000-0000-0000-000000000000",
};

function object(schema: Schema, at: { root: Schema; depth: number }): Json {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly unknown[]) : [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(
    required.map(
      (name) =>
        [
          String(name),
          placeholder(
            Object.hasOwn(properties, String(name)) ? properties[String(name)] : {},
            at.root,
            at.depth + 1,
          ),
        ] as const,
    ),
  );
}
