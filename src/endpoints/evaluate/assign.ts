import type { Target } from "../program/ir.ts";
import type { Machine, Scope } from "./machine.ts";
import { putAt, removeAt } from "./lists.ts";
import { isOthers, rewritten, written, leaves } from "./shared.ts";
import { doubtSet, isFromPlugin, mayRun, unread } from "./uses.ts";
import { isFrameworks } from "./known.ts";
import {
  either,
  gone,
  keyOf,
  list,
  nothing,
  object,
  texts,
  unknown,
  type ExternalValue,
  type Value,
} from "./value.ts";

export interface How {
  readonly scope: Scope;
  /** `here`: declares in the current block; `wide`: in the function. Absent: assigns an existing name. */
  readonly declare?: "here" | "wide";
}

const holder = (scope: Scope, fits: (scope: Scope) => boolean): Scope | undefined => {
  let at: Scope | undefined = scope;
  while (at && !fits(at)) at = at.parent;
  return at;
};

/** Marks a name in a function's scope that the function assigns in an outer scope. */
export const outer = (name: string): string => `%outer ${name}`;

function place(name: string, { scope, declare }: How): Scope {
  if (declare === "here") return scope;
  const fn = declare === "wide" ? holder(scope, ({ kind }) => kind !== "block") : undefined;
  if (fn?.parent && fn.vars.has(outer(name)))
    return holder(fn.parent, ({ vars, kind }) => vars.has(name) || kind === "module") ?? scope;
  const known = declare === "wide" ? undefined : holder(scope, ({ vars }) => vars.has(name));
  return known ?? holder(scope, ({ kind }) => kind !== "block") ?? scope;
}

function member(of: Value, value: Value, m: Machine): Value {
  const name = keyOf(value);
  return name === undefined ? unknown : m.get(of, name);
}

const orElse = (value: Value, otherwise: (() => Value) | undefined): Value => {
  if (!otherwise) return value;
  if (value.kind === "const" && value.value === undefined) return otherwise();
  // an unknown value may be missing; the caller's identity is not
  if (value.kind === "unknown" && !value.identity) return either([otherwise(), value]);
  return value.kind === "unknown" || value.kind === "input" ? value : either([value]);
};

/** Removes a member. If its name is unknown, it may be any. */
export function remove(of: Value, at: Value, m: Machine): void {
  if (of.kind === "either") for (const item of of.of) remove(item, unknown, m);
  else if (of.kind === "object" && (at.kind === "either" || keyOf(at) === undefined))
    for (const [name, value] of of.props) m.set(of.props, name, either([value, gone]));
  else if (of.kind === "list") removeAt(of, m);
  else if (of.kind !== "input") put(of, at, { value: gone, m });
}

/** Assigns a member. */
export function put(of: Value, at: Value, { value, m }: { value: Value; m: Machine }): void {
  const name = keyOf(at);
  if (of.kind === "either") {
    for (const item of of.of) put(item, at, { value, m });
    return;
  }
  if (of.kind === "object") {
    // a method of a class that isn't known is replaced
    if (name === undefined && of.props === of.cls?.replaced) unread(m);
    if (name === undefined || name === "__proto__") of.rest = value;
    else {
      m.set(of.props, name, written(of.props.get(name), value, m));
      leaves(of, name, { value, m });
      of.host?.set?.(name, value, of);
      doubtSet(of, name, { value, m });
    }
  } else if (of.kind === "class" && name === undefined) {
    if (mayRun(value)) unread(m);
  } else if (of.kind === "list") putAt(of, at, { value, m });
  else if (of.kind === "external" && name !== undefined) {
    if (!m.run && !of.args) changed(of, m);
    const path = `${of.path}.${name}`;
    // calls with the same path may return different objects
    const isOne = !of.path.includes("()");
    if (!m.run && isOne && (value.kind !== "const" || m.assigned.has(path))) {
      // a branch without the assignment has the library's own
      if (!m.assigned.has(path)) m.assigned.set(path, m.get(of, name));
      m.set(m.assigned, path, value);
    }
    for (const library of m.libraries) library.assign?.(of, name, value);
  } else if (of.kind === "input" && name !== undefined)
    m.run?.overwritten.add(`${of.part}:${[...of.path, name].join(".")}`);
  else if (of.kind === "class" && name !== undefined) {
    m.set(of.statics, name, written(of.statics.get(name), value, m));
    if (of.scope.module.language === "python") m.set(of.replaced, name, value);
    // what the language calls by itself is looked up where it was defined
    if (/^__(?!name|qualname|doc|module)\w+__$/.test(name) && mayRun(value)) unread(m);
  } else if (of.kind === "function" && name !== undefined) m.set(of.props, name, value);
}

/**
 * Notes that a program assigns a member of a framework (`express.request.who = …`): the tables no longer describe it.
 */
const changed = (of: ExternalValue, m: Machine): void => {
  if (isFrameworks(of.path) || isFromPlugin(of)) unread(m);
};

function name(scope: Scope, called: string, { value, how, m }: { value: Value; how: How; m: Machine }): void {
  const isShared = how.declare !== "here" && isOthers(scope, m);
  m.set(scope.vars, called, isShared ? rewritten(scope.vars.get(called), value, m) : value);
}

/** Assigns a value to a name, a member, or the parts of a pattern. */
export function assign(to: Target, value: Value, how: How, m: Machine): void {
  switch (to.kind) {
    case "name":
      if (to.name) name(place(to.name, how), to.name, { value, how, m });
      return;
    case "place":
      put(m.evaluate(to.of, how.scope), m.evaluate(to.at, how.scope), { value, m });
      return;
    case "members": {
      const usedNames = new Set<string>();
      for (const { key, to: inner, otherwise } of to.members) {
        const at = m.evaluate(key, how.scope);
        for (const name of texts(at)) usedNames.add(name);
        const found = member(value, at, m);
        assign(inner, orElse(found, otherwise && (() => m.evaluate(otherwise, how.scope))), how, m);
      }
      if (to.rest) assign(to.rest, without(value, usedNames), how, m);
      return;
    }
    case "items": {
      for (const [index, item] of to.items.entries()) {
        if (!item) continue;
        const found = itemAt(value, index, m);
        const { otherwise } = item;
        assign(item.to, orElse(found, otherwise && (() => m.evaluate(otherwise, how.scope))), how, m);
      }
      if (to.rest)
        assign(
          to.rest,
          value.kind === "list" ? list(value.items.slice(to.items.length), value.rest) : unknown,
          how,
          m,
        );
    }
  }
}

function itemAt(value: Value, index: number, m: Machine): Value {
  if (value.kind === "list") return value.items[index] ?? value.rest ?? nothing;
  if (value.kind === "either") return either(value.of.map((value) => itemAt(value, index, m)));
  if (value.kind === "unknown" && value.identity) return value;
  return value.kind === "input" || value.kind === "object" ? m.get(value, String(index)) : unknown;
}

const without = (value: Value, usedNames: ReadonlySet<string>): Value => {
  if (value.kind !== "object") return value;
  const left = object([...value.props].filter(([name]) => !usedNames.has(name)));
  if (value.rest) left.rest = value.rest;
  return left;
};
