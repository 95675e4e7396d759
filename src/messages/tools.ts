import { compile, refusal, type Problem } from "../schema/index.ts";
import { fault, refused } from "./shape.ts";
import type { MessagesRequest, ToolDefinition } from "./types.ts";

/** What is wrong with the input of a call, if anything. Tools that the service runs have no schema here. */
export function inputProblem(tool: ToolDefinition, input: unknown): string | undefined {
  if (!tool.input_schema) return undefined;
  const problems = compile(tool.input_schema).check(input).slice(0, most);
  return problems.length === 0 ? undefined : problems.map(worded).join("; ");
}

/** Problems that are named; more would help no model. */
const most = 8;

const worded = ({ path, message }: Problem): string =>
  path.length === 0 ? message : `${path.join(".")}: ${message}`;

/** Schemas that are looked at between two pauses. */
const together = 4;

/**
 * Refuses schemas that can't be checked safely: asynchronous ones, references to elsewhere, patterns without a
 * linear-time form, too large ones. Throws ApiError (invalid_request_error) naming the tool. New schemas take time, so
 * `pause` is awaited now and then.
 */
export async function checkTools(
  { tools = [] }: Pick<MessagesRequest, "tools">,
  pause: () => Promise<void>,
): Promise<void> {
  for (const [i, tool] of tools.entries()) {
    if (i > 0 && i % together === 0) await pause();
    const wrong = tool.input_schema && refusal(tool.input_schema);
    if (wrong) throw refused(fault(`tools.${i}.custom.input_schema`, wrong.message));
  }
}
