import { type Tool, type ToolContext, type ToolOutput, tool } from "../loop/index.ts";
import type { Infer, ObjectSchema } from "../schema/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** A tool with what permission rules and questions need to know about a call. */
export interface BuiltinTool extends Tool {
  readonly offer: readonly Role[];
  /** Calls that change and start nothing need no confirmation. */
  readonly harmless: boolean;
  /** What a rule's pattern is matched against: a resolved path, a command line, or an address. */
  subject(input: never): Promise<string>;
  /** The exact diff or command, shown to the person who is asked. */
  preview(input: never): Promise<string>;
}

/**
 * What a command lets its model do: `look` only reads, `change` also writes files and runs tests, `run` also runs
 * programs. A `named` tool is offered together with those of `run` if a permission in the user's settings mentions it
 * for another purpose than denying.
 */
export type Role = "look" | "change" | "run" | "named";

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
  return { ...tool(definition), offer, harmless, subject, preview } as BuiltinTool; // its input is S's, as validated by the loop
}

export const isBuiltinTool = (tool: Tool): tool is BuiltinTool =>
  "harmless" in tool && "subject" in tool && "preview" in tool;
