import { expect, it } from "vitest";
import { aliasOf } from "./alias.ts";

it("counts relative imports, however many blanks follow a word", () => {
  const text = `import${" ".repeat(200_000)}`;
  expect(aliasOf("", [{ path: "a.ts", text }])).toBeUndefined();
});
