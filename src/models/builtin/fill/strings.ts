import { codeNamed } from "../knowledge/codes.ts";
import { isPlace } from "../knowledge/cities.ts";
import type { Kind } from "../read/kind.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Mention, MentionKind } from "../text/mention.ts";
import { isCurrency } from "../text/currencies.ts";
import { unitsNamed } from "../text/units.ts";

type Fits = Readonly<Record<MentionKind, number>>;

/** How well each kind of mention fits a string of no particular kind. */
const plain: Fits = {
  quoted: 1.3,
  name: 0.9,
  code: 0.8,
  address: 0.9,
  phrase: 0.1,
  number: -1.2,
  date: -1.5,
  list: -5,
  object: -2,
  expression: 0.5,
};

/** How kinds of parameters differ from a plain string. */
const byKind: Readonly<Partial<Record<Kind, Partial<Fits>>>> = {
  place: { name: 0.7, quoted: 0.8, phrase: -1.2, code: -3, address: -3, number: -3, date: -3 },
  date: { date: 3, quoted: 0.5, name: -2, code: -0.5, phrase: -2, number: -2, address: -2 },
  year: { date: 0.3, quoted: 0.5, number: -1, name: -2.5, code: -1, phrase: -3, address: -3 },
  time: { date: 0.8, quoted: 0.6, name: -1.5, code: -1.5, phrase: -1.5, number: -1.5, address: -1.5 },
  email: { address: 3, quoted: -3, name: -3, code: -3, phrase: -3, number: -3, date: -3 },
  url: { address: 2.5, quoted: 0.8, name: -2, code: -2, phrase: -2, number: -2, date: -2 },
  file: { address: 2.5, quoted: 1.4, code: 0.8, name: -0.5, phrase: -0.5, number: -0.5 },
  id: { code: 1.6, number: 0.8, address: -1, phrase: -2.5 },
  text: { quoted: 2.5, name: 0.6 },
  language: { name: 1.2, quoted: -0.5, code: -0.5, address: -2 },
  person: { name: 1.6, code: 0.2, phrase: -0.6, number: -3, date: -3 },
  organisation: { name: 1.6, phrase: -0.8, number: -3, date: -3 },
  expression: { expression: 3, quoted: 1.5, name: -1, phrase: -0.5, code: -0.5 },
  currency: { name: 0.3, phrase: -0.6, number: -4, date: -4, address: -4 },
  unit: { quoted: -1.5, name: -1.5, code: -1.5, phrase: -1.5, address: -1.5 },
};

/** How well a mention fits a string parameter, by the parameter's kind. */
export function stringFit(parameter: Parameter, mention: Mention): number {
  // a label is no time: `an alarm called gym`
  if (mention.kind === "quoted" && /^(?:date|time)$/.test(parameter.kind) && !/\d/.test(mention.text))
    return -9;
  if (mention.kind === "name" && parameter.kind !== "currency" && isCurrency(mention.text)) return -1;
  return (byKind[parameter.kind]?.[mention.kind] ?? plain[mention.kind]) + special(parameter, mention);
}

/** What the mention's text and its parsed values add to the fit of its kind. */
function special({ kind }: Parameter, { kind: mentionKind, text, date, number, unit }: Mention): number {
  const isNameOrPhrase = mentionKind === "name" || mentionKind === "phrase";
  const place = isNameOrPhrase && (isPlace(text) || text.includes(", "));
  const bare = unit ? 0 : (number?.value ?? 0);
  switch (kind) {
    case "place":
      if (!place) return 0;
      return mentionKind === "phrase" ? 2.6 : 1.5;
    case "person":
    case "organisation":
      return place ? -1.1 : 0;
    case "date":
      if (date?.onlyTime) return -3.5;
      return bare > 1800 ? 2 : 0;
    case "year":
      return bare > 1000 && bare < 2200 ? 2.5 : 0;
    case "time":
      if (date?.hour !== undefined) return 1.8;
      return unit ? 1.7 : 0;
    case "currency":
      return isCurrency(text) ? 2 : -1;
    case "email":
      return text.includes("@") ? 0 : -6;
    case "language":
      if (!isNameOrPhrase) return 0;
      return codeNamed(text, "language") ? 0.5 : -2.5;
    case "unit":
      return mentionKind === "name" && unitsNamed(text).length > 0 ? 2.5 : 0;
    case "id":
      return mentionKind === "number" && unit ? -2 : 0;
    default:
      if (mentionKind === "number" && unit) return 1;
      return place ? -1 : 0;
  }
}
