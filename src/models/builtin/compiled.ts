import { compile, SchemaError, type Validator } from "../../schema/index.ts";

/** The validator of a schema; undefined if that is rejected. */
export function compiled(schema: Parameters<typeof compile>[0]): Validator | undefined {
  try {
    return compile(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return undefined;
  }
}
