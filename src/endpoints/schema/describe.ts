import type { JsonSchema } from "../../schema/index.ts";
import type { Machine, ObjectValue, Value } from "../evaluate/types.ts";
import { gone } from "../evaluate/value.ts";
import { schemaOf } from "./index.ts";
import { queriedSchema } from "./queried.ts";

const deepest = 5;
/** Maximum number of members shown for an object. */
const most = 60;

const hasKeywords = (schema: JsonSchema | undefined): schema is JsonSchema =>
  schema !== undefined && Object.keys(schema).length > 0;

/** The schema of a class or a type; `undefined` if it is empty. */
function nonEmptySchema(value: Value, m: Machine): JsonSchema | undefined {
  const { schema } = schemaOf(value, m, { isAnswer: true });
  const isEmpty = schema.properties && !Object.keys(schema.properties).length;
  return hasKeywords(schema) && !isEmpty ? schema : undefined;
}

function ofObject(value: ObjectValue, m: Machine, level: number): JsonSchema | undefined {
  if (value.host) return { type: "object" };
  const known = value.cls && nonEmptySchema(value.cls, m);
  if (known || value.base) return known ?? { type: "object" };
  const properties = Object.fromEntries(
    [...value.props]
      .filter(([, prop]) => prop !== gone)
      .slice(0, most)
      .map(([name, prop]) => [name, describe(prop, m, level + 1) ?? {}]),
  );
  return Object.keys(properties).length ? { type: "object", properties } : undefined;
}

/**
 * The schema of an answer, as far as the code that creates it and the types it names show; `undefined` if they show
 * nothing.
 */
export function describe(value: Value, m: Machine, level = 0): JsonSchema | undefined {
  if (level > deepest) return undefined;
  switch (value.kind) {
    case "const":
      if (typeof value.value === "string") return { type: "string", example: value.value };
      return typeof value.value === "number"
        ? { type: "number" }
        : typeof value.value === "boolean"
          ? { type: "boolean" }
          : undefined;
    case "list": {
      const [first] = value.items;
      return { type: "array", items: (first && describe(first, m, level + 1)) ?? {} };
    }
    case "object":
      return ofObject(value, m, level);
    case "class":
    case "shape":
      return nonEmptySchema(value, m);
    case "unknown":
      if (value.written !== undefined) return { type: "string" };
      if (value.media !== undefined) return { type: "string", format: "binary" };
      return value.says && nonEmptySchema(value.says, m);
    case "external":
      return queriedSchema(value, m) ?? (value.says && nonEmptySchema(value.says, m));
    case "either": {
      const schemas = value.of.map((value) => describe(value, m, level)).filter(hasKeywords);
      return schemas.find(({ properties }) => properties) ?? schemas[0];
    }
    default:
      return undefined;
  }
}
