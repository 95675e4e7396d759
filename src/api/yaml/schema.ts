import type { JsonObject } from "../../lib/index.ts";
import { fieldTypes } from "../notation.ts";
import { fieldKeys } from "./field.ts";
import { accessValues, resourceKeys, settingKeys, topKeys } from "./read.ts";

const text = { type: "string" } as const;

/** JSON Schemas of a field and of a relation as one text. */
export const shortForms = {
  field: { ...text, pattern: `^(${Object.keys(fieldTypes).join("|")})\\b` },
  relation: { ...text, pattern: "^(belongs to|has many|has one|many to many) " },
} as const;

const any = (keys: readonly string[]): JsonObject => Object.fromEntries(keys.map((key) => [key, {}]));
const named = (member: JsonObject): JsonObject => ({ type: "object", additionalProperties: member });

/** Returns the JSON Schema of definition files, for editors. `choices` are the values of the settings. */
export const definitionSchema = (choices: Readonly<Record<string, readonly string[]>>): JsonObject => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Definition of an API",
  type: "object",
  required: ["resources"],
  additionalProperties: false,
  properties: {
    ...any(topKeys),
    ...Object.fromEntries(settingKeys.map((key) => [key, { enum: choices[key] ?? [] }])),
    title: text,
    version: { type: ["string", "number"] },
    description: text,
    auth: { enum: ["bearer", true, false] },
    etag: { type: "boolean", description: "ETag with each record, If-Match for changes" },
    resources: named({
      type: ["object", "null"],
      additionalProperties: false,
      properties: {
        ...any(resourceKeys),
        read: { enum: accessValues.read, description: "With accounts, who reads its records" },
        register: {
          enum: accessValues.register,
          description: "Of accounts: closed leaves making them to administrators",
        },
        was: { ...text, description: "The name before; its records move along" },
        description: text,
        fields: named({
          anyOf: [
            {
              ...shortForms.field,
              description: "type flags range /pattern/ = default, such as string required 1..200",
            },
            {
              type: "object",
              additionalProperties: false,
              properties: {
                ...any(fieldKeys),
                was: { ...text, description: "The name before; its values move along" },
                map: { type: "object", description: "What stored values become that are allowed no more" },
                fill: { description: "What records get that have no value" },
              },
            },
          ],
        }),
        relations: named(shortForms.relation),
        unique: { type: "array", items: { type: "array", items: text } },
        actions: named({
          type: ["object", "null"],
          additionalProperties: false,
          properties: { summary: text, set: { type: "object" }, when: { type: "object" } },
        }),
      },
    }),
  },
});
