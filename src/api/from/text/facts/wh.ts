import { count, manner, measure, quality } from "./wh/how.ts";
import type { Asked, Rule } from "./wh/said.ts";
import { edge, perTime, when } from "./wh/time.ts";
import { amount, happening, inWords, kind, thing, where, why } from "./wh/what.ts";
import { done, so } from "./wh/whether.ts";
import { agent, author, doer, doneBy, named } from "./wh/who.ts";

export { timeOf } from "./wh/time.ts";

const yesOrNo: readonly Rule[] = [done, so];

/** What each word asks for, in the order in which it is tried. */
const rules = new Map<string, readonly Rule[]>([
  ["when", [when]],
  ["where", [where]],
  ["why", [why]],
  ["whether", yesOrNo],
  ["if", yesOrNo],
  ["who", [author, agent, doer, named, doneBy]],
  ["what", [thing, happening, amount, kind, inWords]],
  ["which", [thing, amount, kind]],
  ["how", [count, measure, manner, quality]],
]);

/**
 * The field that an embedded question or its noun asks for: `when it was borrowed`, `how many frames it has`, `whether
 * it gets along`, `the day they joined`. Undefined where the text asks nothing.
 */
export function asked(text: string): Asked | undefined {
  const timed = edge(text) ?? perTime(text);
  if (timed) return timed;
  const [, rawWord = "", tail = ""] =
    /^(?:and |about |for |just |every |in )*(?:the )?(when|where|whether|if|who|what|which|how|why)\b\s*(.*)$/is.exec(
      text,
    ) ?? [];
  const word = rawWord.toLowerCase();
  const comma = tail.search(/[,(⟦]|\s(?:on a scale|from \d|between \d|up to \d|at (?:least|most) \d)/);
  const clause = (comma < 0 ? tail : tail.slice(0, comma)).trim();
  const after = comma < 0 ? "" : tail.slice(comma);
  for (const rule of rules.get(word) ?? []) {
    const found = rule({ word, clause });
    if (found) return { ...found, rest: `${found.rest} ${after}`.trim() };
  }
  return undefined;
}
