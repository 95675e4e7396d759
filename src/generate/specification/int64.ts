import type { Spec, SpecSchema } from "../../api/index.ts";
import { remembered } from "../../lib/index.ts";
import { parametersOf } from "./encodings.ts";
import { parts, typesOf } from "./model.ts";

/** Whether values of a schema may have more digits than a JavaScript number can represent. */
export const isInt64 = (schema: SpecSchema): boolean =>
  /^u?int64$/.test(schema.format ?? "") &&
  typesOf(schema).some((type) => type === "integer" || type === "number");

/** Yields every schema of a document: its own, and those of parameters, bodies and responses. */
function* schemasOf({ schemas, operations }: Spec): Iterable<SpecSchema> {
  yield* Object.values(schemas);
  for (const operation of operations) {
    const { requestBody, responses } = operation;
    for (const { schema } of parametersOf(operation)) yield schema;
    for (const { content } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
      for (const { schema, itemSchema } of Object.values(content))
        for (const specSchema of [schema, itemSchema]) if (specSchema) yield specSchema;
  }
}

/** Whether values of a document may have more digits than a number has, or be times. */
interface Kinds {
  int64: boolean;
  times: boolean;
}

/** Returns what kinds of values a document has that JSON has none for; cached. */
export const kindsIn = remembered((spec: Spec): Kinds => {
  const found = { int64: false, times: false };
  const open = [...schemasOf(spec)];
  for (let schema = open.pop(); schema && !(found.int64 && found.times); schema = open.pop()) {
    found.int64 ||= isInt64(schema);
    found.times ||= schema.format === "date-time" || schema.format === "date";
    open.push(...parts(schema));
  }
  return found;
});
