/** Requirements on the schema of structured output, beyond being a valid schema. */
import { isObject } from "../lib/index.ts";
import type { Check } from "./content.ts";
import { fault } from "./shape.ts";

const single = ["items", "additionalItems", "contains", "not"] as const;
const lists = ["anyOf", "allOf", "oneOf", "prefixItems"] as const;
const maps = ["properties", "$defs", "definitions"] as const;

const place = "output_config.format.schema";

/** Requires `additionalProperties: false` on every object. */
export const closedObjects: Check = ({ output_config: config }) => {
  const format = isObject(config) ? config["format"] : undefined;
  const schema = isObject(format) ? format["schema"] : undefined;
  const wrong = open(schema);
  return wrong === undefined ? undefined : fault(place, wrong);
};

function open(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  const more = schema["additionalProperties"];
  if (schema["type"] === "object" && more !== false)
    return more === true
      ? "For 'object' type, 'additionalProperties: true' is not supported. Please set 'additionalProperties' to false"
      : "For 'object' type, 'additionalProperties' must be explicitly set to false";
  const inner = [
    ...single.map((key) => schema[key]),
    ...lists.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as readonly unknown[]) : [])),
    ...maps.flatMap((key) => (isObject(schema[key]) ? Object.values(schema[key]) : [])),
  ];
  for (const each of inner) {
    const wrong = open(each);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
