import type { JsonSchema } from "../../schema/index.ts";
import type { ApiDefinition, Operation, SecurityScheme } from "../definition.ts";
import type { Spec, SpecMedia, SpecOperation, SpecSchema, SpecSecurityScheme } from "../spec.ts";
import { resolve } from "./shape.ts";

/** Depth to which schemas are written out; deeper ones are left open. */
const deepest = 6;

/** Returns a schema without references; allOf is merged, and the first of alternatives is used. */
function plain(spec: Spec, schema: SpecSchema, depth = 0): JsonSchema {
  if (depth > deepest) return {};
  const { type, format, description, enum: values, examples, ...found } = resolve(spec, schema);
  const alternative = found.oneOf?.[0] ?? found.anyOf?.[0];
  const parts = [...(found.allOf ?? []), ...(alternative ? [alternative] : [])].map((part) =>
    plain(spec, part, depth + 1),
  );
  const memberEntries = Object.entries(found.properties ?? {});
  const properties = [
    ...parts.flatMap((part) => Object.entries(part.properties ?? {})),
    ...memberEntries.map(([name, schema]) => [name, plain(spec, schema, depth + 1)] as const),
  ];
  const kind = (Array.isArray(type) ? type : [type]).find((name) => name !== undefined && name !== "null");
  return {
    ...parts.at(-1),
    ...(kind !== undefined && { type: kind }),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(values && { enum: values }),
    ...(examples?.[0] !== undefined && { example: examples[0] }),
    ...(found.items && { items: plain(spec, found.items, depth + 1) }),
    ...(properties.length && {
      properties: Object.fromEntries(properties),
      required: [...parts.flatMap(({ required }) => required ?? []), ...(found.required ?? [])],
    }),
  };
}

const contentOf = (spec: Spec, content: Readonly<Record<string, SpecMedia>>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema, itemSchema }]) => [
      type,
      plain(spec, schema ?? itemSchema ?? {}),
    ]),
  );

function schemeOf(scheme: SpecSecurityScheme): SecurityScheme {
  const description = scheme.description === undefined ? {} : { description: scheme.description };
  if (scheme.type === "apiKey") return scheme;
  const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
  return { type: "http", scheme: isBasic ? "basic" : "bearer", ...description };
}

function operationOf(spec: Spec, operation: SpecOperation): Operation {
  const { operationId, path, summary, description, tags, parameters, requestBody, security } = operation;
  const names = security.flatMap((requirement) => Object.keys(requirement));
  return {
    operationId,
    method: operation.method as Operation["method"], // those that it lacks are filtered out below
    path: path as `/${string}`, // as every path of a document
    summary: summary ?? operationId,
    ...(description !== undefined && { description }),
    tags,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      ...(parameter.description !== undefined && { description: parameter.description }),
      schema: plain(spec, parameter.schema),
    })),
    ...(requestBody && {
      requestBody: { required: requestBody.required, content: contentOf(spec, requestBody.content) },
    }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        { description: response.description, content: contentOf(spec, response.content) },
      ]),
    ),
    security: [...new Set(names)],
    ...(names.length > 0 && security.some((item) => !Object.keys(item).length) && { anonymous: true }),
  };
}

const methods: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete", "head", "options"]);

/** Returns the operations and security schemes of a specification for documentation pages, in simplified form. */
export const describedBy = (spec: Spec): Pick<ApiDefinition, "operations" | "securitySchemes"> => ({
  operations: spec.operations
    .filter(({ method }) => methods.has(method))
    .map((operation) => operationOf(spec, operation)),
  securitySchemes: Object.fromEntries(
    Object.entries(spec.securitySchemes).map(([name, scheme]) => [name, schemeOf(scheme)]),
  ),
});
