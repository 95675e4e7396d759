import { expect, it } from "vitest";
import exports from "./checks/exports.ts";
import dependencies from "./checks/dependencies.ts";
import { type Ground, isTest } from "./contract.ts";
import { changeOf } from "./scope.ts";

type Text = string | null;

/** What a check says of a change in a project of these other files. */
async function findings(
  check: typeof exports,
  [path, before, after]: readonly [path: string, before: Text, after: Text],
  others: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const project = new Map([...Object.entries(others), ...(after === null ? [] : [[path, after] as const])]);
  const workspace = { files: { tryRead: async (one: string) => project.get(one) ?? null } };
  const ground = {
    workspace,
    changes: [changeOf(path, before, after)],
    project: async () => project,
  } as unknown as Ground; // the parts that these checks use
  return (await check.run(ground)).findings.map(({ rule, severity }) => `${severity} ${rule}`);
}

const gone = ["export const shown = 1;\nexport const other = 2;\n", "export const other = 2;\n"] as const;
const manifest = '{ "name": "cart", "exports": "./dist/index.js" }';

it("says that a name is gone where a package passes it on, or somebody in the project is left with it", async () => {
  const [before, after] = gone;
  const inner = ["src/inner.ts", before, after] as const;
  const entry = 'export { other } from "./inner.ts";\n';
  expect(await findings(exports, inner, { "package.json": manifest, "src/index.ts": entry })).toEqual([]);
  expect(
    await findings(exports, inner, {
      "package.json": manifest,
      "src/index.ts": 'export * from "./inner.js";\n',
    }),
  ).toEqual(["important export-removed"]);
  expect(
    await findings(exports, inner, {
      "package.json": manifest,
      "src/index.ts": entry,
      "src/user.ts": 'import { shown } from "./inner";\nuse(shown);\n',
      "src/elsewhere/inner.ts": "",
    }),
  ).toEqual(["critical export-removed"]);
  expect(
    await findings(exports, inner, {
      "package.json": manifest,
      "src/index.ts": entry,
      "src/elsewhere/user.ts": 'import { shown } from "./inner";\n',
      "src/elsewhere/inner.ts": "",
    }),
  ).toEqual([]);
});

it.each([
  ["an example", "examples/cart.js", gone],
  ["a private module", "cart/_compat.py", ["def shown():\n    pass\n", "x = 1\n"]],
  [
    "a name that the module still answers to",
    "cart/utils.py",
    [
      "def shown():\n    pass\n",
      'def _shown():\n    pass\n\n\ndef __getattr__(name):\n    if name in {"shown"}:\n        return _shown\n    raise AttributeError(name)\n',
    ],
  ],
  ["an internal package", "internal/cart/cart.go", ["package cart\n\nfunc Shown() {}\n", "package cart\n"]],
  [
    "another form of the default",
    "index.js",
    ["export default function () {}\n", "function clip() {}\nexport default clip;\n"],
  ],
  ["another form of exports", "index.js", ["module.exports = { a: 1 };\n", "exports.a = 1;\n"]],
  [
    "a parameter that may be left out",
    "index.ts",
    ["export const trim = () => 1;\n", "export const trim = (options?: Options) => 1;\n"],
  ],
  [
    "one more parameter in JavaScript",
    "index.js",
    ["export function get(path) {}\n", "export function get(path, options) {}\n"],
  ],
] as const)("says nothing of %s", async (_, path, [before, after]) => {
  expect(await findings(exports, [path, before, after])).toEqual([]);
});

it("follows what moved within a change", async () => {
  const cart = "export class Cart extends Base {\n  total() {\n    return 1;\n  }\n}\n";
  const moved = [
    changeOf("cart.js", cart, "export class Cart extends Base {}\n"),
    changeOf("base.js", "", "export class Base {\n  total() {\n    return 1;\n  }\n}\n"),
  ];
  const ground = { changes: moved, project: async () => new Map() } as unknown as Ground; // the parts it uses
  expect((await exports.run(ground)).findings).toEqual([]);
});

it("says nothing of a licence where a manifest names its file", async () => {
  const project = (text: string): string => `[project]\nname = "cart"\nlicense = ${text}\n`;
  const licence = (before: string, after: string) =>
    findings(dependencies, ["pyproject.toml", project(before), project(after)]);
  expect(await licence('{file = "LICENSE"}', '{ file = "LICENSE.txt" }')).toEqual([]);
  expect(await licence('{file = "LICENSE"}', '"MIT"')).toEqual([]);
  expect(await licence('{ text = "MIT" }', '"MIT"')).toEqual([]);
  expect(await licence('"MIT"', '"GPL-3.0"')).toEqual(["important licence-changed"]);
});

it("takes nothing for gone from a manifest that can't be read", async () => {
  const before = '{ "dependencies": { "left": "1.0.0" } }';
  const user = { "a.js": 'require("left");\n' };
  expect(
    await findings(dependencies, ["package.json", before, `{\n<<<<<<< HEAD\n${before.slice(1)}`], user),
  ).toEqual([]);
  expect(await findings(dependencies, ["package.json", before, "{}"], user)).toContain(
    "critical dependency-missing",
  );
});

it.each(["test.js", "test/main.ts", "typing_tests/base.py", "cart.test.ts", "test_cart.py"])(
  "takes %s for a test",
  (path) => expect(isTest(path)).toBe(true),
);
