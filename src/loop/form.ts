import { isObject } from "../lib/index.ts";
import type { JsonInput, MessagesResponse } from "../messages/index.ts";
import { compile } from "../schema/index.ts";
import { jsonSchemaOf, parsed, type Standard } from "./standard.ts";

/** The required format of a final answer. */
export interface Form {
  readonly format: { readonly type: "json_schema"; readonly schema: JsonInput };
  /** Parses a final answer: returns its value, or what is wrong with it. */
  read(response: MessagesResponse): Promise<{ readonly output: unknown } | { readonly problem: string }>;
}

const isStandard = (schema: JsonInput | Standard): schema is Standard => "~standard" in schema;

/** The same schema with `additionalProperties: false` on objects, as services require it. */
const closed = (schema: unknown): unknown =>
  Array.isArray(schema)
    ? schema.map(closed)
    : isObject(schema)
      ? {
          ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)])),
          ...(schema["type"] === "object" &&
            !("additionalProperties" in schema) && { additionalProperties: false }),
        }
      : schema;

/**
 * Returns the format for a schema. Throws TypeError for a Standard Schema that can't be converted to JSON Schema,
 * SchemaError for one that is rejected.
 */
export function formOf(input: JsonInput | Standard): Form {
  const schema = closed(isStandard(input) ? (jsonSchemaOf(input) as JsonInput) : input) as JsonInput; // guaranteed to be JSON
  const validator = compile(schema);
  return {
    format: { type: "json_schema", schema },
    async read({ content }) {
      const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
      try {
        const value: unknown = JSON.parse(text);
        if (isStandard(input)) return { output: await parsed(input, value) };
        const [first] = validator.check(value);
        if (first) return { problem: `${first.path.join(".") || "it"} ${first.message}` };
        return { output: value };
      } catch (error) {
        return { problem: isObject(error) && error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
