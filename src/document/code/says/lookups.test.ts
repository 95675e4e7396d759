import { describe, expect, it } from "vitest";
import { once } from "../documented.suite.ts";

describe("results", () => {
  it.each([
    [
      "a.ts",
      "const all = new Map();\nexport function f(key: string) { return all.get(key); }",
      "@returns `undefined` if `key` is not in `all`",
    ],
    [
      "a.ts",
      "export async function f(id: string) { const entity = await load(id); return entity ? shown(entity) : null; }",
      "@returns `null` if none is found",
    ],
    [
      "a.py",
      "def f(id):\n    return session.query(User).filter_by(id=id).first()\n",
      "`None` if there is none",
    ],
    [
      "a.py",
      "def f(items):\n    owner = pick(items)\n    return owner.name if owner else None\n",
      "Returns `None` if there is no owner.",
    ],
  ])("of a search in %s: %s", async (path, source, text) => {
    expect(await once(path, source)).toContain(text);
  });

  it.each([
    ["export function f(key: string) { return axios.get(key); }"],
    [
      "export function f(xs: T[]) { const one = xs.find((x) => x.ok); if (!one) throw new Error(); return one; }",
    ],
    ["export function f(xs: T[]) { return xs.find((x) => x.ok)?.name; }"],
    ["export function f(a: string, b: string) { a = trimmed(a); return a === b; }"],
  ])("aren't told where something else may be given: %s", async (source) => {
    expect(await once("a.ts", source)).not.toContain("@returns");
  });
});

describe("what takes the rest", () => {
  it.each([
    [
      "a.py",
      "def open_file(name, **kwargs):\n    return Session.open(name, **kwargs)\n",
      "Passes `kwargs` on to `Session.open`.",
    ],
    [
      "a.py",
      'def open_file(name, **kwargs):\n    kwargs.pop("a")\n    return send(name, **kwargs)\n',
      "`kwargs`: what is left is passed on to `send`.",
    ],
    [
      "a.ts",
      "export function f(name: string, ...rest: string[]) { return send(name, ...rest); }",
      "@param rest - passed on to `send`",
    ],
  ])("is followed in %s: %s", async (path, source, text) => {
    expect(await once(path, source)).toContain(text);
  });

  it("isn't where it goes to several", async () => {
    const source = "def open_file(**kwargs):\n    first(**kwargs)\n    return second(**kwargs)\n";
    expect(await once("a.py", source)).toBe(source);
  });
});

it("makes docstrings of comments above functions in Python, which stay", async () => {
  const after = await once(
    "a.py",
    "import x\n\n# Parses what a server sent, line by line.\ndef read(text):\n    return text\n",
  );
  expect(after).toContain(
    '# Parses what a server sent, line by line.\ndef read(text):\n    """Parses what a server sent, line by line."""\n',
  );
});

it("documents members that are assigned, and the functions of a program", async () => {
  const after = await once(
    "app.js",
    `var app = exports = module.exports = {};
app.use = function use(fn) { if (typeof fn !== 'function') throw new TypeError('not a function'); };
`,
  );
  expect(after).toContain("/** @throws {TypeError} if `fn` is not a function */\napp.use");
  const program = await once(
    "run.js",
    "require('x');\nfunction read(text) { if (!text) throw new Error('nothing there'); }\nread('a');\n",
  );
  expect(program).toContain("/** @throws {Error} if `text` is empty or missing */\nfunction read");
});

it("says what is warned of", async () => {
  const warns = 'def old(x):\n    warnings.warn("use new() instead", DeprecationWarning)\n    return x\n';
  expect(await once("a.py", warns)).toContain('"""Deprecated: use new() instead."""');
});

it.each([
  [
    "a.py",
    'def check(text):\n    if "=" not in text:\n        raise ValueError("no value there")\n',
    'Raises `ValueError` if `text` doesn\'t hold `"="`.',
  ],
  [
    "a.py",
    "def check(path):\n    if not is_safe(path):\n        raise ValueError(path)\n",
    "Raises `ValueError` if `is_safe(path)` is false.",
  ],
  [
    "a.py",
    'def check(name):\n    if not name or name == "":\n        raise ValueError(name)\n',
    "Raises `ValueError` if `name` is empty or missing.",
  ],
])("is said in words: %s %s", async (path, source, text) => {
  expect(await once(path, source)).toContain(text);
});

it("says nothing of what another object hides, and of no flag that there is none of it", async () => {
  const hidden =
    "export class Box { #size = 1;\n  static open() { const box = new Box(); if (box.#size > 2) throw new RangeError(); return box.all(); } }\n";
  expect(await once("a.ts", hidden)).toContain("/** @throws {RangeError} */");
  const flag =
    "export function f(x: T) { const isReady = check(x); if (!isReady) return false; return act(x); }\n";
  expect(await once("a.ts", flag)).toBe(flag);
});
