import type { Args, ExternalValue, ObjectValue, Value } from "../../evaluate/types.ts";
import { constant, external, list, unknown } from "../../evaluate/value.ts";
import { httpError } from "../statuses.ts";

const base = external("fastify.ValidationError");

/** The error of a request that violates a route's schema. */
export function broken(): ObjectValue {
  const error = httpError(400, base);
  for (const [name, value] of [
    ["code", constant("FST_ERR_VALIDATION")],
    ["validation", list([unknown])],
    ["validationContext", unknown],
  ] as const)
    error.props.set(name, value);
  return error;
}

/** `hasZodFastifySchemaValidationErrors(error)`: true only for such an error. */
export const isBroken = ({ path }: ExternalValue, { list: [error] }: Args): Value | undefined =>
  path === "fastify-type-provider-zod.hasZodFastifySchemaValidationErrors" && error
    ? constant(error.kind === "object" && error.base === base)
    : undefined;
