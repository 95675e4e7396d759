import { expect, it } from "vitest";
import type { Shown } from "../../../code/index.ts";
import { dullness, isSteady, isTelling, isTitle } from "./telling.ts";

const shownCall = (call: string, value: string, title = ""): Shown => ({
  target: /^[\w.]+/.exec(call.replace(/^new /, ""))?.[0] ?? "",
  names: [],
  call,
  value,
  title,
  awaited: false,
});

it.each([
  ["min()", "undefined"],
  ["useColor()", "true"],
  ["parse('')", "{}"],
  ["new Hooks({}).size", "0", "empty list"],
  ["Spec('1')._text", "'1'"],
])("%s that gives %s isn't shown where one example is", (call, value, title = "") => {
  expect(isTelling(shownCall(call, value, title))).toBe(false);
});

it.each([
  ["add(1)", "2"],
  ["new Cart([1]).size", "1"],
  ["is_odd(1)", "True"],
])("%s that gives %s is", (call, value) => {
  expect(isTelling(shownCall(call, value))).toBe(true);
});

it("prefers what gives something to what gives nothing", () => {
  const calls = [
    shownCall("is_odd(2)", "False"),
    shownCall("is_odd(1)", "True"),
    shownCall("is_odd(1)", "None"),
  ];
  expect(calls.toSorted((a, b) => dullness(a) - dullness(b)).map(({ value }) => value)).toEqual([
    "True",
    "False",
    "None",
  ]);
});

it("takes nothing that another day or machine gives otherwise", () => {
  expect(isSteady(shownCall("ago(Date.now())", "'now'"), [])).toBe(false);
  expect(isSteady(shownCall("join(a)", "'b'"), [{ local: "a", name: "sep", from: "node:path" }])).toBe(false);
  expect(
    isSteady(shownCall("ago(Decimal(1))", "1"), [{ local: "Decimal", name: "Decimal", from: "decimal" }]),
  ).toBe(true);
});

it.each([
  ["adds two numbers", true],
  ["should add", false],
  ["2001", false],
  ["add()", false],
])("%s is a title of an example: %s", (title, isExpected) => {
  expect(isTitle(title)).toBe(isExpected);
});
