import { cityNamed, countryNamed, stateNamed } from "../knowledge/cities.ts";
import type { Parameter } from "../read/parameter.ts";
import { isCurrency } from "../text/currencies.ts";
import { unitEnds } from "./units.ts";
import type { Mention } from "../text/mention.ts";

/** A time of day at the beginning or end of a date: `at 2 in the afternoon`, `14:30`, `9pm`. */
const clock =
  "(?:at\\s+)?(?:\\d{1,2}:\\d\\d(?::\\d\\d)?(?:\\s*[ap]\\.?m\\.?)?|\\d{1,2}\\s*[ap]\\.?m\\.?|(?<=at\\s)\\d{1,2}|noon|midnight)(?:\\s+(?:in|at)\\s+(?:the\\s+)?(?:morning|afternoon|evening|night)|\\s+o'clock)?";
const last = new RegExp(`^(.*\\S)[\\s,]+(${clock})$`, "i");
const first = new RegExp(`^(${clock})[\\s,]+(?:on\\s+)?(.*\\S)$`, "i");

const isTime = ({ kind, format }: Parameter): boolean => kind === "time" || format === "time";
const isDay = ({ kind, format }: Parameter): boolean => kind === "date" && format !== "date-time";
const isNamed =
  (words: RegExp) =>
  (parameter: Parameter): boolean =>
    parameter.type === "string" && parameter.nameStems.some((word) => words.test(word));
const isCity = isNamed(/^(?:citi|town)$/);
const isRegion = isNamed(/^(?:countri|state|provinc|nation|region)$/);

const isOwner = isNamed(/^(?:owner|org|organ|user|namespac)$/);
const isRepository = isNamed(/^(?:repo|repositori|project)$/);

const isFirst = isNamed(/^(?:first|given|forenam)/);
const isLast = isNamed(/^(?:last|famili|surnam)/);

const isMoney = ({ kind, type }: Parameter): boolean => kind === "currency" && type === "string";

/** Splits a mention if a tool asks for its parts: day and hour, city and country. */
export function parts(parameters: readonly Parameter[], mention: Mention): readonly Mention[] {
  if (mention.kind === "date" && parameters.some(isTime) && parameters.some(isDay)) return moment(mention);
  if (mention.unit && mention.number && parameters.some(isMoney)) return amount(parameters, mention);
  const ends = unitEnds(parameters);
  if (mention.unit && mention.number && ends) return measured(mention, ends.from);
  const [owner, repository] = [parameters.find(isOwner), parameters.find(isRepository)];
  if (owner && repository && /^[\w.-]+\/[\w.-]+$/.test(mention.text))
    return slashed(mention, owner, repository);
  const [parameter, family] = [parameters.find(isFirst), parameters.find(isLast)];
  if (parameter && family && mention.kind === "name" && mention.text.includes(" "))
    return person(mention, parameter, family);
  if (mention.kind === "name" && parameters.some(isCity) && parameters.some(isRegion)) return place(mention);
  return [mention];
}

function moment(mention: Mention): readonly Mention[] {
  const { date, text, start, end } = mention;
  if (!date || date.hour === undefined || date.onlyTime) return [mention];
  const behind = last.exec(text);
  const ahead = behind ? undefined : first.exec(text);
  const [day = "", time = ""] = behind ? [behind[1], behind[2]] : [ahead?.[2], ahead?.[1]];
  if (day === "" || time === "") return [mention];
  const index = behind ? start : end - day.length;
  const from = behind ? end - time.length : start;
  return [
    {
      ...mention,
      text: day,
      start: index,
      end: index + day.length,
      date: { ...date, text: day, hour: undefined },
    },
    {
      ...mention,
      text: time,
      start: from,
      end: from + time.length,
      date: { ...date, text: time, onlyTime: true },
    },
  ].sort((a, b) => a.start - b.start);
}

/** Splits `100 euros` into amount and currency. */
function amount(parameters: readonly Parameter[], mention: Mention): readonly Mention[] {
  const { number, unit = "", end } = mention;
  if (!number || !isCurrency(unit) || end - unit.length < number.end) return [mention];
  const from = parameters.find(
    (parameter) =>
      isMoney(parameter) && parameter.nameStems.some((word) => /^(?:base|from|sourc)$/.test(word)),
  );
  const { unit: _, long: __, ...bare } = mention;
  return [
    { ...bare, end: number.end },
    { kind: "name", text: unit, start: end - unit.length, end, ...(from && { label: from.name }) },
  ];
}

/** Splits `5 miles` if number and unit are separate parameters. */
function measured(mention: Mention, from: Parameter): readonly Mention[] {
  const { number, unit = "", long: _, unit: __, ...bare } = mention;
  if (!number || mention.end - unit.length < number.end) return [mention];
  const start = mention.end - unit.length;
  return [
    { ...bare, number, end: number.end },
    { kind: "name", text: unit, start, end: mention.end, label: from.name },
  ];
}

/** Splits `Ann Lee` if first and last name are separate parameters. */
function person(mention: Mention, parameter: Parameter, family: Parameter): readonly Mention[] {
  const index = mention.text.lastIndexOf(" ");
  const { text, start, end } = mention;
  return [
    { kind: "name", text: text.slice(0, index), start, end: start + index, label: parameter.name },
    { kind: "name", text: text.slice(index + 1), start: start + index + 1, end, label: family.name },
  ];
}

/** Splits `acme/web` into owner and repository. */
function slashed(mention: Mention, owner: Parameter, repository: Parameter): readonly Mention[] {
  const index = mention.text.indexOf("/");
  const { start, end, text } = mention;
  return [
    { kind: "code", text: text.slice(0, index), start, end: start + index, label: owner.name },
    { kind: "code", text: text.slice(index + 1), start: start + index + 1, end, label: repository.name },
  ];
}

function place(mention: Mention): readonly Mention[] {
  const [, city = "", gap = "", region = ""] = /^([^,]+)(,\s*)([^,]+)$/.exec(mention.text) ?? [];
  if (!cityNamed(city) || (!countryNamed(region) && !stateNamed(region))) return [mention];
  const { start } = mention;
  const middle = start + city.length;
  return [
    { ...mention, text: city, end: middle },
    { ...mention, text: region, start: middle + gap.length },
  ];
}
