import { type Tool, type ToolContext, type ToolOutput, tool } from "../loop/index.ts";
import type { Infer, ObjectSchema } from "../schema/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** What a permission rule and a question need to know of a call. */
export interface BuiltinTool extends Tool {
  readonly offer: readonly Role[];
  /** Calls that change nothing and start nothing need no question. */
  readonly harmless: boolean;
  /** What a rule's pattern is held against: a path as it really is, a command line, an address. */
  subject(input: never): Promise<string>;
  /** The exact diff or command, for the person who is asked. */
  preview(input: never): Promise<string>;
}

/**
 * What a command lets its model do: `look` only reads, `change` also writes files and runs tests, `run` also runs
 * programs. A tool for `named` is offered beside those of `run` where a permission of the user's settings names it, and
 * not to forbid it.
 */
export type Role = "look" | "change" | "run" | "named";

/** What tools work on. */
export interface Ground {
  readonly workspace: Workspace;
}

export type Maker = (ground: Ground) => BuiltinTool | undefined;

export function builtinTool<const S extends ObjectSchema>(definition: {
  readonly name: string;
  readonly description: string;
  readonly input_schema: S;
  readonly offer: readonly Role[];
  readonly harmless: boolean;
  subject(input: Infer<S>): Promise<string>;
  preview?(input: Infer<S>): Promise<string>;
  run(input: Infer<S>, context: ToolContext): Promise<ToolOutput>;
}): BuiltinTool {
  const { offer, harmless, subject, preview = subject } = definition;
  return { ...tool(definition), offer, harmless, subject, preview } as BuiltinTool; // its input is S's, as the loop validates
}

export const isBuiltinTool = (tool: Tool): tool is BuiltinTool =>
  "harmless" in tool && "subject" in tool && "preview" in tool;
