import { expect, it } from "vitest";
import { once } from "../documented.suite.ts";

it("names the parts of a tuple", async () => {
  const source = "def f(text):\n    name, rest = cut(text)\n    return name, rest\n";
  expect(await once("a.py", source)).toContain("a tuple of `name` and `rest`");
});

it("doesn't where ways out differ", async () => {
  const source = "def f(a, b):\n    if g(a):\n        return b, a\n    return a, b\n";
  expect(await once("a.py", source)).toBe(source);
});
