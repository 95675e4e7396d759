import { expect, it } from "vitest";
import { documented, once } from "../documented.suite.ts";

const source = `/** Cuts it. */
export function cut(from: number, to: number, step = 1): number[] {
  return make(from, to, step);
}
`;

it("lists parameters and the result of a function that is asked for by its name", async () => {
  const { text } = await documented({ "a.ts": source }, { only: "cut", isNamed: true });
  expect(text("a.ts")).toContain(
    "/**\n * Cuts it.\n *\n * @param from - `number`\n * @param to - `number`\n * @param step - defaults to `1`\n * @returns `number[]` (`make(from, to, step)`)\n */",
  );
});

it("leaves them to the types where nobody asked", async () => {
  const { text } = await documented({ "a.ts": source });
  expect(text("a.ts")).toBe(source);
});

it.each([
  [
    "a.js",
    "export function add(point, delta, keep) {\n  keep(point);\n  return point.x + delta;\n}\n",
    "/**\n * @param point - its `x` is used\n * @param keep - a function\n * @returns `point.x + delta`\n */",
  ],
  [
    "a.py",
    "def area(width: int, height: int) -> int:\n    size = width * height\n    return size\n",
    '    """Returns `int`.\n\n    Args:\n        width: `int`\n        height: `int`\n    """',
  ],
  [
    "a.py",
    "def show(names):\n    for name in names:\n        print(name)\n",
    '    """`names` is iterated over."""',
  ],
])("documents plain functions of a file that is asked for, in %s: %s", async (path, source, text) => {
  expect(await once(path, source, { isNamed: true })).toContain(text);
  expect(await once(path, source)).toBe(source);
});

it("shows no result that a caller can't read", async () => {
  const source = "export function next() {\n  const end = start();\n  return end.at + 1;\n}\n";
  expect(await once("a.js", source, { isNamed: true })).toBe(source);
});

it.each([
  ["a.js", "keep(names);"],
  ["a.js", "names();"],
  ["a.js", "use(names.first);"],
  ["a.js", "for (const name of names) keep(name);"],
  ["a.ts", "keep(names);"],
])("doesn't repeat for callers what only shows a parameter's use, in %s: %s", async (path, body) => {
  const type = path === "a.ts" ? ": Name[]" : "";
  const source = `export function show(names${type}) {\n  ${body}\n}\n\nexport function all(names) {\n  show(names);\n}\n`;
  expect(await once(path, source, { isNamed: true })).toMatch(/\n\nexport function all/);
});
