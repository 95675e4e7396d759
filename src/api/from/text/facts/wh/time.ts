import type { FieldDraft } from "../../draft.ts";
import { type Asked, type Rule, said } from "./said.ts";

/** `until when`, `since when it is there`. */
export function edge(text: string): Asked | undefined {
  const word = /^(?:and )?(until|till|since|from|by) when\b/i.exec(text)?.[1];
  return word === undefined ? undefined : { name: word.toLowerCase(), type: "date", rest: "" };
}

/** `how often per week`, `how many times a day`. */
export function perTime(text: string): Asked | undefined {
  const unit = /^(?:and )?how (?:often|many times) (?:(?:per|a|each|every) )([a-z]+)\b/i.exec(text)?.[1];
  return unit === undefined ? undefined : { name: `times per ${unit}`, type: "integer", rest: "" };
}

/** The moment that a clause tells of: `it was last inspected`, `it took off`. */
const happened = (clause: string, ending: "at" | "on", type: FieldDraft["type"]): Asked | undefined => {
  const found = said(clause);
  if (!found) return undefined;
  const verb =
    /^(?:happen|happened|happens|was|is|valid)$/.test(found.verb) ||
    (/^(?:takes|took)$/.test(found.verb) && /^place\b/.test(found.rest))
      ? undefined
      : found.verb;
  if (verb === undefined) return { name: ending === "on" ? "date" : "time", type, rest: "" };
  const particle = /^(?:off|out|in|up|down|back)\b/.exec(found.rest)?.[0];
  const rest = found.rest
    .slice(particle?.length ?? 0)
    .replace(/^\s*(?:it|them|him|her|at|on|in|valid)\b/, "");
  return {
    name: [found.last ? "last" : "", verb, particle ?? "", ending].filter(Boolean).join(" "),
    type,
    rest,
  };
};

/** `when it was borrowed`; `when` alone. */
export const when: Rule = ({ clause }) =>
  clause === "" ? { name: "when", type: "datetime", rest: "" } : happened(clause, "at", "datetime");

/** `the moment it was submitted`, `the day on which they joined`. */
export function timeOf(text: string): Asked | undefined {
  const [, noun = "", clause = ""] =
    /^(?:the )?(moment|time|day|date|year)\s+(?:(?:on|at|in) which |when |that )?((?:it|they|he|she|this|we|i|the \w+)\s.+)$/i.exec(
      text,
    ) ?? [];
  if (/year/i.test(noun)) {
    const found = said(clause);
    return found && { name: `${found.verb} year`, type: "integer", rest: "" };
  }
  const isDay = /day|date/i.test(noun);
  return noun ? happened(clause, isDay ? "on" : "at", isDay ? "date" : "datetime") : undefined;
}
