import { describe, expect, it } from "vitest";
import { documented, once } from "../documented.suite.ts";

describe("what stands behind a caught error", () => {
  it("is told with what else holds there, and left out where a message says it", async () => {
    const after = await once(
      "Buffer.java",
      `package a;

public class Buffer {
    /** Reads it. */
    public String read(String charset) {
        if (charset != null) {
            try {
                return text(charset);
            } catch (UnsupportedEncodingException e) {
                throw new IllegalArgumentException(e);
            }
        }
        return text("UTF-8");
    }

    /** Shows it. */
    public String show(String charset) {
        try {
            return text(charset);
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException("No such charset here", e);
        }
    }
}
`,
    );
    expect(after).toContain(
      "@throws IllegalArgumentException if {@code charset} is not {@code null} and an {@code\n     *     UnsupportedEncodingException} occurs",
    );
    expect(after).toContain('@throws IllegalStateException "No such charset here"');
  });

  it("is told of a function's own results, where its docstring doesn't", async () => {
    const after = await once(
      "a.py",
      `def look(name):
    """Looks for a file."""

    def interactive():
        try:
            import shell
        except ModuleNotFoundError:
            return False
        return shell.runs()

    return find(name, interactive())


def place(name):
    """Tells its place. If there is none, return \`None\`."""
    try:
        return where(name)
    except FileNotFoundError:
        return None


def size(name):
    """Tells its size."""
    try:
        return measure(name)
    except FileNotFoundError:
        return -1
`,
    );
    expect(after).not.toContain("ModuleNotFoundError` ");
    expect(after).not.toContain("`None` if");
    expect(after).toContain("`-1` if a `FileNotFoundError` occurs");
  });
});

describe("a method in the place of another", () => {
  it("takes over what that one's docstring begins with, and no phrase of its name", async () => {
    const { text } = await documented({
      "base.py": `class Algorithm:
    def prepare_key(self, key):
        """Checks the key and converts it. Errors are told.

        And more.
        """
        raise NotImplementedError
`,
      "own.py": `from base import Algorithm


class Plain(Algorithm):
    def prepare_key(self, key):
        if key:
            raise InvalidKey("there is no key here")
        return None


class Reader:
    def read_pattern(self, pattern):
        if find(pattern) is None:
            raise Missing("no such pattern")
        if not self.open:
            raise Closed("it is closed")
        return find(pattern)
`,
    });
    expect(text("own.py")).toContain(
      '"""Checks the key and converts it.\n\n        Raises:\n            InvalidKey: if',
    );
    expect(text("own.py")).toContain('"""Raises `Missing`: "no such pattern"; `Closed`');
    expect(text("own.py")).not.toContain("Reads the pattern");
  });
});

describe("an error that is only passed on", () => {
  it("has its reason elsewhere, and so has what stands in the else of a loop", async () => {
    const after = await once(
      "a.py",
      `def check(value, memo):
    """Checks it."""
    if value is None:
        raise Wrong("no value here")


def check_all(value, memo, quiet):
    try:
        check(value, memo)
    except Wrong:
        if quiet:
            memo.add(value)
        else:
            raise


def find(packages):
    """Finds it."""
    if packages is None:
        wanted = None
    elif isinstance(packages, str):
        wanted = [packages]
    for one in finders:
        if one.fits(wanted):
            break
    else:
        raise RuntimeError("no finder at all")
    return one
`,
    );
    expect(after).not.toContain('"""Raises'); // the call is tried
    expect(after).toContain('RuntimeError: "no finder at all"');
  });

  it("isn't told where Java's authors are sure that it can't come, nor whether something is, twice", async () => {
    const source = `package a;

public class Box {
    /** Returns whether or not it is a lid. */
    public boolean isLid(Object given) {
        return given instanceof Lid;
    }

    /** Writes it. */
    public String text(String name) {
        try {
            return write(name);
        } catch (UnsupportedEncodingException e) {
            throw new AssertionError(e);
        }
    }
}
`;
    expect(await once("Box.java", source)).toBe(source);
  });
});

it("what a body starts without handing anything on decides for itself what goes wrong", async () => {
  const after = await once(
    "a.py",
    `def _walk(path):
    if not exists(path):
        raise IOError("the starting path is not found")
    return steps(path)


def find(name=""):
    """Finds it."""
    return _walk(getcwd(name))


def load(text):
    """Loads it."""
    return parse(text or find())


def load_near(name):
    """Loads what is near."""
    return parse(find(name))
`,
  );
  expect(after.split("def find")[1]).not.toContain("starting path");
});

it("what was put into a map just before is found there", async () => {
  const after = await once(
    "a.ts",
    `export class Throttle {
  /** Slows it. */
  slow(kind: string): number {
    if (!this.all.has(kind)) {
      this.all.set(kind, new Map());
    }
    const action = this.all.get(kind);
    if (!action) throw new Error("invalid throttle here");
    const other = this.all.get(kind + 1);
    if (!other) throw new RangeError("no other throttle here");
    return action.size;
  }
}
`,
  );
  expect(after).toContain('RangeError} "no other');
  expect(after).not.toContain("{Error}");
});

it("a message is also known where it stands in a variable", async () => {
  const python = await once(
    "a.py",
    `def clamp(value, form):
    """Holds it."""
    if isinstance(form, str):
        return form.format(value)
    msg = (
        "Invalid format. Must be a text "
        "or a function."
    )
    raise ValueError(msg)


def other(value):
    """Holds another."""
    if far(value):
        message = f"too far: {value}"
    else:
        message = "too near here"
    raise ValueError(message)
`,
  );
  expect(python).toContain('ValueError: "Invalid format. Must be a text or a function."');
  expect(python).not.toContain('too near here"\n    """');
  const script = await once(
    "a.js",
    "/** Holds it. */\nexport function hold(value) {\n  if (far(value)) {\n    const message = `too far is ${value}`;\n    throw new RangeError(message);\n  }\n  return value;\n}\n",
  );
  expect(script).toContain('@throws {RangeError} "too far is ..."');
});

it("what only authors could have caused is told of nobody, in no language", async () => {
  const java = `package a;

public class Box {
    /** Fills it. */
    public int fill(int size) {
        switch (size) {
            case 1:
                return 1;
            default:
                throw new IllegalStateException("Impossible size " + size);
        }
    }
}
`;
  expect(await once("Box.java", java)).toBe(java);
  const python =
    'def fill(size):\n    """Fills it."""\n    if size == 1:\n        return 1\n    raise ValueError("Unreachable case")\n';
  expect(await once("a.py", python)).toBe(python);
});

it("a condition isn't whole where another type of value was given back before", async () => {
  const after = await once(
    "a.py",
    `def prepare(key):
    """Prepares it."""
    if isinstance(key, Key):
        return key
    if not isinstance(key, (bytes, str)):
        raise TypeError("a text is expected here")
    return read(key)


def other(key, line):
    """Prepares another."""
    if isinstance(line, bytes):
        return line
    if not isinstance(key, Line):
        raise ValueError("a line is expected here")
    return read(key)
`,
  );
  expect(after).toContain('TypeError: "a text is expected here"');
  expect(after).toContain("ValueError: if `key` is not a `Line`");
});

it("what we wrote of a method is taken over by none in its place", async () => {
  const source = `class Field:
    def __init__(self, load):
        if not callable(load):
            raise ValueError("no function here")
        self.load = load


class Pair(Field):
    def __init__(self, all):
        super().__init__(all)
        if near(all):
            raise ValueError("those of a pair have to be far from each other, and these two are not")
        if late(all):
            raise ValueError("those of a pair have to be there in time, and at least one of these is not")
        if same(all):
            raise ValueError("those of a pair have to be different from each other, and these are not")
`;
  expect(await once("a.py", source)).not.toContain('"""Raises `ValueError` if `load` is not callable.\n\n');
});

it("a function that is given back, within an object or not, fails where somebody calls it", async () => {
  const after = await once(
    "a.ts",
    `export function openBox(options: { url?: string }) {
  let found: string | undefined;
  const find = () => (found ??= (() => {
    if (!options.url) throw new Error("no url");
    return options.url;
  })());
  return { find, has: (key: string) => find() === key, async get(key: string) { return find() + key; } };
}
export function openNow(options: { url?: string }) {
  let find: () => string;
  find = () => {
    if (!options.url) throw new Error("no url");
    return options.url;
  };
  return find();
}
`,
  );
  expect(after.match(/@throws/g)).toHaveLength(1);
  expect(after.indexOf("@throws")).toBeGreaterThan(after.indexOf("openBox"));
});
