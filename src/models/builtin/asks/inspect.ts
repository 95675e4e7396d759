import type { Json } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import { fits } from "../check.ts";
import { fill } from "../fill/fill.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { clausesOf, type Condition } from "./clauses.ts";
import { licenceOf, onlyTells, refers } from "./licence.ts";

/** Acts that a text mentions but that must not happen yet: they depend on a condition, or the rest is a question. */
function pending(tools: readonly Tool[], reading: Reading): readonly Tool[] {
  const asks =
    clausesOf(reading).some(({ standing }) => /^(?:open|factual|condition)$/.test(standing)) &&
    !onlyTells(tools, reading);
  return tools.filter((tool) => {
    if (tool.deed.effect === "read") return false;
    const { denied, condition } = licenceOf(tool, reading);
    return condition !== undefined || (denied && asks);
  });
}

/** Whether a condition is about the object of an act: by its name, by a pronoun, or only by `if so`. */
const isAbout = ({ text }: Condition, input: { readonly [name: string]: Json }): boolean =>
  text.split(/\W+/).some((word) => refers.test(word.toLowerCase()) || /^(?:so|not)$/i.test(word)) ||
  Object.values(input).some((value) => typeof value === "string" && text.includes(value));

/** Minimum evidence for reading something before an act. */
const clear = 0.75;

/** The call that reads the object of such an act: a tool that takes the same id. */
export function inspections(tools: readonly Tool[], reading: Reading): readonly PlannedCall[] {
  for (const act of pending(tools, reading)) {
    const [filled] = fill(act, reading, { start: 0, end: reading.text.length });
    const { condition } = licenceOf(act, reading);
    if (!filled || (condition && !isAbout(condition, filled.input))) continue;
    const found = tools
      .filter(({ deed }) => deed.effect === "read")
      .flatMap((tool) => {
        const required = tool.parameters.filter(
          (parameter) => parameter.required && parameter.path.length === 1,
        );
        if (required.length === 0) return [];
        const input: { [key: string]: Json } = {};
        for (const { name } of required) {
          const value = filled.input[name];
          if (
            value !== undefined &&
            filled.evidence.some(({ path, score }) => path === name && score >= clear)
          )
            input[name] = value;
        }
        const whole = Object.keys(input).length === required.length && fits(tool, input);
        return whole ? [{ name: tool.definition.name, input }] : [];
      });
    const [first] = found;
    if (first) return [first];
  }
  return [];
}
