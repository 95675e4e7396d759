import type { Wording } from "../words/rewrite.ts";

const first =
  "(?:at first|first(?: of all)?|initially|to begin with|to start with|in the beginning|at the (?:start|beginning|outset)|when (?:it|they) (?:comes? in|arrives?|(?:is|are) (?:new|made|created)))";
const next =
  "(?:then|next|later(?: on)?|afterwards|after that|subsequently|finally|eventually|at last|(?:in|at) the end)";
const state = String.raw`(?!(?:an?|the|its|their|it|they|and|or|but|if|when|no|not|has|have|is|are|was|can|may|must|needs?|belongs?|with|by|for|from|of|at|on|to)\b)["“]?[a-z][\w-]*(?: (?:for|of|in) [a-z]+| (?!(?:an?|the|and|or|but|at|by|on|to|in|with|when|once|as|after|if|until|${next})\b)[a-z]+)?["”]?`;
const becomes =
  "(?:(?:it|they) )?(?:(?:is|are|becomes?|gets?|turns?(?: into)?|goes to|moves? to|(?:go|goes|moves?) on to (?:be|become)|either|as|an?) )*";
const later = String.raw`(?:,|;|\.)? (?:and |but )?${next},? ${becomes}${state}`;
const more = String.raw`(?:,? (?:and|or|but) |, )(?:${next},? )?${becomes}${state}`;
const turning = String.raw`,? (?:and |but )?(?:${next},? )?(?:becomes?|turns?(?: into)?|goes to|moves? to|gets?|(?:go|goes|moves?) on to (?:be|become)) ${state}`;
const end = String.raw`(?=[.,;\n]|$| and (?:has|have|is|can|may|must|belongs?)\b| (?:once|when|as soon as|after|if) )`;

const lead = new RegExp(`^(?:${next},? )?${becomes}`, "i");
const atEnd = new RegExp(` ${next}$`, "i");

/** The states of `, then tested, and in the end released or discarded`. */
const statesOf = (told: string): readonly string[] =>
  told
    .split(/[,;.]|\b(?:and|or|but)\b/)
    .map((one) => one.replaceAll(/["“”]/g, "").trim().replace(lead, "").trim())
    .filter(Boolean);

/** `open, then closed` as `(open, closed; default open)`. */
function valuesOf(told: string): string | undefined {
  const [outset = "", ...others] = statesOf(told);
  return outset === "" || others.length === 0
    ? undefined
    : `(${[outset, ...others].join(", ")}; default ${outset})`;
}

/** States that a record goes through, told in their order: as the values of a status. */
export const courses: readonly Wording[] = [
  // `has a span and is pending at first`
  [
    new RegExp(
      String.raw`(?<=\b(?:has|have|needs?|holds?|carr(?:y|ies))\b([^.;\n]{3,200}?)),? and (?:is|are) (?:an? )?(?!(?:true|false|yes|no|on|off|empty|zero|none|required|optional)\b)(${state}) ${first}(?=[.\n]|$)`,
      "gi",
    ),
    (whole, before: string, value: string) =>
      before.toLowerCase().includes(value.toLowerCase())
        ? whole
        : ` and has a status (${value}; default ${value})`,
  ],
  // `is registered at first, then tested, and in the end released or discarded`, `is first open, later closed`
  [
    new RegExp(
      String.raw`(\b(?:status|state|stage|phase) )?\b(?:is|are|starts?(?: out)?(?: as)?|begins?(?: as)?) (?:${first} (?:an? )?(${state})|(?:an? )?(${state}),? ${first})(${later}(?:${more}){0,8})${end}`,
      "gi",
    ),
    (whole, field: string | undefined, one: string | undefined, other: string | undefined, told: string) => {
      const values = valuesOf(`${one ?? other ?? ""},${told}`);
      if (values === undefined) return whole;
      return field === undefined ? `has a status ${values}` : `${field}is ${values}`;
    },
  ],
  // `starts out as new, becomes confirmed, and is resolved or dismissed in the end`
  [
    new RegExp(
      String.raw`\b(?:(?:starts?|begins?)(?: (?:out|off|life))?(?: as)?|(?:arrives?|comes? in|enters?) as) (?:an? )?(${state})((?:${turning}|${later})(?:${more}){0,8}(?: ${next})?)${end}`,
      "gi",
    ),
    (whole, one: string, told: string) => {
      const values = valuesOf(`${one},${told.replace(atEnd, "")}`);
      return values === undefined ? whole : `has a status ${values}`;
    },
  ],
  // `At first it is open; afterwards closed or lost`
  [
    new RegExp(
      String.raw`(^|[.;\n]\s*)${first},? (it|they|(?:an?|each|every) [a-z]+|(?:its|the) (?:status|state|stage)) (?:is|are) (?:an? )?(${state})(${later}(?:${more}){0,8})${end}`,
      "gi",
    ),
    (whole, before: string, subject: string, one: string, told: string) => {
      const values = valuesOf(`${one},${told}`);
      const isField = /^(?:its|the) /i.test(subject);
      return values === undefined
        ? whole
        : `${before}${subject} ${isField ? "is" : "has a status"} ${values}`;
    },
  ],
];
