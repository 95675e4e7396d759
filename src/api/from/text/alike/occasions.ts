import { inTable } from "../../../../lib/index.ts";
import { participleOf, verbOf } from "../words/words.ts";
import { frequency } from "../words/dictionary.ts";
import { isParticiple } from "../words/deeds.ts";
import { thirdPerson } from "../words/clause.ts";
import { called } from "../words/called.ts";
import type { Wording } from "../words/rewrite.ts";
import { start } from "./start.ts";

/** What happens again and again, so that there is a record of each time. */
const again =
  "(?:when(?:ever)?|each time|every time|any time|as often as|(?:once|twice) (?:a|per|every) (?:day|week|month|year)|every (?:few |other |two |three |six )?(?:days?|weeks?|months?|years?|morning|evening|summer|winter|spring|autumn))";
const someone = "(?:we|i|they|you|he|she|someone|somebody|people|(?:the|our|an?) [a-z]+)";
const keeps =
  "(?:notes?|writes?|records?|takes? down|collects?|keeps?|stores?|logs?|tracks?|saves?|enters?|fills? in|remembers?|register(?:s|ed)?|want to know|need to know|need|want)";
/** Before what is noted, perhaps the name of the record: `a loan with the date`. */
const list = String.raw`(?:an? ([a-z]+) (?:for it )?(?:with|containing|that has|of) )?(?=(?:an?|the|who|which|what|when|where|how|whether) )`;
const noted = String.raw`(?:,|:|,? and)?:? (?:then )?${someone} ${keeps}(?: down)? ${list}`;

/** What a deed is called: `inspection` of inspect, `loan` of lend. */
function nounOf(verb: string): string {
  const [own] = inTable(called, verb) ?? [];
  if (own !== undefined) return own;
  const stem = verb.replace(/[ey]$/, "");
  const made = ["ion", "ation", "ment", "al", "ance"].map((end) => `${stem}${end}`);
  const best = made.reduce((one, other) => (frequency(other) > frequency(one) ? other : one));
  if (frequency(best) > 20) return best;
  const ing =
    participleOf(verb) === `${verb}${verb.at(-1) ?? ""}ed` ? `${verb}${verb.at(-1) ?? ""}ing` : `${stem}ing`;
  return frequency(verb) > frequency(ing) ? verb : ing;
}

function told(before: string, deed: string, of: readonly (string | undefined)[]): string {
  const owners = of.flatMap((one) => (one === undefined ? [] : [`a ${one}`]));
  const tie = owners.length ? `Each ${deed} belongs to ${owners.join(" and to ")}. ` : "";
  return `${before}${tie}Each ${deed} has `;
}

/** Sentences of what happens again and again and what is noted then, as the record of each time. */
export const occasions: readonly Wording[] = [
  // `When a guest leaves something behind we register a lost item: what it is`
  [
    new RegExp(
      String.raw`${start}(?:(?:when|once|as soon as|${again})[^,.;:\n]{3,80},? )?(?:we|i|they|somebody|someone|(?:the|our|an?) [a-z]+) (?:${keeps}|opens?|creates?|makes?|files?|draws? up)(?: down)? an? ([a-z]+(?: [a-z]+)?)(?: for it)?(?::| with:?) ${list}`,
      "gi",
    ),
    "$1Each $2 has ",
  ],
  // `Every time a machine is serviced we record the date`
  [
    new RegExp(
      String.raw`${start}${again} (?:an?|the|our|each|one of our) ([a-z]+) (?:is|gets|has been|was) ([a-z]+)${noted}`,
      "gi",
    ),
    (whole, before: string, noun: string, participle: string, name: string | undefined) =>
      isParticiple(participle)
        ? told(before, name ?? nounOf(verbOf(participle.toLowerCase())), [noun])
        : whole,
  ],
  // `Whenever someone lends a tool to a neighbour, we note the day`
  [
    new RegExp(
      String.raw`${start}${again} (?:${someone}|[a-z]+s) ([a-z]+)(?: (?:an?|the|our|one of our) ([a-z]+)| (?!(?:in|out|up|off|on|by|back|over|away|down)\b)[a-z]+)(?: (?:to|from|at|with|for) (?:an?|the) ([a-z]+))?${noted}`,
      "gi",
    ),
    (
      whole,
      before: string,
      verb: string,
      noun: string | undefined,
      other: string | undefined,
      name: string | undefined,
    ) => {
      const base = thirdPerson(verb.toLowerCase()) ?? verb.toLowerCase();
      return isParticiple(participleOf(base)) ? told(before, name ?? nounOf(base), [noun, other]) : whole;
    },
  ],
];
