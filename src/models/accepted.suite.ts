import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkSchemas } from "../messages/index.ts";
import { SchemaError, constrain, type JsonSchema } from "../schema/index.ts";
import { weather } from "./models.suite.ts";

/** A schema of a tool's input, with a name. */
export interface Named {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Small schemas with keywords that are hard to satisfy. */
export const ownSchemas: readonly Named[] = Object.entries<JsonSchema>({
  nothing: { type: "object" },
  closed: { type: "object", additionalProperties: false },
  scalars: {
    type: "object",
    properties: {
      n: { type: "integer", minimum: 3, maximum: 12 },
      x: { type: "number", multipleOf: 0.25 },
      b: { type: "boolean" },
    },
    required: ["n", "x", "b"],
  },
  texts: {
    type: "object",
    properties: {
      day: { type: "string", format: "date" },
      code: { type: "string", pattern: "^[A-Z]{2}-\\d{3}$" },
      name: { type: "string", minLength: 2, maxLength: 9 },
    },
    required: ["day", "code", "name"],
  },
  choices: {
    type: "object",
    properties: {
      unit: { type: "string", enum: ["°C", '"F"', "K\n"] },
      only: { const: { a: [1, null] } } as never,
    },
    required: ["unit", "only"],
  },
  nested: {
    type: "object",
    properties: {
      people: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: { name: { type: "string" }, age: { type: "integer" } },
          required: ["name"],
        },
      },
    },
    required: ["people"],
  },
  unique: {
    type: "object",
    properties: {
      days: {
        type: "array",
        items: { type: "string", enum: ["mon", "tue", "wed"] },
        uniqueItems: true,
        minItems: 2,
      },
    },
    required: ["days"],
  },
  either: {
    type: "object",
    oneOf: [
      { properties: { by: { const: "id" } as never, id: { type: "integer" } }, required: ["by", "id"] },
      { properties: { by: { const: "name" } as never, name: { type: "string" } }, required: ["by", "name"] },
    ],
  },
  conditional: {
    type: "object",
    properties: { kind: { type: "string", enum: ["a", "b"] } },
    required: ["kind"],
    if: { properties: { kind: { const: "a" } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    then: { required: ["x"], properties: { x: { type: "integer" } } },
    else: { maxProperties: 1 },
  },
  patterned: {
    type: "object",
    patternProperties: { "^x-": { type: "integer" } },
    additionalProperties: false,
    minProperties: 1,
  },
  recursive: {
    type: "object",
    $defs: {
      node: {
        type: "object",
        properties: { value: { type: "integer" }, next: { $ref: "#/$defs/node" } },
        required: ["value"],
      },
    },
    properties: { list: { $ref: "#/$defs/node" } as never },
    required: ["list"],
  },
  negative: {
    type: "object",
    properties: { n: { type: "integer", not: { multipleOf: 2 } } },
    required: ["n"],
  },
}).map(([name, schema]) => ({ name, schema }));

/** Returns the public object schemas of a data folder that a request may contain. */
export async function publicSchemas(folder: string): Promise<readonly Named[]> {
  if (!existsSync(folder)) return [];
  const rows = readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"))
    .map((line): Named => JSON.parse(line));
  const found: Named[] = [];
  for (const row of rows) {
    const named = { name: row.name, schema: { ...row.schema, type: "object" as const } };
    if (row.schema.type !== "object" || !maskable(named.schema)) continue;
    const tools = [{ ...weather, input_schema: named.schema }];
    if (
      await checkSchemas({ tools }, () => Promise.resolve()).then(
        () => true,
        () => false,
      )
    )
      found.push(named);
  }
  return found;
}

function maskable(schema: JsonSchema): boolean {
  try {
    constrain(schema);
    return true;
  } catch (error) {
    if (error instanceof SchemaError) return false;
    throw error;
  }
}
