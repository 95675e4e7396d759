import { compile, refusal, type Problem } from "../schema/index.ts";
import { fault, refused } from "./shape.ts";
import type { MessagesRequest, ToolDefinition } from "./types.ts";

/** Returns the problem with a call's input, if any. Tools that the service runs have no schema here. */
export function inputProblem(tool: ToolDefinition, input: unknown): string | undefined {
  if (!tool.input_schema) return undefined;
  const problems = compile(tool.input_schema).check(input).slice(0, most);
  return problems.length === 0 ? undefined : problems.map(worded).join("; ");
}

/** Maximum number of problems to report; more would not help a model. */
const most = 8;

const worded = ({ path, message }: Problem): string =>
  path.length === 0 ? message : `${path.join(".")}: ${message}`;

/** Number of schemas to check between two pauses. */
const together = 4;

/**
 * Rejects schemas that can't be checked safely: asynchronous ones, external references, patterns without a linear-time
 * form, too large ones, and those whose smallest value is too large. Throws ApiError (invalid_request_error) that names
 * the place. Since new schemas take time, `pause` is awaited now and then.
 */
export async function checkSchemas(
  { tools = [], output_config: output }: Pick<MessagesRequest, "tools" | "output_config">,
  pause: () => Promise<void>,
): Promise<void> {
  for (const [i, tool] of tools.entries()) {
    if (i > 0 && i % together === 0) await pause();
    if (tool.input_schema) checkSchema(tool.input_schema, `tools.${i}.custom.input_schema`, "input");
  }
  if (output?.format) checkSchema(output.format.schema, "output_config.format.schema", "output");
}

function checkSchema(schema: unknown, place: string, what: "input" | "output"): void {
  const wrong = refusal(schema);
  if (wrong) throw refused(fault(place, wrong.message));
  const least = compile(schema).tooLarge();
  if (!least) return;
  const message = `Even the smallest ${what} would hold too many values and characters; lower this`;
  throw refused(fault([place, ...least.place].join("."), message));
}
