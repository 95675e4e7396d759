import { patternOf } from "../evaluate/patterns.ts";
import type { Run, Value } from "../evaluate/types.ts";
import { items, texts, unknown } from "../evaluate/value.ts";
import { type Verb, usual } from "./contract.ts";
import { braced, joined } from "./paths.ts";

/** Middleware that is registered for some paths: exactly those, or all that begin with them. */
export type Under = Value & {
  readonly fn: Value;
  readonly under: readonly string[];
  /** Regular expressions for the path below the router. */
  readonly patterns: readonly Value[];
  readonly isExact: boolean;
  /** The methods it applies to; absent: all. */
  readonly methods?: readonly Verb[] | undefined;
  readonly prefix: string;
};

/** The patterns in an argument for paths. */
export const patternsOf = (value: Value | undefined): readonly Value[] =>
  value ? items(value).filter((item) => item.kind === "external" && item.path === "RegExp()") : [];

/** The literal paths in an argument, next to patterns; `undefined` for a function or a router. */
export function pathsBesidePatterns(value: Value | undefined): readonly string[] | undefined {
  if (!value || value.kind === "function" || value.kind === "native") return undefined;
  if (value.kind === "object" && value.host) return undefined;
  const all = items(value).flatMap((item) => texts(item));
  return all.length || value.kind === "unknown" || patternsOf(value).length ? all : undefined;
}

/** Splits the arguments of `use` into paths and handlers. An unknown path may be any, like a pattern. */
export function usedFor(values: readonly Value[]): Pick<Under, "patterns"> & {
  /** Undefined: every path. */
  readonly paths: readonly string[] | undefined;
  readonly rest: readonly Value[];
} {
  const [first, ...rest] = values;
  const paths = rest.length || patternsOf(first).length ? pathsBesidePatterns(first) : undefined;
  if (!first || !paths) return { paths: undefined, patterns: [], rest: values };
  const open = items(first).filter(({ kind }) => kind === "unknown");
  return { paths, patterns: [...open, ...patternsOf(first)], rest };
}

export const isUnder = (value: Value): value is Under => "under" in value;

const isWild = (path: string): boolean => /(?:\*\w*|\(\.\*\)|\{\*\w+\})$/.test(path);

/** Middleware of `use`, for everything below some paths. */
export const under = (
  fn: Value,
  paths: readonly string[],
  { prefix, ...rest }: Pick<Under, "prefix"> & Partial<Pick<Under, "patterns" | "isExact" | "methods">>,
): Under => ({ ...scopeOf(fn, paths, prefix), ...rest });

/**
 * Route handlers that pass requests on, as middleware: for exactly that path, unless it ends with a wildcard; a wildcard
 * alone matches the root of its router, too.
 */
export const along = (
  fns: readonly Value[],
  path: string,
  { prefix, methods }: Pick<Under, "prefix" | "methods">,
): readonly Under[] => {
  const start = /^\/?\*$/.test(path) ? "" : path;
  return fns.map((fn) => ({ ...scopeOf(fn, [start], prefix, !isWild(path)), methods }));
};

const scopeOf = (fn: Value, paths: readonly string[], prefix: string, isExact = false): Under =>
  ({
    ...fn,
    fn,
    under: paths.map((path) => joined(prefix, braced(path))),
    isExact,
    prefix,
    patterns: [],
  }) as Under; // a middleware keeps its kind

/**
 * Whether a registration for one method only guards later ones: it passes requests on or refuses them with 401 or 403.
 */
export const onlyGuards = ({
  run,
  isPassedOn,
}: {
  readonly run: Run;
  readonly isPassedOn: boolean;
}): boolean =>
  isPassedOn && run.answers.length > 0 && run.answers.every(({ status }) => status === 401 || status === 403);

/**
 * Whether a registration for all methods only runs before others: it passes requests on and never answers successfully.
 */
export const onlyPasses = (
  methods: readonly Verb[],
  { run, isPassedOn }: { readonly run: Run; readonly isPassedOn: boolean },
): boolean => methods === usual && isPassedOn && !run.answers.some(({ status }) => status < 400);

/** Whether a path equals another or is below it, compared as routers do by default. */
function isBelow(start: string, path: string, isExact = false): boolean {
  if (start === "/" && !isExact) return true;
  const [a, b] = [start.split("/"), path.split("/")];
  const isLong = isExact ? a.length === b.length : a.length <= b.length;
  const isSame = (part: string, other = ""): boolean => part.toLowerCase() === other.toLowerCase();
  // `/admin*` matches segments with that prefix
  const begins = (part: string, other = ""): boolean =>
    part.includes("{") && other.toLowerCase().startsWith(part.slice(0, part.indexOf("{")).toLowerCase());
  return isLong && a.every((part, index) => isSame(part, b[index]) || begins(part, b[index]));
}

/** How many segments of a path a pattern matches; `undefined` if unknown, false for none. */
function stepsOf(pattern: Value, text: string, isExact: boolean): number | false | undefined {
  const found = patternOf(pattern, text);
  if (!found) return undefined;
  const start = found.exec(text)?.[0];
  if (start === undefined) return false;
  if (isExact || start === "") return 0;
  // `use` removes the match: it must be at the start and end at a segment
  const follows = text.startsWith(start) ? (text[start.length] ?? "/") : "";
  if (follows === ".") return undefined;
  return follows === "/" && start.split("/").length - 1;
}

/** The start of a path that a pattern matches; `undefined` if unknown, false for none. */
function byPattern({ prefix, isExact }: Under, pattern: Value, path: string): string | false | undefined {
  if (!isBelow(prefix, path)) return false;
  const above = prefix === "/" ? 1 : prefix.split("/").length;
  const rest = `/${path.split("/").slice(above).join("/")}`;
  // path parameters may hold anything: the pattern must match both a number and a word
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

/** Characters that make a path a pattern. */
const odd = /[?+()|[\]\\]/;

const startsOf = (value: Under, path: string): readonly (string | false | undefined)[] => [
  ...value.under.map((start) =>
    odd.test(start.replaceAll(/\{[^{}]*\}/g, "")) ? undefined : isBelow(start, path, value.isExact) && start,
  ),
  ...value.patterns.map((pattern) => byPattern(value, pattern, path)),
];

/** Whether a request passes through a middleware; `undefined` if unknown. */
export function fits(value: Under, path: string, method: Verb): boolean | undefined {
  if (value.methods?.includes(method) === false) return false;
  const starts = startsOf(value, path);
  return (
    starts.some((start) => typeof start === "string") || (starts.includes(undefined) ? undefined : false)
  );
}

/** The middleware if a request passes through it; an unknown value if that is unknown. */
export function throughFor(value: Under, path: string, method: Verb): readonly Under[] {
  const goes = fits(value, path, method);
  if (goes === undefined) return [{ ...value, ...unknown, fn: unknown } as Under]; // the middleware may be of any kind
  return goes ? [value] : [];
}

/** The base path that a middleware sees: Express removes the path it is mounted at. */
export const baseOf = (value: Under, path: string): string =>
  value.isExact ? value.prefix : (startsOf(value, path).find((start) => typeof start === "string") ?? "");
