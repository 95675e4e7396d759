import { isObject, type Json, inTable } from "../../lib/index.ts";
import { sample } from "../../schema/index.ts";
import { referenced } from "./read/parameter.ts";

/** Bytes after which an input is completed as soon as possible. */
const about = 60;

/** Some valid input, always the same, for schemas whose minimal value the common keywords don't determine. */
export function anyInput(schema: Schema): { readonly [key: string]: Json } | undefined {
  let state = 1;
  const chance = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  try {
    const input = sample(schema, chance, { about });
    return isObject(input) ? (input as { readonly [key: string]: Json }) : undefined; // a sample is JSON
  } catch {
    return undefined; // nothing matches, or the mask doesn't support the schema
  }
}

type Schema = { readonly [keyword: string]: unknown };

/**
 * The minimal value of a schema, as far as its common keywords determine it; for mandatory calls without a value in the
 * conversation. The caller must validate the result.
 */
export const placeholder = (schema: Schema): Json =>
  least(schema, { root: schema, depth: 0, left: { values: mostValues } });

/** Maximum values in one input; anything beyond is null, which validation rejects. */
const mostValues = 100_000;

interface Place {
  readonly root: Schema;
  readonly depth: number;
  readonly left: { values: number };
}

const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1 });

function least(raw: unknown, place: Place): Json {
  if (!isObject(raw) || place.depth > 12 || place.left.values <= 0) return null;
  place.left.values -= 1;
  const { root } = place;
  const schema: Schema = raw;
  if (schema["default"] !== undefined) return schema["default"] as Json; // parsed JSON, like the whole schema
  if (schema["const"] !== undefined) return schema["const"] as Json;
  const first = (keyword: string): unknown =>
    Array.isArray(schema[keyword]) ? (schema[keyword] as readonly unknown[])[0] : undefined;
  if (Array.isArray(schema["enum"])) return first("enum") as Json;
  if (first("examples") !== undefined) return first("examples") as Json;
  const reference = schema["$ref"];
  if (typeof reference === "string") return least(referenced(reference, root), deeper(place));
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const branch = first(keyword);
    if (branch !== undefined && schema["type"] === undefined) return least(branch, deeper(place));
  }
  const type = Array.isArray(schema["type"]) ? first("type") : schema["type"];
  return simple(type, schema, place);
}

function simple(type: unknown, schema: Schema, place: Place): Json {
  const number = (keyword: string): number | undefined =>
    typeof schema[keyword] === "number" ? schema[keyword] : undefined;
  switch (type) {
    case "string":
      return (
        inTable(formats, String(schema["format"])) ??
        "".padEnd(Math.min(number("minLength") ?? 0, mostValues), "x")
      );
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
      return Array.from({ length: Math.min(number("minItems") ?? 0, place.left.values) }, () =>
        least(schema["items"], deeper(place)),
      );
    case "null":
      return null;
    default:
      return object(schema, place);
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

function object(schema: Schema, place: Place): Json {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly unknown[]) : [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.fromEntries(
    required.map(
      (name) =>
        [
          String(name),
          least(Object.hasOwn(properties, String(name)) ? properties[String(name)] : {}, deeper(place)),
        ] as const,
    ),
  );
}
