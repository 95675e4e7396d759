import { expect, it } from "vitest";
import { onOneLine } from "./specification.ts";

it.each([
  ["{\n  // which\n  x: string | null\n  /** How */\n  y?: number\n}", "{ x: string | null; y?: number }"],
  ["{ a: string; b: A<\n  B\n> }", "{ a: string; b: A<B> }"],
  ['Promise<{\n  p: string,\n  q:\n    | "a"\n    | "b"\n}>', 'Promise<{ p: string, q: | "a" | "b" }>'],
  ["(\n  a: string,\n) =>\n  void", "(a: string) => void"],
  ["dict[\n  str,\n  int\n]", "dict[str, int]"],
])("puts %j on one line", (type, line) => {
  expect(onOneLine(type)).toBe(line);
});
