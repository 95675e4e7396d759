import { amountOf } from "./amounts.ts";
import { type Rule, said } from "./said.ts";

/** `where it is from`, `where it came from` ask for its origin; any other place is its location. */
export const where: Rule = ({ clause }) => {
  const isOrigin =
    /^(?:it|they|he|she) (?:is|are|was|were) from$/i.test(clause) ||
    /^(?:came|comes|started|starts|originates)$/.test(said(clause)?.verb ?? "");
  return { name: isOrigin ? "origin" : "location", rest: "" };
};

/** `why it was sent back`. */
export const why: Rule = () => ({ name: "reason", rest: "" });

/** `what the fault is`. */
export const thing: Rule = ({ clause }) => {
  const name = /^(?:the|its|their) ([a-z]+(?: [a-z]+)?) (?:is|was|are|were)$/i.exec(clause)?.[1];
  return name === undefined ? undefined : { name, rest: "" };
};

/** `what happened`, `what it is about`. */
export const happening: Rule = ({ clause }) =>
  /^(?:happened|happens|(?:it|the [a-z]+) (?:is|was) about|it says|it said|is wrong|was said|was done)/i.test(
    clause,
  )
    ? { name: "description", rest: "" }
    : undefined;

/** `what it costs`. */
export const amount: Rule = ({ clause }) => {
  const name = amountOf(said(clause)?.verb ?? "");
  return name ? { name, type: "number", rest: "" } : undefined;
};

/** `what kind of roof it has` asks for a type, `which size it is` for a size. */
export const kind: Rule = ({ clause }) => {
  const [, kind, noun = ""] =
    /^(?:(kind|type|sort) of )?([a-z]+(?: [a-z]+)?)\s+(?:(?:it|they|he|she|we|i) (?:\w+ ?){1,3}|(?:is|are|was) .+)$/i.exec(
      clause,
    ) ?? [];
  if (kind !== undefined) return { name: "type", rest: "" };
  return noun !== "" && !/^(?:it|they|we|i|he|she|is|was|happened|happens)\b/i.test(noun)
    ? { name: noun, rest: "" }
    : undefined;
};

/** `what they wrote`: in words. */
export const inWords: Rule = ({ word }) => (word === "what" ? { name: "description", rest: "" } : undefined);
