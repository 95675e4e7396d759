import { type Step, reworded } from "./step.ts";

/** `open or not`, `paid or unpaid`. */
export const either: Step = (text, { draft }) => {
  const found =
    /^(?:is |are )?(?:either )?([a-z]+(?: [a-z]+)??) or (?:not(?: \1)?|(?:un|in|dis|non-?)\1)(?:$|\?|(?= ?[(,⟦-]))/i.exec(
      text,
    );
  if (!found) return text;
  draft.type = "boolean";
  return `${found[1] ?? ""} ${text.slice(found[0].length)}`.trim();
};

/** `is active: boolean`. */
export const isFlag = reworded(/^is (?=\w+:? (?:bool|boolean|flag)\b)/i, "is-");

/** `whether parking is included`: the thing and what happened to it. */
export const ofThing: Step = (text) =>
  text.replace(
    /^(?:flag )?whether ([a-z]+s?) (?:is|are|was|were|has been|have been) ([a-z]+)/i,
    (all, noun: string, what: string) =>
      /^(?:it|they|he|she|this)$/i.test(noun) ? all : `whether it is ${noun} ${what}`,
  );

/** `flag that tells whether it is open`, `if it has been paid`. */
export const whether: Step = (text, { draft }) => {
  const found =
    /^(?:(?:flag|boolean|indicator|marker|note|mark)\s+)?(?:(?:that|which) [a-z]+s|[a-z]+ing|for|on|of)?\s*\b(?:if|whether)\s+(?:it|they|he|she|this|the \w+)\s+(?:(?:is|are|was|were|has been|have been|has|can be|should be)\s+)?(.+)$/i.exec(
      text,
    );
  if (!found) return text;
  draft.type = "boolean";
  return (found[1] ?? text).replace(/^([a-z]+s) (?:an?|the|any) (?=[a-z])/i, "$1-");
};
