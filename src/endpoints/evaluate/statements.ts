import { compared } from "./secrets.ts";
import type { Statement, Expression } from "../program/ir.ts";
import { typed } from "./text.ts";
import { assign, outer } from "./assign.ts";
import { attempt } from "./attempt.ts";
import { blame } from "./blame.ts";
import { elementOf } from "./expressions.ts";
import { args, Leave, Raised, Stop, type Machine, type Scope } from "./machine.ts";
import { classValue, functionValue, blockOf, unshadowed, decorated } from "./make.ts";
import { constant, each, gone, list, nothing, truth, unknown, type Value } from "./value.ts";
import { keyIn } from "./methods.ts";
import { compare } from "./operators.ts";

const plain = (of: Expression): boolean =>
  of.kind === "name" || (of.kind === "get" && plain(of.of)) || (of.kind === "not" && plain(of.of));

/** Whether `open || !user` holds because of a side whose value is known. */
const holdsAnyway = (test: Expression, at: { scope: Scope; m: Machine }): boolean =>
  test.kind === "logic" &&
  test.op === "||" &&
  [test.left, test.right].some(
    (side) => (plain(side) && truth(at.m.evaluate(side, at.scope)) === true) || holdsAnyway(side, at),
  );

type Of<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

const stop = new Stop();
const raise = new Raised();
const leave = new Leave();

function condition(of: Of<"if">, scope: Scope, m: Machine): void {
  const known = truth(m.evaluate(of.test, scope));
  const test = known ?? (holdsAnyway(of.test, { scope, m }) ? true : undefined);
  if (test !== undefined) {
    execute(test ? of.yes : of.no, blockOf(scope), m);
    return;
  }
  m.branches([of.yes, of.no].map((body) => () => execute(body, blockOf(scope), m)));
}

const keyOf = (over: Value): Value => (over.kind === "input" ? keyIn(over) : unknown);

const mostRounds = 300;

function rounds(over: Value, { keys }: Of<"loop">, scope: Scope): readonly Value[] | undefined {
  if (over.kind === "list" && !over.rest)
    return over.items.slice(0, mostRounds).map((item, index) => (keys ? constant(index) : item));
  if (over.kind === "object" && !over.rest && !over.host && !over.cls) {
    const isMap = !keys && scope.module.language === "javascript";
    const left = [...over.props].filter(([, value]) => value !== gone).slice(0, mostRounds);
    return left.map(([key, value]) => (isMap ? list([constant(key), value]) : constant(key)));
  }
  return undefined;
}

function loop(of: Of<"loop">, scope: Scope, m: Machine): void {
  const over = of.over && m.evaluate(of.over, scope);
  // `break` and `continue` end only the current round
  const once = (item: Value | undefined): void =>
    void m.frame("leave", () => {
      const at = blockOf(scope);
      if (of.to && item)
        assign(of.to, item, { scope: at, declare: scope.module.language === "python" ? "wide" : "here" }, m);
      execute(of.body, at, m);
    });
  const known = over && rounds(over, of, scope);
  if (!known) {
    m.branches([() => undefined, () => once(over && (of.keys ? keyOf(over) : elementOf(over, m)))]);
    return;
  }
  for (const item of known) {
    try {
      once(item);
    } catch (error) {
      // at startup, a registration that fails doesn't affect the other rounds
      if (!(error instanceof Stop) || m.run) throw error;
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
    const way = m.evaluate(test, scope);
    compared([on, way], m);
    const fits = truth(compare("===", on, way));
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

/** Runs a case and the following ones up to the next `break`. */
function fall(of: Of<"switch">, from: number, { scope, m }: { scope: Scope; m: Machine }): void {
  const at = blockOf(scope);
  m.frame("leave", () => {
    for (const { body } of of.cases.slice(from)) execute(body, at, m);
  });
}

/** In Python, raising a class creates an instance. */
const raised = (error: Value, { module }: Scope, m: Machine): Value =>
  module.language === "python" &&
  (error.kind === "class" || (error.kind === "external" && !error.args && /^[A-Z]/.test(error.name)))
    ? m.construct(error, args([]))
    : error;

const readers: { readonly [K in Statement["kind"]]: (of: Of<K>, scope: Scope, m: Machine) => void } = {
  expression: (of, scope, m) => void m.evaluate(of.of, scope),
  let: (of, scope, m) => {
    const value = of.value ? m.evaluate(of.value, scope) : nothing;
    if (of.type) typed(value, of.type, { scope, m });
    assign(of.to, value, { scope, declare: of.wide ? "wide" : "here" }, m);
  },
  type: (of, scope) => void scope.vars.set(`type ${of.name}`, { kind: "shape", of: of.of, scope }),
  outer: (of, scope) => {
    for (const name of of.names) scope.vars.set(outer(name), nothing);
  },
  function: (of, scope, m) => {
    if (!of.fn.decorators.length) return;
    const at = unshadowed(of.fn, scope);
    const value = decorated(functionValue(of.fn, at), of.fn.decorators, { scope: at, m });
    m.set(scope.vars, of.fn.name, value);
  },
  class: (of, scope, m) => m.set(scope.vars, of.cls.name, classValue(of.cls, scope, m)),
  if: condition,
  loop,
  switch: choice,
  try: attempt,
  throw: (of, scope, m) => {
    const error = of.of ? m.evaluate(of.of, scope) : (m.caught.at(-1) ?? unknown);
    for (const value of each(error)) {
      const thrownValue = raised(value, scope, m);
      m.run?.thrown?.(thrownValue);
      blame(thrownValue, m);
      m.throws.push(thrownValue);
    }
    throw raise;
  },
  return: (of, scope, m) => {
    const value = of.of ? m.evaluate(of.of, scope) : nothing;
    const returns = m.lookup("%returns", scope);
    if (returns?.kind === "list") returns.items.push(value);
    m.leave("return");
    throw stop;
  },
  leave: (_, __, m) => {
    m.leave("leave");
    throw leave;
  },
  block: (of, scope, m) => execute(of.body, blockOf(scope), m),
  import: (of, scope, m) => {
    for (const { name, as } of of.names) {
      if (as === "*") scope.module.passed.push(() => m.load(of.module, scope.module));
      else if (scope.kind === "module") {
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

/** Caches a lookup; a name that refers to itself is undefined. */
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

/** The member of a module that an import names. */
const named = (module: Value, name: string, m: Machine): Value =>
  name === "*" ? module : m.get(module, name);

export function execute(body: readonly Statement[], scope: Scope, m: Machine): void {
  for (const item of body)
    if (item.kind === "function") scope.vars.set(item.fn.name, functionValue(item.fn, scope));
  for (const item of body) {
    m.step();
    const read = readers[item.kind] as (of: Statement, scope: Scope, m: Machine) => void; // the table pairs kinds with readers
    try {
      read(item, scope, m);
    } catch (error) {
      // an error at startup costs only its statement
      if (!(error instanceof Raised) || m.run || item.kind === "throw") throw error;
      m.raised.push(scope.module.path);
    }
  }
}
