import type { Catch, Expression, Statement } from "../program/ir.ts";
import { assign } from "./assign.ts";
import { isInstance } from "./classes.ts";
import { isForeign, ordinary } from "./errors.ts";
import { Stop, type Machine, type Scope } from "./machine.ts";
import { blockOf, inner } from "./make.ts";
import { numbers, texts, unknown, type ObjectValue, type Value } from "./value.ts";

type Attempt = Extract<Statement, { kind: "try" }>;

const stop = new Stop();

/** Whether a catch clause takes an error; `undefined` if that is unknown. */
function takes(types: Value | undefined, error: Value): boolean | undefined {
  if (!types || isForeign(error)) return true;
  return isInstance(error, types);
}

const mostErrors = 8;

/** Codes of an error, as in `code: "not_found"`, that a program may look up in tables. */
const codesIn = ({ props }: ObjectValue): readonly string[] =>
  [...props].flatMap(([name, value]) =>
    name === "message" || name === "stack" ? [] : texts(value).filter((text) => /^[\w.:-]{1,60}$/.test(text)),
  );

const numbersIn = ({ props }: ObjectValue): readonly string[] =>
  [...props].flatMap(([name, value]) => (numbers(value).length ? [`${name} ${numbers(value).join()}`] : []));

/**
 * Drops errors of one class with the same numbers and codes, which lead to the same answer; those with a status come
 * first.
 */
function distinct(errors: readonly Value[]): readonly Value[] {
  const seen = new Map<unknown, Set<string>>();
  const left = errors.filter((error) => {
    const kind = error.kind === "object" ? (error.cls ?? error.base?.path) : undefined;
    if (error.kind !== "object" || kind === undefined) return true;
    const known = seen.get(kind) ?? new Set();
    seen.set(kind, known);
    const text = error.cls ? "" : texts(error.props.get("message")).join();
    const key = [...numbersIn(error), ...codesIn(error), text].join(" ");
    return !known.has(key) && known.add(key).size > 0;
  });
  const carries = (error: Value): boolean => error.kind === "object" && numbersIn(error).length > 0;
  return [...left.filter(carries), ...left.filter((error) => !carries(error))];
}

const isNext = (of: Expression | undefined): boolean =>
  of?.kind === "call" && of.callee.kind === "name" && of.callee.name === "next";

/** Whether a `try` block passes the request on: `await next()`. */
const isOnward = (body: readonly Statement[]): boolean =>
  body.some(
    (statement) => (statement.kind === "expression" || statement.kind === "return") && isNext(statement.of),
  );

/** Errors that a library may throw and the program itself never does. Around `next()`, one ordinary error. */
function foreign(types: Value | undefined, body: readonly Statement[]): readonly Value[] {
  if (!types) return isOnward(body) ? [ordinary()] : [unknown];
  const all = types.kind === "list" ? types.items : [types];
  return all.flatMap((type): readonly Value[] => {
    if (type.kind !== "external") return [];
    return [/^(?:Base)?Exception$/.test(type.name) ? unknown : { ...type, path: `${type.path}()`, of: type }];
  });
}

/** Runs a `try`: the body, then the handler for errors thrown in it, then `finally`. */
export function attempt(of: Attempt, scope: Scope, m: Machine): void {
  const outer = m.throws;
  m.throws = [];
  let thrown: readonly Value[] = [];
  const body = (): void => {
    try {
      m.execute(of.body, blockOf(scope));
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
      const others = foreign(types, of.body);
      const errors = [...new Set([...distinct(caught).slice(0, mostErrors), ...others])];
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
      m.execute(of.last, blockOf(scope));
    }
    return;
  }
  m.branches([body, ...Array.from({ length: possible }, (_, index) => lazily(index))]);
  m.execute(of.last, blockOf(scope));
}

function handle(handler: Catch, error: Value, { scope, m }: { scope: Scope; m: Machine }): void {
  const at = inner(scope);
  if (handler.to) assign(handler.to, error, { scope: at, declare: "here" }, m);
  m.caught.push(error);
  try {
    m.execute(handler.body, at);
  } finally {
    m.caught.pop();
  }
}
