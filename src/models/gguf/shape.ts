import { isObject } from "../../lib/index.ts";
import { ApiError } from "../../messages/index.ts";
import { constrain, SchemaError, vocabulary, type Constraint, type JsonSchema } from "../../schema/index.ts";
import { memory } from "./memory.ts";

/**
 * The mask for a tool's input. If the schema allows undeclared properties, the model can't use them: its output matches
 * the schema and has only declared properties. Throws SchemaError for schemas that no mask supports.
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

/** Caches the masks of recent schemas. Throws ApiError for a schema that no mask supports. */
export function constraints(): (schema: object) => Constraint {
  const known = memory<Constraint>(256);
  return (schema) => {
    const key = JSON.stringify(schema);
    const found = known.get(key);
    if (found) return found;
    try {
      const constraint = constrainInput(schema as JsonSchema); // any object is one
      if (!constraint.begin(nothing).advance("{")) throw new SchemaError([], "type", "no object fits");
      known.set(key, constraint);
      return constraint;
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      throw new ApiError("invalid_request_error", `This model can't be kept to a schema: ${error.message}`, {
        cause: error,
      });
    }
  };
}

const nothing = vocabulary([]);

/** Whether a schema has keywords that depend on what others have evaluated. */
const open = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"unevaluated');

/** Keywords next to which `properties` isn't the complete list. */
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

/**
 * A schema that restricts a value to declared properties, where the declaration is simple, and integers to plain
 * digits.
 */
function closed(schema: unknown, depth: number): Shape {
  if (!isObject(schema) || depth > deepest) return {};
  // larger ones are written with exponents: a model that has begun with 6.8 would have to continue to 6.8e21
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
