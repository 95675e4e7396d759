import type { Program } from "../program/ir.ts";
import type { Imports } from "../program/imports.ts";
import type { Sources } from "../program/source.ts";
import { assign } from "./assign.ts";
import { blame, lookAt } from "./blame.ts";
import { call, construct } from "./calls.ts";
import { core } from "./core.ts";
import { evaluate } from "./expressions.ts";
import { Exhausted, Raised, type Library, type Machine, type Scope, type Budget } from "./machine.ts";
import { credential, get, method } from "./value-members.ts";
import { Modules } from "./modules.ts";
import { State } from "./state.ts";
import { execute } from "./statements.ts";
import { step, type InputValue, type Module, type Value } from "./value.ts";

const raise = new Raised();

export interface Project {
  readonly sources: Sources;
  readonly imports: Imports;
  readonly libraries: readonly Library[];
  readonly budget: Budget;
  read(path: string, text: string): Program | undefined;
}

export interface Started {
  readonly machine: Machine;
  readonly modules: Modules;
}

/** Built-in names of Python, which `import *` of a library doesn't replace. */
const builtIn =
  /^(?:[a-z_]|[A-Z]\w*(?:Error|Exception|Warning)$|Exception$|BaseException$|True$|False$|None$|NotImplemented$)/;

/**
 * Looks up a name that `from module import *` provides: from a module of the project, otherwise perhaps from a library.
 */
function passedOn(name: string, { passed }: Module, m: Machine): Value | undefined {
  const all = passed.map((pass) => pass());
  for (const from of all) {
    const found = from.kind === "object" ? from.host?.get?.(name, from, m) : undefined;
    if (found) return found;
  }
  const library = builtIn.test(name) ? undefined : all.find(({ kind }) => kind === "external");
  return library && m.get(library, name);
}

/** Looks up a name from a scope outwards. Python modules that import each other by `*` are asked once. */
function lookups(m: () => Machine): Machine["lookup"] {
  const seenKeys = new Set<string>();
  return (name, scope) => {
    for (let at: Scope | undefined = scope; at; at = at.parent) {
      const found = at.vars.get(name);
      if (found) return found;
      if (at.kind !== "module") continue;
      const { module } = at;
      const late = module.imports.get(name);
      if (late) return late();
      const key = `${module.path}:${name}`;
      if (module.language !== "python" || !module.passed.length || seenKeys.has(key)) continue;
      seenKeys.add(key);
      try {
        const value = passedOn(name, module, m());
        if (value) return value;
      } finally {
        seenKeys.delete(key);
      }
    }
    return undefined;
  };
}

const isOverwritten = ({ part, path }: InputValue, names: ReadonlySet<string>): boolean =>
  names.size > 0 && path.some((_, index) => names.has(`${part}:${path.slice(0, index + 1).join(".")}`));

const record = (input: InputValue, m: Machine): void => {
  lookAt(input, m);
  if (!m.run || !input.path.length || isOverwritten(input, m.run.overwritten)) return;
  // a field that shared middleware reads of every body, as for logging, is no field of an endpoint, unless it is a token
  if (input.part === "body" && m.run.isShared && !credential.test(input.path[0] ?? "")) return;
  const paths = m.run.reads.get(input.part) ?? new Set();
  const path = input.path.slice(0, 8);
  paths.add((input.part === "query" ? path.map(step) : path).join("."));
  m.run.reads.set(input.part, paths);
};

/** The share of the remaining steps that one call gets, so that some are left for what follows. */
const share = 7 / 8;

/**
 * Creates a machine that follows a project without running it: it takes every branch, and outside code stays a name.
 */
export function start({ sources, imports, libraries, budget, read }: Project): Started {
  const state = new State();
  const modules = new Modules(sources, imports, read);
  let [left, allowed] = [0, 0];
  const m: Machine = {
    libraries: [...libraries, core],
    run: undefined,
    throws: [],
    caught: [],
    called: new Set(),
    callers: new Set(),
    step() {
      left -= 1;
      budget.spend(m.run === undefined);
      if (left < 0) throw new Exhausted("The program does too much to be followed.");
    },
    allow(steps) {
      left = steps;
      allowed = steps;
    },
    isLong: () => left < allowed * 0.75,
    mostly(body) {
      const [before, budgetGiven] = [left, Math.floor(left * share)];
      left = budgetGiven;
      try {
        return body();
      } catch (error) {
        if (!(error instanceof Exhausted) || left >= 0 || budget.isSpent) throw error;
        m.isCut = true;
        return undefined;
      } finally {
        left = before - (budgetGiven - Math.max(left, 0));
      }
    },
    isCut: false,
    isChanged: false,
    unclear: [],
    foreign: [],
    raised: [],
    place: { file: "", at: 0 },
    unread: [],
    secrets: new Set(),
    assigned: new Map(),
    lookers: new Set(),
    left: new Set(),
    written: new Set(),
    evaluate: (of, scope) => evaluate(of, scope, m),
    execute: (body, scope) => execute(body, scope, m),
    assign: (to, value, how) => assign(to, value, how, m),
    lookup: lookups(() => m),
    get: (of, name) => get(of, name, m),
    method: (of, name) => method(of, name, m),
    set: (map, key, value) => state.set(map, key, value),
    call: (callee, args) => call(callee, args, m),
    construct: (callee, args) => construct(callee, args, m),
    branches: (alternatives) => state.branches(alternatives),
    frame: (left, body) => state.frame(left, body),
    leave: (by) => state.leave(by),
    isSure: (age) => state.isSure(age),
    module: (path) => modules.get(path, m),
    below: (module, name) => modules.below(module, name, m),
    load: (request, from) => modules.load(request, from, m),
    raise(value) {
      blame(value, m);
      m.throws.push(value);
      throw raise;
    },
    read: (input) => record(input, m),
  };
  return { machine: m, modules };
}
