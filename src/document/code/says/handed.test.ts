import { describe, expect, it } from "vitest";
import { documented } from "../documented.suite.ts";

const errors = `export class Wrong extends Error {}
`;

describe("errors of callees", () => {
  it("depend on what is handed on: what is written there, left out or made up raises nothing", async () => {
    const { text } = await documented({
      "a.js": `${errors}
/** Checks it. */
export function check(size, name) {
  if (size < 0) throw new Wrong("the size is negative");
  return name;
}
/** Refuses. */
export function refuse(reason) {
  if (!reason) throw new Wrong("a reason is missing");
  return { reason };
}
/** Formats it. */
export function format(size, kind) {
  switch (kind) {
    case "short":
      return size;
    case "long":
      return size + size;
    default:
      throw new RangeError("no kind is " + kind + " here");
  }
}
/** Formats it shortly. */
export function brief(size) {
  return format(size, "short");
}
/** With a size of its own. */
export function fixed(name) {
  return check(3, name);
}
/** With nothing. */
export function bare() {
  const checked = 1;
  return check();
}
/** With a size that it makes up. */
export function made() {
  const size = Math.random();
  return check(size);
}
/** With what is made of something else. */
export function explained(text) {
  const problem = describe(text);
  return problem ? refuse(problem) : refuse("none");
}
/** With what it was given. */
export function handed(wide) {
  return check(wide * 2);
}
`,
    });
    expect(text("a.js").match(/@throws .*/g)).toEqual([
      '@throws {Wrong} if `size < 0`: "the size is negative"',
      "@throws {Wrong} if `reason` is empty or missing",
      '@throws {RangeError} if `kind` is not one of `"short"`, `"long"`',
      '@throws {Wrong} if `wide * 2 < 0`: "the size is negative"',
    ]);
    expect(text("a.js")).toMatch(/was given\.\n \*\n \* @throws/);
  });

  it("come with conditions in the names of what is handed on", async () => {
    const { text } = await documented({
      "src/Shop.java": `package shop;

public class Shop {
    /**
     * Checks it.
     * @param value what is checked
     * @param name  what it is called
     */
    public static void notNull(Object value, String name) {
        if (value == null)
            throw new IllegalArgumentException("The parameter '" + name + "' must not be null.");
    }

    /**
     * Opens one.
     * @param path where
     */
    public void open(String path) {
        notNull(path, "path");
        load(path);
    }
}
`,
    });
    expect(text("src/Shop.java")).toContain(
      "     * @throws IllegalArgumentException if {@code path} is {@code null}\n     */\n    public void open",
    );
  });

  it("aren't told from far behind private functions, nor of methods that others do otherwise", async () => {
    const { text } = await documented({
      "a.js": `${errors}
/** Checks. */
export function check(kind) {
  if (kind === "x") throw new Wrong("the kind is wrong");
}
function first(kind) { return second(kind); }
function second(kind) { return check(kind); }
/** Runs. */
export function run(kind) {
  return first(kind);
}
/** A shape. */
export class Shape {
  /** Its area. */
  area() {
    throw new Wrong();
  }
  /** Its name. */
  name() {
    throw new Wrong("it has none");
  }
}
/** A square. */
export class Square extends Shape {
  /** Its area. */
  area() {
    return 4;
  }
}
`,
    });
    expect(text("a.js").match(/@throws .*/g)).toEqual([
      '@throws {Wrong} if `kind` is `"x"`',
      '@throws {Wrong} "it has none"',
    ]);
    expect(text("a.js")).toMatch(/Its name\.\n {3}\*\n {3}\* @throws/);
  });
});

it("errors that depend on what is spread, or on other tests of the same names, are left out", async () => {
  const { text } = await documented({
    "a.py": `class Both:
    def __init__(self, *children, **kw):
        self.children = children
        if kw:
            raise TypeError("unexpected keywords: %r" % kw)

    def add(self, other):
        return Both(*(self.children + (other,)))

    def named(self, other, **kw):
        return Both(other, **kw)


def _length(year, month):
    if month in [1, 3]:
        return 31
    if month < 7:
        return 30
    raise ValueError("no such month")


def _checked(month):
    if month < 2:
        raise LookupError("too early")
    return month


def day(year, month):
    """The last day."""
    if not 1 <= month <= 6:
        raise RuntimeError("it is out of range")
    _checked(month)
    return _length(year, month)


def month(year, month):
    """The month."""
    if year < 0:
        raise RuntimeError("it is out of range")
    return _checked(month + 1)
`,
  });
  expect(text("a.py").match(/TypeError`/g)).toHaveLength(1);
  expect(text("a.py")).not.toMatch(/ValueError`?:/);
  expect(text("a.py").match(/LookupError: .*/g)).toEqual(['LookupError: if `month + 1 < 2`: "too early"']);
});
