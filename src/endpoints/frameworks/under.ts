import type { Run, Value } from "../evaluate/types.ts";
import type { Verb } from "./contract.ts";
import { braced, joined } from "./paths.ts";
import { usual } from "./verbs.ts";

/** A middleware that is registered for some paths only: for all that begin with them, or for them alone. */
export type Under = Value & {
  readonly fn: Value;
  readonly under: readonly string[];
  readonly isExact: boolean;
  /** Requests of these methods alone go through it. */
  readonly methods?: readonly Verb[] | undefined;
  /** Where the router lies that it belongs to. */
  readonly prefix: string;
};

export const isUnder = (value: Value): value is Under => "under" in value;

const isWild = (path: string): boolean => /(?:\*\w*|\(\.\*\)|\{\*\w+\})$/.test(path);

/** A middleware of `use`, for all that lies under paths. */
export const under = (fn: Value, paths: readonly string[], prefix: string): Under => made(fn, paths, prefix);

/** Functions of `all` that pass requests on: for a path alone, if it doesn't end with what takes any. */
export const along = (
  fns: readonly Value[],
  path: string,
  { prefix, methods }: Pick<Under, "prefix" | "methods">,
): readonly Under[] => fns.map((fn) => ({ ...made(fn, [path], prefix, !isWild(path)), methods }));

const made = (fn: Value, paths: readonly string[], prefix: string, isExact = false): Under =>
  ({ ...fn, fn, under: paths.map((path) => joined(prefix, braced(path))), isExact, prefix }) as Under; // a middleware keeps its kind

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

/** The path under which a request for a path goes through a middleware; undefined where it doesn't. */
export const startOf = (value: Under, path: string): string | undefined =>
  value.under.find((start) => {
    if (start === "/" && !value.isExact) return true;
    const [a, b] = [start.split("/"), path.split("/")];
    const isLong = value.isExact ? a.length === b.length : a.length <= b.length;
    // as routers compare, unless they are told otherwise
    const isSame = (part: string, other = ""): boolean => part.toLowerCase() === other.toLowerCase();
    return isLong && a.every((part, index) => isSame(part, b[index]) || part.startsWith("{"));
  });

/** Whether a request goes through a middleware. */
export const fits = (value: Under, path: string, method: Verb): boolean =>
  value.methods?.includes(method) !== false && startOf(value, path) !== undefined;

/** What of a path a middleware sees as its base: Express takes off what it is mounted at. */
export const baseOf = (value: Under, path: string): string =>
  value.isExact ? value.prefix : (startOf(value, path) ?? "");
