import { parse } from "chrono-node/en";
import { anyOf, inTable } from "../../../lib/index.ts";

/** A day or a moment, with its components as written and as derived from the reference day. */
export interface DateMention {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number | undefined;
  readonly minute: number;
  /** Whether the text names the day itself (`10 March 2022`), rather than relative to today (`tomorrow`). */
  readonly named: boolean;
  readonly hasDay: boolean;
  readonly onlyTime: boolean;
}

const trigger =
  /\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues?|wed|thur?s?|fri|sat|sun|to(?:day|night|morrow)|yesterday|noon|midnight|quarter|half|morning|evening|week|month|year|now)/i;

/** Words that make a match a date rather than a duration or a bare number. */
const dated =
  /\b(?:jan|feb|mar(?:ch|\b)|apr|may\b|june?\b|july?\b|aug(?:ust|\b)|sept?|oct|nov|dec|mon(?:day|\b)|tue|wed|thu|fri|sat(?:urday|\b)|sun(?:day|\b)|today|tonight|tomorrow|yesterday|noon|midnight|next|last|this|ago)|\d\s?[ap]\.?m\b|\d:\d\d|\d{4}[-/.]\d|\d[-/.]\d+[-/.]\d/i;

/** `next 72 hours`: a duration, not a date. */
const span =
  /^\s*(?:in |for |over |during )?(?:the )?(?:next|last|past|coming|previous)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|few|several)\s/i;

/** `Today is March 6, 2024`: the reference day of a text. */
const stated =
  /\b(?:today(?:'s date)?|current date|the date today)\s*(?:is|:|=)\s*(?:on\s+)?((?:\w+day,?\s+)?(?:the\s+)?[\w/.,-]+(?:\s+[\w/.,-]+){0,4})/i;

const hours = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const minutes = { five: 5, ten: 10, twenty: 20, "twenty-five": 25, quarter: 15, half: 30 } as const;
const spokenTime = new RegExp(
  `(?<!from )\\b(?:a )?(${Object.keys(minutes).join("|")}) (past|to) (${hours.join("|")}|\\d{1,2})\\b`,
  "gi",
);

/** Replaces `half past nine` by `9:30`, padded with blanks so that all positions stay the same. */
const spokenTimes = (text: string): string =>
  text.replaceAll(spokenTime, (text: string, part: string, side: string, word: string) => {
    const hour = hours.indexOf(word.toLowerCase()) + 1 || Number(word);
    const behind = inTable(minutes, part.toLowerCase()) ?? 0;
    const [clock, minute] =
      side.toLowerCase() === "to" ? [((hour + 10) % 12) + 1, 60 - behind] : [hour, behind];
    return `${clock}:${two(minute)}`.padEnd(text.length);
  });

/** Words of leave, which name no day: `that was all for today, see you tomorrow`. */
const farewell = new RegExp(
  String.raw`\b${anyOf(
    String.raw`(?:see|talk to|speak to|catch) (?:you|ya|u)(?: all)?(?: again)?`,
    String.raw`that(?:['’]s| is| was)(?: been)? (?:all|it|everything)(?: for)?`,
    "have a (?:nice|good|great)",
  )} (?:(?:on|at) )?${anyOf(
    "today|tomorrow|tonight|now|evening|morning|weekend",
    "(?:mon|tues|wednes|thurs|fri|satur|sun)day",
  )}(?=[\s,!.]*(?:$|[!.,]\s))`,
  "gi",
);

const month = String.raw`\d{1,2}(?:st|nd|rd|th)?\s${anyOf("jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec")}[a-z]*\b`;
const behindMonth = new RegExp(String.raw`(?<=\b${month}),(?=\s?\d{1,2}\s+(?![ap]\.?m)\p{L})`, "giu");
const beforeMonth = new RegExp(String.raw`\bfrom(?=\s${month})`, "giu");
const daysOfMonth = new RegExp(
  String.raw`\bfrom(\s\d{1,2}(?:st|nd|rd|th)?\s)(to|until|till)(?=\s${month}(?!\s\d{4}))`,
  "giu",
);

/**
 * Separates `2026-12-09 until 2026-12-13` and `move A-118 to 2026-12-13`, which chrono reads as one month, `9 May, 2
 * people`, which it reads as 2 May, and `from 9 May`, which it reads as 1 May at nine.
 */
const parted = (text: string): string =>
  text
    .replaceAll(
      /(?<=\d-\d\d )(?:through|thru|until|till)(?= \d{4}-)|(?<=\d )(?<!\d-\d\d )to(?= \d{4}-\d)/gi,
      (word) => ";".padEnd(word.length),
    )
    .replaceAll(behindMonth, ";")
    .replaceAll(daysOfMonth, (_, day: string, joint: string) => `    ${day}${"-".padEnd(joint.length)}`)
    .replaceAll(beforeMonth, ";   ");

/** Writes `20240306` as chrono reads it. */
const spaced = (text: string): string => text.replace(/^(20\d\d)(\d\d)(\d\d)\b/, "$1-$2-$3");

/**
 * The dates and times of an English text, in order; a range gives two. `today` is milliseconds since 1970; a day that
 * the text itself calls today has priority, and isn't a date of the text.
 */
export function dates(raw: string, today: number): readonly DateMention[] {
  const spelt = raw.replaceAll(/\btommorow\b/gi, "tomorrow");
  if (!trigger.test(spelt)) return [];
  const text = parted(spokenTimes(spelt.replaceAll(farewell, (words) => " ".repeat(words.length))));
  const spoken = [...spelt.matchAll(spokenTime)];
  const whole = (all: readonly DateMention[]): readonly DateMention[] =>
    all.map((date) => {
      const words = spoken.find(({ index, 0: { length } }) => index < date.end && date.end <= index + length);
      return words ? { ...date, end: words.index + words[0].length } : date;
    });
  const match = stated.exec(text);
  const referenceDay = statedDay(text, today);
  if (!match || referenceDay === today) return whole(certain(text, found(text, today)));
  const end = match.index + match[0].length;
  const rest = found(text, referenceDay).filter((date) => date.end <= match.index || date.start >= end);
  return whole(certain(text, rest));
}

/** The day that a text calls today, otherwise the given one; milliseconds since 1970. */
export function statedDay(text: string, today: number): number {
  const match = stated.exec(text);
  const named = match ? found(spaced(match[1] ?? ""), today).find((date) => date.named) : undefined;
  return named ? Date.UTC(named.year, named.month - 1, named.day, 12) : today;
}

/** Drops relative dates that repeat a named day: `next Tuesday, 2023-03-01`. */
function certain(text: string, all: readonly DateMention[]): readonly DateMention[] {
  const named = all.filter((date) => date.named);
  if (named.length === 0) return all;
  const again = (date: DateMention): boolean =>
    !date.named &&
    !date.onlyTime &&
    (!date.hasDay ||
      named.some(
        (other) =>
          other.start >= date.end &&
          other.start - date.end < 48 &&
          !/\b(?:and|or|to|until|till|through|then|from|between|also|return\w*)\b/i.test(
            text.slice(date.end, other.start),
          ),
      ));
  return all.filter((date) => !again(date));
}

function found(text: string, today: number): readonly DateMention[] {
  const found: DateMention[] = [];
  // a year applies to the days after it
  let stated: number | undefined;
  for (const result of parse(text, new Date(today), { forwardDate: true })) {
    const parts = result.end ? [result.start, result.end] : [result.start];
    const split = result.end ? rangeSplit(result.text) : [0, result.text.length, 0, 0];
    for (const [i, part] of parts.entries()) {
      const from = split[i * 2] ?? 0;
      const to = split[i * 2 + 1] ?? result.text.length;
      const raw = result.text.slice(from, to);
      const ofToday = /\bthis (?:morning|afternoon|evening)\b/i.test(raw);
      const hasDay = part.isCertain("day") || part.isCertain("weekday") || ofToday;
      const now = new Date(today);
      const hasTime = part.isCertain("hour");
      if (!hasDay && !hasTime && !part.isCertain("month")) continue;
      if (!dated.test(raw) || span.test(raw)) continue;
      const late = hasTime && i === parts.length - 1 ? afternoon(text, result, part.get("hour") ?? 0) : 0;
      const ahead = part.isCertain("year")
        ? undefined
        : /\b((?:19|20)\d\d),?\s+(?:on\s+)?(?:the\s+)?$/i.exec(
            text.slice(Math.max(0, result.index - 14), result.index),
          );
      if (ahead) stated = Number(ahead[1]);
      else if (part.isCertain("year")) stated = part.get("year") ?? undefined;
      const inherits = stated !== undefined && part.isCertain("month") && part.isCertain("day");
      const year = inherits ? (stated ?? 0) : (part.get("year") ?? 0);
      const lead = /^\s*(?:(?:on|at|for|by|from|in)\s+)?/i.exec(raw)?.[0].length ?? 0;
      const dateText = (raw + text.slice(result.index + to, result.index + to + late))
        .slice(lead)
        .replace(/[\s,.;]+$/, "");
      found.push({
        text: dateText,
        start: i === 0 && ahead ? result.index - ahead[0].length : result.index + from + lead,
        end: result.index + from + lead + dateText.length,
        year,
        month: ofToday ? now.getMonth() + 1 : (part.get("month") ?? 1),
        day: ofToday ? now.getDate() : (part.get("day") ?? 1),
        hour: hasTime ? (part.get("hour") ?? 0) + (late > 0 ? 12 : 0) : undefined,
        minute: part.get("minute") ?? 0,
        named: part.isCertain("month") && part.isCertain("day") && /\d/.test(raw),
        hasDay,
        onlyTime: hasTime && !hasDay && !part.isCertain("month"),
      });
    }
  }
  return [...found, ...bareDays(text, found)].sort((a, b) => a.start - b.start);
}

/** `from the 5th to the 8th of May`, `on 4 June … to the 6th`: days whose month comes from another date. */
function bareDays(text: string, dates: readonly DateMention[]): readonly DateMention[] {
  const days = dates.filter(({ hasDay, named }) => hasDay && named);
  return [
    ...text.matchAll(
      /(?<=\b(?:from|to|until|till|on|and|through|between|for) )(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/gi,
    ),
    ...text.matchAll(
      /(?<=\b(?:from|between) )(\d{1,2})(?= (?:to|and|until|till) (?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?[A-Z])/g,
    ),
  ].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (dates.some((date) => date.start < end && start < date.end)) return [];
    const like =
      days.find((date) => date.start >= end && date.start - end < 14) ??
      days.findLast((date) => date.end <= start);
    const day = Number(match[1]);
    if (!like || day < 1 || day > 31) return [];
    return [{ ...like, text: match[0], start, end, day, hour: undefined, minute: 0, onlyTime: false }];
  });
}

/** The length of the words after a morning time that move it to the afternoon: `8 in the evening`. */
const afternoon = (
  text: string,
  { index, text: wording }: { index: number; text: string },
  hour: number,
): number =>
  hour > 0 && hour < 12
    ? (/^\s+(?:(?:in|at)\s+(?:the\s+)?)?(?:afternoon|evening|night)\b/i.exec(
        text.slice(index + wording.length),
      )?.[0].length ?? 0)
    : 0;

function rangeSplit(text: string): readonly number[] {
  const match = /\s*(?:\bto\b|\buntil\b|\btill\b|\bthrough\b|\band\b|\s[-–—]\s|[–—~])\s*/i.exec(text);
  if (!match) return [0, text.length, 0, text.length];
  return [0, match.index, match.index + match[0].length, text.length];
}

/** Descriptions that exclude the time zone. */
const zoneless =
  /\btime ?zone (?:is|should)(?: be)? (?:not|specified separately)|\bwithout (?:a |any )?time ?zone/i;

const two = (value: number): string => String(value).padStart(2, "0");

/** Formats a date as a parameter's description specifies; as written if it specifies nothing. */
export function formatDate(date: DateMention, description: string, format?: string): string {
  const { year, month, day } = date;
  const time = `${two(date.hour ?? 0)}:${two(date.minute)}`;
  if (format === "date-time") return `${year}-${two(month)}-${two(day)}T${time}:00Z`;
  if (format === "time") return `${time}:00`;
  if (format === "date") return `${year}-${two(month)}-${two(day)}`;
  const pattern = /\b(?:yyyy|yy|mm|dd)\s?([-/.])\s?(?:yyyy|mm|dd|mmm)\s?[-/.]\s?(?:yyyy|yy|mm|dd)/i.exec(
    description,
  );
  if (!pattern && /\byyyy-mm\b(?!-)/i.test(description)) return `${year}-${two(month)}`;
  const clocked = /\bHH:MM|24.hour/i.test(description);
  if (
    date.onlyTime ||
    (clocked && !pattern && date.hour !== undefined && !/\bdate\b|yyyy/i.test(description))
  )
    return clocked ? time : date.text;
  if (pattern) {
    const filled = pattern[0]
      .replace(/yyyy/i, String(year))
      .replace(/\byy\b/i, two(year % 100))
      .replace(/mm/i, two(month))
      .replace(/dd/i, two(day));
    const rest = description.slice(pattern.index + pattern[0].length);
    const clock = /^['"]?([T ]?)['"]?\s?hh:mm(:ss)?['"]?(z)?/i.exec(rest);
    if (!clock || (date.hour === undefined && !clock[2])) return filled;
    const zone = zoneless.test(description) ? "" : (clock[3] ?? "");
    return `${filled}${clock[1]?.toUpperCase() === "T" ? "T" : " "}${time}${clock[2] ? ":00" : ""}${zone}`;
  }
  if (/\b(19|20)\d\d-\d\d-\d\dT\d\d:\d\d/.test(description) && date.hour !== undefined)
    return `${year}-${two(month)}-${two(day)}T${time}:00${/\dZ\b/.test(description) ? "Z" : ""}`;
  if (date.hour !== undefined && /iso.?8601/i.test(description))
    return `${year}-${two(month)}-${two(day)}T${time}:00`;
  if (/\b(19|20)\d\d-\d\d-\d\d\b/.test(description) || /iso.?8601/i.test(description))
    return `${year}-${two(month)}-${two(day)}`;
  if (/\b\d\d\/\d\d\/(19|20)\d\d\b/.test(description)) return `${two(month)}/${two(day)}/${year}`;
  return date.named && date.hasDay && date.hour === undefined
    ? `${year}-${two(month)}-${two(day)}`
    : date.text;
}
