import type { Run, Value } from "../evaluate/types.ts";
import type { Verb } from "./contract.ts";
import { braced, joined } from "./paths.ts";
import { usual } from "./verbs.ts";

/** A middleware that is registered for some paths only: for all that begin with them, or for them alone. */
export type Under = Value & {
  readonly fn: Value;
  readonly under: readonly string[];
  readonly isExact: boolean;
  /** Where the router lies that it belongs to. */
  readonly prefix: string;
};

export const isUnder = (value: Value): value is Under => "under" in value;

const isWild = (path: string): boolean => /(?:\*\w*|\(\.\*\)|\{\*\w+\})$/.test(path);

/** A middleware of `use`, for all that lies under paths. */
export const under = (fn: Value, paths: readonly string[], prefix: string): Under => made(fn, paths, prefix);

/** Functions of `all` that pass requests on: for a path alone, if it doesn't end with what takes any. */
export const along = (fns: readonly Value[], path: string, prefix: string): readonly Under[] =>
  fns.map((fn) => made(fn, [path], prefix, !isWild(path)));

const made = (fn: Value, paths: readonly string[], prefix: string, isExact = false): Under =>
  ({ ...fn, fn, under: paths.map((path) => joined(prefix, braced(path))), isExact, prefix }) as Under; // a middleware keeps its kind

/** Whether a registration for all methods only stands before others: it passes requests on, and answers none itself. */
export const onlyPasses = (
  methods: readonly Verb[],
  { run, isPassedOn }: { readonly run: Run; readonly isPassedOn: boolean },
): boolean => methods === usual && isPassedOn && !run.answers.some(({ status }) => status < 400);

/** The path under which a request for a path goes through a middleware; undefined where it doesn't. */
export const startOf = (value: Under, path: string): string | undefined =>
  value.under.find((start) => {
    if (start === "/" && !value.isExact) return true;
    const [a, b] = [start.split("/"), path.split("/")];
    const isLong = value.isExact ? a.length === b.length : a.length <= b.length;
    return isLong && a.every((part, index) => part === b[index] || part.startsWith("{"));
  });

/** Whether a request for a path goes through a middleware. */
export const fits = (value: Under, path: string): boolean => startOf(value, path) !== undefined;

/** What of a path a middleware sees as its base: Express takes off what it is mounted at. */
export const baseOf = (value: Under, path: string): string =>
  value.isExact ? value.prefix : (startOf(value, path) ?? "");
