import type { Parameter } from "../read/parameter.ts";
import type { Mention } from "../text/mention.ts";
import { plainNumber } from "../text/numbers.ts";
import { unitsNamed } from "../text/units.ts";

const numeric = ({ type }: Parameter): boolean => type === "number" || type === "integer";
const wantsTime = ({ kind, format, type }: Parameter): boolean =>
  type === "string" && (kind === "time" || format === "time");
const wantsMoment = ({ description, format, type, name }: Parameter): boolean =>
  type === "string" &&
  (format === "date-time" ||
    /iso.?8601/i.test(description) ||
    (/(?:yyyy|date)/i.test(`${description} ${name}`) &&
      /hh:?mm|\d\d:\d\d|\btime\b/i.test(`${description} ${name}`)));
const wantsDay = ({ kind, type }: Parameter): boolean => kind === "date" && type === "string";
const lengthNamed = /^(?:length|durat|night|dai|day|stai|stay|number)/;
const countsDays = (parameter: Parameter): boolean =>
  numeric(parameter) &&
  parameter.nameStems.some((word) => lengthNamed.test(word)) &&
  /\b(?:days?|nights?)\b/i.test(`${parameter.name.replaceAll("_", " ")} ${parameter.description}`);

/**
 * Converts dates to what a tool asks for: day and hour combined, the days between two dates, or year, month and day
 * separately.
 */
export function moments(
  text: string,
  parameters: readonly Parameter[],
  mentions: readonly Mention[],
): readonly Mention[] {
  if (!mentions.some((mention) => mention.kind === "date")) return mentions;
  return split(parameters, lasting(text, parameters, joined(parameters, mentions)));
}

/** Joins `on 1 December … at 7 AM` if one value contains both. */
function joined(parameters: readonly Parameter[], mentions: readonly Mention[]): readonly Mention[] {
  if (parameters.some(wantsTime) || !parameters.some(wantsMoment)) return mentions;
  const days = mentions.filter(
    ({ date }) => date && !date.onlyTime && date.hasDay && date.hour === undefined,
  );
  const times = mentions.filter(({ date }) => date?.onlyTime);
  const [day, time] = [days[0], times[0]];
  if (!day?.date || !time?.date || days.length > 1 || times.length > 1) return mentions;
  const { hour, minute } = time.date;
  return mentions.flatMap((mention) =>
    mention === time
      ? []
      : [mention === day && day.date ? { ...day, date: { ...day.date, hour, minute } } : mention],
  );
}

/** `from 15 to 17 August` for a tool that takes the first day and the number of days. */
function lasting(
  text: string,
  parameters: readonly Parameter[],
  mentions: readonly Mention[],
): readonly Mention[] {
  const length = parameters.find(countsDays);
  if (!length || parameters.filter(wantsDay).length !== 1) return mentions;
  const [from, to, ...more] = mentions.filter(({ date }) => date?.hasDay);
  if (!from?.date || !to?.date || more.length > 0) return mentions;
  if (!/\b(?:to|until|till|through)\b|[-–—]/.test(text.slice(from.end, to.start))) return mentions;
  const days = (at: { year: number; month: number; day: number }): number =>
    Date.UTC(at.year, at.month - 1, at.day) / 86_400_000;
  const value = days(to.date) - days(from.date);
  if (
    value <= 0 ||
    mentions.some(({ unit }) => unit && unitsNamed(unit).some(({ quantity }) => quantity === "time"))
  )
    return mentions;
  const number = plainNumber(value, to);
  return mentions.map((mention) =>
    mention === to
      ? {
          kind: "number",
          text: String(value),
          start: to.start,
          end: to.end,
          number,
          unit: "days",
          label: length.name,
        }
      : mention,
  );
}

/** Splits a date or time for tools that take numbers for day, month and year, or for hours and minutes. */
function split(parameters: readonly Parameter[], mentions: readonly Mention[]): readonly Mention[] {
  const asked = (...all: readonly (keyof typeof names)[]) => {
    const found = all.flatMap((part) =>
      parameters
        .filter((parameter) => numeric(parameter) && names[part].test(parameter.name))
        .map(({ name }) => ({ part, name })),
    );
    return new Set(found.map(({ part }) => part)).size > 1 ? found : [];
  };
  const days = asked("year", "month", "day");
  const times = asked("hour", "minute");
  return mentions.flatMap((mention): readonly Mention[] => {
    const { date, start, end } = mention;
    const wanted = date?.onlyTime ? times : days;
    if (!date || wanted.length === 0 || end - start < wanted.length) return [mention];
    return wanted.map(({ part, name }, i) => {
      const at = { start: start + i, end: i === wanted.length - 1 ? end : start + i + 1 };
      const value = date[part] ?? 0;
      const number = plainNumber(value, at);
      return { kind: "number", text: String(value), ...at, number, label: name };
    });
  });
}

const names = {
  year: /^year$/i,
  month: /^month$/i,
  day: /^day$/i,
  hour: /^hours?$/i,
  minute: /^min(?:ute)?s?$/i,
};
