import { isObject, type JsonObject } from "../../lib/index.ts";
import { inputProblem, type ToolDefinition } from "../../messages/index.ts";
import type { CallContext } from "../model.ts";
import { coerce } from "./coerce.ts";

/** The input of a call, in the types of its schema where it says the same in others. */
export interface Judged {
  readonly value: JsonObject;
  /** Why it doesn't fit, in words for the model. */
  readonly problem: string | undefined;
}

export interface Input {
  readonly tool: ToolDefinition;
  readonly value: JsonObject;
  /** Its JSON, where the model wrote it so. */
  readonly json: string | undefined;
}

/** Judges an input by its tool's schema, here or in a thread. */
export type Judge = (input: Input, by: Pick<CallContext, "signal" | "client">) => Judged | Promise<Judged>;

/** Judges at once, however long that takes. */
export function judge({ tool, value }: Pick<Input, "tool" | "value">): Judged {
  const problem = inputProblem(tool, value);
  if (problem === undefined) return { value, problem };
  const coerced = coerce(value, tool.input_schema);
  const fits = isObject(coerced) && inputProblem(tool, coerced) === undefined;
  return fits ? { value: coerced as JsonObject, problem: undefined } : { value, problem }; // coerced from Json
}
