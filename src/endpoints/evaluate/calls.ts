import { ownOf } from "./classes.ts";
import { handle, isHandler } from "./blame.ts";
import { doubtHanded, doubtUnpassed } from "./uses.ts";
import type { Parameter } from "../program/ir.ts";
import { withReturnType, typed } from "./text.ts";
import { assign } from "./assign.ts";
import { callbacks, callExternal, isAbsent } from "./external.ts";
import { member, methodOfClass } from "./lookup.ts";
import { followed } from "./repeated.ts";
import { Raised, running, Stop, type Machine, type Scope } from "./machine.ts";
import {
  each,
  either,
  list,
  nobody,
  nothing,
  object,
  textOf,
  unknown,
  type Args,
  type ClassValue,
  type ExternalValue,
  type FunctionValue,
  type ObjectValue,
  type Value,
  Store,
} from "./value.ts";

const stop = new Stop();
const deepest = 40;
/** Maximum nesting of closures of one function, as when a decorator is applied to a view several times. */
const mostAround = 12;

function bind(
  param: Parameter,
  index: number,
  { callArgs, named, scope, m }: { callArgs: Args; named: ReadonlySet<string>; scope: Scope; m: Machine },
): void {
  const { to } = param;
  const name = to.kind === "name" ? to.name : undefined;
  let value: Value | undefined;
  if (param.rest === "list") value = list(callArgs.list.slice(index), callArgs.open ? unknown : undefined);
  else if (param.rest === "object")
    value = {
      ...object([...callArgs.named].filter(([key]) => !named.has(key))),
      ...(callArgs.open ? { rest: unknown } : {}),
    };
  else value = (name === undefined ? undefined : callArgs.named.get(name)) ?? callArgs.list[index];
  // a missing value in Python is None
  const isNone = value?.kind === "const" && value.absent && scope.module.language === "python";
  const isMissing = value === undefined || (value.kind === "const" && value.value === undefined && !isNone);
  if (isMissing && param.otherwise && !callArgs.open) value = m.evaluate(param.otherwise, scope);
  if (param.type) typed(value, param.type, { scope, m });
  assign(to, value ?? (callArgs.open ? unknown : nothing), { scope, declare: "here" }, m);
  // `constructor(private name)` sets the field, also when a subclass calls the constructor
  if (param.property && name !== undefined && scope.self?.kind === "object")
    m.set(scope.self.props, name, value ?? unknown);
}

/** Adds the object of a Python method as its first argument. */
const selfFirst = (fn: FunctionValue, args: Args): Args =>
  fn.self && fn.scope.module.language === "python" ? { ...args, list: [fn.self, ...args.list] } : args;

function enter(fn: FunctionValue, args: Args, m: Machine): Value {
  const { self } = fn;
  const owner = fn.owner;
  const scope: Scope = {
    vars: new Store(),
    parent: fn.scope,
    kind: "function",
    module: fn.scope.module,
    ...(self ? { self } : {}),
    ...(owner ? { owner } : {}),
  };
  const returns = list([]);
  const yields = list([]);
  scope.vars.set("%returns", returns);
  scope.vars.set("%yields", yields);
  const all = selfFirst(fn, args);
  const isJavaScript = scope.module.language === "javascript";
  if (!fn.fn.arrow && isJavaScript)
    scope.vars.set("arguments", list(all.list, all.open ? unknown : undefined));
  const named = new Set(fn.fn.params.map(({ to }) => (to.kind === "name" ? to.name : "")));
  for (const [index, param] of fn.fn.params.entries()) bind(param, index, { callArgs: all, named, scope, m });
  let falls = false;
  try {
    ({ falls } = m.frame("return", () => m.execute(fn.fn.body, scope)));
  } catch (error) {
    if (error instanceof Raised && !m.run) {
      m.raised.push(fn.fn.file); // at startup, an error costs only this call
      return unknown;
    }
    if (!(error instanceof Stop) || isJavaScript || !yields.items.length) throw error;
  }
  // a generator that waits by `yield`, as with co, yields what it returns
  if (yields.items.length && !(isJavaScript && returns.items.length)) return either(yields.items);
  return either([...returns.items, ...(falls ? [nothing] : [])]);
}

/** Whether a function is already running in the same scope, or in too many scopes. */
function isAgain(fn: FunctionValue): boolean {
  const same = running.filter((value) => value.fn === fn.fn);
  return same.length > mostAround || same.filter((value) => value.scope === fn.scope).length > 1;
}

/** Calls up to this depth at startup have a step limit of their own, so that one call can't use up all steps. */
const outermost = 5;

/** Runs a function of the program; a recursive call has an unknown result. */
export function invoke(fn: FunctionValue, args: Args, m: Machine): Value {
  m.called.add(fn.fn);
  const caller = running.at(-1)?.fn;
  if (caller && caller !== fn.fn) m.callers.add(caller);
  const isTooDeep = running.length > deepest;
  if (isTooDeep || isAgain(fn)) {
    // what a guard calls in its next round may refuse; a function that calls only itself has shown its answers
    const mayRefuse = m.run?.gate !== undefined && m.callers.has(fn.fn);
    if (isTooDeep || mayRefuse) m.run?.doubts.push({ file: fn.fn.file, at: fn.fn.at });
    return unknown;
  }
  running.push(fn);
  const call = (): Value => withReturnType(followed(fn, args, { m, enter: () => enter(fn, args, m) }), fn, m);
  const body = (): Value => (isHandler(fn, m) ? handle(m, call) : call());
  try {
    return !m.run && running.length <= outermost ? (m.mostly(body) ?? unknown) : body();
  } finally {
    running.pop();
  }
}

const methodOf = (cls: ClassValue, name: string, self: Value): FunctionValue | undefined => {
  const found = member(cls, name);
  return found && methodOfClass(found, self);
};

/** Sets the fields of a class and its bases on an object. */
function fields(cls: ClassValue, self: ObjectValue, m: Machine): void {
  for (const base of cls.bases) if (base.kind === "class") fields(base, self, m);
  const scope: Scope = {
    ...cls.scope,
    vars: new Store(),
    parent: cls.scope,
    kind: "function",
    self,
    owner: cls,
  };
  for (const field of cls.cls.fields)
    if (!field.static && field.value) m.set(self.props, field.name, m.evaluate(field.value, scope));
}

function initialize(
  cls: ClassValue,
  self: ObjectValue,
  { callArgs, m }: { callArgs: Args; m: Machine },
): void {
  const isPython = cls.scope.module.language === "python";
  const constructor = methodOf(cls, isPython ? "__init__" : "constructor", self);
  const outside = externalBase(cls);
  if (outside && !self.base) self.base = { ...outside, args: callArgs };
  if (!constructor) {
    if (outside && callArgs.list[0]) self.props.set("message", callArgs.list[0]);
    if (isPython) {
      self.props.set("args", list(callArgs.list));
      for (const [name, value] of callArgs.named) self.props.set(name, value);
      annotated(cls, self, { callArgs, m });
    }
    return;
  }
  invoke(constructor, callArgs, m);
}

/** Sets a data class's fields in order. Which fields `**values` holds is known only at run time. */
function annotated(
  cls: ClassValue,
  self: ObjectValue,
  { callArgs, m }: { callArgs: Args; m: Machine },
): void {
  const names = cls.cls.fields.map(({ name }) => name);
  if (callArgs.open)
    for (const { name, type } of ownOf(cls).flatMap((value) => value.cls.fields))
      if (type && !self.props.has(name)) m.set(self.props, name, unknown);
  for (const [index, value] of callArgs.list.entries()) {
    const name = names[index];
    if (name !== undefined) m.set(self.props, name, value);
  }
}

const externalBase = (cls: ClassValue, depth = 0): ExternalValue | undefined => {
  for (const base of cls.bases) {
    if (base.kind === "external") return base;
    const found = base.kind === "class" && depth < 20 ? externalBase(base, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
};

/** Creates an instance of a class that extends a library's application or router. */
function extended(cls: ClassValue, args: Args, m: Machine): ObjectValue | undefined {
  const base = externalBase(cls);
  const library = base && m.libraries.find((library) => library.makes?.(base.path));
  const instance = base && library?.call?.(base, args, m);
  if (instance?.kind !== "object") return undefined;
  instance.cls = cls;
  return instance;
}

export function instantiate(cls: ClassValue, args: Args, m: Machine): ObjectValue {
  const self = extended(cls, args, m) ?? { kind: "object", props: new Store(), cls };
  if (cls.scope.module.language === "javascript") fields(cls, self, m);
  initialize(cls, self, { callArgs: args, m });
  return self;
}

/** Calls any value. The result of an unknown callee depends only on its arguments. */
export function call(callee: Value, args: Args, m: Machine): Value {
  switch (callee.kind) {
    case "function":
      return invoke(callee, args, m);
    case "native":
      return callee.call(args, m);
    case "class":
      return m.construct(callee, args);
    case "external":
      return callExternal(callee, args, m);
    case "either":
      return either(m.branches(each(callee).map((value) => () => m.call(value, args))));
    // a list of conditions: each of them is created
    case "list":
      return list(callee.items.map((item) => m.call(item, args)));
    case "object": {
      if (callee.host?.call) return callee.host.call(args, callee, m);
      const method = callee.cls && methodOf(callee.cls, "__call__", callee);
      if (method) return invoke(method, args, m);
      doubtHanded(callee, args, m);
      callbacks(args.list, m);
      return unknown;
    }
    case "const":
      if (callee.absent) throw stop;
      if (m.run) doubtHanded(callee, args, m); // at startup, such a call raises
      callbacks(args.list, m);
      return unknown;
    default:
      m.run?.gate?.looks.add("state");
      doubtHanded(callee, args, m);
      for (const value of args.list) if (value.kind === "input") m.read(value);
      callbacks(args.list, m);
      if (m.run?.absent && args.list.some((value) => isAbsent(value))) {
        // `get("name", otherwise)` returns its default only if the value is missing
        if (args.list.length === 2 && textOf(args.list[0]) !== undefined) return either([unknown, nobody]);
        doubtUnpassed(undefined, args, m);
        return nobody;
      }
      return callee.kind === "unknown" && callee.identity ? callee : unknown;
  }
}

export function construct(callee: Value, args: Args, m: Machine): Value {
  switch (callee.kind) {
    case "class":
      return instantiate(callee, args, m);
    case "either":
      return either(m.branches(callee.of.map((value) => () => m.construct(value, args))));
    case "function": {
      const prototype = callee.props.get("prototype");
      const self: ObjectValue = { kind: "object", props: new Store(), rest: prototype ?? unknown };
      const made = invoke({ ...callee, self }, args, m);
      return made.kind === "object" ? made : self;
    }
    default:
      return call(callee, args, m);
  }
}
