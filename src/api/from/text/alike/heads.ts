import type { Wording } from "../words/rewrite.ts";

const head = String.raw`([A-Za-z]\w*(?: [A-Za-z]\w*){0,2})`;

/** How notes set off what a record has: as `record: name, name`. */
export const heads: readonly Wording[] = [
  // `entity book: title, year`
  [
    /^([ \t]*)(?:entity|resource|model|table|record|object|collection|type) (?=[a-z]\w*(?: [a-z]\w*)?[ \t]*[:({[][^\n]*,)/gim,
    "$1",
  ],
  // `book [title, year]`
  [
    new RegExp(String.raw`^([ \t]*)${head} ?\[([^[\]\n]*,(?:[^[\]\n]|\[[^[\]\n]*\])*)\][ \t]*$`, "gm"),
    "$1$2: $3",
  ],
  // `Company - name, website. Job - title, salary`
  [/(?<=[.;] )([A-Za-z][a-z]+) [-–—] (?=[a-z][a-z]*(?: [a-z]+)?(?: \([^()\n]*\))?, [^\n.;]*)/g, "$1: "],
  // `Intake form. Fields: name, age`, `Can be: adopted, moved`
  [
    /^(\s*(?![^.]*\b(?:for|please|of|endpoints?)\b)[A-Z][\w' -]{2,50})\.\s+(?:fields|attributes|properties|columns)[ \t]*:[ \t]*(?=[a-z])/gi,
    "$1: ",
  ],
  [/(^|[.;\n][ \t]*)(?:it )?(can|may) be[ \t]*:[ \t]*(?=[a-z]+)/gi, "$1It $2 be "],
  // `I want an app where people can list their books (title, year) and find others`
  [
    /^[^.:;(\n]*\b(?:app|api|tool|site|website|service|system|program|place|page|something)\b[^.:;(\n]* (?:can|could|may|to) [a-z]+(?: (?:down|up))? (?:(?:all )?(?:my|our|their|the|some|new) )?([a-z]+(?: [a-z]+)?s) ?(?=\()(\((?:[^()\n]|\([^()\n]*\))*,(?:[^()\n]|\([^()\n]*\))*\)),?(?: and(?: (?:to )?(?:log|record|note|see|find|search|list|share|browse|view)\b[^.;\n]*)?)?/gi,
    (_, nouns: string, list: string) => `${nouns}: ${list.slice(1, -1)}. `,
  ],
  // `book (title, year int)`, where that is all
  [
    new RegExp(String.raw`^\s*${head} ?\(([^()\n]*,(?:[^()\n]|\([^()\n]*\))*)\)[ \t.]*$`, "g"),
    (whole, noun: string, list: string) =>
      list.split(",").filter((part) => / \S/.test(part.trim())).length > 1 ? `${noun}: ${list}` : whole,
  ],
  // `book: title req | year int | pages int`
  [
    new RegExp(String.raw`^\s*${head}[ \t]*: ((?:[^,:;()\n]|\([^()\n]*\))+)$`, "g"),
    (whole, noun: string, list: string) =>
      list.split(" | ").length > 2 && list.split(" | ").filter((part) => part.includes(" ")).length > 1
        ? `${noun}: ${list.replaceAll(" | ", ", ")}`
        : whole,
  ],
];
