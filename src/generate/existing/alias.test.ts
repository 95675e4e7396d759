import { expect, it } from "vitest";
import { aliasOf } from "./alias.ts";

it("counts relative imports in linear time", () => {
  const text = `import${" ".repeat(200_000)}`;
  const start = performance.now();
  expect(aliasOf("", [{ path: "a.ts", text }])).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(5000);
});
