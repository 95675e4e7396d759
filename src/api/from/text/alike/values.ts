import type { Wording } from "../words/rewrite.ts";
import { onlySays } from "../words/says.ts";

const value = String.raw`(?!(?:an?|the|its|their|and|or)\b)[a-z][\w-]*`;
/** A list of values, which are words; the last one behind `and` or `or`. */
const list = String.raw`((?:${value}, )*${value},? (?:and|or) ${value}(?![\w-]))`;
const noun = "values|options|choices|possibilities";
const allowed = "allowed|possible|valid|permitted|accepted|available|legal";

/** Ways of saying which values a field can have: as `that is one of`; or how large they are. */
export const values: readonly Wording[] = [
  // `name (must, no duplicates)`
  [/(?<=\((?:[^()\n]{1,40}, )?)must(?=[,)])/g, "required"],
  // `done (starts false)`
  [
    /(?<=\((?:[^()\n]{1,40}, )?)starts (?:out |off )?(?:as |with )?(?=(?:true|false|yes|no|off|on)[,)])/gi,
    "default ",
  ],
  // `(single, double, suite)`: no type of numbers among words that say nothing
  [
    /\(([a-z]+(?:, (?:or )?[a-z]+){2,8})\)/gi,
    (whole, list: string) => {
      const all = list.split(/, (?:or )?/);
      const isType = all.some((one) => /^(?:double|real)$/i.test(one));
      return isType && all.filter((one) => onlySays(one)).length === 1 ? `(${all.join("/")})` : whole;
    },
  ],
  // `station: ref Station`
  [/\b([a-z]\w*)\s*:\s*(?:ref(?:erence)?|fk|foreign key)(?: to)? \1\b/gi, "$1 fk"],
  // `(allowed: low, high)`, `(possible values are low and high)`
  [
    new RegExp(
      String.raw`(?<=[(,:–—-][ \t]*)(?:the )?(?:(?:${allowed})(?: (?:${noun}))?(?::| are| is)|(?:${noun})(?::| are| include))[ \t]*(?=${value}(?: ?[,|/]| (?:and|or)\b))`,
      "gi",
    ),
    "one of ",
  ],
  // `whose values are low and high`, `limited to low and high`, `, namely low or high`
  [
    new RegExp(
      String.raw`,? (?:(?:(?:that|which) )?(?:whose|with(?: the)?|takes?(?: on)?(?: one of)?(?: the)?|taking(?: the)?|has(?: the)?) (?:(?:${allowed}) )?(?:${noun})(?: (?:are|is|can be))?:?|(?:that|which) (?:(?:can|may|must|should|will) only|is always|is only ever) be(?: set to)?(?: either)?|(?:(?:that|which) )?(?:(?:is|are|can be|must be|being) )?(?:chosen from|picked from|selected from|taken from|limited to|restricted to|among|one among|drawn from)(?: the)?(?: (?:${noun}))?:?|namely) ${list}`,
      "gi",
    ),
    (_, all: string) => ` that is one of ${all}`,
  ],
  // `(draft → sent → paid)`
  [
    /\(([a-z][\w-]*(?: [a-z]+)?(?:\s*(?:->|→|=>|>)\s*[a-z][\w-]*(?: [a-z]+)?)+)\)/gi,
    (_, chain: string) => `(${chain.split(/\s*(?:->|→|=>|>)\s*/).join(", ")})`,
  ],
  // `a text of a maximum of 80 characters`
  [
    /\b(?:of|with) an? (max|min)imum(?: length| size| value)? of (?=-?\d)/gi,
    (_, bound: string) => `of at ${bound.toLowerCase() === "max" ? "most" : "least"} `,
  ],
  // `a size {S, M, L}`
  [/(?<=\ban? [a-z]+(?: [a-z]+)? )\{([\w-]+(?:, ?[\w-]+)+)\}/gi, "($1)"],
];
