import type { Parameter } from "../read/parameter.ts";
import type { Mention } from "../text/mention.ts";
import { plainNumber } from "../text/numbers.ts";

const numeric = ({ type }: Parameter): boolean => type === "number" || type === "integer";
const wantsTime = ({ kind, format, type }: Parameter): boolean =>
  type === "string" && (kind === "time" || format === "time");
const wantsMoment = ({ kind, format, type }: Parameter): boolean =>
  type === "string" && (kind === "date" || format === "date-time");

/** Converts dates to what a tool asks for: day and hour combined, or year, month and day separately. */
export const moments = (parameters: readonly Parameter[], mentions: readonly Mention[]): readonly Mention[] =>
  mentions.some(({ date }) => date) ? split(parameters, joined(parameters, mentions)) : mentions;

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

/** Splits a date or time for tools that take numbers for day, month and year, or for hours and minutes. */
function split(parameters: readonly Parameter[], mentions: readonly Mention[]): readonly Mention[] {
  const partsNamed = (...all: readonly (keyof typeof names)[]) => {
    const found = all.flatMap((part) =>
      parameters
        .filter((parameter) => numeric(parameter) && names[part].test(parameter.name))
        .map(({ name }) => ({ part, name })),
    );
    return new Set(found.map(({ part }) => part)).size > 1 ? found : [];
  };
  const days = partsNamed("year", "month", "day");
  const times = partsNamed("hour", "minute");
  return mentions.flatMap((mention): readonly Mention[] => {
    const { date, start, end } = mention;
    const parts = date?.onlyTime ? times : days;
    if (!date || parts.length === 0 || end - start < parts.length) return [mention];
    return parts.map(({ part, name }, i) => {
      const at = { start: start + i, end: i === parts.length - 1 ? end : start + i + 1 };
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
