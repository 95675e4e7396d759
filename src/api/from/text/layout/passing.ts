import { namesFrom } from "../../../names.ts";
import type { Wording } from "../words/rewrite.ts";

const one = (plural: string): string => namesFrom(plural).words;

/** What is said in passing of two records, or of a field that was named before, in the words that are read. */
export const passing: readonly Wording[] = [
  // `there are several hives in it`, `and several points stand at it`
  [
    /(?:,? and |(^|[.;\n]\s*))there are (?:several|many|some|a number of|any number of) ([a-z]+(?: [a-z]+)?s) (?:in|on|at|inside|within|behind) (?:it|each|them)(?=[.,;\n]|$)/gi,
    (_, before: string | undefined, plural: string) => `${before ?? ". "}It has many ${plural}`,
  ],
  [
    /(?:,? and |(^|[.;\n]\s*))(?:several|many|some) ([a-z]+(?: [a-z]+)?s) (?:stand|are|live|lie|hang|sit|belong|take place|run|work|fit) (?:at|in|on|to|for|into) (?:it|each|them)(?=[.,;\n]|$)/gi,
    (_, before: string | undefined, plural: string) => `${before ?? ". "}It has many ${plural}`,
  ],
  // `person <-> committee many to many`
  [/\b([a-z]+) ?(?:<->|<=>|↔) ?([a-z]+)(?:,? (?:is |are )?many[ -]to[ -]many)?(?=[.,;\n]|$)/gi, "$1 n-m $2"],
  // `belongs to one gardener, or to nobody while it is free`
  [
    /\bbelongs? to ((?:an?|one) [a-z]+),? or to (?:nobody|none|no one|no [a-z]+)(?: (?:while|when|as long as|if|until) [^,.;\n]{2,40})?(?=[.,;\n]|$)/gi,
    "optionally belongs to $1",
  ],
  // `For a performance we sell tickets`
  [
    /(^|[.;\n]\s*)for (an?|each|every) ([a-z]+),? (?:we|people|users|one can|they) (?:can )?(?:sell|issue|offer|print|make|hand out|collect|plan|schedule) (?:several |many )?([a-z]+s)(?=[.,;\n]|$)/gi,
    "$1$2 $3 has many $4",
  ],
  // `the name of a label is unique`
  [
    /(^|[.;\n]\s*)the ([a-z]+(?: [a-z]+)?) of (an?|each|every) ([a-z]+(?: [a-z]+)?) (?:is|must be|has to be|should be) (unique|required|mandatory|optional)(?=[.,;\n]|$)/gi,
    "$1$3 $4 has a $2 ($5)",
  ],
  // `a barcode, never the same one twice`
  [/,? never (?:used|given|issued|assigned|the same(?: one)?) (?:twice|again)(?=[.,;)\n]|$)/gi, " (unique)"],
  // `a phone, which they may leave out`
  [
    /,? (?:which|that) (?:they|he|she|one|you|we|people|users) (?:may|can|might|could) (?:leave (?:out|empty|blank)|omit|skip)(?=[.,;)\n]|$)/gi,
    " (optional)",
  ],
  // `has electricity or not, normally not`
  [
    /\b(?:has|have) (?:an? )?([a-z]+) or not,? (?:but )?(?:normally|usually|by default|mostly) (not|it does|yes)(?=[.,;)\n]|$)/gi,
    (_, noun: string, usual: string) => `has a ${noun} flag (default ${usual === "not" ? "false" : "true"})`,
  ],
  // `seven if I say nothing`
  [
    /\b(?:and )?([a-z]+|\d[\d.]*) if (?:i|we|they|you|one|he|she) (?:say|says|said|tell|tells|enter|enters) (?:nothing|no(?:thing)? (?:else|more))/gi,
    "$1 by default",
  ],
  // `Donations to campaigns. Donor name: optional.`
  [/^(\s*[A-Z][a-z]+s) (?:to|for|from|of|at|in|on|by) [a-z]+s\. (?=[A-Z][a-z]+(?: [a-z]+)?: )/g, "$1. "],
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
            .map((verb) => `${one(noun)}.${verb.trim().replaceAll(/\s+/g, "-")}`);
        })
        .join(", "),
  ],
];
