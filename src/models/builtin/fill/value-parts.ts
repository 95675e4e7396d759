import type { Parameter } from "../read/parameter.ts";
import { isCurrency } from "../text/currencies.ts";
import { plainNumber } from "../text/numbers.ts";
import { unitEnds } from "./units.ts";
import type { Mention } from "../text/mention.ts";

/** A time of day at the beginning or end of a date: `at 2 in the afternoon`, `14:30`, `9pm`. */
const clock =
  "(?:at\\s+)?(?:\\d{1,2}:\\d\\d(?::\\d\\d)?(?:\\s*[ap]\\.?m\\.?)?|\\d{1,2}\\s*[ap]\\.?m\\.?|(?<=at\\s)\\d{1,2}|noon|midnight)(?:\\s+(?:in|at)\\s+(?:the\\s+)?(?:morning|afternoon|evening|night)|\\s+o'clock)?";
const last = new RegExp(`^(.*\\S)[\\s,]+(${clock})$`, "i");
const first = new RegExp(`^(${clock})[\\s,]+(?:on\\s+)?(.*\\S)$`, "i");

const isTime = ({ kind, format }: Parameter): boolean => kind === "time" || format === "time";
const isDay = ({ kind, format }: Parameter): boolean => kind === "date" && format !== "date-time";
const isMoney = ({ kind, type }: Parameter): boolean => kind === "currency" && type === "string";

/** Two parameters by the stems of their names, and how a mention has a value for each, with what is between them. */
interface Halves {
  readonly names: readonly [RegExp, RegExp];
  readonly pattern: RegExp;
  readonly labelled: boolean;
}

const halves: readonly Halves[] = [
  {
    names: [/^(?:owner|org|organ|user|namespac)$/, /^(?:repo|repositori|project)$/],
    pattern: /^([\w.-]+)(\/)([\w.-]+)$/,
    labelled: true,
  },
  {
    names: [/^(?:first|given|forenam)/, /^(?:last|famili|surnam)/],
    pattern: /^(\p{L}.*)(\s)(\S+)$/u,
    labelled: true,
  },
  {
    names: [/^(?:citi|town)$/, /^(?:countri|state|provinc|nation|region)$/],
    pattern: /^([^,]+)(,\s*)([^,]+)$/,
    labelled: false,
  },
];

/** Splits a mention if a tool asks for its parts: day and hour, amount and unit, city and country. */
export function parts(parameters: readonly Parameter[], mention: Mention): readonly Mention[] {
  if (mention.kind === "date" && parameters.some(isTime) && parameters.some(isDay)) return moment(mention);
  const { unit = "" } = mention;
  if (isCurrency(unit) && parameters.some(isMoney)) {
    const base = parameters.find(
      (parameter) => isMoney(parameter) && named(parameter, /^(?:base|from|sourc)$/),
    );
    return measured(mention, base);
  }
  const ends = unitEnds(parameters);
  if (ends) return measured(mention, ends.from);
  if (mention.kind !== "name" && mention.kind !== "code") return [mention];
  const paid = takesPayee(parameters) ? /^(\p{L}[\p{L} .'’-]*) (\d+)$/u.exec(mention.text) : null;
  if (paid) return payment(mention, paid[1] ?? "", paid[2] ?? "");
  for (const { names, pattern, labelled } of halves) {
    const [first, second] = names.map((words) => parameters.find((parameter) => named(parameter, words)));
    const [, text = "", gap = "", rest = ""] = (first && second && pattern.exec(mention.text)) || [];
    if (!first || !second || text === "") continue;
    const start = mention.start + text.length + gap.length;
    return [
      { ...mention, text, end: mention.start + text.length, ...(labelled && { label: first.name }) },
      { ...mention, text: rest, start, ...(labelled && { label: second.name }) },
    ];
  }
  return [mention];
}

const isPayee = ({ kind, nameStems }: Parameter): boolean => kind === "person" || nameStems.includes("to");

/** Whether a tool takes a person and an amount of money, and nothing else whose name may end with a number. */
const takesPayee = (parameters: readonly Parameter[]): boolean => {
  const texts = parameters.filter(({ type, closed }) => type === "string" && !closed);
  return (
    parameters.some(({ kind, type }) => kind === "money" && (type === "number" || type === "integer")) &&
    texts.some(isPayee) &&
    texts.every((parameter) => isPayee(parameter) || /^(?:currency|text|date)$/.test(parameter.kind))
  );
};

/** Splits `Ann 40` into name and amount: `pay Ann 40`. */
const payment = (mention: Mention, name: string, amount: string): readonly Mention[] => {
  const { start, end } = mention;
  const digits = { start: end - amount.length, end };
  return [
    { ...mention, text: name, end: start + name.length },
    { kind: "number", text: amount, ...digits, number: plainNumber(Number(amount), digits) },
  ];
};

/** Whether a parameter has one of some names and takes no whole, as one described as `owner/name` does. */
const named = ({ type, kind, nameStems, description }: Parameter, words: RegExp): boolean =>
  type === "string" &&
  kind !== "date" &&
  nameStems.some((word) => words.test(word)) &&
  !/\w\/\w/.test(description);

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

/** Splits `100 euros` and `5 miles` into number and unit, which belongs to a parameter. */
function measured(mention: Mention, from: Parameter | undefined): readonly Mention[] {
  const { number, unit = "", long: _, unit: __, ...bare } = mention;
  const start = mention.end - unit.length;
  if (!number || unit === "" || start < number.end) return [mention];
  return [
    { ...bare, number, end: number.end },
    { kind: "name", text: unit, start, end: mention.end, ...(from && { label: from.name }) },
  ];
}
