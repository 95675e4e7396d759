import { isOrder } from "../words/grammar.ts";
import type { Wording } from "../words/rewrite.ts";

/** What somebody does to a record, one deed after the other: as what users can do. */
export const deeds: readonly Wording[] = [
  // `Keepers weigh a penguin, vaccinate it, or move it to another colony`
  [
    /(^|[.;,\n]\s*)(?:(?:the |our )?[a-z]+s|we|they) ([a-z]+) (an?|the|each|every) ([a-z][a-z-]*)(?: (?:for|to|with|from|in|on|at) (?:an?|the) [a-z]+)?((?:(?:,| and| or|, and|, or)(?: then| also| sometimes| later)? [a-z]+(?: (?:up|out|off|in|on|back|down|over))? it(?: (?:to|for|with|into|from|in|on|at|by|as|when|if|once|after) [^,.;\n]{2,40}?)?(?=[,.;\n]|$| and| or)){1,5})(?=[.;\n]|$)/gi,
    (whole, start: string, verb: string, _article: string, noun: string, more: string) => {
      const others = [
        ...more.matchAll(
          /(?:,|and|or)(?: then| also| sometimes| later)? ([a-z]+(?: (?:up|out|off|in|on|back|down|over))?) it\b/gi,
        ),
      ];
      const verbs = [verb, ...others.map((one) => one[1] ?? "")];
      return verbs.every((one) => isOrder(one.split(" ")[0]?.toLowerCase() ?? ""))
        ? `${start.replace(",", ".")}users can ${verbs.slice(0, -1).join(", ")} or ${verbs.at(-1) ?? ""} a ${noun}`
        : whole;
    },
  ],
  // `We assign a report, and afterwards it can be fixed`
  [/,? and (?:afterwards|then|later) (?=(?:it|they) (?:can|may) be\b)/gi, ". "],
  // `Actions are submit and publish`
  [/(^|\n\s*)(?:the )?(?:custom )?(?:actions|operations|commands) are (?=[a-z]+(?:,| and))/gi, "$1Actions: "],
  // `It is new at first; the pharmacist then fills or rejects it`
  [
    /\b(?:is|are) ([a-z]+) (?:at first|first|initially)[;,.] (?:and )?(?:an?|the|one of the) [a-z]+ (?:then|later|afterwards) ([a-z]+s)(?: or ([a-z]+s))? (?:it|them)(?=[.;,\n]|$)/gi,
    (_, state: string, one: string, other: string | undefined) =>
      `is ${state} until somebody ${one}${other === undefined ? "" : ` or ${other}`} it`,
  ],
  // `keeper can skip and postpone`
  [
    /(^|[.;\n]\s*)(?:the )?(?!it\b|users?\b)[a-z]*[^s\W] (?:can|may) ([a-z]+(?:, [a-z]+){0,5},? (?:and|or) [a-z]+)(?=[.;\n]|$)/gi,
    (whole, start: string, list: string) =>
      list.split(/, (?:and |or )?| and | or /).every((one) => isOrder(one.toLowerCase()))
        ? `${start}users can ${list} it`
        : whole,
  ],
  // `stream (…) with actions start, stop`
  [/\) with (?:the )?(?:actions|operations|commands):? (?=[a-z]+,)/gi, "). Actions: "],
  // `and in the end it gets collected`
  [
    /,? and (?:in the end|finally|at last|then|afterwards|later) (?:it|they) (?:gets?|is|are) ([a-z]+ed)(?=[.;\n]|$)/gi,
    ". It can be $1",
  ],
  // `, the customer collects it`, `, and the group may cancel it`
  [/(?<=[a-z]),(?: and)? (?=(?:the|our) [a-z]+ (?:may |can )?[a-z]+ (?:it|them)(?:[.;\n]|$))/gi, ". "],
];
