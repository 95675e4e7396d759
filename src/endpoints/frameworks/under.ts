import { patternOf } from "../evaluate/patterns.ts";
import type { Run, Value } from "../evaluate/types.ts";
import { items, texts, unknown } from "../evaluate/value.ts";
import type { Verb } from "./contract.ts";
import { braced, joined } from "./paths.ts";
import { usual } from "./verbs.ts";

/** A middleware that is registered for some paths only: for all that begin with them, or for them alone. */
export type Under = Value & {
  readonly fn: Value;
  readonly under: readonly string[];
  /** Regular expressions for what of a path lies below the router. */
  readonly patterns: readonly Value[];
  readonly isExact: boolean;
  /** Requests of these methods alone go through it. */
  readonly methods?: readonly Verb[] | undefined;
  /** Where the router lies that it belongs to. */
  readonly prefix: string;
};

/** Patterns of paths among those that an argument gives. */
export const patternsOf = (value: Value | undefined): readonly Value[] =>
  value ? items(value).filter((item) => item.kind === "external" && item.path === "RegExp()") : [];

/** Paths that an argument gives beside patterns; undefined for a function or a router, which have none. */
export function pathsBesidePatterns(value: Value | undefined): readonly string[] | undefined {
  if (!value || value.kind === "function" || value.kind === "native") return undefined;
  if (value.kind === "object" && value.host) return undefined;
  const all = items(value).flatMap((item) => texts(item));
  return all.length || value.kind === "unknown" || patternsOf(value).length ? all : undefined;
}

/** What `use` is given, apart: where it counts, and what does. A path that isn't known may be any, as a pattern may. */
export function usedFor(given: readonly Value[]): Pick<Under, "patterns"> & {
  /** Undefined: every path. */
  readonly paths: readonly string[] | undefined;
  readonly rest: readonly Value[];
} {
  const [first, ...rest] = given;
  const paths = rest.length || patternsOf(first).length ? pathsBesidePatterns(first) : undefined;
  if (!first || !paths) return { paths: undefined, patterns: [], rest: given };
  const open = items(first).filter(({ kind }) => kind === "unknown");
  return { paths, patterns: [...open, ...patternsOf(first)], rest };
}

export const isUnder = (value: Value): value is Under => "under" in value;

const isWild = (path: string): boolean => /(?:\*\w*|\(\.\*\)|\{\*\w+\})$/.test(path);

/** A middleware of `use`, for all that lies under paths. */
export const under = (
  fn: Value,
  paths: readonly string[],
  { prefix, ...rest }: Pick<Under, "prefix"> & Partial<Pick<Under, "patterns" | "isExact" | "methods">>,
): Under => ({ ...made(fn, paths, prefix), ...rest });

/** Functions of `all` that pass requests on: for a path alone, if it doesn't end with what takes any. */
export const along = (
  fns: readonly Value[],
  path: string,
  { prefix, methods }: Pick<Under, "prefix" | "methods">,
): readonly Under[] => fns.map((fn) => ({ ...made(fn, [path], prefix, !isWild(path)), methods }));

const made = (fn: Value, paths: readonly string[], prefix: string, isExact = false): Under =>
  ({
    ...fn,
    fn,
    under: paths.map((path) => joined(prefix, braced(path))),
    isExact,
    prefix,
    patterns: [],
  }) as Under; // a middleware keeps its kind

/** Whether a registration for one method only stands before others: it refuses requests, or passes them on. */
export const onlyGuards = ({
  run,
  isPassedOn,
}: {
  readonly run: Run;
  readonly isPassedOn: boolean;
}): boolean =>
  isPassedOn && run.answers.length > 0 && run.answers.every(({ status }) => status === 401 || status === 403);

/** Whether a registration for all methods only stands before others: it passes requests on, and answers none itself. */
export const onlyPasses = (
  methods: readonly Verb[],
  { run, isPassedOn }: { readonly run: Run; readonly isPassedOn: boolean },
): boolean => methods === usual && isPassedOn && !run.answers.some(({ status }) => status < 400);

/** Whether a path is another one or lies below it, as routers compare by default. */
function isBelow(start: string, path: string, isExact = false): boolean {
  if (start === "/" && !isExact) return true;
  const [a, b] = [start.split("/"), path.split("/")];
  const isLong = isExact ? a.length === b.length : a.length <= b.length;
  const isSame = (part: string, other = ""): boolean => part.toLowerCase() === other.toLowerCase();
  // `/admin*` takes steps that begin so
  const begins = (part: string, other = ""): boolean =>
    part.includes("{") && other.toLowerCase().startsWith(part.slice(0, part.indexOf("{")).toLowerCase());
  return isLong && a.every((part, index) => isSame(part, b[index]) || begins(part, b[index]));
}

/** How many steps of a path a pattern takes; undefined where that is open. */
function stepsOf(pattern: Value, text: string, isExact: boolean): number | false | undefined {
  const found = patternOf(pattern);
  if (!found) return undefined;
  const start = found.exec(text)?.[0];
  if (start === undefined) return false;
  if (isExact || start === "") return 0;
  // `use` takes off what was found: that must stand in front and end with a step
  const follows = text.startsWith(start) ? (text[start.length] ?? "/") : "";
  if (follows === ".") return undefined;
  return follows === "/" && start.split("/").length - 1;
}

/** The path that a pattern takes a request for a path by; undefined where that is open, false for none. */
function byPattern({ prefix, isExact }: Under, pattern: Value, path: string): string | false | undefined {
  if (!isBelow(prefix, path)) return false;
  const above = prefix === "/" ? 1 : prefix.split("/").length;
  const rest = `/${path.split("/").slice(above).join("/")}`;
  // parameters may be anything: it fits where a number does and a word
  const [steps, other] = ["1", "a"].map((item) =>
    stepsOf(pattern, rest.replaceAll(/\{[^{}]*\}/g, item), isExact),
  );
  if (steps !== other || steps === undefined) return undefined;
  return (
    steps !== false &&
    path
      .split("/")
      .slice(0, above + steps)
      .join("/")
  );
}

/** What makes a path a pattern. */
const odd = /[?+()|[\]\\]/;

const startsOf = (value: Under, path: string): readonly (string | false | undefined)[] => [
  ...value.under.map((start) =>
    odd.test(start.replaceAll(/\{[^{}]*\}/g, "")) ? undefined : isBelow(start, path, value.isExact) && start,
  ),
  ...value.patterns.map((pattern) => byPattern(value, pattern, path)),
];

/** Whether a request goes through a middleware; undefined where that is open. */
export function fits(value: Under, path: string, method: Verb): boolean | undefined {
  if (value.methods?.includes(method) === false) return false;
  const starts = startsOf(value, path);
  return (
    starts.some((start) => typeof start === "string") || (starts.includes(undefined) ? undefined : false)
  );
}

/** A middleware where a request goes through it; where that is open, something unknown in its place. */
export function throughFor(value: Under, path: string, method: Verb): readonly Under[] {
  const goes = fits(value, path, method);
  if (goes === undefined) return [{ ...value, ...unknown, fn: unknown } as Under]; // whatever it was
  return goes ? [value] : [];
}

/** What of a path a middleware sees as its base: Express takes off what it is mounted at. */
export const baseOf = (value: Under, path: string): string =>
  value.isExact ? value.prefix : (startsOf(value, path).find((start) => typeof start === "string") ?? "");
