import { expect, it } from "vitest";
import { isExample, isTest } from "./skip.ts";

it.each([
  ["index.test-d.ts", "test"],
  ["src/cart.spec.ts", "test"],
  ["example.js", "example"],
  ["example-custom-format.mjs", "example"],
  ["examples/cart.py", "example"],
  ["benchmark.py", "example"],
  ["src/example.ts", undefined],
  ["examples.md", undefined],
  ["exampled.js", undefined],
])("takes %s for what it is by its name", (path, kind) => {
  expect(isTest(path) ? "test" : isExample(path) ? "example" : undefined).toBe(kind);
});
