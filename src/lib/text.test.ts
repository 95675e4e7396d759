import { describe, expect, it } from "vitest";
import { distance, listed, nearest, placeAt } from "./index.ts";

describe("text", () => {
  it("measures the distance between words", () => {
    expect(distance("kitten", "sitting")).toBe(3);
    expect(distance("fixture", "fixtrue")).toBe(1);
    expect(distance("", "abc")).toBe(3);
    expect(distance("abcdef", "a", 2)).toBe(3);
  });

  it("finds the nearest known word, or none", () => {
    const known = ["express", "fastapi", "nestjs"];
    expect(nearest("expres", known)).toBe("express");
    expect(nearest("fast", known)).toBe("fastapi");
    expect(nearest("rails", known)).toBeUndefined();
  });

  it("lists words and names places", () => {
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect(listed(["a"], "or")).toBe("a");
    expect(placeAt("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
  });
});
