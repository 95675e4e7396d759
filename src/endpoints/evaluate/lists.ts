import { named } from "../../lib/index.ts";
import { opens } from "./shared.ts";
import {
  either,
  nothing,
  possible,
  texts,
  unknown,
  type ListValue,
  type Machine,
  type Value,
} from "./value.ts";

/*
 * Changes to lists. One that happens on every path is made; of any other, its items may or may not be there.
 */

const isSure = (of: ListValue, m: Machine): boolean => m.isSure(of.born);

const also = (of: ListValue, values: readonly Value[]): void => {
  if (values.length) of.rest = either([...(of.rest ? [of.rest] : []), ...values]);
};

/** Adds items. At startup, what only some settings add counts, as those that add a guard. */
function add(of: ListValue, values: readonly Value[], m: Machine): Value {
  if (!m.run || isSure(of, m)) of.items.push(...values);
  else also(of, values);
  return nothing;
}

/** Changes single items, which any item may then be: the program's own or `values`. */
function loosen(of: ListValue, values: readonly Value[]): Value {
  also(of, values);
  of.isLoose = true;
  return unknown;
}

/** Assigns an item, or the length. */
export function putAt(of: ListValue, at: Value, { value, m }: { value: Value; m: Machine }): void {
  if (!opens(of, m)) loosen(of, texts(at)[0] === "length" ? [] : [value]);
}

/** Removes an item. */
export function removeAt(of: ListValue, m: Machine): void {
  if (!opens(of, m)) loosen(of, []);
}

/** The last or the first item. A request may not reach this call. */
function removeEnd(of: ListValue, at: 0 | -1, m: Machine): Value {
  opens(of, m);
  if (of.rest) return either(possible(of));
  const item = of.items.at(at) ?? unknown;
  if (!m.run && isSure(of, m)) of.items.splice(at, 1);
  else if (!m.run) of.isLoose = true;
  return item;
}

type Change = (of: ListValue, values: readonly Value[], m: Machine) => Value;

const own =
  (change: Change): Change =>
  (of, values, m) =>
    opens(of, m) ? nothing : change(of, values, m);

/** Methods that change a list or a set. */
export const changes: Readonly<Record<string, Change>> = {
  push: own(add),
  append: own(add),
  unshift: own(add),
  add: own(add),
  insert: own((of, [, ...values], m) => add(of, values, m)),
  extend: own((of, [more], m) => {
    if (more?.kind === "list") return add(of, more.items, m);
    also(of, [unknown]);
    return nothing;
  }),
  splice: own((of, [, , ...added]) => loosen(of, added)),
  ...named(
    "remove discard delete clear",
    own((of) => loosen(of, [])),
  ),
  ...named(
    "fill copyWithin",
    own((of) => loosen(of, [unknown])),
  ),
  pop: (of, _, m) => removeEnd(of, -1, m),
  shift: (of, _, m) => removeEnd(of, 0, m),
};

/** Whether two values are the same; `undefined` if that is known only at run time. */
export function isSame(a: Value, b: Value): boolean | undefined {
  if (a.kind === "const" && b.kind === "const") return a.value === b.value;
  const isClass = (value: Value): boolean =>
    value.kind === "class" || (value.kind === "external" && !value.of);
  if (!isClass(a) || !isClass(b)) return undefined;
  return a === b || (a.kind === "external" && b.kind === "external" && a.path === b.path);
}
