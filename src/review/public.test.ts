import { expect, it } from "vitest";
import complexity from "./checks/complexity.ts";
import exports from "./checks/exports.ts";
import dependencies from "./checks/dependencies.ts";
import { type Ground, isTest } from "./contract.ts";
import { changeOf } from "./compare.ts";
import { isPublic } from "./public.ts";

type Text = string | null;

/** What a check finds in a change, given the project's other files. */
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

/** What a check finds in several changes, given these other files. */
async function among(
  check: typeof exports,
  changes: readonly (readonly [path: string, before: Text, after: Text])[],
  others: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const project = new Map([
    ...Object.entries(others),
    ...changes.flatMap(([path, , after]) => (after === null ? [] : [[path, after] as const])),
  ]);
  const all = changes.map((change) => changeOf(...change));
  const ground = { changes: all, project: async () => project } as unknown as Ground; // the parts that these checks use
  return (await check.run(ground)).findings.map(({ rule, file }) => `${file} ${rule}`);
}

it("says what a change leaves behind, whatever else it moves and adds", async () => {
  const exportedConstant = "export const shown = 1;\n";
  const user = 'import { shown } from "./a.js";\nuse(shown);\n';
  const moved = [
    ["src/a.ts", `${exportedConstant}export const other = 2;\n`, "export const other = 2;\n"],
    ["src/b.ts", "", exportedConstant],
  ] as const;
  expect(await among(exports, moved, { "src/user.ts": user })).toEqual(["src/a.ts export-removed"]);
  expect(
    await among(exports, moved, { "src/user.ts": 'import { shown } from "./b.js";\nuse(shown);\n' }),
  ).toEqual([]);
  const other = [
    ["cart.js", "export class Cart {\n  total() {}\n}\n", "export class Cart {}\n"],
    ["bill.js", "", "export class Bill {\n  total() {}\n}\n"],
  ] as const;
  expect(await among(exports, other)).toEqual(["cart.js export-removed"]);
});

it("finds who is left with a signature behind users that were changed, too", async () => {
  const entry = { "package.json": manifest, "src/index.ts": "export {};\n" };
  const changes = [
    ["src/inner.ts", "export const cut = (a: A) => a;\n", "export const cut = (a: A, b: B) => [a, b];\n"],
    [
      "src/first.ts",
      'import { cut } from "./inner.js";\ncut(a);\n',
      'import { cut } from "./inner.js";\ncut(a, b);\n',
    ],
  ] as const;
  expect(await among(exports, changes, entry)).toEqual([]);
  const left = { ...entry, "src/second.ts": 'import { cut } from "./inner.js";\ncut(a);\n' };
  expect(await among(exports, [changes[1], changes[0]], left)).toEqual(["src/inner.ts signature-changed"]);
});

it.each([
  [
    "a word in a comment",
    "export default function f() {}\nexport const a = 1;\n",
    "// exports a\nexport const a = 1;\n",
  ],
  [
    "members in place of a function",
    "module.exports = function connect() {};\n",
    "exports.connect = connect;\n",
  ],
])("takes no default for kept by %s", async (_, before, after) => {
  expect(await findings(exports, ["index.js", before, after])).toEqual(["important export-removed"]);
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
  ).toEqual(["b.js complexity"]);
});

it("says nothing of a licence where a manifest names its file", async () => {
  const project = (text: string): string => `[project]\nname = "cart"\nlicense = ${text}\n`;
  const licence = (before: string, after: string) =>
    findings(dependencies, ["pyproject.toml", project(before), project(after)]);
  expect(await licence('{file = "LICENSE"}', '{ file = "LICENSE.txt" }')).toEqual([]);
  expect(await licence('{file = "LICENSE"}', '"MIT"')).toEqual([]);
  expect(await licence('{ text = "MIT" }', '"MIT"')).toEqual([]);
  expect(await licence('"MIT"', '"GPL-3.0"')).toEqual(["minor licence-changed"]);
});

it("takes nothing for gone from a manifest that can't be read", async () => {
  const before = '{ "dependencies": { "left": "1.0.0" } }';
  const user = { "a.js": 'require("left");\n' };
  expect(
    await findings(dependencies, ["package.json", before, `{\n<<<<<<< HEAD\n${before.slice(1)}`], user),
  ).toEqual([]);
  const inner = { "bench/package.json": "{}", "bench/a.js": Object.values(user)[0] ?? "" };
  expect(await findings(dependencies, ["package.json", before, "{}"], inner)).toEqual([]);
  expect(await findings(dependencies, ["package.json", before, "{}"], user)).toContain(
    "critical dependency-missing",
  );
});

it.each(["test.js", "test/main.ts", "typing_tests/base.py", "cart.test.ts", "test_cart.py"])(
  "takes %s for a test",
  (path) => expect(isTest(path)).toBe(true),
);

it("doesn't take for public what an entry imports for its own functions", async () => {
  const isReached = (rest: string): Promise<boolean> =>
    isPublic(
      "f",
      "src/inner.ts",
      new Map([
        ["package.json", manifest],
        ["src/index.ts", `import { f } from "./inner";\n${rest}\n`],
        ["src/inner.ts", "export const f = () => 1;\n"],
      ]),
    );
  expect(await isReached("export function g() { return f(); }")).toBe(false);
  expect(await isReached("export const all = { f, g: 1 };")).toBe(true);
  expect(await isReached("export { f as g };")).toBe(true);
});

it("lets callers of Python leave out what takes the rest", async () => {
  const before = "def f(a, *args):\n    pass\n";
  expect(await findings(exports, ["a.py", before, "def f(a, *args, **kwargs):\n    pass\n"])).toEqual([]);
  expect(await findings(exports, ["a.py", "def f(a):\n    pass\n", "def f(a, b):\n    pass\n"])).toEqual([
    "important signature-changed",
  ]);
});

it("keeps what another name of a type still has, and what its authors call their own", async () => {
  const lock = "func (m *MUTEX) Lock() {\n}\n";
  const before = `package a\n\ntype Mutex struct {\n}\n\n${lock.replace("MUTEX", "Mutex")}`;
  const inner = `type mutex struct {\n}\n\n${lock.replace("MUTEX", "mutex")}`;
  const after = `package a\n\ntype Mutex = mutex\n\n${inner}`;
  expect(await findings(exports, ["a.go", before, after])).toEqual([]);
  const plain = after.replace("type Mutex = mutex", "type Mutex struct {\n}");
  expect(await findings(exports, ["a.go", before, plain])).toEqual(["important export-removed"]);
  const privateFunction = "/**\n * Reads.\n * @private\n */\nexport function read() {}\n";
  const rest = "export const other = 2;\n";
  expect(await findings(exports, ["a.js", privateFunction + rest, rest])).toEqual([]);
  expect(await findings(exports, ["a.js", privateFunction.replace("@private", "") + rest, rest])).toEqual([
    "important export-removed",
  ]);
});

it("knows no place of what takes the rest", async () => {
  const before = "class Log:\n    def info(self, event=None, **kw):\n        pass\n";
  const wider = before.replace("**kw", "*args, **kw");
  expect(await findings(exports, ["log.py", before, wider])).toEqual([]);
  const swapped = before.replace("event=None", "level=0, event=None");
  expect(await findings(exports, ["log.py", before, swapped])).toEqual(["important signature-changed"]);
});

it("finds a file again in another folder, by whoever names its last part", async () => {
  const list = "class List:\n    pass\n";
  const user = "from .list import List\n";
  const gone = ["sorted/list.py", list, null] as const;
  const others = { "src/sorted/__init__.py": user };
  expect(await among(exports, [gone, ["src/sorted/list.py", null, list]], others)).toEqual([]);
  expect(await among(exports, [gone], others)).toEqual(["sorted/list.py export-removed"]);
});

it("follows the modules of Rust from the crate's own, and what it passes on", async () => {
  const before = "pub fn shown() {}\npub fn other() {}\n";
  const inner = ["src/size.rs", before, "pub fn other() {}\n"] as const;
  const of = (root: string) => findings(exports, inner, { "src/lib.rs": root });
  expect(await of("mod size;\n")).toEqual([]);
  expect(await of("pub mod size;\n")).toEqual(["important export-removed"]);
  expect(await of("mod size;\npub use size::{other, shown};\n")).toEqual(["important export-removed"]);
  expect(await of("mod size;\npub use crate::size::*;\n")).toEqual(["important export-removed"]);
  expect(await findings(exports, inner, { "src/main.rs": "pub mod size;\n" })).toEqual([]);
});

it("takes for modules of Python what the project's manifest or a package holds", async () => {
  const [before, after] = [
    "def shown():\n    pass\n\n\ndef other():\n    pass\n",
    "def other():\n    pass\n",
  ];
  const others = { "pyproject.toml": '[project]\nname = "cart"\n', "src/cart/__init__.py": "" };
  expect(await findings(exports, ["release.py", before, after], others)).toEqual([]);
  expect(await findings(exports, ["cart.py", before, after], others)).toEqual(["important export-removed"]);
  expect(await findings(exports, ["src/cart/a.py", before, after], others)).toEqual([
    "important export-removed",
  ]);
});

it.each([
  [
    "a module that became a package",
    [
      ["cart.py", "class Cart:\n    pass\n", null],
      ["cart/__init__.py", null, "from .core import (\n    Cart,\n)\n"],
    ],
  ],
  [
    "a file in TypeScript now",
    [
      ["cart.js", "export const size = 1;\n", null],
      ["cart.ts", null, "export let size = 2;\n"],
    ],
  ],
  [
    "a second file of the package",
    [
      ["cart_old.go", "package cart\n\nfunc Open() {}\n", null],
      ["cart_new.go", "package cart\n\nfunc Open() {}\n", "package cart\n\nfunc Open() {}\n\nfunc b() {}\n"],
    ],
  ],
  [
    "a method that its base has",
    [
      ["a.ts", "export class A extends B {\n  size() {}\n}\n", "export class A extends B {}\n"],
      ["b.ts", "", "export class B {\n  size() {}\n}\n"],
    ],
  ],
  [
    "a field in place of a method",
    [["a.ts", "export class A {\n  size() {}\n}\n", "export class A {\n  size = () => 1;\n}\n"]],
  ],
] as const)("finds a name where users look for it: %s", async (_, changes) => {
  expect(await among(exports, changes)).toEqual([]);
});

it("misses a method whose base, of this project, doesn't have it", async () => {
  const [before, after] = ["class A(B):\n    def size(self):\n        pass\n", "class A(B):\n    pass\n"];
  const base = { "b.py": "class B:\n    def other(self):\n        pass\n" };
  expect(await findings(exports, ["a.py", before, after], base)).toEqual(["important export-removed"]);
});

it("reads an entry as it was: what it no longer passes on is gone, what another file gives instead isn't", async () => {
  const [before, after] = gone;
  const entry = (from: string) => `export { shown } from "./${from}.js";\n`;
  const change = ["src/inner.ts", before, after] as const;
  expect(
    await among(exports, [change, ["src/index.ts", entry("inner"), "export {};\n"]], {
      "package.json": manifest,
    }),
  ).toEqual(["src/inner.ts export-removed"]);
  const other = { "package.json": manifest, "src/other.ts": "export const shown = 2;\n" };
  expect(await among(exports, [change, ["src/index.ts", entry("inner"), entry("other")]], other)).toEqual([]);
});

it.each([
  ["def f(*, a, b):\n    pass\n", "def f(*, b, a):\n    pass\n"],
  ["def f(a, b):\n    pass\n", "def f(*args, **kwargs):\n    pass\n"],
])("lets callers go on who give names: %s", async (before, after) => {
  expect(await findings(exports, ["a.py", before, after])).toEqual([]);
});

it("minds in JavaScript whether what callers give was read", async () => {
  const now = "export function f(a) {\n  return a;\n}\n";
  const old = (body: string) => `export function f(a, b) {\n  return ${body};\n}\n`;
  expect(await findings(exports, ["a.js", old("a"), now])).toEqual([]);
  expect(await findings(exports, ["a.js", old("a + b"), now])).toEqual(["important signature-changed"]);
});

it("takes no package for missing that another manifest names", async () => {
  const user = { "a.py": "import left\n" };
  const moved = { ...user, "pyproject.toml": '[project]\ndependencies = ["left>=1"]\n' };
  const change = ["requirements.txt", "left==1.0\n", null] as const;
  expect(await findings(dependencies, change, user)).toContain("critical dependency-missing");
  expect(await findings(dependencies, change, moved)).toEqual([]);
});

it("takes nothing for gone that is built of a source, is the whole under another name, or is put on a prototype", async () => {
  const others = { "package.json": '{ "main": "lib/index.js" }', "src/index.js": "export const a = 1;\n" };
  const built = ["lib/index.js", "exports.a = function () {};\n", null] as const;
  expect(await among(exports, [built], others)).toEqual([]);
  expect(await among(exports, [built], { "package.json": '{ "main": "lib/index.js" }' })).toEqual([
    "lib/index.js export-removed",
  ]);
  const whole = (name: string): string => `function ${name}() {}\nmodule.exports = ${name};\n`;
  expect(await findings(exports, ["index.js", whole("WS"), whole("WebSocket")])).toEqual([]);
  const put = (text: string): string => `${whole("F")}F.prototype.on = ${text};\n`;
  expect(await findings(exports, ["index.js", put("function (a) {}"), put("Target.on")])).toEqual([]);
  expect(await findings(exports, ["index.js", put("function (a) {}"), whole("F")])).toEqual([
    "important export-removed",
  ]);
});

it("takes no package for imported by a comment, or by what may do without it", async () => {
  const missing = (path: string, before: string, after: string, user: Record<string, string>) =>
    findings(dependencies, [path, before, after], user);
  const [had, has] = ['{ "dependencies": { "left": "1.0.0" } }', "{}"];
  expect(await missing("package.json", had, has, { "a.js": '// require("left");\n' })).toEqual([]);
  const optional = "try:\n    import left\nexcept ImportError:\n    left = None\n";
  expect(await missing("requirements.txt", "left==1.0\n", "", { "a.py": optional })).toEqual([]);
});

it("takes of an export from a file what it names, and tells of overloads once", async () => {
  const inner = ["src/inner.ts", ...gone] as const;
  const used =
    'import { shown } from "./inner.js";\nexport { other } from "./inner.js";\nexport const all = run(shown);\n';
  const index = ["src/index.ts", used, used.replaceAll(/.*shown.*\n/g, "")] as const;
  expect(await among(exports, [inner, index], { "package.json": manifest })).toEqual([
    "src/index.ts export-removed",
  ]);
  const typed =
    "export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown): void {}\n";
  expect(await findings(exports, ["a.ts", typed, "export const other = 2;\n"])).toEqual([
    "important export-removed",
  ]);
});

it("hears a module that answers for its names only when it runs", async () => {
  const after = 'if not TYPE_CHECKING:\n\n    def __getattr__(name):\n        return {"shown": 1}[name]\n';
  expect(await findings(exports, ["cart/a.py", "def shown():\n    pass\n", after])).toEqual([]);
});

it("calls what a script exports by the name that others import", async () => {
  const before = 'var strip = require("strip");\nmodule.exports.bare = strip;\nmodule.exports.other = 1;\n';
  const after = "module.exports.other = 1;\n";
  const project = new Map([
    ["package.json", '{ "name": "cart", "main": "cart.js" }'],
    ["cart.js", after],
  ]);
  const workspace = { files: { tryRead: async (one: string) => project.get(one) ?? null } };
  const changes = [changeOf("cart.js", before, after)];
  const ground = { workspace, changes, project: async () => project } as unknown as Ground; // as above
  const { findings: all } = await exports.run(ground);
  expect(all.map(({ reason }) => reason)).toEqual([
    "bare is no longer exported here; whoever imports it breaks.",
  ]);
});
