import { put } from "./assign.ts";
import { args, Stop, type Library, type Machine } from "./machine.ts";
import { ancestry, isInstance, ownOf } from "./classes.ts";
import { member } from "./lookup.ts";
import { plainError } from "./errors.ts";
import { entriesOf, keysOf, merge, valuesOf } from "./methods.ts";
import {
  isNobody,
  constant,
  each,
  typeName,
  isMissing,
  either,
  items,
  keyOf,
  list,
  native,
  nothing,
  object,
  possible,
  propOf,
  texts,
  truth,
  setting,
  unknown,
  type Args,
  type ListValue,
  type ObjectValue,
  type Value,
  Store,
} from "./value.ts";
import { unread } from "./uses.ts";
import { inTable } from "../../lib/index.ts";

type Call = (callArgs: Args, m: Machine) => Value;

/** Converts a value; a missing one stays missing. */
const converted = (one: Value | undefined, to: (value: unknown) => string | number): Value =>
  either(
    (one ? each(one) : []).map((value) =>
      value.kind === "const" ? (value.absent ? value : constant(to(value.value))) : unknown,
    ),
  );

/** Parses a number, boolean or null in a text, as in settings: `JSON.parse("false")`. */
function parsed(value: Extract<Value, { kind: "const" }>): Value {
  if (typeof value.value !== "string" || !/^(?:true|false|null|-?\d{1,15})$/.test(value.value)) return value;
  return constant(JSON.parse(value.value) as boolean | number | null);
}

/** `JSON.parse(text)` */
function read(value: Value): Value {
  if (value.kind === "const") return parsed(value);
  if (value.kind === "unknown" && value.raw) return value.raw;
  return value;
}

/** Whether the program itself defines a member of an object. */
const isOwn = (of: ObjectValue, name: string): boolean =>
  of.props.has(name) ||
  (of.cls !== undefined &&
    ownOf(of.cls).some(
      ({ statics, cls }) => statics.has(name) || cls.methods.some(({ fn }) => fn.name === name),
    ));

/** The members of a module, or of an instance with its class's methods, as an object; any other value unchanged. */
function membersOf(of: Value | undefined, m: Machine): Value | undefined {
  if (of?.kind !== "object" || !of.cls || of.host) return opened(of, m);
  const methods = ownOf(of.cls).flatMap(({ cls }) => cls.methods);
  const names = new Set([...methods.map(({ fn }) => fn.name), ...of.props.keys()]);
  return object([...names].filter((name) => !name.startsWith("__")).map((name) => [name, m.get(of, name)]));
}

const has = (of: Value | undefined, name: string | undefined): Value => {
  if (of?.kind === "function" && name !== undefined && !of.decorators.length)
    return constant(of.props.has(name));
  if (of?.kind !== "object" || name === undefined || of.rest) return unknown;
  if (isOwn(of, name)) return constant(true);
  // a base class of a library may have it
  const isOpen = of.cls && ancestry(of.cls).some((value) => value.kind !== "class");
  return isOpen ? unknown : constant(of.host !== undefined);
};

/** `pick(object, ["a", "b"])`: an object of only these members, each of which is read. */
function picked(of: Value | undefined, names: readonly Value[], m: Machine): Value {
  const all = names.flatMap((name) => items(name)).flatMap((value) => texts(value));
  return of && all.length ? object(all.map((name) => [name, m.get(of, name)])) : (of ?? unknown);
}

/** The members of a module as an object; any other value unchanged. */
function opened(of: Value | undefined, m: Machine): Value | undefined {
  const names = of?.kind === "object" ? of.host?.names?.() : undefined;
  return of && names ? object(names.map((name) => [name, m.get(of, name)])) : of;
}

/** Python's `any(…)` (`verdict` true) and `all(…)`: one item may decide. */
const decidedBy =
  (verdict: boolean): Call =>
  ({ list: [all] }) => {
    if (all?.kind !== "list") return unknown;
    const truths = new Set(all.items.map(truth));
    if (truths.has(verdict) && !all.isLoose) return constant(verdict);
    return all.rest || all.isLoose || truths.has(undefined) ? unknown : constant(!verdict);
  };

const first: Call = ({ list: [value] }) => value ?? unknown;

/** Makes an object inherit the members of another, which may take the place of an earlier one. */
function inheriting(of: Value | undefined, from: Value | undefined): Value {
  if (of?.kind === "object" && from && !isMissing(from)) of.rest = of.rest ? unknown : from;
  return of ?? unknown;
}

/** Binds leading arguments of a function. */
const ahead = (fn: Value | undefined, values: readonly Value[]): Value =>
  fn ? native("partial", (more, m) => m.call(fn, { ...more, list: [...values, ...more.list] })) : unknown;

/** An object made of pairs. Pairs of the request's own names and values become that part of the request again. */
function ofPairs({ items: known, rest }: ListValue): Value {
  const pairOf = (pair: Value): readonly Value[] => (pair.kind === "list" ? pair.items : []);
  const [key, value] = rest ? pairOf(rest) : [];
  const whole = key?.kind === "unknown" ? key.keyOf : undefined;
  const isOf = (value: Value): boolean =>
    value.kind === "input" && value.part === whole?.part && value.path.join("/") === whole.path.join("/");
  if (whole && value && known.length === 0 && each(value).every(isOf)) return whole;
  let isOpen = false;
  const result = object(
    known.flatMap((pair) => {
      const [name, pairValue = unknown] = pairOf(pair);
      const keys = name ? each(name).map(keyOf) : [undefined];
      isOpen ||= keys.includes(undefined);
      return keys.flatMap((text) => (text === undefined ? [] : [[text, pairValue] as const]));
    }),
  );
  if (value ?? isOpen) result.rest = value ?? unknown;
  return result;
}

const mapOf = (entries: Value): Value => (entries.kind === "object" ? { ...entries, isMap: true } : entries);

/** Built-in functions of both languages, by their effect on values. */
const calls: Readonly<Record<string, Call>> = {
  "Object.keys": ({ list: [value] }, m) => keysOf(opened(value, m), m),
  "Object.values": ({ list: [value] }, m) => valuesOf(opened(value, m), m),
  "Object.entries": ({ list: [value] }, m) => entriesOf(opened(value, m), m),
  vars: ({ list: [value] }, m) => opened(value, m) ?? unknown,
  dir: ({ list: [value] }, m) => keysOf(membersOf(value, m), m),
  "inspect.getmembers": ({ list: [value, which] }, m) => {
    const all = membersOf(value, m);
    const isOfFunctions =
      which?.kind === "external" && /^inspect\.is(?:method|function|routine)$/.test(which.path);
    return entriesOf(
      isOfFunctions && all?.kind === "object"
        ? object([...all.props].filter(([, { kind }]) => kind === "function"))
        : all,
      m,
    );
  },
  "Object.assign": ({ list: [into, ...from] }, m) => {
    if (into?.kind !== "object") return into ?? unknown;
    // what is unknown may replace a framework's own member
    if (into.host?.knows && from.flatMap(each).some((item) => item.kind !== "object" || item.rest)) unread(m);
    return merge(into, from, m);
  },
  "Object.freeze": first,
  "Object.create": ({ list: [from] }) => inheriting(object(), from),
  "Object.setPrototypeOf": ({ list: [of, from] }) => inheriting(of, from),
  "Object.fromEntries": ({ list: [pairs] }) => (pairs?.kind === "list" ? ofPairs(pairs) : (pairs ?? unknown)),
  "Buffer.concat": ({ list: [all] }) =>
    all?.kind !== "list" ? unknown : possible(all).length ? either(possible(all)) : constant(""),
  "TextDecoder().decode": first,
  "Object.defineProperty": ({ list: [of = unknown, name = unknown, how] }, m) => {
    put(of, name, { value: propOf(how, "value") ?? unknown, m });
    return of;
  },
  "Object.prototype.hasOwnProperty.call": ({ list: [of, name] }) => has(of, texts(name)[0]),
  "Object.hasOwn": ({ list: [of, name] }) => has(of, texts(name)[0]),
  "lodash.defaultTo": ({ list: [one, otherwise] }) =>
    either([
      ...(one ? each(one).filter((value) => !isMissing(value)) : []),
      ...(otherwise && (!one || each(one).some(isMissing)) ? [otherwise] : []),
    ]),
  "lodash.pick": ({ list: [of, ...names] }, m) => picked(of, names, m),
  "lodash.has": ({ list: [of, path] }, m) => {
    let value: Value | undefined = of;
    for (const name of (texts(path)[0] ?? "").split(".")) {
      if (!value || isMissing(value)) return constant(false);
      value = m.get(value, name);
    }
    return value && isMissing(value) ? constant(false) : unknown;
  },
  "lodash.omit": first,
  "lodash.cloneDeep": first,
  "lodash.mapKeys": first,
  structuredClone: first,
  Map: ({ list: [all] }) =>
    all && all.kind !== "list" && !isMissing(all)
      ? unknown
      : mapOf(all?.kind === "list" ? ofPairs(all) : object()),
  Set: ({ list: [all] }) => (all?.kind === "list" ? all : unknown),
  "humps.camelizeKeys": first,
  "humps.decamelizeKeys": first,
  "camelcase-keys": first,
  "snakecase-keys": first,
  "lodash.merge": ({ list: [into, ...from] }, m) =>
    into?.kind === "object" ? merge(into, from, m) : (into ?? unknown),
  "lodash.isNil": ({ list: [value] }) => (value && isMissing(value) ? constant(true) : unknown),
  "lodash.isEmpty": ({ list: [value] }) => (value && isMissing(value) ? constant(true) : unknown),
  "Array.isArray": ({ list: [value] }) => (value?.kind === "list" ? constant(true) : unknown),
  "Array.from": ({ list: [all, fn] }, m) =>
    fn && all ? m.call(m.get(all, "map"), args([fn])) : (all ?? unknown),
  Promise: ({ list: [fn] }, m) => {
    const result = list([]);
    const resolve = native("resolve", ({ list: [value] }) => {
      result.items.push(value ?? nothing);
      return nothing;
    });
    const reject = native("reject", ({ list: [error] }) => {
      m.throws.push(error ?? unknown);
      return nothing;
    });
    let isRejected = false;
    const refuse = native("reject", (callArgs) => {
      isRejected = true;
      return reject.call(callArgs, m);
    });
    const before = m.run?.answers.length ?? 0;
    if (fn) m.branches([() => undefined, () => m.call(fn, args([resolve, refuse]))]);
    // a promise that is only rejected ends the path like a throw; so does an error answer instead of settling it
    const newAnswers = m.run?.answers.slice(before) ?? [];
    const isRefused = newAnswers.length > 0 && newAnswers.every(({ status }) => status >= 300);
    if (!result.items.length && (isRejected || isRefused)) throw new Stop();
    return result.items.length ? either(result.items) : unknown;
  },
  "Promise.all": first,
  "Promise.allSettled": first,
  "Promise.resolve": ({ list: [value] }) => value ?? nothing,
  "Promise.reject": ({ list: [value] }, m) => m.raise(value ?? unknown),
  "JSON.parse": ({ list: [value] }) => (value ? either(each(value).map(read)) : unknown),
  Boolean: ({ list: [value] }) => {
    const is = value && truth(value);
    return is === undefined ? unknown : constant(is);
  },
  String: ({ list: [value] }) => converted(value, String),
  Number: ({ list: [value] }) => converted(value, Number),
  setTimeout: ({ list: [fn] }, m) => (fn ? m.call(fn, args([])) : nothing),
  "%enter": ({ list: [value] }, m) => {
    const cls = value?.kind === "object" ? value.cls : undefined;
    const name = ["__enter__", "__aenter__"].find((one) => cls && member(cls, one));
    return value && name !== undefined ? m.call(m.get(value, name), args([])) : (value ?? unknown);
  },
  // `dict()` of headers, query parameters and the like returns them unchanged
  dict: ({ list: from, named }, m) =>
    from[0]?.kind === "object" && from[0].host ? from[0] : merge(object(), [...from, object(named)], m),
  "dict.fromkeys": ({ list: [keys, value = nothing] }) =>
    ofPairs(list(items(keys).map((key) => list([key, value])))),
  list: first,
  tuple: first,
  set: first,
  sorted: first,
  reversed: first,
  str: first,
  int: ({ list: [value] }) => (value?.kind === "const" && !value.absent ? value : unknown),
  typeof: ({ list: [one] }) => {
    const all = new Set((one ? each(one) : []).map((value) => typeName(value)));
    return either([...all].map((name) => (name === undefined ? unknown : constant(name))));
  },
  isinstance: ({ list: [value, cls] }) => {
    const is = value && cls && isInstance(value, cls);
    return is === undefined ? unknown : constant(is);
  },
  getattr: ({ list: [of, name, otherwise] }, m) => {
    const known = texts(name)[0];
    const is = truth(has(of, known));
    if (otherwise && (isNobody(of) || is === false)) return otherwise;
    const found = of && known !== undefined ? m.get(of, known) : unknown;
    const isSure = is === true && (of?.kind !== "object" || of.cls !== undefined);
    return otherwise && !isSure ? either([found, otherwise]) : found;
  },
  hasattr: ({ list: [of, name] }) => (isNobody(of) ? constant(false) : has(of, texts(name)[0])),
  setattr: ({ list: [of, name = unknown, value = unknown] }, m) => {
    if (of) put(of, name, { value, m });
    return nothing;
  },
  map: ({ list: [fn, all] }, m) => (fn && all ? m.call(m.get(all, "map"), args([fn])) : unknown),
  enumerate: ({ list: [all] }) =>
    all?.kind === "list"
      ? list(
          all.items.map((item, index) => list([constant(index), item])),
          all.rest,
        )
      : unknown,
  "functools.wraps": ({ list: [inner] }) =>
    native("wraps", ({ list: [outer] }) =>
      outer?.kind === "function" && (inner?.kind === "function" || inner?.kind === "object")
        ? {
            ...outer,
            decorators: inner.kind === "function" ? inner.decorators : outer.decorators,
            props: new Store([
              ...(inner.kind === "function" ? inner.props : []),
              ...outer.props,
              ["%wraps", inner],
            ]),
          }
        : (outer ?? unknown),
    ),
  "functools.partial": ({ list: [fn, ...bound], named }, m) =>
    native("partial", (more) =>
      fn
        ? m.call(fn, { ...more, list: [...bound, ...more.list], named: new Map([...named, ...more.named]) })
        : unknown,
    ),
  "ramda.partial": ({ list: [fn, value] }) => ahead(fn, items(value)),
  "lodash.partial": ({ list: [fn, ...boundValues] }) => ahead(fn, boundValues),
  "Symbol.for": ({ list: [name] }) => constant(`Symbol(${texts(name)[0] ?? ""})`),
  "util.promisify": first,
  // `cache` returns a memoized function, which acts as the function itself
  "react.cache": first,
  "next/cache.unstable_cache": first,
  "lodash.memoize": first,
  "lodash.once": first,
  "typing.cast": ({ list: [, value] }) => value ?? unknown,
  "asyncio.run": first,
  property: first,
  any: decidedBy(true),
  all: decidedBy(false),
};

const aliases: Readonly<Record<string, string>> = {
  bool: "Boolean",
  "underscore.pick": "lodash.pick",
  "lodash.pick.default": "lodash.pick",
  "lodash.memoize.default": "lodash.memoize",
  "lodash.once.default": "lodash.once",
  "underscore.memoize": "lodash.memoize",
  "underscore.once": "lodash.once",
  "ramda.pick": "",
  "rambda.partial": "ramda.partial",
  "lodash.partial.default": "lodash.partial",
  "underscore.partial": "lodash.partial",
  "ramda.isNil": "lodash.isNil",
  "ramda.isEmpty": "lodash.isEmpty",
  "ramda-adjunct.isBlank": "lodash.isEmpty",
  "Object.hasOwnProperty.call": "Object.prototype.hasOwnProperty.call",
  wraps: "functools.wraps",
  "node:util.promisify": "util.promisify",
};

const unknowable = /^(?:process\.env|os\.environ(?!\.get$)|import\.meta)\b/;

/** Built-in names of JavaScript and Python. */
export const core: Library = {
  get: (path) => (unknowable.test(path) && path.split(".").length > 2 ? setting : undefined),
  call(callee, callArgs, m) {
    // a library that replaces the platform's promises
    const path = callee.path.replace(/^bluebird(?=$|\.)/, "Promise");
    const name = inTable(aliases, path) ?? path;
    const [of] = callArgs.list;
    // only for parts of a missing text, not for a list that requests may fill
    if (name === "len" && of?.kind === "list" && !of.items.length && !of.rest && of.born === undefined)
      return constant(0);
    return Object.hasOwn(calls, name) ? calls[name]?.(callArgs, m) : plainError(path, callArgs);
  },
};
