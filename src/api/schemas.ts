import type { JsonSchema } from "../schema/index.ts";
import type { Action, Field, Resource } from "./definition.ts";
import {
  answeredFields,
  isNullable,
  preservedNames,
  nullable,
  patchFields,
  storedFields,
  updateFields,
  writableFields,
} from "./fields.ts";

const described = (field: Field): JsonSchema =>
  field.description === undefined ? field.schema : { ...field.schema, description: field.description };

const moment = { type: "string", format: "date-time", readOnly: true } as const;

/** Body of an error (RFC 9457). */
export const problem: JsonSchema = {
  type: "object",
  description: "What went wrong (RFC 9457).",
  required: ["type", "title", "status"],
  properties: {
    type: { type: "string", example: "about:blank" },
    title: { type: "string", example: "Invalid input" },
    status: { type: "integer", minimum: 400, maximum: 599, example: 400 },
    detail: { type: "string", example: "The body has one problem." },
    errors: {
      type: "array",
      description: "Each problem by the path of the member that has it.",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: {
          path: { type: "string", example: "name" },
          message: { type: "string", example: "is required" },
        },
      },
    },
  },
};

/** Returns the schema of a record in responses. */
export function recordSchema(resource: Resource): JsonSchema {
  const fields = answeredFields(resource);
  const readableSchema = (field: Field): JsonSchema => ({
    ...(isNullable(field) ? nullable(described(field)) : described(field)),
    ...(field.auto ? { readOnly: true } : {}),
  });
  return {
    type: "object",
    ...(resource.description === undefined ? {} : { description: resource.description }),
    required: ["id", ...fields.map((field) => field.name), "createdAt", "updatedAt"],
    properties: {
      id: { type: "string", format: "uuid", readOnly: true },
      ...Object.fromEntries(fields.map((field) => [field.name, readableSchema(field)])),
      createdAt: moment,
      updatedAt: moment,
    },
  };
}

function bodySchema(fields: readonly Field[], required: readonly string[]): JsonSchema {
  const member = (field: Field): JsonSchema => ({
    ...(isNullable(field) ? nullable(described(field)) : described(field)),
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.secret ? { writeOnly: true } : {}),
  });
  return {
    type: "object",
    additionalProperties: false,
    ...(required.length ? { required } : {}),
    properties: Object.fromEntries(fields.map((field) => [field.name, member(field)])),
  };
}

/** Returns the schema of a create body; also of an update body, unless `updateSchema` returns another. */
export function inputSchema(resource: Resource): JsonSchema {
  const fields = writableFields(resource);
  return bodySchema(
    fields,
    fields.filter((field) => field.required).map((field) => field.name),
  );
}

/** Returns the schema of a PUT body if it differs: some fields may be omitted to keep their values. */
export function updateSchema(resource: Resource): JsonSchema | undefined {
  const preservedFields = preservedNames(resource);
  if (!preservedFields.size) return undefined;
  const fields = updateFields(resource);
  return bodySchema(
    fields,
    fields.filter(({ name, required }) => required && !preservedFields.has(name)).map(({ name }) => name),
  );
}

export const patchSchema = (resource: Resource): JsonSchema => bodySchema(patchFields(resource), []);

/** Returns the schema of an action's body, if it has one. */
export function actionSchema(resource: Resource, action: Action): JsonSchema | undefined {
  const actionFields = Object.entries(action.set ?? {}).flatMap(([name, assignment]) => {
    const field = storedFields(resource).find((candidate) => candidate.name === name);
    if (!field || !("input" in assignment)) return [];
    const { name: key, schema, description } = field;
    return [{ name: key, schema, required: assignment.required, ...(description ? { description } : {}) }];
  });
  if (!actionFields.length) return undefined;
  return bodySchema(
    actionFields,
    actionFields.filter((field) => field.required).map((field) => field.name),
  );
}
