import { capital, inTable } from "../../lib/index.ts";
import { args, type Machine } from "./machine.ts";
import { byPattern } from "./patterns.ts";
import { put, remove } from "./assign.ts";
import { changes, isSame } from "./lists.ts";
import { compare } from "./operators.ts";
import {
  constant,
  each,
  either,
  gone,
  lacksAll,
  isLacking,
  isMissing,
  list,
  native,
  nobody,
  nothing,
  numbers,
  object,
  possible,
  propOf,
  Store,
  texts,
  truth,
  unknown,
  type InputValue,
  type ListValue,
  type ObjectValue,
  type Value,
} from "./value.ts";

const callback = (fn: Value | undefined, values: readonly Value[], m: Machine): Value =>
  fn ? m.call(fn, args(values)) : unknown;

/** Methods of every promise. */
export const thenable: ReadonlyMap<string, (of: Value, m: Machine) => Value> = new Map([
  ["then", (of, m) => native("then", ({ list: [fn] }) => (fn ? m.call(fn, args([of])) : of))],
  [
    "catch",
    (of, m) =>
      native("catch", ({ list: [fn] }) =>
        fn ? either(m.branches([() => of, () => m.call(fn, args([unknown]))])) : of,
      ),
  ],
  [
    "finally",
    (of, m) =>
      native("finally", ({ list: [fn] }) => {
        if (fn) m.call(fn, args([]));
        return of;
      }),
  ],
]);

type ListMethod = (of: ListValue, values: readonly Value[], m: Machine) => Value;

const eachOf = (of: ListValue, fn: Value | undefined, m: Machine): readonly Value[] =>
  of.items.slice(0, 500).map((item, index) => callback(fn, [item, constant(index), of], m));

const restOf = (of: ListValue, fn: Value | undefined, m: Machine): Value | undefined =>
  of.rest && callback(fn, [of.rest, unknown, of], m);

const filterItems: ListMethod = (of, [fn], m) => {
  const fits = (item: Value): boolean | undefined => truth(callback(fn, [item], m));
  const found = of.items.map((item) => [item, fits(item)] as const).filter(([, is]) => is !== false);
  const items = found.map(([item]) => item);
  const isSure = found.every(([, is]) => is);
  const rest = of.rest && fits(of.rest) !== false ? of.rest : undefined;
  if (!m.run || isSure) return { ...list(items, rest), ...(!isSure && { isLoose: true }) };
  // a request may find any of them, or none
  return list([], either([...items, rest ?? unknown, unknown]));
};

const listMethods: Readonly<Record<string, ListMethod>> = {
  map: (of, [fn], m) => list(eachOf(of, fn, m), restOf(of, fn, m)),
  forEach: (of, [fn], m) => {
    eachOf(of, fn, m);
    restOf(of, fn, m);
    return nothing;
  },
  flatMap: (of, [fn], m) => {
    const all = [...eachOf(of, fn, m)];
    return list(all.flatMap((item) => (item.kind === "list" ? item.items : [item])));
  },
  filter: filterItems,
  find: (of, values, m) => either([...possible(filterItems(of, values, m) as ListValue), nothing]),
  reduce: (of, [fn, start], m) =>
    of.items.reduce<Value>((sum, item) => callback(fn, [sum, item], m), start ?? nothing),
  concat: (of, values) =>
    list([...of.items, ...values.flatMap((item) => (item.kind === "list" ? item.items : [item]))], of.rest),
  flat: (of) =>
    list(
      of.items.flatMap((item) => (item.kind === "list" ? item.items : [item])),
      of.rest,
    ),
  slice: (of, values) => {
    const [from, to] = values.map((value) => numbers(value)[0]);
    const isKnown = from !== undefined && (values.length < 2 || to !== undefined);
    return isKnown ? list(of.items.slice(from, of.rest ? undefined : to), of.rest) : of;
  },
  reverse: (of) => of,
  sort: (of) => of,
  entries: (of) => list(of.items.map((item, index) => list([constant(index), item]))),
  values: (of) => of,
  join: (of, [by]) => {
    const parts = of.items.map((item) => texts(item)[0]);
    if (of.rest || parts.includes(undefined)) return unknown;
    return constant(parts.join(texts(by)[0] ?? ","));
  },
  some: (of, [fn], m) => decided(of, fn, { m, on: true }),
  every: (of, [fn], m) => decided(of, fn, { m, on: false }),
  includes,
  has: includes,
  indexOf: (of, values, m) => placeIn(includes(of, values, m)),
  findIndex: (of, [fn], m) => placeIn(decided(of, fn, { m, on: true })),
};

/** The index of an item; -1 if a list is known not to hold it. */
const placeIn = (isIn: Value): Value => (truth(isIn) === false ? constant(-1) : unknown);

/** `includes` of a list, and `has` of a JavaScript set. */
function includes(of: ListValue, [item]: readonly Value[], m: Machine): Value {
  amongNames(item, of, m);
  const all = new Set(of.items.map((value) => (item && !of.rest ? isSame(value, item) : undefined)));
  if (all.has(true)) return of.isLoose ? unknown : constant(true);
  return (of.rest || all.has(undefined)) && !isLacking(item) ? unknown : constant(false);
}

/** `some` (`on` true) and `every`: known if the callback's result is known for each item. */
function decided(of: ListValue, fn: Value | undefined, { m, on }: { m: Machine; on: boolean }): Value {
  if (fn?.kind !== "function") return unknown;
  const found = new Set(of.items.map((item) => truth(m.call(fn, args([item])))));
  const rest = of.rest && truth(m.call(fn, args([of.rest])));
  if (found.has(on)) return constant(on);
  return found.has(undefined) || (of.rest && rest !== !on) ? unknown : constant(!on);
}

export function listMethod(of: ListValue, name: string, m: Machine): Value {
  if (/^\d+$/.test(name)) return of.items[Number(name)] ?? of.rest ?? nothing;
  if (name === "length" || name === "size")
    return of.rest || of.isLoose ? unknown : constant(of.items.length);
  const method = inTable(listMethods, name);
  if (method) return native(name, (callArgs) => method(of, callArgs.list, m));
  const change = inTable(changes, name);
  if (change) return native(name, (callArgs) => change(of, callArgs.list, m));
  return (
    thenable.get(name)?.(of, m) ??
    native(name, ({ list: [fn] }) => {
      if (fn?.kind === "function") eachOf(of, fn, m);
      return unknown;
    })
  );
}

/** An unknown key of a part of the request. */
export const keyIn = (keyOf: InputValue): Value => ({ kind: "unknown", keyOf });

/** If an unknown key of the request has to be one of the program's names, those names are read. */
export function amongNames(key: Value | undefined, of: Value, m: Machine): void {
  if (key?.kind !== "unknown" || !key.keyOf || of.kind !== "list") return;
  for (const name of of.items.flatMap((item) => texts(item)))
    m.read({ ...key.keyOf, path: [...key.keyOf.path, name] });
}

/** A list with one entry for each member; it may be empty if a request may have set none of them. */
function listed(of: Value | undefined, m: Machine, build: (key: Value, value: Value) => Value): Value {
  if (of?.kind === "input") return list([], build(keyIn(of), of));
  if (of?.kind !== "object") return list([], unknown);
  const all = [...of.props]
    .filter(([, value]) => value !== gone)
    .map(([key, value]) => build(constant(key), value));
  const rest = of.rest && build(unknown, of.rest);
  if (!m.run || !all.length || !lacksAll(of)) return list(all, rest);
  return list([], either([...all, ...(rest ? [rest] : [])]));
}

export const keysOf = (of: Value | undefined, m: Machine): Value => listed(of, m, (key) => key);
export const valuesOf = (of: Value | undefined, m: Machine): Value => listed(of, m, (_, value) => value);
export const entriesOf = (of: Value | undefined, m: Machine): Value =>
  listed(of, m, (key, value) => list([key, value]));

/**
 * Copies the members of other values into an object; unknown members stay possible. A member that only some
 * alternatives have keeps its value in the others, or is unknown, as whoever reads it may have a default.
 */
export function merge(into: ObjectValue, from: readonly Value[], m: Machine): ObjectValue {
  for (const all of from.map(each)) {
    const objects = all.filter((value) => value.kind === "object");
    for (const name of new Set(objects.flatMap(({ props }) => [...props.keys()]))) {
      const before = propOf(into, name) ?? unknown;
      const found = all.map((value) => propOf(value, name));
      if (found.some(Boolean)) m.set(into.props, name, either(found.map((value) => value ?? before)));
    }
    const open = all.find(({ kind }) => kind !== "object" && kind !== "const");
    const rest = open ?? objects.find((value) => value.rest)?.rest;
    if (rest) into.rest = rest;
  }
  return into;
}

/** Whether a dictionary is empty and was created by this request. */
const isEmptyHere = ({ props, rest, host }: ObjectValue, { run }: Machine): boolean =>
  !host && !props.size && !rest && run !== undefined && props instanceof Store && props.born > run.since;

/** `map.set(key, value)`; what a request puts into the map of all requests may be there or not. */
function store(of: ObjectValue, key: Value, { value, m }: { value: Value; m: Machine }): void {
  const isShared = m.run !== undefined && !(of.props instanceof Store && of.props.born > m.run.since);
  if (!isShared) return put(of, key, { value, m });
  m.isChanged ||= !of.rest;
  of.rest = unknown;
}

const sizeOf = ({ props, rest }: ObjectValue): Value => {
  const values = [...props.values()].filter((value) => value !== gone);
  return rest || values.some((value) => each(value).includes(gone)) ? unknown : constant(values.length);
};

/** Methods of dictionaries and maps. */
export function objectMethod(of: ObjectValue, name: string, m: Machine): Value | undefined {
  switch (name) {
    case "items":
      return native(name, () => entriesOf(of, m));
    case "keys":
      return native(name, () => keysOf(of, m));
    case "values":
      return native(name, () => valuesOf(of, m));
    case "copy":
      return native(name, () => of);
    case "get":
    case "pop":
      return native(name, ({ list: [key = unknown, otherwise = nothing] }) => {
        const missing = of.rest ?? otherwise;
        const memberOf = (value: Value): Value => {
          const [known] = texts(value);
          if (isLacking(value)) return isMissing(otherwise) ? nobody : otherwise;
          if (known === undefined) return isEmptyHere(of, m) ? otherwise : unknown;
          return propOf(of, known) ?? missing;
        };
        return either(each(key).map(memberOf));
      });
    case "update":
      return native(name, ({ list: more, named }) => merge(of, [...more, object(named)], m));
    case "hasOwnProperty":
      return native(name, () => unknown);
    case "set":
      return native(name, ({ list: [key = nothing, value = nothing] }) => (store(of, key, { value, m }), of));
    case "delete":
      return native(name, ({ list: [key = nothing] }) => (remove(of, key, m), unknown));
    case "clear":
      return native(name, () => (remove(of, unknown, m), nothing));
    case "has":
      return native(name, ({ list: [key = nothing] }) => compare("in", key, of));
    case "size":
      return of.isMap ? sizeOf(of) : undefined;
    case "entries":
      return native(name, () => entriesOf(of, m));
    case "forEach":
      return native(name, ({ list: [fn] }) => {
        const entries = entriesOf(of, m);
        for (const entry of entries.kind === "list" ? possible(entries) : [])
          if (entry.kind === "list") callback(fn, entry.items.toReversed(), m);
        return nothing;
      });
    default:
      return undefined;
  }
}

/** Python's `strip`: removes whitespace, or the given characters, from the ends. */
function stripped(
  of: string,
  what: string | undefined,
  { start, end }: { readonly start?: boolean; readonly end?: boolean },
): string {
  const goes = (char: string): boolean => (what === undefined ? char.trim() === "" : what.includes(char));
  const chars = [...of];
  const first = start ? chars.findIndex((char) => !goes(char)) : 0;
  const last = end ? chars.findLastIndex((char) => !goes(char)) : chars.length - 1;
  return first < 0 ? "" : chars.slice(first, last + 1).join("");
}

type TextMethod = (of: string, argumentTexts: readonly string[]) => Value;

const textMethods: Readonly<Record<string, TextMethod>> = {
  toLowerCase: (of) => constant(of.toLowerCase()),
  lower: (of) => constant(of.toLowerCase()),
  toUpperCase: (of) => constant(of.toUpperCase()),
  upper: (of) => constant(of.toUpperCase()),
  trim: (of) => constant(of.trim()),
  strip: (of, [what]) => constant(stripped(of, what, { start: true, end: true })),
  capitalize: (of) => constant(of.charAt(0).toUpperCase() + of.slice(1).toLowerCase()),
  title: (of) => constant(of.replaceAll(/[A-Za-z]+/g, capital)),
  toString: (of: string) => constant(of),
  split: (of, [by]) => (by === undefined ? unknown : list(of.split(by).map(constant))),
  concat: (of, argumentTexts) => constant(of + argumentTexts.join("")),
  startsWith: (of, [by = ""]) => constant(of.startsWith(by)),
  startswith: (of, [by = ""]) => constant(of.startsWith(by)),
  endsWith: (of, [by = ""]) => constant(of.endsWith(by)),
  endswith: (of, [by = ""]) => constant(of.endsWith(by)),
  includes: (of, [by = ""]) => constant(of.includes(by)),
  indexOf: (of, [by = ""]) => constant(of.indexOf(by)),
  replace: (of, [what, by]) =>
    what === undefined || by === undefined ? unknown : constant(of.replaceAll(what, by)),
  removeprefix: (of, [start = ""]) => constant(of.startsWith(start) ? of.slice(start.length) : of),
  removesuffix: (of, [end = ""]) => constant(of.endsWith(end) ? of.slice(0, of.length - end.length) : of),
  rstrip: (of, [what]) => constant(stripped(of, what, { end: true })),
  lstrip: (of, [what]) => constant(stripped(of, what, { start: true })),
};

export function textMethod(of: Extract<Value, { kind: "const" }>, name: string, m: Machine): Value {
  if (thenable.has(name)) return thenable.get(name)?.(of, m) ?? unknown;
  if (typeof of.value !== "string") return unknown;
  const text = of.value;
  if (name === "length") return constant(text.length);
  if (name === "slice")
    return native(name, ({ list: values }) => {
      const [from, to] = values.map((value) => numbers(value)[0]);
      const isKnown = from !== undefined && (values.length < 2 || to !== undefined);
      return isKnown ? constant(text.slice(from, to)) : unknown;
    });
  if (name === "join")
    return native(name, ({ list: [all] }) => {
      const parts = all?.kind === "list" && !all.rest ? all.items.map((item) => texts(item)[0]) : [undefined];
      return parts.includes(undefined) ? unknown : constant(parts.join(text));
    });
  if (name === "format")
    return native(name, (callArgs) => {
      let next = 0;
      let isKnown = true;
      const filled = text.replaceAll(/\{(\w*)\}/g, (_, key: string) => {
        const value = callArgs.named.get(key) ?? callArgs.list[key === "" ? next++ : Number(key)];
        const known = texts(value)[0];
        isKnown &&= known !== undefined;
        return known ?? "";
      });
      return isKnown ? constant(filled) : unknown;
    });
  const method = inTable(textMethods, name);
  return native(name, ({ list: values }) => {
    const found = byPattern(text, name, values);
    if (found) return found;
    if (!method) return unknown;
    const [first] = values;
    // Python accepts several prefixes: `path.startswith(("/login/", "/static/"))`
    if (first?.kind === "list" && !first.rest && /^(?:starts|ends)with$/.test(name)) {
      const all = first.items.map((item) => texts(item)[0]);
      const fits = all.map((item) => item !== undefined && truth(method(text, [item])) === true);
      return fits.includes(true) ? constant(true) : all.includes(undefined) ? unknown : constant(false);
    }
    const known = values.map((value) => texts(value)[0]);
    return known.includes(undefined)
      ? unknown
      : method(
          text,
          known.filter((item) => item !== undefined),
        );
  });
}
