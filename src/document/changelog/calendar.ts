import type { Tag } from "./releases.ts";
import type { Step } from "./version.ts";

/** Minimum number of releases that can show calendar versioning, and the number of newest ones examined. */
const fewest = 4;
const looked = 8;

const numbers = (version: string): readonly number[] => version.split(/[.-]/).slice(0, 3).map(Number);
const yearOf = (date: string): number => Number(date.slice(0, 4));
/** Returns a version's first number as a year: 26 is 2026. */
const yearNumber = (version: string): number => {
  const [first = 0] = numbers(version);
  return first < 100 ? 2000 + first : first;
};

/** Whether a project's versions (newest first) begin with the year of their release. */
export const isCalendar = (tags: readonly Tag[]): boolean =>
  tags.length >= fewest &&
  tags.slice(0, looked).every(({ version, date }) => yearNumber(version) === yearOf(date));

/**
 * Returns the calendar version after the newest: the first of the year, numbered like the previous year's
 * first, or the next within the year. The last number is for fixes, if the project uses it. Undefined if
 * versions don't begin with years, or the newest is a prerelease.
 */
export function calendarVersion(tags: readonly Tag[], step: Step, today: string): string | undefined {
  const [last] = tags;
  if (!last || last.version.includes("-") || !isCalendar(tags)) return undefined;
  const [first = 0, second = 0, third] = numbers(last.version);
  const rest = third === undefined ? "" : ".0";
  if (yearOf(today) > yearNumber(last.version)) {
    const begun = tags.filter(({ version }) => yearNumber(version) === yearNumber(last.version));
    const least = Math.min(...begun.map(({ version }) => numbers(version)[1] ?? 0));
    return `${first + yearOf(today) - yearNumber(last.version)}.${tags.length > begun.length ? least : 1}${rest}`;
  }
  const mends = tags.slice(0, looked).some(({ version }) => (numbers(version)[2] ?? 0) > 0);
  return step === "patch" && mends && third !== undefined
    ? `${first}.${second}.${third + 1}`
    : `${first}.${second + 1}${rest}`;
}
