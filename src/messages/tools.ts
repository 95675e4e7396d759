import type { ToolDefinition } from "./types.ts";

/** What is wrong with the input of a call, if anything. Tools that the service runs have no schema here. */
export function inputProblem(tool: ToolDefinition, input: unknown): string | undefined {
  if (!tool.input_schema) return undefined;
  const required = tool.input_schema.required ?? [];
  const missing = required.find((name) => !Object.hasOwn(input as object, name));
  return missing && `${missing} is missing`;
}
