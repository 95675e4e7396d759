import type { Spec, SpecSchema } from "../../api/index.ts";
import { parametersOf } from "./encodings.ts";
import { parts, typesOf } from "./model.ts";

/** Whether values of a schema may have more digits than a JavaScript number can represent. */
export const isInt64 = (schema: SpecSchema): boolean =>
  /^u?int64$/.test(schema.format ?? "") &&
  typesOf(schema).some((type) => type === "integer" || type === "number");

/** Whether any of these schemas, or of those nested in them, is wanted. */
export function someSchema(
  schemas: Iterable<SpecSchema>,
  isWanted: (schema: SpecSchema) => boolean,
): boolean {
  const open = [...schemas];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (isWanted(schema)) return true;
    open.push(...parts(schema));
  }
  return false;
}

/** Whether any value may have more digits than a number can represent. */
export const hasInt64 = (schemas: Iterable<SpecSchema>): boolean => someSchema(schemas, isInt64);

/** Yields every schema of a document: its own, and those of parameters, bodies and responses. */
export function* schemasOf({ schemas, operations }: Spec): Iterable<SpecSchema> {
  yield* Object.values(schemas);
  for (const operation of operations) {
    const { requestBody, responses } = operation;
    for (const { schema } of parametersOf(operation)) yield schema;
    for (const { content } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
      for (const { schema, itemSchema } of Object.values(content))
        for (const specSchema of [schema, itemSchema]) if (specSchema) yield specSchema;
  }
}
