import { limits } from "./limits.ts";
import { SchemaError } from "./problem.ts";
import { measure } from "./read/measure.ts";
import { build, type Options, type Validator } from "./validator.ts";

const cache = new Map<string, Validator>();
let characters = 0;

/**
 * Returns the validator of a JSON Schema (2020-12, or the draft named by `$schema`: 2019-09, draft-07, -06, -04). Equal
 * schemas share one validator. Throws SchemaError for a schema that is invalid, unsafe or too large.
 */
export function compile(schema: unknown, options: Options = {}): Validator {
  measure(schema);
  if (options.registry) return build(schema, options);
  const key = `${options.formats ?? ""}:${options.steps ?? ""}:${JSON.stringify(schema)}`;
  const known = cache.get(key);
  if (known) {
    cache.delete(key); // re-inserted as the most recent entry
    cache.set(key, known);
    return known;
  }
  const validator = build(schema, options);
  cache.set(key, validator);
  characters += key.length;
  for (const old of cache.keys()) {
    if (cache.size <= limits.cachedValidators && characters <= limits.cachedCharacters) break;
    cache.delete(old);
    characters -= old.length;
  }
  return validator;
}

/** The reason why a schema would be rejected, if any. */
export function refusal(schema: unknown, options: Options = {}): SchemaError | undefined {
  try {
    compile(schema, options);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}
