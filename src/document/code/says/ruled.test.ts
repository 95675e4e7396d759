import { expect, it } from "vitest";
import { documented } from "../documented.suite.ts";
import { isRuledOut } from "./ruled.ts";

const python = `def load(key, algorithms=None, strict=True):
    if key is None or strict and not algorithms:
        raise ValueError("no key")
    if isinstance(key, bytes):
        return read(key)
    return other(key)
`;

it.each([
  ["key is None", "read(", true],
  ["not algorithms and strict", "other(", true],
  ["not algorithms", "other(", false],
  ["not isinstance(key, bytes)", "read(", true],
  ["not isinstance(key, bytes)", "other(", false],
  ["key is not None", "other(", false],
])("knows whether %s can hold at %s", (when, call, isOut) => {
  expect(isRuledOut(when, python, python.indexOf(call))).toBe(isOut);
});

const script = `function load(key, size) {
  if (!key) throw new Error("none");
  if (typeof size !== "number") {
    return undefined;
  }
  if (size === 0) log(size);
  while (size > 1) {
    read(key, size);
  }
}
`;

it.each([
  ["!key", true],
  ['typeof size !== "number"', true],
  ["size === 0", false],
])("in JavaScript, too: %s", (when, isOut) => {
  expect(isRuledOut(when, script, script.indexOf("read("))).toBe(isOut);
});

it("tells nobody of errors of callees that can't come there", async () => {
  const { text } = await documented({
    "a.js": `/** Checks it. */
export function check(name) {
  if (!name) throw new RangeError("the name is missing");
  return name;
}
/** With a name. */
export function tested(name) {
  if (!name) return undefined;
  return check(name);
}
/** With any. */
export function handed(name) {
  return check(name);
}
`,
  });
  expect(text("a.js").match(/@throws .*/g)?.length).toBe(2);
  expect(text("a.js")).toMatch(/With any\.\n \*\n \* @throws/);
});

it("takes no time for hostile lines", () => {
  const brackets = `def f(a):\n    if ${"[a]".repeat(40)}\n    g(a)\n`;
  expect(isRuledOut("a", brackets, brackets.indexOf("g("))).toBe(false);
});
