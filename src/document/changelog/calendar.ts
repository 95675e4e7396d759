import type { Tag } from "./releases.ts";
import type { Step } from "./version.ts";

/** So many releases in a row must tell the year before it is believed. */
const fewest = 4;
const looked = 8;

const numbers = (version: string): readonly number[] => version.split(/[.-]/).slice(0, 3).map(Number);
const yearOf = (date: string): number => Number(date.slice(0, 4));
/** A version's first number, as a year: 26 is 2026. */
const told = (version: string): number => {
  const [first = 0] = numbers(version);
  return first < 100 ? 2000 + first : first;
};

/** Whether a project's versions (newest first) begin with the year in which they were released. */
export const isCalendar = (tags: readonly Tag[]): boolean =>
  tags.length >= fewest && tags.slice(0, looked).every(({ version, date }) => told(version) === yearOf(date));

/**
 * The version after the newest by the calendar: the year's first, numbered as the first of the year before, or the next
 * within the year; the last number is for mends, where this project has any.
 */
export function calendarVersion(tags: readonly Tag[], step: Step, today: string): string | undefined {
  const [last] = tags;
  if (!last || last.version.includes("-") || !isCalendar(tags)) return undefined;
  const [first = 0, second = 0, third] = numbers(last.version);
  const rest = third === undefined ? "" : ".0";
  if (yearOf(today) > told(last.version)) {
    const begun = tags.filter(({ version }) => told(version) === told(last.version));
    const least = Math.min(...begun.map(({ version }) => numbers(version)[1] ?? 0));
    return `${first + yearOf(today) - told(last.version)}.${tags.length > begun.length ? least : 1}${rest}`;
  }
  const mends = tags.slice(0, looked).some(({ version }) => (numbers(version)[2] ?? 0) > 0);
  return step === "patch" && mends && third !== undefined
    ? `${first}.${second}.${third + 1}`
    : `${first}.${second + 1}${rest}`;
}
