import type { Wording } from "../words/rewrite.ts";
import { start } from "./start.ts";

const who = String.raw`(?:(?:the|an?|our|my|each|every) )?[a-z]+(?: (?!(?:has|have|is|are|can|must|with)\b)[a-z'’]+){0,5}?`;
const third =
  "keeps|logs|tracks|lists|records|writes down|notes(?: down)?|manages|stores|collects|plans|wants? to (?:keep|log|track|list|record|write down|note|manage|store|collect|plan|sell|rent out|organi[sz]e)(?: down)?";
const base = "keep|log|track|list|record|write down|note(?: down)?|manage|store|collect|plan";
const of =
  "(?:an? )?(?:[a-z]+ )?(?:lists?|track|records?|logs?|inventory|register|catalogue|catalog|overview) of ";
const whose = "(?:(?:all )?(?:its|their|his|her|our|my|the)|all) ";
/** `Audit log entries` keeps nothing: without its ending a verb needs a word behind it that no name has. */
const keeps = `(?:(?:${third}) (?:${of})?(?:${whose})?|(?:${base}) (?:${of}(?:${whose})?|${whose}))`;

/** Sentences of who keeps what, whose list stands behind: as the noun with its list. */
export const keptBy: readonly Wording[] = [
  // `The choir director keeps a list of songs: title, composer`
  [
    new RegExp(
      String.raw`${start}${who} ${keeps}([a-z]+(?: [a-z]+)?[^s\W]s)(?: online)?[ \t]*: (?=(?:(?:an?|the|its) )?[a-z]+(?: [a-z]+){0,3}(?: \([^()\n]*\))?, (?!(?:and|or)\b)[^\n.;:]*)(?![^\n.;:,]* (?:has|have|is|are|can) )`,
      "gi",
    ),
    "$1$2: ",
  ],
  // `For a pet we need name and age, for an owner name and phone`
  [
    new RegExp(
      String.raw`${start}(for (?:an?|each|every|the) [a-z]+,? (?:we|i|you) [a-z]+ [^.;:\n]*?),? (?:and )?for (?:an?|each|every|the) ([a-z]+),? (?=(?!(?:we|i|you)\b)[a-z])`,
      "gi",
    ),
    "$1$2. For each $3 we keep ",
  ],
  // `When a guest arrives we write down name and nationality`
  [
    new RegExp(
      String.raw`${start}(?:when|whenever|once|as soon as) (an?) ([a-z]+) (?:arrives|comes|calls|joins|registers|checks in|shows up|signs up|leaves)(?: (?:at|in|to|by|for|on) (?:the |our |an? )?[a-z]+)?,? (?:we|i|they|he|she|you|someone) (?:notes?|writes?|records?|keeps?|stores?|logs?|tracks?|saves?|enters?|needs?|asks? for)(?: down)? (?=[a-z][^.;:\n]*(?:,| and ))`,
      "gi",
    ),
    "$1For $2 $3 we keep ",
  ],
  // `belongs to a person with a name and a birthday`
  [
    /\bbelongs to (?:an?|one|exactly one) ([a-z]+) with (an? [a-z]+(?: [a-z]+)?(?:, an? [a-z]+(?: [a-z]+)?)*,? and an? [a-z]+(?: (?!can|may|is|has|must)[a-z]+)?)(?=[,.;\n]|$)([^.;\n]*)/gi,
    "belongs to a $1$3. Each $1 has $2",
  ],
  // `A bid is an amount and a time`
  [
    new RegExp(
      String.raw`${start}((?:an?|each|every) [a-z]+) (?:is|consists just of|is just|is simply) (an? [a-z]+(?: [a-z]+)?(?:, an? [a-z]+(?: [a-z]+)?)*,? and an? [a-z]+(?: [a-z]+)?)(?=[.;\n]|$)`,
      "gi",
    ),
    "$1$2 has $3",
  ],
  // `a number within its auction`
  [
    /(?<=\b(?:number|code|name|position|index|rank)) within (?:its|the|an?|each|one|their) [a-z]+(?=[,.;\n]| and\b|$)/gi,
    "",
  ],
  // `, a higher number meaning more urgent`
  [
    /, (?:an? |the )?(?:higher|lower|bigger|larger|smaller)(?: (?:number|value|score|one|ones))? (?:meaning|means) [a-z ]{3,30}(?=[,.;)\n]|$)/gi,
    "",
  ],
  // `64 hex characters`
  [
    /\b(\d+) (?:hex(?:adecimal)?|alphanumeric|alphabetic|numeric|ascii|capital|upper ?case|lower ?case|latin|decimal|random) (?=(?:characters?|chars?|letters?|digits?)\b)/gi,
    "$1 ",
  ],
];
