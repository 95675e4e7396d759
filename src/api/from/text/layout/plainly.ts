import { singular } from "../words/singular.ts";
import { capital } from "../../../../lib/index.ts";
import type { Wording } from "../words/rewrite.ts";

/** Words that stand before a verb without being what it is said of. */
const noSubject =
  "(?!(?:it|they|he|she|we|i|you|who|which|that|this|these|those|each|every|all|any|some|both|one|none|nobody|everyone|everybody|someone|also|and|or|but|then|there|what|where|when|how|if|whether|only|as|so|may|can|must|not|name|title|description|email|price|date|code|text)\\b)";

const holds = String.raw`(?:(?:may |can |must |should )?(?:have|own|contain|include|hold)|has|owns|contains|includes|holds|(?:is|are) made (?:up )?of|consists? of)`;

/** Sentences of few words, or without articles, as sentences that have them. */
export const plainly: readonly Wording[] = [
  // `As a shop owner I want to keep products, so that customers can browse them`
  [
    /(^|[.;\n]\s*)as an? [a-z]+(?: [a-z]+)?,? (?=(?:i|we) (?:want|need|would|can|must|should|have)\b)/gi,
    "$1",
  ],
  [
    /,? so that (?:i|we|they|you|people|[a-z]+s) (?:can|could|may|will|are able to) [^.;\n]{3,80}(?=[.;\n]|$)/gi,
    "",
  ],
  [/^\s*(?:as a )?user story[ \t]*:[ \t]*/gi, ""],
  // `crud for tags (…) and bookmarks (…)`
  [/^\s*(?:crud|endpoints?|tables?|models?|resources?)(?: endpoints?)? for (?=[a-z]+(?: [a-z]+)? ?\()/gi, ""],
  // `model Asset { … } model Employee { … }`
  [/(^|[}\n]\s*)(?:model|entity|table|type|interface|class|resource) ([A-Z]\w*) ?\{/g, "$1\n$2 {"],
  [/(?<=\w\s|\)\s)@default\(["']?([\w.-]+)["']?\)/gi, "default $1"],
  [/(?<=\w\s|\)\s)@(unique|required|optional|nullable|default)\b/gi, "$1"],
  // `"domain" resource:`
  [/(^|\n\s*)["“]([A-Za-z][\w -]*)["”] (?:resource|model|entity|table|object)(?=[ \t]*:)/gi, "$1$2"],
  // `state pending -> settled -> refunded`
  [
    /\b(status|state|stage|phase)(?: is)?:? ([a-z_]+(?:\s*(?:->|→|=>)\s*[a-z_]+)+)/gi,
    (_, name: string, chain: string) => `${name} (${chain.split(/\s*(?:->|→|=>)\s*/).join(", ")})`,
  ],
  // `refund()`
  [/[,;.]\s*([a-z]\w*)\(\)(?=\s*(?:[,;.\n]|$))/g, "\nactions: $1"],
  // `status: open / in progress / done`
  [
    /(?<=[:(] ?)([a-z][\w-]*(?: [a-z]+)?(?: \/ [a-z][\w-]*(?: [a-z]+)?){1,8})(?=\s*(?:$|[(\n,;)]))/gim,
    (list) =>
      list.includes(" / ") && /[a-z] [a-z]/i.test(list) ? `(${list.split(" / ").join(", ")})` : list,
  ],
  // `Required are the title and the text`
  [
    /(^|[.;\n]\s*)(required|optional|mandatory|unique|compulsory) (?:is|are)(?: only)? (?!(?:not|the default)\b)([^.;\n]{3,80}?)(?=[.;\n]|$)/gi,
    "$1$3 are $2",
  ],
  [
    /\((in (?:minutes|hours|days|seconds|months|years|grams|kilograms|percent|cents|euros|dollars))\)/gi,
    "$1",
  ],
  // `Contracts run from a start date to an end date`
  [
    /\b(?:(?:runs?|goes|go|lasts?|(?:is|are) valid|(?:is|are) open|takes? place)|(?<=[a-z]))\s*from an? ([a-z]+) (date|time|day) (?:to|until|till) an? ([a-z]+) \2\b/gi,
    " has a $1 $2 and a $3 $2",
  ],
  [
    /\b(?:is|are) ([a-z]+) from (?:an?|one) (date|day|time) (?:to|until|till) (?:an?|another|a later)(?: \2)?\b/gi,
    "has a $1-from ($2) and a $1-to ($2)",
  ],
  // `starts at one time and ends at another`
  [
    /\b((?:at|on) one (time|date|day|moment)),? and ([a-z]+s) (at|on) another(?: \2)?\b/gi,
    "$1, $3 $4 one $2",
  ],
  // `album has songs, all with a title`
  [/,? (?:and )?all (?:of them )?(?:with|having|have) (?=an? [a-z])/gi, ". They all have "],
  // `There are customers, they have a name`
  [
    /(^|[.;\n]\s*)there (?:is|are) (?:an? |some |many )?([a-z]+),? (?:(?:they|it|which|that|who|each) )(have|has) /gi,
    (_, start: string, noun: string, verb: string) =>
      `${start}${verb === "has" ? `A ${noun}` : noun} ${verb} `,
  ],
  // `category = travel, meals, other`
  [/^([ \t]*[-*•][ \t]+[a-z ]+?) = ([a-z]+(?:, [a-z]+){1,8})[ \t]*$/gim, "$1: $2"],
  // `one pair of skis`
  [
    /\b(one|an?|each|every|exactly one) (?:pair|piece) of ([a-z]+s)\b/gi,
    (_, how: string, plural: string) => `${how} ${singular(plural)}`,
  ],
  // `People sign up as members with a name`
  [
    /(^|[.;\n]\s*)(?:people|users|you|anyone|everyone|visitors|customers) (?:can |may )?(?:sign up|register|join|apply|log in)(?: here)? as (?:an? )?([a-z]+?)s? with (?=(?:an?|their|the|your)\s)/gi,
    "$1A $2 has ",
  ],
  [/\benrol(?=s?\b|led\b|ling\b)(?!l)/gi, (word) => `${word}l`],
  // `is leased for a year at a time`
  [/(?: for (?:an?|one) (?:day|week|month|year|season))? at a time(?=[.,;\n]|$)/gi, ""],
  // `are written by cooks, who have a name`
  [
    /\b(by|to|at|in|on|for|from|with|of) ([a-z]+s), (?:who|which|that) (?:also )?have ((?!(?:to|been|not|no|more|at|exactly|up|had)\b)[a-z][^.;\n]+)(?=[.;\n]|$)/gi,
    (_, by: string, plural: string, list: string) =>
      `${by} a ${singular(plural)}. A ${singular(plural)} has ${list}`,
  ],
  // `Departments (name unique) have employees (name, salary)`
  [
    new RegExp(
      String.raw`(^|[.;\n]\s*)([a-z]+s) ?\(([^()\n]+)\) ${holds} (?:many |several )?([a-z]+s) ?\(([^()\n]+)\)`,
      "gi",
    ),
    "$1$2 have many $4. $2: $3. $4: $5",
  ],
  // `networks own podcasts, podcasts consist of episodes, and episodes may have guests`
  [
    new RegExp(
      String.raw`\b((?:(?:an?|each|every) )?[a-z]+) ${holds} ((?:many |several )?[a-z]+s), (?:and )?(?=(?:(?:an?|each|every) )?[a-z]+ (?:also )?${holds} )`,
      "gi",
    ),
    (_, who: string, what: string) =>
      `${/s$/i.test(who) || / /.test(who) ? who : `a ${who}`} ${/s$/i.test(who) && !/ /.test(who) ? "have" : "has"} ${what}. `,
  ],
  // `Bed has number and room`, `part is from one manufacturer, manufacturer has a name`
  [
    new RegExp(
      String.raw`(^|[.;\n]\s*|(?<=[a-z]), (?:and )?)${noSubject}([a-z]{2,}[^s\W]) (also )?(has|have|must have|can have|belongs to|is (?:for|from|in|about|of|between) (?:one|an?|two)|can (?:write|make|have|belong)) (?!(?:to|been|not|max|min|at|up|no|between|exactly|only)\b|\d)`,
      "gi",
    ),
    (_, start: string, noun: string, also: string | undefined, verb: string) =>
      `${start.startsWith(",") ? ". " : start}A ${noun} ${also ?? ""}${verb} `,
  ],
  // `its label is required, its type is one of …`
  [
    /, (?:and )?(its|their) ([a-z]+(?: [a-z]+)?) (?=(?:is|are|must|may|has to|starts|defaults)\s)/gi,
    (_, whose: string, noun: string) => `. ${capital(whose)} ${noun} `,
  ],
  [
    /\b(?:coordinates|geo position|position|location) \((lat(?:itude)?)(?:,| and|\/) ?(lng|lon(?:gitude)?)\)/gi,
    "$1, $2",
  ],
];
