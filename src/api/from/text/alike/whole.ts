import type { Wording } from "../words/rewrite.ts";

const flag =
  "required|mandatory|compulsory|obligatory|optional|unique|needed|necessary|given|filled in|set|present|provided|entered";
/** All parts of a list: `all`, `both of them`, `each of which`. */
const every = String.raw`(?:all|both|each|every one|none)(?: (?:two|three|four|five|six|of (?:them|these|those|which|the (?:two|three|four|five))|ones|fields|are|is|being)){0,3}`;

/** What is said of all parts of a list: as `, all required` behind them. */
export const whole: readonly Wording[] = [
  // `a name and a port, each of which must be given`, `(all mandatory)`, `- both of them required`
  [
    new RegExp(
      String.raw`(?:,|;| [-–—]|[ \t]?\() ?(?:and |with )?(${every})(?:,| must be| has to be| have to be| should be)? (not )?(${flag})\)?(?=[.;\n]|$|,? and an? |, (?:and |plus )?(?:also )?an? )`,
      "gi",
    ),
    (_, all: string, not: string | undefined, said: string) => {
      const is = not !== undefined || /^none/i.test(all) ? "optional" : said.toLowerCase();
      const flagged = /^(?:optional|unique)$/.test(is) ? is : "required";
      return `, ${/^both/i.test(all) ? "both" : "all"} ${flagged}`;
    },
  ],
];
