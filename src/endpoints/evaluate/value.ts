import type { Literal } from "../program/ir.ts";
import type {
  Args,
  ConstValue,
  ExternalValue,
  Host,
  ListValue,
  NativeValue,
  ObjectValue,
  Value,
} from "./types.ts";

export type * from "./types.ts";

let born = 0;

/** How many stores there were so far. */
export const stores = (): number => born;

/** What a program can change, with its age: what is younger than a branch needs no taking back. */
export class Store extends Map<string, Value> {
  readonly born = ++born;
}

export const unknown: Value = { kind: "unknown" };
/** Who makes the request, as far as a program can know. */
export const someone: Value = { kind: "unknown", identity: true };
export const nobody: ConstValue = { kind: "const", value: undefined, absent: true };
/** The same where a library gives an empty text. */
export const noText: ConstValue = { kind: "const", value: "", absent: true };
export const constant = (value: Literal): ConstValue => ({ kind: "const", value });
export const nothing = constant(undefined);

export const object = (props: Iterable<readonly [string, Value]> = [], host?: Host): ObjectValue => ({
  kind: "object",
  props: new Store(props),
  ...(host ? { host } : {}),
});
export const list = (items: readonly Value[], rest?: Value): ListValue => ({
  kind: "list",
  items: [...items],
  ...(rest ? { rest } : {}),
});
export const native = (name: string, call: NativeValue["call"]): NativeValue => ({
  kind: "native",
  name,
  call,
});
export const external = (path: string): ExternalValue => ({
  kind: "external",
  path,
  name: path.slice(path.lastIndexOf(".") + 1),
});

/** What a call of a library gives: a name for it, with what it was given. */
export const result = (callee: ExternalValue, args: Args): ExternalValue => ({
  ...external(`${callee.path.length > 300 ? callee.name : callee.path}()`),
  name: "()",
  of: callee,
  args,
});

const mostAlternatives = 16;

/** One value that is any of the given. */
export function either(values: readonly Value[]): Value {
  const flat = values.flatMap((value) => (value.kind === "either" ? value.of : [value]));
  const found: Value[] = [];
  for (const value of flat)
    if (!found.some((other) => other === value || alike(other, value))) found.push(value);
  const [first] = found;
  if (found.length <= 1) return first ?? unknown;
  return { kind: "either", of: found.slice(0, mostAlternatives) };
}

const alike = (a: Value, b: Value): boolean =>
  (a.kind === "const" && b.kind === "const" && a.value === b.value && a.absent === b.absent) ||
  (a.kind === "unknown" && b.kind === "unknown" && a.identity === b.identity);

/** What a value may be, one by one. */
export const each = (value: Value): readonly Value[] => (value.kind === "either" ? value.of : [value]);

/** What `typeof` says of a value; undefined where only running tells. */
export function typeName(value: Value): string | undefined {
  switch (value.kind) {
    case "const":
      return value.value === null ? "object" : typeof value.value;
    case "object":
    case "list":
      return "object";
    case "function":
    case "class":
    case "native":
      return "function";
    case "unknown":
      return value.written === undefined ? undefined : "string";
    default:
      return undefined;
  }
}

/** Null, None or undefined. */
export const isMissing = (value: Value): boolean =>
  value.kind === "const" && (value.value === undefined || value.value === null);

/** Whether each member of an object may not be there: one that only a branch sets is nothing in the others. */
export const lacksAll = ({ props }: ObjectValue): boolean =>
  [...props.values()].every((value) =>
    each(value).some((value) => value.kind === "const" && value.value === undefined),
  );

/** The texts that a value may be. */
export const texts = (value: Value | undefined): readonly string[] =>
  value
    ? each(value).flatMap((value) =>
        value.kind === "const" && typeof value.value === "string" ? [value.value] : [],
      )
    : [];
export const textOf = (value: Value | undefined): string | undefined => texts(value)[0];
export const numbers = (value: Value | undefined): readonly number[] =>
  value
    ? each(value).flatMap((value) =>
        value.kind === "const" && typeof value.value === "number" ? [value.value] : [],
      )
    : [];

/** A name of a request's part as one step of a dotted path: `user.eq` is one parameter. */
export const step = (name: string): string => name.replaceAll(".", "\0");
export const nameOfStep = (one: string): string => one.replaceAll("\0", ".");

/** The members of a list, and of lists in it. */
export const items = (value: Value | undefined): readonly Value[] =>
  !value
    ? []
    : value.kind === "list"
      ? [...value.items.flatMap((item) => items(item)), ...(value.rest ? items(value.rest) : [])]
      : [value];

/** Who asks, where nobody has signed in. */
export const isNobody = (value: Value | undefined): boolean =>
  value?.kind === "object" && value.host?.isNobody === true;

export const propOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.kind === "object" ? value.props.get(name) : undefined;

/** Functions that JavaScript comes with. */
const own = new Set("String Number Boolean Array Object Date Map Set Promise RegExp Symbol Error".split(" "));

/** Whether a value counts as true; undefined where that is open. */
export function truth(value: Value): boolean | undefined {
  switch (value.kind) {
    case "const":
      return Boolean(value.value);
    case "either": {
      const all = new Set(value.of.map(truth));
      return all.size === 1 ? [...all][0] : undefined;
    }
    case "function":
    case "class":
    case "native":
      return true;
    case "list":
      return value.items.length > 0 && !value.rest && !value.isLoose ? true : undefined;
    case "external":
      return own.has(value.path) ? true : undefined;
    case "object":
      return value.host?.isThere || !(value.rest || lacksAll(value)) ? true : undefined;
    default:
      return undefined;
  }
}
