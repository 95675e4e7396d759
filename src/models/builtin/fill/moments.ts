import type { Parameter } from "../read/parameter.ts";
import type { Mention } from "../text/mention.ts";

const wantsTime = ({ kind, format, type }: Parameter): boolean =>
  type === "string" && (kind === "time" || format === "time");
const wantsMoment = ({ description, format, type, name }: Parameter): boolean =>
  type === "string" &&
  (format === "date-time" ||
    /iso.?8601/i.test(description) ||
    (/(?:yyyy|date)/i.test(`${description} ${name}`) &&
      /hh:?mm|\d\d:\d\d|\btime\b/i.test(`${description} ${name}`)));
/** Joins `on 1 December … at 7 AM` if one value contains both. */
export function moments(parameters: readonly Parameter[], mentions: readonly Mention[]): readonly Mention[] {
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
