import { compared, comparedBy } from "./secrets.ts";
import type { Argument, Expression } from "../program/ir.ts";
import { assign, remove } from "./assign.ts";
import { noteUnknownArguments, doubtLoaded, doubtMethod } from "./uses.ts";
import { isProof, plainState } from "./blame.ts";
import { isIdentity } from "./external.ts";
import { args, type Machine, type Scope } from "./machine.ts";
import { classValue, functionValue } from "./make.ts";
import { amongNames, entriesOf, merge } from "./methods.ts";
import { compare } from "./operators.ts";
import { superOf } from "./lookup.ts";
import { template, text, typed } from "./text.ts";
import {
  constant,
  each,
  isLacking,
  isMissing,
  either,
  external,
  list,
  nobody,
  nothing,
  object,
  stores,
  texts,
  truth,
  unknown,
  type Args,
  type ObjectValue,
  type Value,
  Store,
  possible,
} from "./value.ts";

type Kind = Expression["kind"];
type Of<K extends Kind> = Extract<Expression, { kind: K }>;
type Reader<K extends Kind> = (of: Of<K>, scope: Scope, m: Machine) => Value;

/** Evaluates the arguments of a call and expands spreads. */
export function argumentsOf(argumentNodes: readonly Argument[], scope: Scope, m: Machine): Args {
  const positional: Value[] = [];
  const named = object();
  let open = false;
  for (const { value, name, spread } of argumentNodes) {
    const whole = m.evaluate(value, scope);
    // a map is spread as its entries
    const isMap = spread === "list" && whole.kind === "object" && scope.module.language === "javascript";
    const found = isMap ? entriesOf(whole, m) : whole;
    if (spread === "list") {
      if (found.kind === "list") positional.push(...found.items);
      // what an unknown spread adds stays unknown, as for the guards of a route
      if (found.kind !== "list" || found.rest) positional.push(unknown);
      open ||= found.kind !== "list" || found.rest !== undefined;
    } else if (spread === "object") {
      merge(named, [found], m);
    } else if (name !== undefined) named.props.set(name, found);
    else positional.push(found);
  }
  open ||= named.rest !== undefined;
  return { list: positional, named: named.props, open, file: scope.module.path, at: 0 };
}

/**
 * Optional chaining, `a?.b`: a missing value stays missing; of a possibly missing one, the other alternatives are used.
 */
function through(of: Value, optional: boolean | undefined, use: (value: Value) => Value): Value {
  if (!optional) return use(of);
  const [missing, there] = [each(of).filter(isMissing), each(of).filter((value) => !isMissing(value))];
  return either([...missing, ...(there.length ? [use(either(there))] : [])]);
}

const call: Reader<"call"> = (of, scope, m) => {
  m.step();
  m.place = { file: scope.module.path, at: of.at };
  if (of.callee.kind === "super") return superCall(of, scope, m);
  const { callee, on } = calleeOf(of, scope, m);
  return through(callee, of.optional, (there) => {
    const args = { ...argumentsOf(of.args, scope, m), at: of.at };
    m.place = { file: scope.module.path, at: of.at };
    if (on?.kind === "object" && on.host?.knows && !free.has(there.kind === "native" ? there.name : ""))
      noteUnknownArguments(on.host, args, m);
    const name = of.callee.kind === "get" ? of.callee.name : there.kind === "external" ? there.name : "";
    comparedBy(name, on ? [on, ...args.list] : args.list, m);
    const result = of.construct ? m.construct(there, args) : m.call(there, args);
    if (there.kind === "external" && result.kind === "object" && result.host?.knows)
      noteUnknownArguments(result.host, args, m);
    return result;
  });
};

/** Methods of applications whose arguments are not checked against the tables. */
const free = new Set([
  "add_middleware",
  "frontend",
  "mount",
  "websocket",
  "run",
  "listen",
  "test_client",
  "context_processor",
  "test_request_context",
]);

/** The value that a method is called on, without alternatives that are missing. */
function callable(on: Value): Value {
  if (on.kind !== "either") return on;
  const there = on.of.filter((value) => value.kind !== "const" || value.value !== undefined || value.absent);
  return there.length ? either(there) : on;
}

/** The callee and its receiver; a method of an object has the receiver as its `this`. */
function calleeOf(
  { callee: of }: Of<"call">,
  scope: Scope,
  m: Machine,
): { readonly callee: Value; readonly on?: Value } {
  if (of.kind !== "get" || of.of.kind === "super") return { callee: m.evaluate(of, scope) };
  const found = m.evaluate(of.of, scope);
  const on = of.optional ? found : callable(found);
  const callee = through(on, of.optional, (there) => {
    const member = m.method(there, of.name);
    // what is called in a session is a method of its library
    const isOfSession = member === nobody && there.kind === "object" && there.host?.type === "session";
    const found = isOfSession ? unknown : member;
    // an unread method of a request may do anything with it
    if (found.kind === "unknown") doubtMethod(there, of.name, m);
    if (scope.module.language === "python") return found;
    return found.kind === "function" && !found.self && !found.fn.arrow ? { ...found, self: there } : found;
  });
  return { callee, on };
}

const superCall: Reader<"call"> = (of, scope, m) => {
  const args = { ...argumentsOf(of.args, scope, m), at: of.at };
  const { self, owner } = scope;
  if (scope.module.language === "python") return { kind: "object", props: new Store(), host: superOf(scope) };
  const base = owner?.bases[0];
  if (self?.kind === "object" && base) {
    const host = m.get(base, "%constructor");
    if (base.kind === "class") m.call(host, { ...args, named: new Map([["%self", self]]) });
    else if (base.kind === "external") {
      self.base = { ...base, args };
      if (args.list[0] && !self.props.has("message")) m.set(self.props, "message", args.list[0]);
    }
  }
  return nothing;
};

const members: Reader<"object"> = (of, scope, m) => {
  const result = object();
  for (const { key, value } of of.members) {
    const found = m.evaluate(value, scope);
    if (!key) merge(result, [found], m);
    else {
      const names = texts(m.evaluate(key, scope));
      const numbered = names.length ? names : plain(m.evaluate(key, scope));
      for (const name of numbered)
        if (name === "__proto__") result.rest = found;
        else result.props.set(name, found);
      if (!numbered.length) result.rest = unknown;
    }
  }
  return result;
};

const plain = (value: Value): readonly string[] =>
  value.kind === "const" && typeof value.value === "number" ? [String(value.value)] : [];

/** Whether a Python list created by this request is still empty. */
const isEmpty = (value: Value, { module }: Scope, { run }: Machine): boolean =>
  value.kind === "list" &&
  module.language === "python" &&
  run !== undefined &&
  !value.items.length &&
  !value.rest &&
  !value.isLoose &&
  value.born !== undefined &&
  value.born > run.since;

/** A header or a cookie that is read in place of missing credentials is another way to pass them. */
function otherWay(values: readonly Value[], { secrets, run }: Machine): void {
  if (!run || !values.some((value) => isIdentity(value) || isLacking(value))) return;
  for (const value of values) {
    if (value.kind !== "input") continue;
    const name = value.path.join(".");
    const isWay = value.part === "cookie" ? !plainState.test(name) : value.part === "header" && isProof(name);
    if (isWay) secrets.add(`${value.part}:${name}`);
  }
}

const logic: Reader<"logic"> = (of, scope, m) => {
  const left = m.evaluate(of.left, scope);
  const is = isEmpty(left, scope, m) ? false : truth(left);
  const known = of.op === "??" ? (isMissing(left) ? true : isGiven(left) ? false : undefined) : is;
  const takesRight = known === undefined ? undefined : of.op === "||" ? !known : known;
  if (takesRight === true) {
    const right = m.evaluate(of.right, scope);
    otherWay([left, right], m);
    // `token || ""` is still a missing token
    const isBlank = right.kind === "const" && !right.value && left.kind === "const" && left.absent;
    return isBlank ? { ...right, absent: true } : right;
  }
  if (takesRight === false) return left;
  const rights = m.branches<Value | undefined>([() => undefined, () => m.evaluate(of.right, scope)]);
  const right = rights.find((right) => right !== undefined);
  if (right && of.op !== "&&") otherWay([left, right], m);
  // `a && b` is false if `b` is, and `a || b` true, whatever `a` is
  if (right && of.op === "&&" && truth(right) === false) return right;
  if (of.op === "||" && right?.kind === "const" && right.value === true) return right;
  const possible = each(left).filter((value) => {
    if (of.op === "??") return !isMissing(value);
    const is = truth(value);
    return is === undefined || is === (of.op === "||");
  });
  // `sent && { … }`: input that is false has no members
  const narrowed =
    of.op === "&&" ? possible.map((value) => (value.kind === "input" ? nothing : value)) : possible;
  return either([...narrowed, ...(right ? [right] : [])]);
};

const isGiven = (value: Value): boolean =>
  ["function", "class", "native", "list"].includes(value.kind) ||
  (value.kind === "object" && !value.rest) ||
  (value.kind === "const" && !isMissing(value));

const choose: Reader<"choose"> = (of, scope, m) => {
  const on = m.evaluate(of.test, scope);
  const test = truth(on);
  if (test !== undefined) {
    const value = m.evaluate(test ? of.yes : of.no, scope);
    // `token ? sessions.get(token) : null` is still missing without a token
    return isLacking(on) && isMissing(value) ? nobody : value;
  }
  const values = m.branches([() => m.evaluate(of.yes, scope), () => m.evaluate(of.no, scope)]);
  otherWay(values, m);
  return either(values);
};

/** `[value for to in over if when]`, and comprehensions with keys. */
const comprehension: Reader<"each"> = (of, scope, m) => {
  const over = m.evaluate(of.over, scope);
  let isOpen = false;
  const inside = (item: Value): Value | undefined => {
    const inner: Scope = { ...scope, vars: new Store(), parent: scope, kind: "block" };
    assign(of.to, item, { scope: inner, declare: "here" }, m);
    for (const test of of.when ?? []) {
      const holds = truth(m.evaluate(test, inner));
      if (holds === false) return undefined;
      isOpen ||= holds === undefined;
    }
    if (!of.key) return m.evaluate(of.value, inner);
    const key = texts(m.evaluate(of.key, inner))[0];
    const value = m.evaluate(of.value, inner);
    return key === undefined ? unknown : list([constant(key), value]);
  };
  if (over.kind !== "list") return list([], inside(elementOf(over, m)));
  const found = over.items.slice(0, 500).flatMap((item) => inside(item) ?? []);
  const rest = over.rest && inside(over.rest);
  // a request may find any of them, or none
  if (!of.key && isOpen && m.run) return list([], either([...found, rest ?? unknown, unknown]));
  if (!of.key) return isOpen ? { ...list(found, rest), isLoose: true } : list(found, rest);
  return object(
    found.flatMap((pair) =>
      pair.kind === "list" ? [[texts(pair.items[0])[0] ?? "", pair.items[1] ?? unknown] as const] : [],
    ),
  );
};

/** The value of an element when iterating. */
export function elementOf(over: Value, m: Machine): Value {
  if (over.kind === "list") return either(possible(over));
  if (over.kind === "input") {
    m.read(over);
    return over;
  }
  if (over.kind === "external") return { ...external(`${over.path}[]`), of: over };
  return unknown;
}

const types = new Set(["Annotated", "Optional", "Union", "List", "Dict", "Literal", "Type"]);
/** Types by names that a program may reuse for something else. */
const ownTypes = new Set(["list", "dict", "set", "tuple", "Sequence", "Iterable"]);

const equality: ReadonlySet<string> = new Set(["===", "==", "!==", "!=", "in", "not in"]);

/** Whether a subscript is a Python type, which is read where a signature uses it. */
const isType = ({ of }: Of<"index">, scope: Scope, m: Machine): boolean =>
  scope.module.language === "python" &&
  of.kind === "name" &&
  ((types.has(of.name) && !scope.vars.has(of.name)) ||
    (ownTypes.has(of.name) && (m.lookup(of.name, scope)?.kind ?? "external") === "external"));

const readers: { readonly [K in Kind]: Reader<K> } = {
  literal: (of) => constant(of.value),
  text: template,
  name(of, scope, m) {
    const found = m.lookup(of.name, scope) ?? external(of.name);
    return (found.kind === "object" && found.host?.late?.(m)) || found;
  },
  get: (of, scope, m) => {
    const from =
      of.of.kind === "super"
        ? { kind: "object" as const, props: new Store(), host: superOf(scope) }
        : m.evaluate(of.of, scope);
    return through(from, of.optional, (there) => m.get(there, of.name));
  },
  index: (of, scope, m) => {
    if (isType(of, scope, m)) return { kind: "shape", of, scope };
    const value = m.evaluate(of.at, scope);
    const from = m.evaluate(of.of, scope);
    const found = through(from, of.optional, (there) => indexed(there, value, m));
    const isKey = scope.module.language === "python" && from.kind === "object";
    if (!isKey || found !== nobody || !holders.has(from.host?.type ?? "") || !m.run?.absent) return found;
    return m.raise({ ...external("KeyError()"), name: "KeyError", of: external("KeyError") });
  },
  call,
  list: (of, scope, m) => {
    const callArgs = argumentsOf(of.items, scope, m);
    return { ...list(callArgs.list, callArgs.open ? unknown : undefined), born: stores() };
  },
  object: members,
  function: (of, scope) => functionValue(of.fn, scope),
  class: (of, scope, m) => classValue(of.cls, scope, m),
  choose,
  logic,
  binary: (of, scope, m) => {
    const [left, right] = [m.evaluate(of.left, scope), m.evaluate(of.right, scope)];
    for (const value of [left, right]) if (value.kind === "object") value.host?.compared?.(m);
    if (of.op === "in" || of.op === "not in") amongNames(left, right, m);
    if ((of.op === "in" || of.op === "not in") && lacksMember(left, right, m))
      return constant(of.op === "not in");
    const isText = (value: Value): boolean =>
      texts(value).length > 0 || (value.kind === "unknown" && value.written !== undefined);
    if (equality.has(of.op)) compared([left, right], m);
    return of.op === "+" && [left, right].some(isText) ? text([left, right]) : compare(of.op, left, right);
  },
  not: (of, scope, m) => {
    const is = truth(m.evaluate(of.of, scope));
    return is === undefined ? unknown : constant(!is);
  },
  assign: (of, scope, m) => {
    const value = m.evaluate(of.value, scope);
    assign(of.to, value, { scope }, m);
    return value;
  },
  delete: (of, scope, m) => {
    remove(m.evaluate(of.of, scope), m.evaluate(of.at, scope), m);
    return constant(true);
  },
  each: comprehension,
  shape: (of, scope) => ({ kind: "shape", of, scope }),
  cast: (of, scope, m) => {
    const value = m.evaluate(of.of, scope);
    typed(value, of.type, { scope, m });
    return value;
  },
  yield: (of, scope, m) => {
    const value = of.of ? m.evaluate(of.of, scope) : nothing;
    const yields = m.lookup("%yields", scope);
    if (yields?.kind === "list") yields.items.push(value);
    if (scope.module.language !== "javascript") return unknown;
    // with co and in Koa 1, `yield` waits for a value or, as `yield next`, for the rest of the request
    return value.kind === "native" && value.name === "next" ? m.call(value, args([])) : value;
  },
  this: (_, scope) => scope.self ?? unknown,
  super: (_, scope) => scope.self ?? unknown,
  import: (of, scope, m) => {
    const request = texts(m.evaluate(of.module, scope))[0];
    if (request !== undefined) return m.load(request, scope.module);
    doubtLoaded(scope.module, m);
    return unknown;
  },
  opaque: (of, scope, m) => {
    for (const part of of.parts) m.evaluate(part, scope);
    return unknown;
  },
};

/** Whether credentials are known to be missing. `"name" in request.json` reads the field like an access does. */
function lacksMember(name: Value, all: Value, m: Machine): boolean {
  return each(all).some((value) => {
    for (const field of texts(name)) {
      const isAsked =
        value.kind === "input"
          ? !value.path.length
          : value.kind === "object" && holders.has(value.host?.type ?? "");
      if (!isAsked) continue;
      // the run without credentials finds none
      const fieldValue = m.get(value, field);
      if (fieldValue.kind === "const" && (fieldValue.absent || isMissing(fieldValue))) return true;
    }
    return false;
  });
}

const holders: ReadonlySet<string> = new Set(["headers", "cookies", "session"]);

function indexed(of: Value, value: Value, m: Machine): Value {
  const found = each(value).flatMap((item) => {
    if (isLacking(item)) return nobody;
    if (item.kind !== "const" || item.value === undefined || item.value === null)
      return of.kind === "object" ? anyOf(of) : [];
    if (of.kind === "list" && typeof item.value === "number")
      return [of.items.at(item.value) ?? of.rest ?? nothing];
    return [m.get(of, String(item.value))];
  });
  return found.length ? either(found) : elementOf(of, m);
}

/** The value of an unknown key of an object: one of its values, or nothing if it has no others. */
const anyOf = ({ props, rest, host, cls }: ObjectValue): readonly Value[] => [
  ...props.values(),
  rest ?? (host || cls ? unknown : nothing),
];

export function evaluate(of: Expression, scope: Scope, m: Machine): Value {
  const read = readers[of.kind] as (of: Expression, scope: Scope, m: Machine) => Value; // the table pairs kinds with readers
  return read(of, scope, m);
}
