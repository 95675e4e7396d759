import { describe, expect, it } from "vitest";
import { project } from "./project.suite.ts";

const manifest = JSON.stringify({ name: "shop", version: "1.2.0" });

const tested = (names: string, from: string, ...asserts: readonly string[]): string =>
  [
    `import { ${names} } from "${from}";`,
    ...asserts.map((assert, place) => `test("case ${place}", () => { ${assert} });`),
    "",
  ].join("\n");

describe("examples of TypeScript that only a compiler or a bundler would load", () => {
  it("are executed through every way of naming a module", () => {
    const { run, read } = project({
      "package.json": manifest,
      "tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@/*": ["./src/*"] } } }),
      "src/kinds.ts":
        "export enum Kind { Small = 1, Large }\nexport type Size = { kind: Kind };\nexport interface Options { deep: boolean }\n",
      "src/sizes/index.ts":
        'export { Kind, Size } from "../kinds.js";\nexport * from "../kinds";\nexport class Box { constructor(public size: number) {} }\n',
      "src/rates.json": '{ "tax": 2 }\n',
      "src/sum.ts": `import { Box, Kind, Options, Size } from "./sizes";
import { twice } from "@/twice";
import rates from "./rates.json";
export function kindOf(size: Size, options?: Options): number {
  return twice(size.kind) + Kind.Small + rates.tax + new Box(3).size;
}
export const wrong = (size: number): number => size + 1;
`,
      "src/twice.ts":
        'import { kindOf } from "./sum";\nexport const twice = <T extends number>(n: T) => (n * 2) as number;\nexport const round = () => kindOf;\n',
      "test/sum.test.ts": tested(
        "kindOf, wrong",
        "../src/sum",
        "expect(kindOf({ kind: 2 })).toBe(10);",
        "expect(wrong(1)).toBe(3);",
      ),
    });
    const { code, output } = run("/doc src");
    expect(code, output).toBe(0);
    expect(output).toContain("2 executed, 1 passed; omitted: wrong(1) (test/sum.test.ts)");
    expect(output).toContain("node --input-type=module");
    expect(output).not.toContain(process.execPath);
    expect(read("src/sum.ts")).toContain("kindOf({ kind: 2 }); // 10");
    expect(read("src/sum.ts")).not.toContain("wrong(1)");
  });

  it.each([
    [
      "a package that isn't installed",
      { "src/a.ts": 'import { b } from "absent";\nexport const half = (n: number): number => b(n) / 2;\n' },
      "Cannot find package 'absent'",
    ],
    [
      "decorators",
      {
        "src/a.ts":
          "declare const d: any;\n@d class A {}\nexport const half = (n: number): number => n / 2;\n",
      },
      "src/a.ts needs decorators",
    ],
    [
      "a syntax error in what it imports",
      {
        "src/a.ts": 'import { b } from "./b";\nexport const half = (n: number): number => b(n) / 2;\n',
        "src/b.ts": "export const b = (n: number => n;\n",
      },
      "src/b.ts can't be made JavaScript",
    ],
  ])("say why where they can't be: %s", (_, files, why) => {
    const { run } = project({
      "package.json": manifest,
      ...files,
      "test/a.test.ts": tested("half", "../src/a.js", "expect(half(8)).toBe(4);"),
    });
    const { output } = run("/doc src");
    expect(output).toContain("0 executed, 0 passed; 1 not executed");
    expect(output).toContain(why);
  });
});

describe("assertions of which only the truth is known", () => {
  const js = {
    "package.json": manifest,
    "src/a.ts":
      "export const find = (name: string): string => name.toUpperCase();\nexport const isOdd = (n: number): boolean => n % 2 === 1;\nexport const isBig = (n: number): boolean => n > 9;\n",
    "test/a.test.ts": tested(
      "find, isBig, isOdd",
      "../src/a",
      'expect(find("pen")).toBeTruthy();',
      "assert.ok(isOdd(3));",
      "expect(isBig(3)).toBeTruthy();",
    ),
  };
  const python = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n',
    "src/__init__.py": "",
    "src/a.py":
      "def find(name):\n    return name.upper()\n\n\ndef isOdd(n):\n    return n % 2 == 1\n\n\ndef isBig(n):\n    return n > 9\n",
    "tests/test_a.py":
      'from src.a import find, isBig, isOdd\n\ndef test_find():\n    assert find("pen")\n\ndef test_odd():\n    assert isOdd(3)\n\ndef test_big():\n    assert isBig(3)\n',
  };
  it.each([
    ["TypeScript", js, "src/a.ts", "isOdd(3); // true"],
    ["Python", python, "src/a.py", ">>> isOdd(3)\n        True"],
  ])("fail only where the result isn't so, and show booleans: %s", (_, files, file, shown) => {
    const { run, read } = project(files);
    const { code, output } = run("/doc src");
    expect(code, output).toBe(0);
    expect(output).toContain("2 executed, 1 passed; omitted: isBig(3)");
    expect(read(file)).toContain(shown);
    expect(read(file)).not.toContain('find("pen")');
  });
});

describe("examples of Python", () => {
  it("bring in what they need, show what is printed, and are left out where they fail", () => {
    const { run, read } = project({
      "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0"\n',
      "shop/__init__.py": "from .prices import gross, half, wrong\n",
      "shop/prices.py":
        "from decimal import Decimal\n\n\ndef gross(net, rate):\n    return net * (1 + rate)\n\n\ndef half(price):\n    return price / 2\n\n\ndef wrong(price):\n    return price + 1\n",
      "tests/test_prices.py": `import shop
from decimal import Decimal
import pytest

@pytest.mark.parametrize("net, wanted", [(2, 3), (4, 6)])
def test_gross(net, wanted):
    rate = Decimal("0.5")
    assert shop.gross(net, rate) == wanted

def test_half():
    assert shop.half(4) == 2

def test_wrong():
    assert shop.wrong(4) == 4
`,
    });
    const { code, output } = run("/doc shop");
    expect(code, output).toBe(0);
    expect(output).toContain("4 executed, 3 passed; omitted: shop.wrong(4)");
    const text = read("shop/prices.py");
    expect(text).toContain(
      ">>> from decimal import Decimal\n        >>> shop.gross(2, Decimal(\"0.5\"))\n        Decimal('3.0')",
    );
    expect(text).toContain(">>> shop.half(4)\n        2.0");
    expect(text).not.toContain("shop.wrong(4)");
    expect(run("/doc shop").output).toMatch(/Nothing (?:to write|was written)/);
  });
});
