import { describe, expect, it } from "vitest";
import { called, print, type Expression } from "./expression.ts";
import { Repeated } from "./repeated.ts";

const rules = (...names: readonly string[]): Expression =>
  called("object", { members: names.map((name) => [name, "string"] as const) });
const long = (stem: string): Expression => rules(...Array.from({ length: 20 }, (_, i) => `${stem}${i}`));
const holding = (...inner: readonly Expression[]): Expression =>
  called("object", { members: inner.map((expression, i) => [`m${i}`, expression] as const) });

/** Returns all checks of some expressions as they would be written. */
function written(expressions: Readonly<Record<string, Expression>>): Readonly<Record<string, string>> {
  const repeated = new Repeated();
  for (const [name, expression] of Object.entries(expressions)) repeated.add(name, expression);
  const parts = repeated.named().map(([name, expression]) => [name, print(expression, 0)] as const);
  const checks = Object.entries(expressions).map(
    ([name, expression]) => [name, print(repeated.shown(name, expression), 0)] as const,
  );
  return Object.fromEntries([...parts, ...checks]);
}

describe("Repeated", () => {
  it("writes what is long and stands there again once", () => {
    const inner = long("a");
    expect(written({ One: holding(long("a")), Two: holding(long("b"), long("a")) })).toEqual({
      onePart: print(inner, 0),
      One: "object({ m0: onePart })",
      Two: print(holding(long("b"), "onePart"), 0),
    });
  });

  it("names what has a check by it, wherever that stands", () => {
    expect(written({ One: holding(long("a")), A: long("a"), Same: long("a") })).toEqual({
      One: "object({ m0: checkA })",
      A: print(long("a"), 0),
      Same: "checkA",
    });
  });

  it("counts what a repeated expression holds once", () => {
    const twice = (): Expression => holding(long("a"), long("b"));
    const found = written({
      One: holding(twice()),
      Two: holding("string", twice()),
      Three: holding(long("b")),
    });
    expect(Object.keys(found)).toEqual(["onePart", "onePart2", "One", "Two", "Three"]);
    expect(found["onePart"]).toBe(print(long("b"), 0));
    expect(found["onePart2"]).toBe(print(holding(long("a"), "onePart"), 0));
  });

  it("leaves what is short as it is, unless it is a whole check", () => {
    const all = {
      One: holding(rules("a")),
      Two: holding("string", rules("a")),
      A: rules("a"),
      B: rules("a"),
    };
    expect(written(all)).toEqual({
      One: "object({ m0: object({ a: string }) })",
      Two: "object({ m0: string, m1: object({ a: string }) })",
      A: "object({ a: string })",
      B: "checkA",
    });
  });
});
