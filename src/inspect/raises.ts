import type { Raised, Symbol } from "./contract.ts";
import { none } from "./facts.ts";
import type { Scope } from "./scope.ts";
import { lastName } from "../lib/index.ts";

/** A call that means a declaration here for certain, and isn't caught. */
export interface Edge {
  readonly from: Symbol;
  /** What handlers around the call take. */
  readonly catches: readonly string[];
}

const most = 40;

/** Handlers that take everything, and what Python's own classes extend. */
const everything = new Set(["Exception", "BaseException", "*"]);
/** What Python's `Exception` doesn't take. */
const outside = new Set([
  "SystemExit",
  "KeyboardInterrupt",
  "GeneratorExit",
  "CancelledError",
  "BaseException",
]);
const above: Readonly<Record<string, string>> = {
  KeyError: "LookupError",
  IndexError: "LookupError",
  UnicodeDecodeError: "UnicodeError",
  UnicodeEncodeError: "UnicodeError",
  UnicodeError: "ValueError",
  JSONDecodeError: "ValueError",
  ModuleNotFoundError: "ImportError",
  FileNotFoundError: "OSError",
  FileExistsError: "OSError",
  PermissionError: "OSError",
  ConnectionError: "OSError",
  TimeoutError: "OSError",
  ZeroDivisionError: "ArithmeticError",
  OverflowError: "ArithmeticError",
  NotImplementedError: "RuntimeError",
  RecursionError: "RuntimeError",
  // Java's own
  FileNotFoundException: "IOException",
  UncheckedIOException: "RuntimeException",
  IOException: "Exception",
  IllegalArgumentException: "RuntimeException",
  NumberFormatException: "IllegalArgumentException",
  IllegalStateException: "RuntimeException",
  NullPointerException: "RuntimeException",
  UnsupportedOperationException: "RuntimeException",
  IndexOutOfBoundsException: "RuntimeException",
  ArrayIndexOutOfBoundsException: "IndexOutOfBoundsException",
  NoSuchElementException: "RuntimeException",
  ConcurrentModificationException: "RuntimeException",
  ClassCastException: "RuntimeException",
  ArithmeticException: "RuntimeException",
  ExecutionException: "Exception",
  InterruptedException: "Exception",
};

interface Calls {
  /** By what is called. */
  readonly into: ReadonlyMap<Symbol, readonly Edge[]>;
  readonly names: Scope;
  /** The function that a call names. */
  maker(from: Symbol, name: string): Symbol | undefined;
}

/** The classes of an error that a call makes. */
function typesOf(
  { type, by }: Symbol["declaration"]["raises"][number],
  from: Symbol,
  maker: Calls["maker"],
): readonly string[] {
  const given = by === undefined ? undefined : maker(from, by)?.declaration.gives;
  return given?.length ? given : type ? [type] : [];
}

/** What each declaration can raise, itself or through what it calls and doesn't catch, by its place. */
export function raisesOf(
  symbols: readonly Symbol[],
  { into, names, maker }: Calls,
): readonly (readonly Raised[] | undefined)[] {
  const lines = new Map<string, readonly string[]>();
  const classes = (type: string, file: string): readonly string[] => {
    const key = `${file} ${type}`;
    const found =
      lines.get(key) ??
      names.ancestors(type, file).flatMap((one) => [lastName(one), ...builtin(lastName(one))]);
    lines.set(key, found);
    return found;
  };
  const passes = ({ type, from }: Raised, catches: readonly string[]): boolean =>
    catches.length === 0 ||
    !catches.some(
      (one) =>
        (everything.has(lastName(one)) && !(one !== "*" && one !== "BaseException" && outside.has(type))) ||
        (one.startsWith("!")
          ? !classes(type, from.file).includes(lastName(one.slice(1)))
          : classes(type, from.file).includes(lastName(one))),
    );
  const found: (readonly Raised[] | undefined)[] = symbols.map(() => undefined);
  // each error is one object on its whole way
  const local = new Set<Raised>();
  for (const symbol of symbols) {
    const own: Raised[] = [];
    const { raises } = symbol.declaration;
    for (const each of raises)
      for (const type of typesOf(each, symbol, maker)) {
        const one = { type, from: symbol, ...(each.by && { by: each.by }) };
        if (own.some((other) => other.type === type) || !passes(one, each.catches ?? [])) continue;
        own.push(one);
        const same = raises.filter((other) => other.type === type);
        if (same.length && same.every((other) => other.local)) local.add(one);
      }
    if (own.length) found[symbol.place] = own.map((one) => one); // as long as it has to be: a slice would keep what was set aside to grow
  }
  const open = symbols.filter(({ place }) => found[place]);
  // what a declaration hasn't passed on yet
  const waiting = new Map<Symbol, readonly Raised[]>(
    open.map((symbol) => [symbol, found[symbol.place] ?? none]),
  );
  for (let at = open.pop(); at; at = open.pop()) {
    const leaving = waiting.get(at);
    if (!leaving) continue;
    waiting.delete(at);
    for (const { from, catches } of into.get(at) ?? []) {
      const own: readonly Raised[] = found[from.place] ?? none;
      if (own.length >= most) continue;
      const fresh = leaving.filter(
        (one) => one.from !== from && !own.includes(one) && !local.has(one) && passes(one, catches),
      );
      if (fresh.length === 0) continue;
      found[from.place] = own.concat(fresh); // as long as it has to be
      waiting.set(from, waiting.get(from)?.concat(fresh) ?? fresh);
      open.push(from);
    }
  }
  return found;
}

function builtin(type: string): readonly string[] {
  const found: string[] = [];
  for (let at = above[type]; at; at = above[at]) found.push(at);
  return found;
}
