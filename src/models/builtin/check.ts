import { type Json, remembered } from "../../lib/index.ts";
import type { Problem } from "../../schema/index.ts";
import { compiled } from "./compiled.ts";
import type { Filled } from "./fill/fill.ts";
import type { Tool } from "./read/tool.ts";

/** The validator of a tool's input; a tool with a rejected schema is never called. */
const validatorOf = remembered(({ definition }: Tool) => compiled(definition.input_schema));

/** Step limit for checking an input that was built here: none is large. */
const steps = 500_000;

/** Whether an input matches a tool's schema. */
export const fits = (tool: Tool, input: Json): boolean => validatorOf(tool)?.fits(input, steps) ?? false;

/**
 * Arguments that match their schema: invalid values are removed; required ones count as missing. Undefined if the rest
 * is invalid too.
 */
export function checked(tool: Tool, filled: Filled): Filled | undefined {
  const validator = validatorOf(tool);
  if (!validator) return undefined;
  let current = filled;
  for (let round = 0; round < 4; round++) {
    const problems = validator.check(current.input);
    if (problems.length === 0 || current.missing.length > 0) return current;
    const next = without(tool, current, problems);
    if (next === undefined) return undefined;
    current = next;
  }
  return undefined;
}

/** The arguments without those that the problems name. */
function without(tool: Tool, filled: Filled, problems: readonly Problem[]): Filled | undefined {
  const wrong = tool.parameters.filter((parameter) =>
    problems.some(
      ({ path }) =>
        path.length > 0 && parameter.path.every((part, i) => i >= path.length || String(path[i]) === part),
    ),
  );
  const [...bad] = wrong.filter((parameter) =>
    filled.evidence.some((evidence) => evidence.path === parameter.path.join(".")),
  );
  if (bad.length === 0) return undefined;
  return {
    ...filled,
    input: bad.reduce((input, parameter) => removed(input, parameter.path), filled.input),
    missing: [...filled.missing, ...bad.filter((parameter) => parameter.required)],
    evidence: filled.evidence.filter(
      (evidence) => !bad.some((parameter) => parameter.path.join(".") === evidence.path),
    ),
  };
}

function removed(input: Filled["input"], [first, ...rest]: readonly string[]): Filled["input"] {
  if (first === undefined || !Object.hasOwn(input, first)) return input;
  const { [first]: value, ...others } = input;
  if (rest.length === 0) return others;
  const below =
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? removed(value as Filled["input"], rest)
      : {}; // checked to be an object before
  return Object.keys(below).length > 0 ? { ...others, [first]: below } : others;
}
