import { addField } from "../../state.ts";
import { isParticiple } from "../../words/deeds.ts";
import { verbOf } from "../../words/words.ts";
import { readField } from "../field.ts";
import type { Rule } from "./rule.ts";

/** `from date`, `to datetime`: one end of a span. */
export const edge: Rule = ({ state, resource, plain }) => {
  const [, end, kind = ""] =
    /^(from|to)\s+((?:date|dt|datetime|timestamp|time|string|str|int|integer)\b.*)$/i.exec(plain) ?? [];
  const read = end === undefined ? undefined : readField(`edge ${kind}`, state.enums);
  if (end === undefined || !read) return false;
  addField(resource, { ...read.field, name: end.toLowerCase() });
  return true;
};

/** `published on a certain day`, `built in some year`. */
export const happened: Rule = ({ plain, again }) => {
  const [, done = "", , noun = ""] =
    /^([a-z]+) (on|at|in) (?:some|an?|one|the) (?:certain |given )?(day|date|time|moment|year)$/i.exec(
      plain,
    ) ?? [];
  if (done === "" || !isParticiple(done)) return false;
  const isMoment = /time|moment/i.test(noun);
  again(/year/i.test(noun) ? `${verbOf(done)} year` : `${done} ${isMoment ? "at (datetime)" : "on (date)"}`);
  return true;
};

/** `the tools it needs`, `a colour they have`: the noun alone. */
export const noun: Rule = ({ plain, again }) => {
  const [, name] =
    /^(?!(?:the |an? )?(?:day|date|time|moment|year)\b)(?:(?:an?|the|its|their|each) )?((?:(?:list|set|collection) of )?(?!(?:day|date|time|moment|year|when|where|how|what|who|which|if|whether)\b)[a-z-]+(?: (?!if\b|when\b|whether\b)[a-z-]+)?) (?:it|they|he|she|we|i) (?:is|are|was|were|has|have|belongs?|uses?|needs?|comes?|came|lives?|works?|lie|sit|stand|hang|stay|run|[a-z]+ed|[a-z]+s)(?: [a-z]+){0,2}(?: \([^()]*\))?$/i.exec(
      plain,
    ) ?? [];
  if (name === undefined) return false;
  again(`${name}${/ \([^()]*\)$/.exec(plain)?.[0] ?? ""}`);
  return true;
};
