import type { Literal } from "../program/ir.ts";
import { ancestry } from "./classes.ts";
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

/** The number of stores created so far. */
export const stores = (): number => born;

/** State that a program can change, with its age: what a branch creates itself needs no undoing. */
export class Store extends Map<string, Value> {
  readonly born = ++born;
}

export const unknown: Value = { kind: "unknown" };
/** A part of the request that a framework passes as an argument. */
export const argument: Value = { kind: "unknown", isSent: true };
/** A value of the environment. */
export const setting: Value = { kind: "unknown", isSetting: true };
/** The caller, as far as a program can know. */
export const someone: Value = { kind: "unknown", identity: true };
export const nobody: ConstValue = { kind: "const", value: undefined, absent: true };
/** Missing credentials that a library returns as an empty text. */
export const noText: ConstValue = { kind: "const", value: "", absent: true };
export const constant = (value: Literal): ConstValue => ({ kind: "const", value });
export const nothing = constant(undefined);
/** The value of a member that the program has deleted. */
export const gone: ConstValue = constant(undefined);

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

/** The result of a library call: a name for it, with the arguments. */
export const result = (callee: ExternalValue, args: Args): ExternalValue => ({
  ...external(`${callee.path.length > 300 ? callee.name : callee.path}()`),
  name: "()",
  of: callee,
  args,
});

const mostAlternatives = 16;

/** A value that is one of several. */
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
  (a.kind === "unknown" &&
    b.kind === "unknown" &&
    a.identity === b.identity &&
    a.isSetting === b.isSetting &&
    a.isSent === b.isSent);

export const each = (value: Value): readonly Value[] => (value.kind === "either" ? value.of : [value]);

/** The result of `typeof`; `undefined` if it is known only at run time. */
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

/** Whether a value is null, None or undefined. */
export const isMissing = (value: Value): boolean =>
  value.kind === "const" && (value.value === undefined || value.value === null);

/** Whether every member of an object may be missing. A member that only one branch sets is missing in the others. */
export const lacksAll = ({ props }: ObjectValue): boolean =>
  [...props.values()].every((value) =>
    each(value).some((value) => value.kind === "const" && value.value === undefined),
  );

/** The name of a library's function, or of the one that was called: `@login_required` with and without arguments. */
export const calledName = (value: Value): string =>
  value.kind === "external" ? ((value.args ? value.of?.name : value.name) ?? "") : "";

/** The texts that a value may be. */
export const texts = (value: Value | undefined): readonly string[] =>
  value
    ? each(value).flatMap((value) =>
        value.kind === "const" && typeof value.value === "string" ? [value.value] : [],
      )
    : [];
export const textOf = (value: Value | undefined): string | undefined => texts(value)[0];
/** The name of a value as a key of an object. Functions and classes of modules are identified by their positions. */
export function keyOf(value: Value): string | undefined {
  if (value.kind === "function" || value.kind === "class") {
    // a closure or a bound method is one of several at its position
    const isOnly = value.scope.kind === "module" && !("self" in value && value.self);
    const { file, at } = value.kind === "function" ? value.fn : value.cls;
    return isOnly ? `%${file}:${at}` : undefined;
  }
  return texts(value)[0] ?? (value.kind === "const" ? String(value.value) : undefined);
}
export const numbers = (value: Value | undefined): readonly number[] =>
  value
    ? each(value).flatMap((value) =>
        value.kind === "const" && typeof value.value === "number" ? [value.value] : [],
      )
    : [];

/** A parameter's name as one step of a dotted path: `user.eq` is one parameter. */
export const step = (name: string): string => name.replaceAll(".", "\0");
export const nameOfStep = (one: string): string => one.replaceAll("\0", ".");

/** The items of a list, including those of nested lists; any other value is its own only item. */
export const items = (value: Value | undefined): readonly Value[] =>
  !value
    ? []
    : value.kind === "list"
      ? [...value.items.flatMap((item) => items(item)), ...(value.rest ? items(value.rest) : [])]
      : [value];

/** The items of a list: the known ones, and the value of further ones. */
export const possible = ({ items: known, rest }: ListValue): readonly Value[] =>
  rest ? [...known, rest] : known;

/** Whether a value is missing credentials, or the caller where nobody has signed in: no table or list holds it. */
export const isLacking = (value: Value | undefined): boolean =>
  (value?.kind === "const" && value.absent === true) || isNobody(value);

/** Whether a value is the caller's identity where nobody has signed in. */
export const isNobody = (value: Value | undefined): boolean =>
  value?.kind === "object" && value.host?.isNobody === true;

export const propOf = (value: Value | undefined, name: string): Value | undefined => {
  const found = value?.kind === "object" ? value.props.get(name) : undefined;
  return found === gone ? undefined : found;
};

/** JavaScript's built-in functions. */
const classes = new Set(
  "String Number Boolean Array Object Date Map Set Promise RegExp Symbol Error".split(" "),
);

/** Whether a value is an instance of classes of the program that have no say in whether it is truthy. */
const isInstance = ({ cls, host }: ObjectValue): boolean =>
  cls !== undefined &&
  !host &&
  ancestry(cls).every((value) =>
    value.kind === "class"
      ? !value.cls.methods.some(({ fn }) => fn.name === "__bool__" || fn.name === "__len__")
      : value.kind === "external" &&
        /^(?:object|(?:abc\.)?ABC|(?:typing\.)?(?:Generic|Protocol))$/.test(value.path),
  );

/** Whether a value is truthy; `undefined` if unknown. */
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
      return classes.has(value.path) ? true : undefined;
    case "object":
      return value.host?.isThere || !(value.rest || lacksAll(value)) || isInstance(value) ? true : undefined;
    default:
      return undefined;
  }
}
