import { expect, it } from "vitest";
import { once } from "../documented.suite.ts";

it.each([
  [
    "a.ts",
    "export function f(xs: T[]) { return xs.toSorted((a, b) => b.age - a.age); }",
    "a list sorted by `age`, the largest first",
  ],
  ["a.ts", "export const f = (xs: T[]) => [...new Set(xs)];", "a list without duplicates"],
  ["a.ts", "export const f = (x: number) => Math.max(0, x - start());", "a number of at least `0`"],
  [
    "a.ts",
    "export const f = (ms: number) => new Promise((done) => setTimeout(done, ms));",
    "a promise that is resolved after `ms` milliseconds",
  ],
  ["a.py", "def f(xs):\n    return sorted(xs, key=lambda x: x.name)\n", "a list sorted by `name`"],
  ["a.py", "def f(text):\n    return hashlib.sha256(text).hexdigest()\n", "a hash in hexadecimal"],
  [
    "a.py",
    "def f(text):\n    name, rest = cut(text)\n    return name, rest\n",
    "a tuple of `name` and `rest`",
  ],
])("tells how a result is ordered, coded or measured, in %s: %s", async (path, source, text) => {
  expect(await once(path, source)).toContain(text);
});

it.each([
  ["a.ts", "export const toUpperCase = (x: string) => x.toUpperCase();"],
  ["a.ts", "export function f(x: string) { if (g(x)) return h(x); return x.trim(); }"],
  ["a.py", "def f(a, b):\n    if g(a):\n        return b, a\n    return a, b\n"],
])("says nothing that the name says or only one way out gives, in %s: %s", async (path, source) => {
  expect(await once(path, source)).toBe(source);
});
