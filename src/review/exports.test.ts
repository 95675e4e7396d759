import { expect, it } from "vitest";
import complexity from "./checks/complexity.ts";
import dependencies from "./checks/dependencies.ts";
import exports from "./checks/exports.ts";
import { changeOf } from "./compare.ts";
import { type Ground, isTest } from "./contract.ts";
import { publishedOf } from "./published.ts";

type Text = string | null;
type Edit = readonly [path: string, before: Text, after: Text];

/** What a check finds in changes, given the project's other files; of a note the rule alone. */
async function among(
  check: typeof exports,
  changes: readonly Edit[],
  others: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const project = new Map(Object.entries(others));
  for (const [path, , after] of changes) if (after !== null) project.set(path, after);
  const workspace = { files: { tryRead: async (one: string) => project.get(one) ?? null } };
  const all = changes.map((change) => changeOf(...change));
  const ground = { workspace, changes: all, project: async () => project } as unknown as Ground; // the parts that these checks use
  const { findings, notes = [] } = await check.run(ground);
  return [...findings.map(({ rule, severity }) => `${severity} ${rule}`), ...notes.map(({ rule }) => rule)];
}

const [left, note] = ["critical export-removed", "export-removed"];
const shown = "export const shown = 1;\nexport const other = 2;\n";
const hidden = "export const other = 2;\n";
const python = ["def shown(a):\n    pass\n\n\ndef other():\n    pass\n", "def other():\n    pass\n"] as const;
const go = [
  "package cart\n\nfunc Shown(a int) {}\n\nfunc B() {}\n",
  "package cart\n\nfunc B() {}\n",
] as const;
const module = "module example.org/cart\n";

it.each<
  readonly [what: string, path: string, texts: readonly [string, Text], others: Record<string, string>]
>([
  ["an import", "src/a.ts", [shown, hidden], { "src/b.ts": 'import { shown } from "./a";\n' }],
  [
    "a name of its own",
    "src/a.ts",
    [shown, hidden],
    { "src/b.ts": 'import { shown as s } from "./a.js";\n' },
  ],
  [
    "a whole module",
    "src/a.ts",
    [shown, hidden],
    { "b.ts": 'import * as a from "./src/a.ts";\na.shown(1);\n' },
  ],
  [
    "what an entry passes on",
    "src/a.ts",
    [shown, hidden],
    { "index.ts": 'export { shown } from "./src/a";\n' },
  ],
  [
    "an import from an entry that passes everything on",
    "src/a.ts",
    [shown, hidden],
    { "src/index.ts": 'export * from "./a";\n', "test/a.mts": 'import { shown } from "../src";\n' },
  ],
  [
    "a file that is gone",
    "src/a.ts",
    ["export const shown = 1;\n", null],
    { "src/b.ts": 'import { shown } from "./a";\n' },
  ],
  [
    "require",
    "a.js",
    ["exports.shown = () => 1;\nexports.b = () => 2;\n", "exports.b = () => 2;\n"],
    { "b.js": 'const { shown } = require("./a");\n' },
  ],
  [
    "a name that a text still contains",
    "a.js",
    ["exports.shown = () => 1;\n", 'exports.other = () => "shown again";\n'],
    { "b.js": 'const { shown } = require("./a");\n' },
  ],
  ["Python", "cart/a.py", python, { "cart/__init__.py": "from .a import shown\n" }],
  [
    "a module of Python",
    "cart/a.py",
    python,
    { "b.py": "from cart import a\na.shown(1)\n", "cart/__init__.py": "" },
  ],
  ["Go in the package", "cart.go", go, { "b.go": "package cart\n\nvar x = Shown(1)\n" }],
  [
    "Go in another",
    "cart.go",
    go,
    {
      "go.mod": module,
      "cmd/b.go": 'package main\n\nimport "example.org/cart"\n\nfunc main() { cart.Shown(1) }\n',
    },
  ],
])("names who is left with what is gone: %s", async (_, path, [before, after], others) => {
  const isTested = Object.keys(others).some(isTest);
  expect(await among(exports, [[path, before, after]], others)).toEqual([
    isTested ? left.replace("critical", "important") : left,
  ]);
});

it.each<readonly [what: string, change: readonly Edit[], others: Record<string, string>]>([
  [
    "the name is passed on now",
    [["a.ts", shown, `${hidden}export { shown } from "./c";\n`]],
    { "b.ts": 'import { shown } from "./a";\n' },
  ],
  [
    "everything of another file is",
    [["a.ts", shown, `${hidden}export * from "./c";\n`]],
    { "b.ts": 'import { shown } from "./a";\n', "c.ts": shown },
  ],
  [
    "the file is written in another language",
    [
      ["a.js", shown, null],
      ["a.ts", null, shown],
    ],
    { "b.js": 'import { shown } from "./a.js";\n' },
  ],
  [
    "a module became a package",
    [
      ["cart.py", python[0], null],
      ["cart/__init__.py", null, "from .core import shown, other\n"],
    ],
    { "b.py": "from cart import shown\n" },
  ],
  [
    "a module answers when it runs",
    [["cart.py", python[0], "def __getattr__(name):\n    return 1\n"]],
    { "b.py": "from cart import shown\n" },
  ],
  [
    "another file of the package declares it",
    [
      ["a.go", go[0], go[1]],
      ["b.go", null, "package cart\n\nfunc Shown() {}\n"],
    ],
    { "c.go": "package cart\n\nvar x = Shown()\n" },
  ],
  [
    "the whole export has another form",
    [["a.js", "module.exports = function shown() {};\n", "exports.shown = 1;\n"]],
    { "b.js": 'const a = require("./a");\na();\n' },
  ],
  [
    "it moved, with its users",
    [
      ["a.ts", shown, hidden],
      ["c.ts", "", "export const shown = 1;\n"],
    ],
    { "b.ts": 'import { shown } from "./c";\n' },
  ],
  ["its authors call it private", [["a.js", `/** @private */\n${shown}`, hidden]], {}],
])("says nothing where %s", async (_, changes, others) => {
  expect(await among(exports, changes, others)).toEqual([]);
});

it.each<readonly [what: string, change: Edit, others: Record<string, string>]>([
  ["nobody", ["a.ts", shown, hidden], {}],
  [
    "another file of that name",
    ["src/a.ts", shown, hidden],
    { "lib/b.ts": 'import { shown } from "./a";\n', "lib/a.ts": shown },
  ],
  [
    "the library",
    ["cart/types.py", python[0], python[1]],
    { "b.py": "from types import shown\n", "cart/__init__.py": "" },
  ],
  [
    "who may do without it",
    ["cart.py", python[0], python[1]],
    { "b.py": "try:\n    from cart import shown\nexcept ImportError:\n    shown = None\n" },
  ],
  ["a comment", ["a.ts", shown, hidden], { "b.ts": '// import { shown } from "./a";\n' }],
])("only notes what is gone where it is imported by %s", async (_, change, others) => {
  expect(await among(exports, [change], others)).toEqual([note]);
});

it("knows a use by the line, not by the file that changed too", async () => {
  const user = 'import { shown } from "./a";\n';
  expect(
    await among(exports, [
      ["a.ts", shown, hidden],
      ["b.ts", user, `${user}go();\n`],
    ]),
  ).toEqual([left]);
  expect(
    await among(exports, [
      ["a.ts", shown, hidden],
      ["b.ts", user, 'import { other } from "./a";\n'],
    ]),
  ).toEqual([note]);
});

const changed = "important signature-changed";
const user = (call: string): Record<string, string> => ({ "b.ts": `import { f } from "./a";\n${call};\n` });
const pyUser = (call: string): Record<string, string> => ({ "b.py": `from a import f\n${call}\n` });

it.each<readonly [before: string, after: string, breaks: string, fine: string]>([
  ["export const f = (a: A) => a;", "export const f = (a: A, b: B) => [a, b];", "f(g(1, 2))", "f(1, [2, 3])"],
  ["export const f = (a: A, b: B) => [a, b];", "export const f = (a: A) => a;", "f(1, 2)", "f(...all)"],
  ["export function f(a: A, b: B) {}", "export function f(b: B, a: A) {}", "f(1, 2)", "f(1)"],
  ["export function f(a?: A) {}", "export function f(a: A) {}", "f()", "f(1)"],
])("names a call that breaks, and no other: %s", async (before, after, breaks, fine) => {
  const edit = ["a.ts", `${before}\n`, `${after}\n`] as const;
  expect(await among(exports, [edit], user(breaks))).toEqual([changed]);
  expect(await among(exports, [edit], user(fine))).toEqual(["signature-changed"]);
  expect(await among(exports, [edit, ["b.ts", "", user(breaks)["b.ts"] ?? ""]])).toEqual([
    "signature-changed",
  ]);
});

it.each<readonly [before: string, after: string, breaks: string, fine: string]>([
  ["def f(a):", "def f(a, b):", "f(1)", "f(1, b=2)"],
  ["def f(a, b=1):", "def f(a):", "f(1, b=2)", "f(1)"],
  ["def f(a, b):", "def f(b, a):", "f(1, 2)", "f(a=1, b=2)"],
  ["def f(a, b=1):", "def f(a, c=1):", "f(1, b=2)", "f(1, 2)"],
])("reads Python's keywords: %s", async (before, after, breaks, fine) => {
  const edit = ["a.py", `${before}\n    pass\n`, `${after}\n    pass\n`] as const;
  expect(await among(exports, [edit], pyUser(breaks))).toEqual([changed]);
  expect(await among(exports, [edit], pyUser(fine))).toEqual(["signature-changed"]);
});

it.each<readonly [what: string, user: readonly [path: string, text: string]]>([
  ["passes what the old one didn't take either", ["b.py", "from a import f\n\nf()\n"]],
  ["declares a method", ["b.ts", 'import { f } from "./a";\ninterface G {\n  f(a: A): void;\n}\n']],
  [
    "declares one without parameters",
    ["b.ts", 'import { f } from "./a";\nabstract class G { abstract f(): void; }\n'],
  ],
])("doesn't take for a broken call what %s", async (_, [path, text]) => {
  const edit = path.endsWith(".py")
    ? (["a.py", "@command\ndef f(a):\n    pass\n", "@command\ndef f(a, b):\n    pass\n"] as const)
    : (["a.ts", "export function f(a?: A) {}\n", "export function f(a: A, b: B) {}\n"] as const);
  expect(await among(exports, [edit], { [path]: text })).toEqual(["signature-changed"]);
});

it("reads many calls and imports that nothing closes", async () => {
  const texts = ["def f(a):\n    pass\n", "def f(a, b):\n    pass\n"] as const;
  const user = `from a import f\n${"f(".repeat(20_000)}\n${"from a import (\n".repeat(20_000)}`;
  expect(await among(exports, [["a.py", ...texts]], { "b.py": user })).toEqual(["signature-changed"]);
});

it("counts the arguments of Go, in the package and in its tests", async () => {
  const edit = ["cart.go", go[0], go[0].replace("a int", "a int, b string")] as const;
  expect(
    await among(exports, [edit], { "cart_test.go": "package cart\n\nfunc t() {\n\tShown(1)\n}\n" }),
  ).toEqual([changed]);
  expect(await among(exports, [edit], { "b.go": 'package cart\n\nvar x = Shown(1, "b")\n' })).toEqual([
    "signature-changed",
  ]);
});

it.each<readonly [path: string, before: string, after: string]>([
  ["a.ts", "export const f = () => 1;\n", "export const f = (options?: Options) => 1;\n"],
  ["a.js", "export function f(a) {}\n", "export function f(a, b) {}\n"],
  ["a.js", "export function f(a, b) {\n  return a;\n}\n", "export function f(a) {\n  return a;\n}\n"],
  ["a.py", "def f(a, *args):\n    pass\n", "def f(a, *args, **kwargs):\n    pass\n"],
  ["a.py", "def f(*, a, b):\n    pass\n", "def f(*, b, a):\n    pass\n"],
  [
    "a.py",
    "class A:\n    def f(self, a=None, **kw):\n        pass\n",
    "class A:\n    def f(self, a=None, *args, **kw):\n        pass\n",
  ],
])("calls as they were go on: %s %s", async (path, before, after) => {
  expect(await among(exports, [[path, before, after]], { ...user("f(1)"), ...pyUser("f(1)") })).toEqual([]);
});

it("compares overloads with their like", async () => {
  const typed =
    "export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown): void {}\n";
  expect(await among(exports, [["a.ts", typed, hidden]])).toEqual([note]);
  expect(
    await among(exports, [["a.ts", typed, typed.replace("a: string", "a: string, b: number")]], user("f(1)")),
  ).toEqual([]);
});

it("compares what is hard to follow with what was there of that name, not with what still is", async () => {
  const hard = `export function run(a) {\n${"  if (a) a();\n".repeat(20)}}\n`;
  const simple = "export const one = 1;\n";
  expect(
    await among(complexity, [
      ["a.js", hard, simple],
      ["b.js", simple, hard],
    ]),
  ).toEqual([]);
  expect(
    await among(complexity, [
      ["a.js", hard, hard + simple],
      ["b.js", simple, hard],
    ]),
  ).toEqual(["complexity"]);
});

it("says nothing of a licence where a manifest names its file, or can't be read", async () => {
  const project = (text: string): string => `[project]\nname = "cart"\nlicense = ${text}\n`;
  const licence = (before: string, after: string) =>
    among(dependencies, [["pyproject.toml", project(before), project(after)]]);
  expect(await licence('{file = "LICENSE"}', '{ file = "LICENSE.txt" }')).toEqual([]);
  expect(await licence('{ text = "MIT" }', '"MIT"')).toEqual([]);
  expect(await licence('"MIT"', '"GPL-3.0"')).toEqual(["licence-changed"]);
  const before = '{ "dependencies": { "left": "1.0.0" } }';
  expect(
    await among(dependencies, [["package.json", before, `{\n<<<<<<< HEAD\n${before.slice(1)}`]]),
  ).toEqual([]);
});

it.each(["test.js", "test/main.ts", "typing_tests/base.py", "cart.test.ts", "test_cart.py"])(
  "takes %s for a test",
  (path) => expect(isTest(path)).toBe(true),
);

const cargo = '[package]\nname = "cart"\nversion = "1.0.0"\n';
const rust = "pub fn shown() {}\n\npub fn other() {}\n";
const [npm, pyproject] = [
  JSON.stringify({ name: "cart", version: "1.0.0", exports: "./dist/index.js" }),
  '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "cart"\n',
];

it.each<readonly [what: string, edit: Edit, others: Record<string, string>, isPublic: boolean]>([
  ["its entry", ["src/index.ts", shown, hidden], { "package.json": npm }, true],
  [
    "the last name of its entry",
    ["src/index.ts", "export const shown = 1;\n", "\n"],
    { "package.json": npm },
    true,
  ],
  [
    "a file that its entry passes on",
    ["src/a.ts", shown, hidden],
    { "package.json": npm, "src/index.ts": 'export * from "./a.js";\n' },
    true,
  ],
  [
    "a package of a workspace",
    ["packages/cart/src/index.ts", shown, hidden],
    { "package.json": '{ "private": true }', "packages/cart/package.json": npm },
    true,
  ],
  [
    "a file that no entry passes on",
    ["src/a.ts", shown, hidden],
    { "package.json": npm, "src/index.ts": "export const b = 1;\n" },
    false,
  ],
  [
    "a private package",
    ["src/index.ts", shown, hidden],
    { "package.json": npm.replace("{", '{ "private": true, ') },
    false,
  ],
  [
    "a package without a version",
    ["src/index.ts", shown, hidden],
    { "package.json": npm.replace("version", "v") },
    false,
  ],
  ["a Python package", ["cart/__init__.py", ...python], { "pyproject.toml": pyproject }, true],
  [
    "a Python module that the package hides",
    ["cart/_inner.py", ...python],
    { "pyproject.toml": pyproject, "cart/__init__.py": "def b():\n    pass\n" },
    false,
  ],
  [
    "a Python project that isn't built",
    ["cart/__init__.py", ...python],
    { "pyproject.toml": '[project]\nname = "cart"\n' },
    false,
  ],
  ["a Go module", ["a/cart.go", ...go], { "go.mod": module }, true],
  [
    "a Go file for some builds",
    ["cart.go", `//go:build fuzz\n\n${go[0]}`, `//go:build fuzz\n\n${go[1]}`],
    { "go.mod": module },
    false,
  ],
  ["an internal Go package", ["internal/cart.go", ...go], { "go.mod": module }, false],
  ["a Go module that can't be got", ["cart.go", ...go], { "go.mod": "module cart\n" }, false],
  ["a crate", ["src/lib.rs", rust, "pub fn other() {}\n"], { "Cargo.toml": cargo }, true],
  [
    "a public module of a crate",
    ["src/a.rs", rust, "pub fn other() {}\n"],
    { "Cargo.toml": cargo, "src/lib.rs": "pub mod a;\n" },
    true,
  ],
  [
    "a private module of a crate",
    ["src/a.rs", rust, "pub fn other() {}\n"],
    { "Cargo.toml": cargo, "src/lib.rs": "mod a;\n" },
    false,
  ],
  [
    "a file whose name is no module's",
    ["src/a(b.rs", rust, "pub fn other() {}\n"],
    { "Cargo.toml": cargo, "src/lib.rs": "mod a;\n" },
    false,
  ],
  [
    "a crate whose name follows a list",
    ["src/lib.rs", rust, "pub fn other() {}\n"],
    { "Cargo.toml": cargo.replace("name", 'authors = ["A"]\nname') },
    true,
  ],
  [
    "a crate that isn't published",
    ["src/lib.rs", rust, "pub fn other() {}\n"],
    { "Cargo.toml": `${cargo}publish = false\n` },
    false,
  ],
])("knows whether others can import what is gone: %s", async (_, edit, others, isPublic) => {
  expect(await among(exports, [edit], others)).toEqual([isPublic ? `important ${note}` : note]);
});

it("knows whether others can call what accepts less", async () => {
  const edit = [
    "src/index.ts",
    "export function f(a: A) {}\n",
    "export function f(a: A, b: B) {}\n",
  ] as const;
  expect(await among(exports, [edit], { "package.json": npm })).toEqual([changed]);
  expect(await among(exports, [edit], { "package.json": '{ "private": true }' })).toEqual([
    "signature-changed",
  ]);
});

it("says nothing of what moved within a package, as long as its entry passes it on", async () => {
  const moved: readonly Edit[] = [
    ["src/index.ts", 'export * from "./a.js";\n', 'export * from "./b.js";\n'],
    ["src/a.ts", "export const shown = 1;\n", null],
    ["src/b.ts", null, "export const shown = 1;\n"],
  ];
  expect(await among(exports, moved, { "package.json": npm })).toEqual([]);
});

it("reads a published package once, however many of its files lose names", async () => {
  let reads = 0;
  class Counted extends Map<string, string> {
    override entries() {
      reads += 1;
      return super.entries();
    }
    override [Symbol.iterator]() {
      return this.entries();
    }
  }
  const names = ["a", "b", "c"];
  const index = names.map((name) => `export * from "./${name}.js";\n`).join("");
  const project = (text: (name: string) => string): Counted =>
    new Counted([
      ["lib/package.json", npm],
      ["lib/src/index.ts", `${index}export const last = 1;\n`],
      ...names.map((name) => [`lib/src/${name}.ts`, text(name)] as const),
    ]);
  const states = { before: project((name) => `export const ${name} = 1;\n`), after: project(() => "") };
  for (const name of names) {
    const published = await publishedOf(`lib/src/${name}.ts`, states);
    expect(published?.hasLost(name)).toBe(true);
  }
  expect(reads).toBe(2);
});
