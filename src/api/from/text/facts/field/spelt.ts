import { type Spelling, spell, wordsOf } from "../../../../names.ts";
import type { FieldDraft } from "../../draft.ts";
import { inFull } from "../../words/abbreviations.ts";
import { isParticiple } from "../../words/deeds.ts";
import type { Draft } from "../../words/sayings.ts";
import { typeByName } from "../guess.ts";
import { articles } from "./step.ts";

/** Words at the end of a name that only say its type. */
const tails = /\s+(?:flag|field|string|attribute|property)$/i;

/** What things are measured in, as the type of how many there are. */
const units: readonly (readonly [RegExp, FieldDraft["type"]])[] = [
  [/^(?:minutes?|seconds?|hours?|days?|months?|bpm|bytes|pixels|years?|milliseconds|ms)$/i, "integer"],
  [
    /^(?:(?:square |cubic )?(?:micro|milli|centi|deci|hecto|kilo|mega|giga)?(?:grams?|met(?:er|re)s?|lit(?:er|re)s?|watts?|volts?|amp(?:ere)?s?|joules?|hertz|pascals?)|kilos?|kg|mg|km|ml|k?cal(?:orie)?s?|tons?|tonnes?|pounds?|lbs?|ounces?|inches|feet|yards?|hectares?|acres?|degrees?|cm|mm|euros?|dollars?|usd|eur|celsius|miles|percent|cents|mph|kmh|gb|mb|sqm|[cdk]?m[23²³])$/i,
    "number",
  ],
];

/** `weight in kg`: the name and its unit. */
const measured = (name: string): { readonly noun: string; readonly unit: string } => {
  const [, noun = name, unit = ""] =
    /^(.+?)\s+in\s+(?!(?:date|time|day|by|at|on|stock|use|place|winter|summer|spring|autumn|season|public|person|advance)$)(?:whole |full )?((?:square |cubic )?[a-z]+[23²³]?)$/i.exec(
      name,
    ) ?? [];
  return { noun, unit };
};

/** Whether a small word at the end belongs to the name: `approved by`, `valid from`, `starts at`. */
function belongs(end: string, name: string, type: FieldDraft["type"]): boolean {
  if (/^\s+(?:by|in|on)\s*$/.test(end) && isParticiple(name.replace(/ (?:by|in|on)$/, ""))) return true;
  if (/^\s+(?:from|to|till)\s*$/.test(end) && typeByName(name.toLowerCase()).type !== "string") return true;
  return (
    /^\s+(?:at|on|for|from|until)\s*$/.test(end) &&
    (["date", "datetime"].includes(type ?? "") ||
      /^\w+(?: (?:back|out|in|up|off|down))?\s+(?:at|on|from|until|since)$/.test(name))
  );
}

/** The words of a name, without signs, short forms and small words at its end. */
const wordsIn = (noun: string, name: string, type: FieldDraft["type"]): readonly string[] => {
  // `tgt_lang` is a name as programs write it
  const isSnakeCase = /^[a-z]+(?:_[a-z]+)+$/.test(noun.trim());
  const plain = noun
    .replaceAll("'", "")
    .replaceAll(/[^\w\s-]/g, " ")
    .replace(/(?:^date|^datetime)?\s+(?:of|with|from|in|at|to|is|as|for|by|on)\s*$/i, (end) =>
      belongs(end, name.trim(), type) ? end : "",
    );
  return wordsOf(plain).map((word, i, all) => {
    if (isSnakeCase || (i > 0 && word === "wh")) return word;
    return i > 0 && i === all.length - 1 && word === "no" ? "number" : inFull(word);
  });
};

/** `number of seats` counts seats; `max number of seats` is `max seats`. */
const countedIn = (phrase: string): string | undefined => {
  const most = /^max(?:imum)? number of (.+)$/.exec(phrase)?.[1];
  return most === undefined ? /^(?:the )?number of (?:free )?(.+)$/.exec(phrase)?.[1] : `max ${most}`;
};

/** The name of a field from the phrase that stands for it, and what its words say of its type; undefined where none is in it. */
export function named(phrase: string, draft: Draft): Spelling | undefined {
  const plain = phrase
    .replaceAll(/⟦[^⟧]*⟧/g, " ")
    .replaceAll(/["'“”‘’]/g, "")
    .replace(articles, "")
    .trim();
  const name = plain.replace(tails, "");
  if (/\sflag$/i.test(plain)) draft.type ??= "boolean";
  const { noun, unit } = measured(name);
  const words = wordsIn(noun, name, draft.type);
  if (!words.length || words.length > 6) return undefined;
  for (const [pattern, type] of units) if (unit !== "" && pattern.test(unit)) draft.type ??= type;
  const counted = countedIn(words.join(" "));
  if (counted) draft.type ??= "integer";
  return spell(counted ? counted.split(" ") : words);
}
