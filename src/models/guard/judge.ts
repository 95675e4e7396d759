import { isObject, type JsonObject } from "../../lib/index.ts";
import { inputProblem, type ToolDefinition } from "../../messages/index.ts";
import type { CallContext } from "../model.ts";
import { coerce } from "./coerce.ts";

/** The input of a call, converted to the types of its schema where the meaning is the same. */
export interface Judged {
  readonly value: JsonObject;
  /** Why it doesn't match, in words for the model. */
  readonly problem: string | undefined;
}

export interface Input {
  readonly tool: ToolDefinition;
  readonly value: JsonObject;
  /** Its JSON as the model wrote it, if available. */
  readonly json: string | undefined;
}

/** Validates an input by its tool's schema, in this or another thread. */
export type Judge = (input: Input, by: Pick<CallContext, "signal" | "client">) => Judged | Promise<Judged>;

/** Validates synchronously, however long that takes. */
export function judge({ tool, value }: Pick<Input, "tool" | "value">): Judged {
  const problem = inputProblem(tool, value);
  if (problem === undefined) return { value, problem };
  const coerced = coerce(value, tool.input_schema);
  const fits = isObject(coerced) && inputProblem(tool, coerced) === undefined;
  return fits ? { value: coerced as JsonObject, problem: undefined } : { value, problem }; // converted from Json
}
