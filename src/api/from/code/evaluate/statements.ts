import type { Catch, Statement } from "../program/ir.ts";
import { assign } from "./assign.ts";
import { isInstance } from "./classes.ts";
import { elementOf } from "./expressions.ts";
import { Leave, Stop, type Machine, type Scope } from "./machine.ts";
import { classValue, functionValue } from "./make.ts";
import { constant, each, nothing, truth, unknown, type Value, Store } from "./value.ts";
import { decorated } from "./decorate.ts";
import { compare } from "./operators.ts";

type Of<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

const stop = new Stop();
const leave = new Leave();

const inner = (scope: Scope): Scope => ({ ...scope, vars: new Store(), parent: scope, kind: "block" });

/** Python has no scopes of blocks. */
const blockOf = (scope: Scope): Scope => (scope.module.language === "python" ? scope : inner(scope));

function condition(of: Of<"if">, scope: Scope, m: Machine): void {
  const test = truth(m.evaluate(of.test, scope));
  if (test !== undefined) {
    execute(test ? of.yes : of.no, blockOf(scope), m);
    return;
  }
  m.branches([() => execute(of.yes, blockOf(scope), m), () => execute(of.no, blockOf(scope), m)]);
}

const mostRounds = 300;

function rounds(over: Value, keys: boolean | undefined): readonly Value[] | undefined {
  if (over.kind === "list" && !over.rest && !keys) return over.items.slice(0, mostRounds);
  if (over.kind === "object" && !over.rest && !over.host && !over.cls)
    return [...over.props.keys()].slice(0, mostRounds).map(constant);
  return undefined;
}

/** A body that may be left early, which ends no more than the round. */
function round(body: () => void, m: Machine): void {
  m.branches([() => undefined, body]);
}

function loop(of: Of<"loop">, scope: Scope, m: Machine): void {
  const over = of.over && m.evaluate(of.over, scope);
  const once = (item: Value | undefined): void => {
    const at = blockOf(scope);
    if (of.to && item)
      assign(of.to, item, { scope: at, declare: scope.module.language === "python" ? "wide" : "here" }, m);
    execute(of.body, at, m);
  };
  const known = over && rounds(over, of.keys);
  if (!known) {
    round(() => once(over && (of.keys ? unknown : elementOf(over, m))), m);
    return;
  }
  for (const item of known) {
    try {
      once(item);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
  }
}

function choice(of: Of<"switch">, scope: Scope, m: Machine): void {
  const on = m.evaluate(of.on, scope);
  const ways: (() => void)[] = [];
  const otherwise = of.cases.findIndex(({ test }) => !test);
  let isSure = false;
  for (const [index, { test }] of of.cases.entries()) {
    if (!test) continue;
    const fits = truth(compare("===", on, m.evaluate(test, scope)));
    if (fits === false) continue;
    ways.push(() => fall(of, index, { scope, m }));
    if (fits === true) {
      isSure = true;
      break;
    }
  }
  if (!isSure) ways.push(otherwise < 0 ? () => undefined : () => fall(of, otherwise, { scope, m }));
  m.branches(ways);
}

/** Runs a case and those below it up to the next `break`. */
function fall(of: Of<"switch">, from: number, { scope, m }: { scope: Scope; m: Machine }): void {
  const at = blockOf(scope);
  for (const { body } of of.cases.slice(from)) {
    const leaves = body.findIndex(({ kind }) => kind === "leave");
    try {
      execute(leaves < 0 ? body : body.slice(0, leaves), at, m);
    } catch (error) {
      if (error instanceof Leave) return;
      throw error;
    }
    if (leaves >= 0) return;
  }
}

/** The errors that a catch takes of those thrown. */
function takes(types: Value | undefined, error: Value): boolean | undefined {
  if (!types) return true;
  return isInstance(error, types);
}

const mostErrors = 8;

/** Errors that a library may throw, and no one in this program does. */
function foreign(types: Value | undefined): readonly Value[] {
  if (!types) return [unknown];
  const all = types.kind === "list" ? types.items : [types];
  return all.flatMap((type): readonly Value[] => {
    if (type.kind !== "external") return [];
    return [/^(?:Base)?Exception$/.test(type.name) ? unknown : { ...type, path: `${type.path}()`, of: type }];
  });
}

function attempt(of: Of<"try">, scope: Scope, m: Machine): void {
  const outer = m.throws;
  m.throws = [];
  let thrown: readonly Value[] = [];
  const body = (): void => {
    try {
      execute(of.body, blockOf(scope), m);
    } finally {
      thrown = m.throws;
      m.throws = outer;
    }
  };
  const handlers = (): readonly (() => void)[] => {
    let left = thrown;
    return of.catches.flatMap((handler) => {
      const types = handler.types && m.evaluate(handler.types, scope);
      const caught = left.filter((error) => takes(types, error) !== false);
      left = left.filter((error) => takes(types, error) !== true);
      if (handler === of.catches.at(-1)) outer.push(...left);
      const errors = [...new Set([...caught.slice(0, mostErrors), ...foreign(types)])];
      return errors.map((error) => () => handle(handler, error, { scope, m }));
    });
  };
  let ways: readonly (() => void)[] | undefined;
  const lazily = (index: number) => (): void => {
    ways ??= handlers();
    const way = ways[index];
    if (!way) throw stop;
    way();
  };
  const possible = of.catches.length * (mostErrors + 3);
  if (!of.catches.length) {
    try {
      body();
    } finally {
      outer.push(...thrown);
      execute(of.last, blockOf(scope), m);
    }
    return;
  }
  m.branches([body, ...Array.from({ length: possible }, (_, index) => lazily(index))]);
  execute(of.last, blockOf(scope), m);
}

function handle(handler: Catch, error: Value, { scope, m }: { scope: Scope; m: Machine }): void {
  const at = inner(scope);
  if (handler.to) assign(handler.to, error, { scope: at, declare: "here" }, m);
  m.caught.push(error);
  try {
    execute(handler.body, at, m);
  } finally {
    m.caught.pop();
  }
}

const readers: { readonly [K in Statement["kind"]]: (of: Of<K>, scope: Scope, m: Machine) => void } = {
  expression: (of, scope, m) => void m.evaluate(of.of, scope),
  let: (of, scope, m) => {
    const value = of.value ? m.evaluate(of.value, scope) : nothing;
    if (of.type && value.kind === "input")
      m.run?.typed.push({
        part: value.part,
        path: value.path,
        schema: { kind: "shape", of: of.type, scope },
      });
    assign(of.to, value, { scope, declare: of.wide ? "wide" : "here" }, m);
  },
  type: (of, scope) => void scope.vars.set(`type ${of.name}`, { kind: "shape", of: of.of, scope }),
  function: (of, scope, m) => {
    if (!of.fn.decorators.length) return;
    const made = decorated(functionValue(of.fn, scope), of.fn.decorators, { scope, m });
    m.set(scope.vars, of.fn.name, made);
  },
  class: (of, scope, m) => m.set(scope.vars, of.cls.name, classValue(of.cls, scope, m)),
  if: condition,
  loop,
  switch: choice,
  try: attempt,
  throw: (of, scope, m) => {
    const error = of.of ? m.evaluate(of.of, scope) : (m.caught.at(-1) ?? unknown);
    for (const one of each(error)) m.throws.push(one);
    throw stop;
  },
  return: (of, scope, m) => {
    const value = of.of ? m.evaluate(of.of, scope) : nothing;
    const returns = m.lookup("%returns", scope);
    if (returns?.kind === "list") returns.items.push(value);
    throw stop;
  },
  leave: () => {
    throw leave;
  },
  block: (of, scope, m) => execute(of.body, blockOf(scope), m),
  import: (of, scope, m) => {
    for (const { name, as } of of.names) {
      if (scope.kind === "module") {
        const { module } = scope;
        module.imports.set(
          as,
          once(() => named(m.load(of.module, module), name, m)),
        );
      } else m.set(scope.vars, as, named(m.load(of.module, scope.module), name, m));
    }
    if (!of.names.length) m.load(of.module, scope.module);
  },
  export: (of, scope, m) => {
    const { module } = scope;
    for (const { name, as } of of.names) {
      if (of.module === undefined) module.imports.set(`%export ${as}`, () => m.lookup(name, module.scope));
      else {
        const from = of.module;
        if (name === "*" && as === "*") module.passed.push(() => m.load(from, module));
        else
          module.imports.set(
            `%export ${as}`,
            once(() => named(m.load(from, module), name, m)),
          );
      }
    }
  },
  default: (of, scope, m) => m.set(scope.module.exports.props, "default", m.evaluate(of.of, scope)),
};

/** A name that leads to itself leads nowhere. */
function once(find: () => Value): () => Value | undefined {
  let isLooking = false;
  return () => {
    if (isLooking) return undefined;
    isLooking = true;
    try {
      return find();
    } finally {
      isLooking = false;
    }
  };
}

/** The member of a module by the name in an import. */
export const named = (module: Value, name: string, m: Machine): Value =>
  name === "*" ? module : m.get(module, name);

export function execute(body: readonly Statement[], scope: Scope, m: Machine): void {
  for (const item of body)
    if (item.kind === "function") scope.vars.set(item.fn.name, functionValue(item.fn, scope));
  for (const item of body) {
    m.step();
    const read = readers[item.kind] as (of: Statement, scope: Scope, m: Machine) => void; // the table pairs kinds with readers
    read(item, scope, m);
  }
}
