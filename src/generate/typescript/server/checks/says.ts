import type { SpecSchema } from "../../../../api/index.ts";

/** Whether a schema demands anything at all. */
export const says = (schema: SpecSchema | undefined): schema is SpecSchema =>
  schema !== undefined && demands(schema);

const demands = (schema: SpecSchema): boolean =>
  schema.$ref !== undefined ||
  schema.type !== undefined ||
  schema.enum !== undefined ||
  schema.const !== undefined ||
  schema.not !== undefined ||
  [
    schema.allOf,
    schema.anyOf,
    schema.oneOf,
    schema.properties,
    schema.required,
    schema.items,
    schema.prefixItems,
    schema.format,
    schema.contains,
    schema.patternProperties,
    schema.propertyNames,
  ].some((part) => part !== undefined) ||
  [
    schema.additionalProperties,
    schema.minimum,
    schema.maximum,
    schema.minLength,
    schema.maxLength,
    schema.pattern,
    schema.exclusiveMinimum,
    schema.exclusiveMaximum,
    schema.multipleOf,
    schema.minItems,
    schema.maxItems,
    schema.uniqueItems,
    schema.minProperties,
    schema.maxProperties,
  ].some((part) => part !== undefined);
