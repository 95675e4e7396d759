import { posix } from "node:path";
import type { Tool, ToolContext, ToolOutput } from "../loop/index.ts";
import { isBuiltinTool } from "./builtin-tool.ts";

/** A permission setting; the first matching rule decides. */
export type Rule = {
  /** A tool's name; `*` matches any characters, as in `mcp__*`. */
  readonly tool: string;
  /** Matched against a whole path, command line or address; `*` matches any characters. */
  readonly pattern: string;
  readonly then: "allow" | "ask" | "deny";
};

/**
 * Wraps a tool so that the rules decide on each call; without a matching rule, changing or starting something
 * requires confirmation. A "no" becomes the tool's result.
 */
export function permitted(
  tool: Tool,
  rules: readonly Rule[],
  ask: (question: string) => Promise<boolean>,
): Tool {
  const run = tool.run as (input: unknown, context: ToolContext) => Promise<ToolOutput>; // the loop has validated the input
  return {
    ...tool,
    async run(input: unknown, context: ToolContext): Promise<ToolOutput> {
      const subjects = await subjectsOf(tool, input);
      const then = decide(tool, rules, subjects);
      if (then === "deny")
        return refusal(`The user's settings forbid ${tool.name} for ${subjects.at(-1) ?? ""}.`);
      if (then === "ask" && !(await ask(await question(tool, input))))
        return refusal(`The user said no to this ${tool.name}.`);
      return run(input, context);
    },
  };
}

const refusal = (content: string): ToolOutput => ({ content, is_error: true });

/** The subject as stated and as resolved: a denying rule applies to either, an allowing rule must match the resolved one. */
async function subjectsOf(tool: Tool, input: unknown): Promise<readonly string[]> {
  if (!isBuiltinTool(tool)) return [JSON.stringify(input)];
  const real = await tool.subject(input as never);
  const path = typeof input === "object" && input !== null && "path" in input ? input.path : undefined;
  return typeof path === "string" ? [posix.normalize(path), real] : [real];
}

function decide(tool: Tool, rules: readonly Rule[], subjects: readonly string[]): Rule["then"] {
  const found = subjects.map(
    (subject) => rules.find((rule) => fits(rule.tool, tool.name) && fits(rule.pattern, subject))?.then,
  );
  if (found.includes("deny")) return "deny";
  return found.at(-1) ?? (isBuiltinTool(tool) && tool.harmless ? "allow" : "ask");
}

/** Matches a pattern with `*` from left to right, without backtracking. */
function fits(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === text;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let index = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, index);
    if (found < 0) return false;
    index = found + part.length;
  }
  return index <= text.length - last.length;
}

const question = async (tool: Tool, input: unknown): Promise<string> =>
  `${tool.name}:\n${isBuiltinTool(tool) ? await tool.preview(input as never) : JSON.stringify(input, null, 2)}`;
