import { namesFrom } from "../../../names.ts";
import { fieldWords } from "../words/marks.ts";
import type { Wording } from "../words/rewrite.ts";

/** What is said in passing of two records and how many there are, in the words that are read. */
export const ties: readonly Wording[] = [
  // `Stock level links a product to a warehouse with a quantity`
  [
    /(^|[.;\n]\s*)([A-Z][a-z]+(?: [a-z]+)?) (?:links|connects|ties|joins) (?:an?|one) ([a-z]+) (?:to|with|and) (?:an?|one) ([a-z]+)(?:(?: with|,? and has|,? and holds) (?=(?:an?|the) ))/g,
    (whole, before: string, noun: string, from: string, to: string) =>
      /^(?:An?|Each|Every|The|It|One)\b/.test(noun)
        ? whole
        : `${before}Each ${noun.toLowerCase()} belongs to a ${from} and to a ${to}. Each ${noun.toLowerCase()} has `,
  ],
  // `a list of lines (description, quantity, unit price) and a total`
  [
    /(?<=[a-z,] )(?:a list of|many|several|multiple) ([a-z]+(?: [a-z]+)?[^sui\W]s) \(([a-z][a-z ]{0,30}(?:, [a-z][a-z ]{0,30}){1,8})\)([^.;\n]{0,200})(?=[.;\n]|$)/gi,
    (whole, plural: string, list: string, rest: string) =>
      list.split(", ").filter((one) => fieldWords.test(one)).length > 1
        ? `many ${plural}${rest}. Each ${namesFrom(plural.replaceAll(" ", "-")).words} has ${list}`
        : whole,
  ],
  // `there are several hives in it`, `and several points stand at it`
  [
    /(?:,? and |(^|[.;\n]\s*))there are (?:several|many|some|a number of|any number of) ([a-z]+(?: [a-z]+)?s) (?:in|on|at|inside|within|behind) (?:it|each|them)(?=[.,;\n]|$)/gi,
    (_, before: string | undefined, plural: string) => `${before ?? ". "}It has many ${plural}`,
  ],
  [
    /(?:,? and |(^|[.;\n]\s*))(?:several|many|some) ([a-z]+(?: [a-z]+)?s) (?:stand|are|live|lie|hang|sit|belong|take place|run|work|fit) (?:at|in|on|to|for|into) (?:it|each|them)(?=[.,;\n]|$)/gi,
    (_, before: string | undefined, plural: string) => `${before ?? ". "}It has many ${plural}`,
  ],
  // `belongs to a party, but independents have none`
  [
    /\bbelongs? to (an? [a-z]+),? (?:but|though|although) [^,.;\n]{3,40} (?:none|nobody|no [a-z]+)(?=[.,;\n]|$)/gi,
    "optionally belongs to $1",
  ],
  // `has a handful of polling places, each of which lies in exactly one district`
  [
    /\b(has|have) (?:an? )?(?:handful|couple|bunch|set|series|few|range) of (?=[a-z]+(?: [a-z]+)?s\b)/gi,
    "$1 many ",
  ],
  [
    /,? each of which (?:belongs to|lies in|is in|is part of|stands in|sits in) (?:exactly |only )?one [a-z]+(?=[.,;\n]|$)/gi,
    "",
  ],
  // `has one host, or none for a while`
  [/,? or none (?:for a while|for now|at times|at the moment|yet|at all)(?=[.,;\n]|$)/gi, " or none"],
  // `work at one place, or at none yet`
  [/,? or (?:at|in|on|to|with|for) none(?: yet| at all)?(?=[.,;\n]|$)/gi, " or none"],
  // `may belong to a vendor`
  [/\b(?:may|can|might) (?:also )?belong to (?=an?\b|one\b)/gi, "optionally belongs to "],
  // `is given by a juror to a float`
  [
    /\b(?:is|are) (?:given|made|cast|written|handed|sent|paid) by (an? [a-z]+) (?:to|for|on|about) (an? [a-z]+)(?=[.,;\n]|$| and\b)/gi,
    "belongs to $1 and to $2",
  ],
  // `person <-> committee many to many`
  [/\b([a-z]+) ?(?:<->|<=>|↔) ?([a-z]+)(?:,? (?:is |are )?many[ -]to[ -]many)?(?=[.,;\n]|$)/gi, "$1 n-m $2"],
  // `belongs to one gardener, or to nobody while it is free`
  [
    /\bbelongs? to ((?:an?|one) [a-z]+),? or to (?:nobody|none|no one|no [a-z]+)(?: at all)?(?: (?:while|when|as long as|if|until) [^,.;\n]{2,40})?(?=[.,;\n]|$)/gi,
    "optionally belongs to $1",
  ],
  // `For a performance we sell tickets`
  [
    /(^|[.;\n]\s*)for (an?|each|every) ([a-z]+),? (?:we|people|users|one can|they) (?:can )?(?:sell|issue|offer|print|make|hand out|collect|plan|schedule) (?:several |many )?([a-z]+s)(?=[.,;\n]|$)/gi,
    "$1$2 $3 has many $4",
  ],
];
