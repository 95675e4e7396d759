import type { Step } from "./step.ts";

/** `when it was last inspected`. */
export const when: Step = (text, { draft }) => {
  const found =
    /^when (?:it|they|he|she|this|i|we|the \w+) (?:(?:last|first) )?(?:(?:is|are|was|were|has been|will be|got|gets)\s+)?(\w+)(.*)$/i.exec(
      text,
    );
  if (!found) return text;
  draft.type = "datetime";
  return `${found[1] ?? ""}-at ${found[2] ?? ""}`;
};

/** `closes at a certain moment`: a time that a verb names. */
export const happens: Step = (text, { draft }) => {
  const found =
    /^(starts|takes place|begins|ends|closes|opens|expires|departs|arrives|leaves|finishes|happens|stops)\s+(at|on)\s+(?:some|an?|one|the|any)\s+(?:given |certain |specific )?(time|moment|date|day)\b(.*)$/i.exec(
      text,
    );
  if (!found) return text;
  const [, verb = "", by = "", noun = "", rest = ""] = found;
  draft.type = /date|day/i.test(noun) ? "date" : "datetime";
  return /^(?:takes|happens)/i.test(verb) ? `${noun} ${rest}` : `${verb}-${by} ${rest}`;
};

/** `the moment it was submitted`, `the day they joined`. */
export const moment: Step = (text, { draft }) => {
  const found =
    /^(moment|time|day|date) (?:on which |at which |when )?(?:it|they|he|she|this)(?: (?:is|was|were|has been|got))? ([a-z]+(?:ed|n|t))\b(.*)$/i.exec(
      text,
    );
  if (!found) return text;
  const isDay = /day|date/i.test(found[1] ?? "");
  draft.type = isDay ? "date" : "datetime";
  return `${found[2] ?? ""}-${isDay ? "on" : "at"} ${found[3] ?? ""}`;
};
