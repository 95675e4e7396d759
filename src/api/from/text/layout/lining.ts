import { singular } from "../words/singular.ts";
import { type Wording, rewritten } from "../words/rewrite.ts";

/** Lines in the few forms that lists are read in. */
const lines: readonly Wording[] = [
  // `Things to post for "experiment"`
  [/^\s*[^\n:.,"“]{3,60} ["“]([A-Za-z][\w -]{1,30})["”][ \t]*:?[ \t]*\n/g, "$1\n"],
  // `Fields for "Event":`, `Resource: VM`
  [
    /^[ \t]*(?:the )?(?:fields|attributes|properties|columns|schema|model|resource|entity) (?:for|of)(?: (?:an?|the))? ["“']?([A-Za-z][\w -]*?)["”']?(?: (?:resource|model|entity|table))?[ \t]*:[ \t]*$/gim,
    "$1:",
  ],
  [
    /^[ \t]*#*[ \t]*(?:resource|model|entity|table|collection|type|class)[ \t]*[:=]?[ \t]+["“']?([A-Z][\w-]*(?: [\w-]+)?)["”']?[ \t]*:?[ \t]*$/gim,
    "$1:",
  ],
  // `Server resource` above its fields
  [
    /^[ \t]*#*[ \t]*([A-Za-z][\w-]*(?: [\w-]+)?) (?:resource|model|entity|table|schema)[ \t]*:?[ \t]*(?=\n[ \t]*(?:[-*•–—·+]|\d+[.)])[ \t])/gm,
    "$1:",
  ],
  // `Contact form`, and its fields on the next line
  [
    /(?<=^\s*|\n[ \t]*\n)[ \t]*#*[ \t]*([A-Za-z][\w -]{1,40}?)[ \t]*:?[ \t]*\n[ \t]*(?:fields|attributes|properties|columns)[ \t]*:[ \t]*(?=\S)/gi,
    "$1: ",
  ],
  // `{title, servings:int, tags:[string], level:low|high}`
  [/(?<=[{(,]\s*[a-z]\w{0,40}):\[([a-z]+?)s?\]/gi, " list of $1s"],
  [
    /(?<=[{(,]\s*[a-z]\w{0,40}):(?=(?:string|str|text|int|integer|number|float|decimal|bool|boolean|date|datetime|timestamp|uuid|email|url|json|object)\b|[a-z][\w-]*\|)/gi,
    " ",
  ],
  // `starts_at / ends_at: datetime`
  [
    /^([ \t]*(?:[-*•–—·+]|\d+[.)])[ \t]+)([a-z]\w*(?: \w+)?)[ \t]*(?:\/|&)[ \t]*([a-z]\w*(?: \w+)?)[ \t]*:[ \t]*([^\n]+)$/gim,
    "$1$2: $4\n$1$3: $4",
  ],
  // `name - string - required`
  [
    /^[ \t]*(?:[-*•–—·+]|\d+[.)])[ \t]+[A-Za-z][\w ]*?[ \t]+[-–—][ \t][^\n]*[ \t][-–—][ \t][^\n]*$/gm,
    (line) => {
      const [head = "", name = "", ...said] = line.split(
        /[ \t]+[-–—][ \t]+|(?<=^[ \t]*(?:[-*•–—·+]|\d+[.)]))[ \t]+/,
      );
      return `${head} ${name}: ${said.join(", ")}`;
    },
  ],
  // `supplier - every order belongs to one`
  [
    /^([ \t]*[-*•–—·+][ \t]+)([a-z]+)(?: ?[-–—:]|,) (?:every|each|an?|the) [a-z]+ (?:belongs to|has|is for|is of) (?:exactly )?one$/gim,
    "$1belongs to one $2",
  ],
  // `tournament: start, finish` below `actions:`
  [
    /^([ \t]*)(?:custom |possible )?actions[ \t]*:[ \t]*\n((?:\1[ \t]+(?:[-*•][ \t]+)?[a-z]+[ \t]*:[ \t]*[a-z][a-z, -]*(?:\n|$)){1,20})/gim,
    (_, _depth: string, lines: string) =>
      lines
        .trim()
        .split("\n")
        .flatMap((line) => {
          const [, noun = "", list = ""] = /([a-z]+)[ \t]*:[ \t]*(.*)$/i.exec(line) ?? [];
          return list
            .split(/,\s*(?:and\s+)?|\s+and\s+/)
            .filter((verb) => verb.trim() !== "")
            .map((verb) => `${singular(noun)}.${verb.trim().replaceAll(/\s+/g, "-")}`);
        })
        .join(", "),
  ],
];

/** A description with its lists in the few forms that are read. */
export const lined = (text: string): string => rewritten(text, lines);
