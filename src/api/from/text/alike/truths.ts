import type { Wording } from "../words/rewrite.ts";

const state = String.raw`([a-z]+(?:ed|en|ive|ble|le|al|ous|nt|ic|id|ary|ful))`;

/** Ways of saying that something is so or not: as `a paid flag`. */
export const truths: readonly Wording[] = [
  [
    new RegExp(
      String.raw`\b(?:an?|the|its) ${state} (?:checkbox|indicator|switch|toggle|tick ?box|yes\/no(?: field| flag)?|marker)(?=[,.;(\n]| and\b| \(|$)`,
      "gi",
    ),
    "a $1 flag",
  ],
  [
    new RegExp(
      String.raw`\b(?:an?|the|its) (?:(?:boolean|bool|yes\/no|true\/false)(?: flag| field| value)?(?: for| called| named| saying)?|(?:flag|checkbox|switch|indicator) (?:for|called|named|saying)) (?:if it is |whether it is |is )?${state}(?=[,.;(\n]| and\b| \(|$)`,
      "gi",
    ),
    "a $1 flag",
  ],
];
