import type { Json } from "../lib/index.ts";
import type { Field } from "./definition.ts";
import { fieldType, isNullable } from "./fields.ts";
import { matches } from "./match.ts";

const empty: Readonly<Record<string, Json>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  json: {},
};

/**
 * Returns the value for records that have none for a field that needs one: the definition's `fill`, else the default,
 * else an empty value that is allowed. Undefined if none exists.
 */
export function fillOf(field: Field): Json | undefined {
  if (field.fill !== undefined) return field.fill;
  if (field.default !== undefined && field.default !== null) return field.default;
  const value = empty[fieldType(field.schema)];
  const plain = field.schema["format"] === undefined && !field.unique && !field.secret;
  return value !== undefined && plain && !isNullable(field) && matches(field.schema, value)
    ? value
    : undefined;
}
