import { expect, it } from "vitest";
import type { Symbol } from "../../../inspect/index.ts";
import { exampleOf, printed } from "./printed.ts";
import type { Found } from "./setup.ts";

it.each([
  ['"a b"', "'a b'"],
  ["'a'", "'a'"],
  ["-3", "-3"],
  ['["a",  1, (True, None)]', "['a', 1, (True, None)]"],
  ["None", ""],
  ["4.0", undefined],
  ["1e3", undefined],
  [String.raw`"a\n"`, undefined],
  [`"it's"`, undefined],
  ["{1, 2}", undefined],
  ["(1,)", undefined],
  ["f(1)", undefined],
  ["[1, x]", undefined],
])("what Python prints of %s, as far as its source tells", (literal, expectedText) => {
  expect(printed(literal)).toBe(expectedText);
});

const found = (test: string, file: string, assertion: Partial<Found["shown"]>, from = ""): Found => ({
  symbol: { file, declaration: { name: "flat" } } as Symbol,
  shown: { target: "", names: [], call: "", title: "", awaited: false, ...assertion },
  uses: from ? [{ local: "util", name: "*", from }] : [],
  test,
});

it("shows a function without the name that its test has for the whole module", () => {
  const assertion = { call: "util.flat([util.one], myutil.x)", value: "[1]" };
  const by = (from: string, file = "src/array.ts"): string | undefined =>
    exampleOf(found("src/array.test.ts", file, assertion, from), {})?.code;
  expect(by("./array")).toBe("flat([one], myutil.x); // [1]");
  expect(by("./other")).toBe("util.flat([util.one], myutil.x); // [1]");
  expect(by("./index", "src/index.ts")).toBe("util.flat([util.one], myutil.x); // [1]");
});

it("shows what its test imports under another name by its own", () => {
  const uses = [{ local: "f", name: "flat", from: "./array" }];
  const assertion = { call: "f([f.x, a.f, foo])", value: "[1]" };
  expect(exampleOf({ ...found("src/a.test.ts", "src/array.ts", assertion), uses }, {})?.code).toBe(
    "flat([flat.x, a.f, foo]); // [1]",
  );
  const python = [{ local: "f", name: "flat", from: "box.array" }];
  const call = {
    ...found("tests/test_a.py", "src/box/array.py", { call: "f(1)", value: "2" }),
    uses: python,
  };
  expect(exampleOf(call, {})?.code).toBe(">>> flat(1)\n2");
});

it("shows no result of Java or Go that only another line of the test explains", () => {
  const code = (value: string): string | undefined =>
    exampleOf(found("ATest.java", "A.java", { call: "a.b()", value, before: ["A a = new A();"] }), {})?.code;
  expect(code("7")).toBe("A a = new A();\na.b(); // 7");
  expect(code("true")).toBe("A a = new A();\na.b(); // true");
  expect(code("option")).toBeUndefined();
});

it("shows in Python where names of others come from, and no name for the module itself", () => {
  const one = found("tests/test_parser.py", "fire/parser.py", {
    call: 'parser.split(Shape(["a"]))',
    value: "1",
  });
  const uses = [
    { local: "parser", name: "parser", from: "fire" },
    { local: "Shape", name: "Shape", from: "fire.shapes" },
  ];
  expect(exampleOf({ ...one, uses }, {})?.code).toBe(
    '>>> from fire.shapes import Shape\n>>> split(Shape(["a"]))\n1',
  );
});
