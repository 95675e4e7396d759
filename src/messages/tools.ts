import { compile, SchemaError, type Problem, type Validator } from "../schema/index.ts";
import type { ToolDefinition } from "./types.ts";

/** By the schema object itself, so that a request's tools are read once. */
const validators = new WeakMap<object, Validator>();

/** Problems named; more would help nobody. */
const most = 8;

/** What is wrong with the input of a call, if anything. Tools that the service runs have no schema here. */
export function inputProblem({ input_schema: schema }: ToolDefinition, input: unknown): string | undefined {
  if (!schema) return undefined;
  try {
    const validator = validators.get(schema) ?? compile(schema);
    validators.set(schema, validator);
    const problems = validator.check(input);
    return problems.length === 0 ? undefined : problems.slice(0, most).map(worded).join("; ");
  } catch (error) {
    if (error instanceof SchemaError) return `its schema is refused: ${error.message}`;
    throw error;
  }
}

const worded = ({ path, message }: Problem): string =>
  path.length === 0 ? message : `${path.join(".")}: ${message}`;
