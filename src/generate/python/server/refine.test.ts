import { expect, it } from "vitest";
import { refinements } from "./refine.ts";

it("bounds texts whose matching takes a time that grows with their square", () => {
  const squared = "^[a.]*[a.]*$";
  const ends = (schema: object): string =>
    refinements({ type: "string", ...schema }, "string")
      .at(-1)
      ?.split(", ")
      .at(-1) ?? "";
  expect(ends({ pattern: squared })).toBe("1000)");
  expect(ends({ pattern: squared, maxLength: 99_999 })).toBe("10000)");
  expect(ends({ pattern: "^[a-z]+$" })).toBe('"^[a-z]+$")');
});
