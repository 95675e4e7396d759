import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languageOf } from "../../languages.ts";
import { nestsTooDeep } from "./depth.ts";

const deep: Readonly<Record<string, (levels: number) => string>> = {
  lists: (n) => `export const x = ${"[".repeat(n)}${"]".repeat(n)};`,
  brackets: (n) => `export const x = ${"(".repeat(n)}1${")".repeat(n)};`,
  blocks: (n) => `export function f(a) { ${"if (a) {\n".repeat(n)}${"}".repeat(n)} }`,
  arrows: (n) => `export const x = ${"a=>\n".repeat(n)}1;`,
  types: (n) => `export type X = ${"A<\n".repeat(n)}B${">".repeat(n)};`,
  conditions: (n) => `export const x = ${"a\n? b\n: ".repeat(n)}c;`,
  signs: (n) => `export const x = ${"!".repeat(n)}1;`,
  "lists behind comments": (n) => `export const x = ${"[/*]*/".repeat(n)}${"]".repeat(n)};`,
  "lists behind texts": (n) => `export const x = ${"['\\']',".repeat(n)}1${"]".repeat(n)};`,
  "lists in templates": (n) => `export const x = ${"[`'${".repeat(n)}1${"}`]".repeat(n)};`,
  "lists behind expressions": (n) => `export const x = ${"[/[/]]/,".repeat(n)}1${"]".repeat(n)};`,
};

describe("nesting", () => {
  it.each(Object.keys(deep))("of %s is seen before a parser runs out of its stack", async (kind) => {
    const text = deep[kind]?.(9000) ?? "";
    expect(nestsTooDeep(text)).toBe(true);
    const typescript = await languageOf("a.ts");
    expect(typescript?.declarations(text)).toEqual([]);
    expect(typescript?.sameProgram(text, text)).toBe(false);
    expect(typescript?.sameProgram(deep[kind]?.(40) ?? "", deep[kind]?.(40) ?? "")).toBe(true);
  });

  it("isn't seen in what people write, however long it is", () => {
    const folder = join(import.meta.dirname, "..");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
    expect(nestsTooDeep(sources)).toBe(false);
    expect(nestsTooDeep("const f = (a) => a < 1 ? -a : !a\n".repeat(5000))).toBe(false);
    expect(nestsTooDeep("const x = [" + '"(", /[(]/, `(`, '.repeat(5000) + "];")).toBe(false);
  });

  it("that only a walk finds ends no run", async () => {
    const typescript = await languageOf("a.ts");
    const sum = `export function f(a) { return ${"a + ".repeat(20_000)}a; }`;
    expect(typescript?.declarations(sum)).toEqual([]);
  });
});
