import type { Json } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import { fits } from "../check.ts";
import { fill } from "../fill/fill.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { between } from "../text/spans.ts";
import { content } from "../text/tokens.ts";
import type { Condition } from "./clause.ts";
import { licenceOf, refers } from "./licence.ts";

/** Whether a condition is about the object of an act: by its name, by a pronoun, or only by `if so`. */
const isAbout = ({ text }: Condition, input: { readonly [name: string]: Json }): boolean =>
  text.split(/\W+/).some((word) => refers.test(word.toLowerCase()) || /^(?:so|not)$/i.test(word)) ||
  Object.values(input).some((value) => typeof value === "string" && text.includes(value));

/** Minimum evidence for reading something before an act. */
const clear = 0.75;

/** The call that reads the object of an act on a condition: a tool that takes the same id. */
export function inspections(tools: readonly Tool[], reading: Reading): readonly PlannedCall[] {
  for (const act of tools) {
    const { condition } = act.deed.effect === "read" ? {} : licenceOf(act, reading);
    if (!condition) continue;
    const named = namedIn(condition, tools, reading);
    if (named) return [named];
    const [filled] = fill(act, reading, { start: 0, end: reading.text.length });
    if (!filled || !isAbout(condition, filled.input)) continue;
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

/** The call that reads what a condition identifies: `if SO-1 hasn't been paid`; of several, the tool whose words it has. */
function namedIn(condition: Condition, tools: readonly Tool[], reading: Reading): PlannedCall | undefined {
  const ids = between(reading.mentions, condition.start, condition.end).filter(({ kind }) => kind === "code");
  if (ids.length !== 1) return undefined;
  const conditionWords = content(condition.text);
  const calls = tools.flatMap((tool) => {
    const [filled, more] = tool.deed.effect === "read" ? fill(tool, reading, condition) : [];
    const isSure =
      filled?.evidence.some(({ value, score }) => score >= clear && value === ids[0]?.text) === true;
    if (!filled || more || !isSure || filled.missing.length > 0 || !fits(tool, filled.input)) return [];
    const shared = conditionWords.filter((word) => tool.vocabulary.has(word)).length;
    return [{ name: tool.definition.name, input: filled.input, shared }];
  });
  const most = Math.max(...calls.map(({ shared }) => shared));
  const [best, another] = calls.filter(({ shared }) => shared === most);
  return best && !another ? { name: best.name, input: best.input } : undefined;
}
