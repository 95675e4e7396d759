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

const indexOf = (at: Value | undefined): number | undefined =>
  at?.kind === "const" && typeof at.value === "number" ? at.value : undefined;

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

/** Assigns an item, or the length. */
export function putAt(of: ListValue, at: Value, { value, m }: { value: Value; m: Machine }): void {
  if (opens(of, m)) return;
  const index = indexOf(at);
  const before = index === undefined ? undefined : of.items[index];
  if (texts(at)[0] === "length") splice(of, [value], m);
  else if (index !== undefined && index === of.items.length && !of.rest) add(of, [value], m);
  else if (index !== undefined && before) of.items[index] = isSure(of, m) ? value : either([before, value]);
  else {
    also(of, [value]);
    of.isLoose = true;
  }
}

/** Removes an item. */
export function removeAt(of: ListValue, at: Value, m: Machine): void {
  const index = indexOf(at);
  if (!opens(of, m)) take(of, index === undefined ? undefined : [index], m);
}

/** Removes the items with these indexes; if they are unknown, it may be any. */
function take(of: ListValue, indexes: readonly number[] | undefined, m: Machine): void {
  if (!indexes || (of.rest && indexes.length) || !isSure(of, m)) of.isLoose = true;
  else for (const index of indexes.toReversed()) of.items.splice(index, 1);
}

function splice(of: ListValue, [start, count, ...added]: readonly Value[], m: Machine): Value {
  const from = indexOf(start);
  const end = of.items.length;
  const number = count ? indexOf(count) : end;
  const first = from === undefined ? undefined : from < 0 ? end + from : from;
  const isKnown = first !== undefined && number !== undefined;
  const indexes = of.items.flatMap((_, index) =>
    isKnown && index >= first && index < first + number ? [index] : [],
  );
  take(of, isKnown ? indexes : undefined, m);
  return added.length ? add(of, added, m) : unknown;
}

function removeSame(of: ListValue, [item]: readonly Value[], m: Machine): Value {
  const same = of.items.map((other) => (item ? isSame(other, item) : undefined));
  const indexes = same.flatMap((is, index) => (is ? [index] : []));
  take(of, same.includes(undefined) ? undefined : indexes, m);
  return unknown;
}

/** The last or the first item. A request may not reach this call. */
function removeEnd(of: ListValue, at: 0 | -1, m: Machine): Value {
  opens(of, m);
  if (of.rest) return either(possible(of));
  const item = of.items.at(at) ?? unknown;
  if (!m.run) take(of, [at ? of.items.length - 1 : 0], m);
  return item;
}

const rearranged = (of: ListValue): Value => {
  also(of, [unknown]);
  of.isLoose = true;
  return unknown;
};

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
  splice: own(splice),
  remove: own(removeSame),
  discard: own(removeSame),
  delete: own(removeSame),
  clear: own((of, _, m) => {
    take(of, [...of.items.keys()], m);
    return nothing;
  }),
  fill: own(rearranged),
  copyWithin: own(rearranged),
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
