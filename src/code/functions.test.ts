import { expect, it } from "vitest";
import { functionsIn } from "./functions.ts";

it("lists functions with the lines of their decisions", async () => {
  const text = "if (x) y();\nfunction f(a) {\n  if (a) {\n    return 1;\n  }\n  return 2;\n}\nif (z) f();\n";
  expect(await functionsIn("a.js", text)).toEqual([
    { name: "f", line: 2, endLine: 7, branches: [3], complexity: 2 },
  ]);
});

it("reads many functions in time that grows with the file", async () => {
  const text = Array.from({ length: 80_000 }, (_, i) => `function f${i}() {\n  g();\n}\n`).join("");
  expect(await functionsIn("a.js", text)).toHaveLength(80_000);
});
