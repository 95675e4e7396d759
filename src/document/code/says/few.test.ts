import { describe, expect, it } from "vitest";
import { once } from "../documented.suite.ts";

describe("a Python docstring begins with something new", () => {
  it.each([
    ["a name in words isn't", "def open_all(names):\n    return [open(name) for name in names]\n", undefined],
    [
      "a parameter",
      "def merge_rows(rows, more):\n    rows.extend(more)\n    return len(rows)\n",
      "Changes `rows` in place.",
    ],
    [
      "how a function is used",
      "import functools\n\n\ndef keep_log(f):\n    @functools.wraps(f)\n    def inner(*args, **kwargs):\n        return f(*args, **kwargs)\n\n    return inner\n",
      "To be used as a decorator.",
    ],
  ])("%s", async (_, source, text) => {
    const after = await once("a.py", source);
    expect(/"""([^"]*)"""/.exec(after)?.[1]).toBe(text);
  });
});

describe("nothing is said", () => {
  it.each([
    [
      "of errors that Python's protocols define",
      'class Box:\n    def __getattr__(self, name):\n        raise AttributeError(f"no {name}")\n',
    ],
    [
      "of defaults of keywords that are passed on as they came",
      'def ranges(start, **options):\n    step = options.get("hours", 0)\n    return _made(start, **options), step\n',
    ],
    [
      "of what a body calls once, or of a text that it returns as it is",
      'class Box:\n    def end(self):\n        self.link.close()\n\n    def shown(self, name):\n        return f"box {name}"\n',
    ],
    ["of methods of lists where a type is none", "def join(shell: Shell) -> None:\n    shell.push(1)\n"],
    [
      "of private state, and of what inner objects answer",
      "class Box:\n    def open(self):\n        if self._opened:\n            return\n        self._opened = True\n        self.link.join(self)\n\n    def put(self, key):\n        if not self.link.put_new(key, 1):\n            return False\n        return True\n",
    ],
  ])("%s", async (_, source) => {
    expect(await once("a.py", source)).toBe(source);
  });

  it("of JavaScript methods that an underscore marks as private", async () => {
    const source =
      'export class Box {\n  _put(key) {\n    if (!key) throw new TypeError("the key is empty");\n  }\n}\n';
    expect(await once("a.js", source)).toBe(source);
  });
});

it("shows messages as they are raised: substitutions as dots, doubled braces once", async () => {
  const source = 'def check(name, width):\n    raise ValueError(f"Invalid {{{name!r:{width}}}} there")\n';
  expect(await once("a.py", source)).toContain('Raises `ValueError`: "Invalid {...} there".');
});

it("says what is left of keywords only where some are taken out", async () => {
  const source = (use: string) =>
    `def send(name, **options):\n    ${use}\n    return write(name, **options)\n`;
  expect(await once("a.py", source('if "at" in options: log(name)'))).toContain(
    "Passes `options` on to `write`.",
  );
  expect(await once("a.py", source('at = options.pop("at", None)'))).toContain("what is left is passed on");
});

describe("an override", () => {
  const base = (sentence: string): string =>
    `class Base:\n    def show(self, name):\n        """${sentence}"""\n\n\nclass Box(Base):\n    def show(self, name):\n        if name is None:\n            raise TypeError("no name")\n        return name\n`;

  it("takes the sentence of the method that it overrides", async () => {
    expect(await once("a.py", base("Shows a line."))).toContain(
      '"""Shows a line.\n\n        Raises:\n            TypeError: if `name` is `None`',
    );
  });

  it("doesn't if that is about overriding, or about what is lacking", async () => {
    for (const sentence of ["Must be implemented by a box.", "The base does not show anything."])
      expect(await once("a.py", base(sentence))).toContain('"""Raises `TypeError` if `name` is `None`."""');
  });
});

it("leaves results to prose that names them, and shows an empty tuple as it is", async () => {
  const known =
    'def state(box):\n    """Returns the state, or ``None`` if it runs."""\n    if box is None:\n        return None\n    return box.all()\n';
  expect(await once("a.py", known)).toBe(known);
  const empty = "def state(box):\n    if box is None:\n        return ()\n    return box.all()\n";
  expect(await once("a.py", empty)).toContain('"""Returns `()` if `box` is `None`."""');
});

it("documents what tells whether something holds by the author's comment", async () => {
  const source =
    'import "./x.ts";\n\n// Whether a kind is the inverse of one\nexport function isInverse(kind: string): boolean {\n  return kind.startsWith("inverse");\n}\n';
  expect(await once("a.ts", source)).toContain("/** Whether a kind is the inverse of one */");
});
