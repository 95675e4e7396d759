import { z } from "zod";
import { type Issue, Problem } from "./problem.ts";

const articles = new Map([
  ["int", "a whole number"],
  ["array", "an array"],
  ["object", "an object"],
  ["record", "an object"],
]);

const formats = {
  email: "must be an e-mail address",
  url: "must be a URL",
  guid: "must be a UUID",
  date: "must be a date such as 2026-01-31",
  datetime: "must be a date and time such as 2026-01-31T12:00:00Z",
};

const count = (n: number | bigint, word: string): string => `${String(n)} ${word}${n === 1 ? "" : "s"}`;

/** "at least 1 character long", "at most 5", "more than 0": a bound in words. */
function bound(
  direction: "least" | "most",
  limit: number | bigint,
  issue: { origin: string; inclusive?: boolean | undefined },
): string {
  if (issue.origin === "string") return `must be at ${direction} ${count(limit, "character")} long`;
  if (issue.origin === "array") return `must have at ${direction} ${count(limit, "item")}`;
  if (issue.inclusive === false)
    return `must be ${direction === "least" ? "more" : "less"} than ${String(limit)}`;
  return `must be at ${direction} ${String(limit)}`;
}

/** Our words for what zod found; its own for what no schema here can raise. */
function message(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.path?.length) return "is required";
  if (issue.code === "invalid_type") {
    if (!issue.path?.length) return "must be a JSON object";
    return `must be ${articles.get(issue.expected) ?? `a ${issue.expected}`}`;
  }
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_format")
    return new Map(Object.entries(formats)).get(issue.format) ?? `must be a valid ${issue.format}`;
  if (issue.code === "not_multiple_of") return `must be a multiple of ${String(issue.divisor)}`;
  if (issue.code === "too_small") return bound("least", issue.minimum, issue);
  if (issue.code === "too_big") return bound("most", issue.maximum, issue);
  return undefined;
}

z.config({ customError: message }); //? !guest

/** Our issues for one of zod's. */
function ownIssues(issue: z.core.$ZodIssue): readonly Issue[] {
  const path = issue.path.join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: path ? `${path}.${key}` : key,
    message: "is not a known property",
  }));
}

/** Grows with how tight a bound is; 0 for what is none. */
function tightness(issue: z.core.$ZodIssue): number {
  if (issue.code === "too_small") return Number(issue.minimum);
  return issue.code === "too_big" ? -Number(issue.maximum) : 0;
}

/** Of what is wrong at one place the clearest: a wrong type alone, of two bounds the tighter, nothing twice. */
function clearest(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const places = new Map<string, z.core.$ZodIssue[]>();
  for (const issue of issues) {
    const place = JSON.stringify(issue.path);
    const known = places.get(place);
    if (known) known.push(issue);
    else places.set(place, [issue]);
  }
  return [...places.values()].flatMap((all) => {
    const type = all.find(({ code }) => code === "invalid_type");
    if (type) return type;
    return all.filter(
      (issue, index) =>
        !all.some(
          (other, place) =>
            (other.code === issue.code && tightness(other) > tightness(issue)) ||
            (place < index && other.message === issue.message),
        ),
    );
  });
}

/** What a client hears of zod's issues. */
export const issuesOf = (issues: readonly z.core.$ZodIssue[]): readonly Issue[] =>
  clearest(issues).flatMap(ownIssues);

/** The value as the schema reads it; otherwise a 400 that names every problem. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value); //? !guest
  //- const result = schema.safeParse(value, { error: message }); //? guest
  if (result.success) return result.data;
  throw new Problem(400, issuesOf(result.error.issues));
}

/** A number that is whole, and says so of whatever is none. */
export const integer = z.int({
  error: ({ code, input }) =>
    code === "invalid_type" && input !== undefined ? "must be a whole number" : undefined,
});

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, "must be a whole number")
  .transform(Number);

/** How query parameters, which are text, become values. */
export const fromQuery = {
  integer: wholeNumber,
  number: z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, "must be a number")
    .transform(Number),
  boolean: z.enum(["true", "false"], "must be a boolean").transform((text) => text === "true"),
};

/** Which part of a list is asked for. */
export const page = {
  limit: wholeNumber.pipe(integer.min(1).max(200)).default(50),
  offset: wholeNumber.pipe(integer.min(0)).default(0),
};

/** How a list is sorted: by one of these fields, descending with `-` before it. */
export const order = (names: readonly string[]): z.ZodDefault<z.ZodEnum<Record<string, string>>> =>
  z.enum(["createdAt", "updatedAt", ...names].flatMap((name) => [name, `-${name}`])).default("createdAt");

/** A part of a list, and how many there are in all. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Of one spelling, so that equal ids are equal texts. */
export const uuid = z.guid().toLowerCase();

const isText = (value: string): boolean => !value.includes("\0") && !/\p{Surrogate}/u.test(value);

/** How deep JSON may be nested. */
const deepest = 100;

/** Databases hold every character but the null character and half a surrogate pair, and JSON to some depth. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isText(value);
  if (typeof value !== "object" || value === null) return true;
  return (
    depth < deepest &&
    Object.entries(value).every(([name, member]) => isText(name) && isStorable(member, depth + 1))
  );
}
export const storable = "has a character or a depth that can't be stored";

export const text = z.string().refine(isText, storable);

const dates = { first: "0001-01-01", last: "9999-12-31T23:59:59.999Z" };

/** A day of the years 1 to 9999, as databases have them. */
export const date = z.iso.date().refine((day) => day >= dates.first, formats.date);

/** A point in time in those years, written with its offset from UTC. */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time))
  .refine((time) => time >= new Date(dates.first) && time <= new Date(dates.last), formats.datetime);
