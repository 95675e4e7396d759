import { expect, it } from "vitest";
import { readDefinitions } from "./definitions.ts";
import { Sources } from "./sources.ts";

const python = `from tools import limit
RATE = 3
BONUS = RATE + 1
OTHER = 5
TABLE = dict(
    pay=RATE,
)


class Bill:
    share = 2

    def sum(self, n, most=9):
        return n * BONUS * self.share


def pay(n):
    return limit(n)


def idle():
    return OTHER
`;
const texts: Readonly<Record<string, string>> = {
  "bill.py": python,
  "tools.py": "limit = abs\nunused = 1\n",
};

const sourcesOf = (texts: Readonly<Record<string, string>>): Sources =>
  new Sources({ tryRead: async (path: string) => texts[path] ?? null });

it("names the statements whose names are read by lines that failing tests ran, and their weights", async () => {
  const lineOf = (text: string): number => python.split("\n").findIndex((line) => line.includes(text)) + 1;
  const lines = new Map([
    [
      "bill.py",
      new Map([
        [lineOf("n * BONUS"), [0, 1] as const],
        [lineOf("limit(n)"), [1, 1] as const],
        [lineOf("return OTHER"), [2, 0] as const],
      ]),
    ],
  ]);
  const runs = { passed: 2, failed: 1, lines };
  const found = await readDefinitions(runs, ["tools.py"], sourcesOf(texts));
  expect(found.map(({ name, range, counts, weight }) => [name, range[0], counts, weight])).toEqual([
    ["RATE", lineOf("RATE = 3"), [0, 1], 0.9 * 0.9],
    ["BONUS", lineOf("BONUS ="), [0, 1], 0.9],
    ["share", lineOf("share = 2"), [0, 1], 0.9],
    ["limit", 1, [1, 1], 0.9],
    ["Bill.sum", lineOf("def sum"), [0, 1], 0.5],
  ]);
});

const many = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join("");

it.each([
  ["a long string", "a.js", `f("${"x".repeat(100_000)}");`],
  ["many constants on one line", "a.js", many(10_000, (i) => `var a${i}=1;`)],
  ["many names of one statement", "a.py", `${many(10_000, (i) => `a${i}, `)}b = a1`],
  ["many imports without an end", "a.js", "import(\n".repeat(50_000)],
  ["many functions", "a.js", many(20_000, (i) => `function f${i}() {\n  g();\n}\n`)],
])(
  "reads %s in time that grows with the file",
  async (_, file, text) => {
    const lines = new Map([[file, new Map([[1, [0, 1] as const]])]]);
    const found = await readDefinitions({ passed: 0, failed: 1, lines }, [], sourcesOf({ [file]: text }));
    expect(Array.isArray(found)).toBe(true);
  },
  60_000,
);
