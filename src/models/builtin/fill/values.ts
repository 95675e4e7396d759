import type { Json } from "../../../lib/index.ts";
import type { Parameter } from "../read/parameter.ts";
import { codeNamed } from "../knowledge/codes.ts";
import { countryOfAdjective } from "../knowledge/nations.ts";
import { formatDate } from "../text/dates.ts";
import { converted } from "../text/units.ts";
import type { Mention } from "../text/mention.ts";
import { placeValue } from "./place.ts";

/** Converts a mention to the type of a parameter; undefined if it can't be. */
export function valueOf(parameter: Parameter, mention: Mention): Json | undefined {
  switch (parameter.type) {
    case "number":
    case "integer":
      return numberValue(parameter, mention);
    case "boolean":
      return /^(?:true|yes)$/i.test(mention.text)
        ? true
        : /^(?:false|no)$/i.test(mention.text)
          ? false
          : undefined;
    case "array":
      return arrayValue(parameter, mention);
    case "object":
      return mention.kind === "object" ? mention.value : undefined;
    case "any":
      return mention.value ?? mention.number?.value ?? mention.text;
    default:
      return stringValue(parameter, mention);
  }
}

const decimalRate = /\bdecimal\b|\bas a fraction\b|between 0 and 1|\b0\.\d+\b|sum to 1/i;
const percentRate = /\bpercent(?:age)?\b|%/i;

function numberValue(parameter: Parameter, mention: Mention): number | undefined {
  if (mention.date && parameter.kind === "year") return mention.date.year;
  const raw = mention.number?.value ?? Number(mention.text);
  if (Number.isNaN(raw)) return undefined;
  if (mention.unit && parameter.unit && mention.number) {
    const value = converted(raw, mention.unit, parameter.unit);
    if (value !== undefined && (parameter.type === "number" || Number.isInteger(value))) return value;
  }
  if (!mention.number?.percent) return raw;
  const { description } = parameter;
  const keeps =
    parameter.type === "integer" ||
    (percentRate.test(`${description} ${parameter.name}`) && !decimalRate.test(description));
  return keeps ? raw : Number((raw / 100).toPrecision(12));
}

function arrayValue(parameter: Parameter, mention: Mention): readonly Json[] | undefined {
  if (Array.isArray(mention.value)) return mention.value as readonly Json[]; // a list literal's value is parsed JSON
  const item = parameter.item;
  const one = item
    ? valueOf(
        item.kind === "other"
          ? { ...item, kind: parameter.kind, description: item.description || parameter.description }
          : item,
        mention,
      )
    : mention.text;
  return one === undefined ? undefined : [one];
}

/** The code of a language or currency if codes are required: `German` is `de`. */
function codeWanted({ kind, description, options }: Parameter, text: string): string | undefined {
  if (options.some((option) => option === text)) return undefined;
  if (
    kind === "language" &&
    /\b(?:639|two-letter|2-letter|language code|'[a-z]{2}'|"[a-z]{2}")/i.test(description)
  )
    return codeNamed(text, "language");
  if (
    kind === "currency" &&
    /\b(?:4217|three-letter|3-letter|currency code|iso(?: code)?)\b|'[A-Z]{3}'/i.test(description)
  )
    return codeNamed(text, "currency");
  return undefined;
}

function stringValue(parameter: Parameter, mention: Mention): string {
  if (mention.date && parameter.kind !== "text" && parameter.kind !== "query")
    return formatDate(mention.date, parameter.description, parameter.format);
  const nation = /countr|nation/.test(parameter.name.toLowerCase())
    ? countryOfAdjective(mention.text)
    : undefined;
  if (nation) return nation;
  const code = codeWanted(parameter, mention.text);
  if (code) return code;
  if (parameter.kind === "place") return placeValue(parameter, mention.text);
  if (mention.number && mention.kind === "number" && mention.unit && parameter.kind !== "id")
    return mention.long ?? mention.text;
  return mention.text;
}
