import { isObject } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { constrain, SchemaError, vocabulary, type Constraint, type JsonSchema } from "../../schema/index.ts";
import { memory } from "./memory.ts";

/**
 * The mask for a tool's input. Where the schema leaves room for properties that it doesn't name, the model doesn't get
 * it: what it writes fits the schema and has declared properties alone. Throws SchemaError for what no mask can follow.
 */
export function constrainInput(schema: JsonSchema): Constraint {
  const allOf: readonly unknown[] = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  const shape = { type: "object", ...(open(schema) ? {} : closed(schema, 0)) };
  try {
    return constrain({ ...schema, allOf: [...allOf, shape] });
  } catch (error) {
    if (!(error instanceof SchemaError) || Object.keys(shape).length === 1) throw error;
    return constrain({ ...schema, allOf: [...allOf, { type: "object" }] });
  }
}

/** Masks of the schemas seen last are kept. ApiError for a schema that no mask can follow. */
export function constraints(): (schema: object) => Constraint {
  const known = memory<Constraint>(256);
  return (schema) => {
    const key = JSON.stringify(schema);
    const found = known.get(key);
    if (found) return found;
    try {
      const made = constrainInput(schema as JsonSchema); // any object is one
      if (!made.begin(nothing).advance("{")) throw new SchemaError([], "type", "no object fits");
      known.set(key, made);
      return made;
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      throw new ApiError("invalid_request_error", `This model can't be kept to a schema: ${error.message}`, {
        cause: error,
      });
    }
  };
}

const nothing = vocabulary([]);

/** Keywords that count what others have looked at. */
const open = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"unevaluated');

/** Beside one of these, `properties` isn't the whole list. */
const further = [
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "additionalProperties",
  "allOf",
  "anyOf",
  "dependencies",
  "dependentSchemas",
  "if",
  "oneOf",
  "patternProperties",
];
const deepest = 16;

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly additionalProperties?: false;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What keeps a value to declared properties, as far as they are declared plainly, and integers to plain digits. */
function closed(schema: unknown, depth: number): Shape {
  if (!isObject(schema) || depth > deepest) return {};
  // larger ones are written with exponents: a model that has begun with 6.8 would have to go on to 6.8e21
  if (schema["type"] === "integer")
    return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  const { properties, items, required } = schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const listed =
    further.every((keyword) => schema[keyword] === undefined) &&
    (isObject(properties) || schema["type"] === "object") &&
    (!Array.isArray(required) || required.every((name) => names.includes(String(name))));
  const inner = isObject(properties)
    ? Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, closed(property, depth + 1)]),
      )
    : {};
  return {
    ...((names.length > 0 || listed) && { properties: inner }),
    ...(listed && { additionalProperties: false as const }),
    ...(isObject(items) && { items: closed(items, depth + 1) }),
  };
}
