import { thirdPerson } from "../../words/clause.ts";
import { isParticiple } from "../../words/deeds.ts";
import { frequency } from "../../words/dictionary.ts";
import { participleOf, verbOf } from "../../words/words.ts";
import { type Rule, helping } from "./said.ts";

const wordsOf = (clause: string): readonly string[] =>
  clause.split(/\s+/).filter((one) => !helping.test(one));

const verbIn = (clause: string): { readonly verb: string; readonly base: string } => {
  const [verb = ""] = wordsOf(clause);
  return { verb, base: thirdPerson(verb) ?? verbOf(verb) };
};

/** `who wrote it`. */
export const author: Rule = ({ clause }) =>
  verbIn(clause).base === "write" ? { name: "author", rest: "" } : undefined;

/** `who trains them`: whoever does it has a word of their own, and it is a usual one. */
export const agent: Rule = ({ clause }) => {
  const { verb, base } = verbIn(clause);
  const name = `${base.replace(/e$/, "")}er`;
  return thirdPerson(verb) !== undefined && !/^(?:is|has|was|does)$/.test(verb) && frequency(name) > 20
    ? { name, rest: "" }
    : undefined;
};

/** `who drove`, `who has borrowed it`: the verbs whose doers are often spoken of. */
export const doer: Rule = ({ clause }) => {
  const { base } = verbIn(clause);
  return /^(?:own|write|lead|manage|host|drive|send|play|teach|train|paint|design|organi[sz]e|borrow|lend|use|report|review)$/.test(
    base,
  )
    ? { name: `${base.replace(/e$/, "")}er`.replace(/manager?er$/, "manager"), rest: "" }
    : undefined;
};

/** `who the owner is`. */
export const named: Rule = ({ clause }) => {
  const [verb = "", ...more] = wordsOf(clause);
  return /^the$|^an?$/.test(verb)
    ? { name: more.find((one) => !/^(?:is|was)$/.test(one)) ?? "", rest: "" }
    : undefined;
};

/** `who repaired it`: `repaired by`. */
export const doneBy: Rule = ({ clause }) => {
  const { verb, base } = verbIn(clause);
  return verb !== "" && isParticiple(verb) ? { name: `${participleOf(base)} by`, rest: "" } : undefined;
};
