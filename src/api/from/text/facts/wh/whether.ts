import { isParticiple } from "../../words/deeds.ts";
import { type Rule, helping, said } from "./said.ts";

/** What is told of a subject, in up to three words: `gets along` of `it gets along with cats`. */
const past = (clause: string): string => {
  const words = clause.trim().split(/\s+/);
  const from = /^(?:the|an?|each|every|our|my|its|their)$/i.test(words[0] ?? "") ? 2 : 1;
  const kept = words
    .slice(from)
    .filter((word) => !helping.test(word) && !/^(?:the|an?|its|their|it|them|us|not)$/i.test(word))
    .filter(
      (word) => !/^(?:yet|already|still|also|currently|ever|fully|really|just|now|always)$/i.test(word),
    );
  const end = kept.findIndex(
    (word, i) => i > 0 && /^(?:in|with|for|to|at|on|by|from|of|as|until|and|or|when|if)$/i.test(word),
  );
  return (end < 0 ? kept : kept.slice(0, end)).slice(0, 3).join(" ");
};

/** `whether parking is included`: the thing and what happened to it. */
export const done: Rule = ({ clause }) => {
  const [, noun = "", participle = ""] =
    /^((?!it\b|they\b|he\b|she\b|we\b|i\b|this\b|the\b|an?\b|there\b|someone\b|somebody\b)[a-z]+) (?:is|are|was|were|has been|have been) ([a-z]+)$/i.exec(
      clause,
    ) ?? [];
  return noun !== "" && isParticiple(participle)
    ? { name: `${noun} ${participle}`, type: "boolean", rest: "" }
    : undefined;
};

/** `whether it gets along`, `if they were fed`; an `if` behind which no clause stands asks nothing. */
export const so: Rule = ({ word, clause }) => {
  if (word === "if" && !said(clause)) return undefined;
  const name = past(clause);
  return name === "" ? undefined : { name, type: "boolean", rest: "" };
};
