import { inTable } from "../../../../lib/index.ts";
import type { Clause } from "../words/clause.ts";
import { numeral } from "../words/sayings.ts";

/** Verbs that a measure follows, with what it measures. */
const measures: Readonly<Record<string, string>> = {
  take: "duration",
  last: "duration",
  cost: "price",
  weigh: "weight",
  seat: "seats",
  hold: "capacity",
  fit: "capacity",
  accommodate: "capacity",
  house: "capacity",
  carry: "capacity",
  sleep: "capacity",
};

/** `counts from one to three points`, `gives 1 to 10 stars`: what is counted, with its bounds. */
const counting =
  /^(?:from )?(-?\d+|[a-z]+) to (-?\d+|[a-z]+) ((?!minutes|hours|days|weeks|months|years|people|persons)[a-z]+s)$/i;

/** `takes 20 to 180 minutes`, `holds up to some number of animals`, as a field with its bounds. */
export function measured({ verb, rest }: Clause): string | undefined {
  const [, low = "", high = "", counted = ""] = counting.exec(rest) ?? [];
  if (
    counted !== "" &&
    /^(?:count|give|score)$/.test(verb) &&
    numeral(low) !== undefined &&
    numeral(high) !== undefined
  )
    return `${counted} (${low} to ${high})`;
  const name = inTable(measures, verb);
  if (
    name === undefined ||
    !/^(?:(?:something|some money|an? (?:certain |given )?(?:amount|sum)(?: of money)?|an? (?:certain |given )?number of [a-z]+|so many [a-z]+)(?=$|[\s,])|(?:up to|at most|at least|no more than|between|from|exactly|about|only)\s|-?\d|⟦E)/i.test(
      rest,
    )
  )
    return undefined;
  // `holds an amount`
  if (name === "capacity" && /^an? (?:amount|sum)\b/i.test(rest)) return undefined;
  const per = /^an? (?:[a-z]+ )?(?:amount|sum) (per [a-z]+)$/i.exec(rest)?.[1];
  if (per !== undefined) return `${name} ${per}`;
  if (
    /\b(?:people|persons|guests|visitors|participants|passengers|members|players|students)\b/i.test(rest) &&
    verb !== "cost"
  )
    return `capacity (integer, ${rest.replace(/\s[a-z]+$/i, "").replace(/\bsome number\b.*$/i, "")})`;
  const bounds = rest
    .replace(
      /^(?:something|some money|an? (?:certain |given )?(?:amount|sum)(?: of money)?|(?:an? (?:certain |given )?number of|so many) [a-z]+)/i,
      "",
    )
    .replace(/\s(?:of )?[a-z]+s$/i, "")
    .replace(/\bsome number\b.*$/i, "")
    .replace(/^up to\s*$/, "")
    .replaceAll(/[()]/g, " ");
  return `${name} (${name === "capacity" || name === "duration" ? "integer, " : ""}${bounds})`;
}
