import { expect, it } from "vitest";
import { documented, once } from "../documented.suite.ts";

const update = { update: true };

const google = (text: string, typed: string, result = ""): string =>
  `class Box:\n    pass\n\n\ndef f(a: ${typed})${result && ` -> ${result}`}:\n    """Does it.\n\n    Args:\n        a (${text}): the first\n    """\n    return g(a)\n`;

it.each([
  ["str", "int", "int"],
  ["str, optional", "int | None = None", "int | None, optional"],
  ["list of str", "list[int]", "list[int]"],
  ["str or int", "bytes", "bytes"],
  ["bool", "bool | str", "bool | str"],
  ["dict", "Box", "Box"],
  ["str", '"Path"', "Path"],
])("mends the type %s of a parameter that is %s", async (text, typed, now) => {
  const after = await once("a.py", google(text, typed), update);
  expect(after).toContain(`a (${now}): the first`);
  expect(await once("a.py", after, update)).toBe(after);
});

it.each([
  ["string", "str"],
  ["integer", "Optional[int]"],
  ["int or None", "int"],
  ["str", "Optional[str] = None"],
  ["array_like", "list"],
  ["list", "Sequence[int]"],
  ["float", "int"],
  ["{'a', 'b'} or callable", "str"],
  ["Callable or str", "str"],
  ["`Box`", "Box"],
  [":class:`Box`", '"Box"'],
  ["the name", "str"],
  ["Thing", "int"],
  ["int, float", "str"],
  ["T", "int"],
  ["number", "float"],
  ["callable", "Callable[[int], str]"],
  ["str or None", "None = None"],
])("leaves the type %s of a parameter that is %s", async (text, typed) => {
  const source = google(text, typed);
  expect(await once("a.py", source, update)).toBe(source);
});

it.each([
  ["NumPy's", "Parameters\n    ----------\n    a : str, optional\n        the first\n", "a : int, optional"],
  ["Sphinx's", ":param a: the first\n    :type a: str\n", ":type a: int"],
  ["Sphinx's one line", ":param str a: the first\n", ":param int a: the first"],
  ["Sphinx's behind the name", ":param a (str): the first\n", ":param a (int): the first"],
  ["what Google gives back", "Returns:\n        str: the sum\n", "int: the sum"],
  ["what NumPy gives back", "Returns\n    -------\n    str\n        the sum\n", "    int\n        the sum"],
  ["its named result", "Returns\n    -------\n    total : str\n        the sum\n", "total : int"],
  ["what Sphinx gives back", ":rtype: str\n", ":rtype: int"],
])("knows %s types", async (_style, text, now) => {
  const source = `def f(a: int) -> int:\n    """Adds.\n\n    ${text}    """\n    return g(a)\n`;
  const after = await once("a.py", source, update);
  expect(after).toContain(now);
  expect(after).toContain("Adds.");
  expect(await once("a.py", after, update)).toBe(after);
});

it("leaves several results, and what a generator gives, unless it says what each is", async () => {
  const source = `from typing import Iterator

def f() -> tuple[int, str]:
    """Returns:
        str: the first
        int: the second
    """
    return g()

def h() -> Iterator[int]:
    """Returns:
        str: not one by one
    """
    yield g()

def i() -> Iterator[int]:
    """Yields:
        str: each
    """
    yield g()
`;
  const after = await once("a.py", source, update);
  expect(after).toBe(source.replace("str: each", "int: each"));
});

it.each([
  ["@param {string} id - which", "(id: number)", "@param {number} id - which"],
  ["@param {string} [id] - which", "(id?: number)", "@param {number} [id] - which"],
  ["@param {?string=} id", "(id: number)", "@param {?number=} id"],
  ["@param {Array.<string>} id", "(id: number[])", "@param {number[]} id"],
  ["@param {string|null} id", "(id: string)", "@param {string} id"],
  ["@returns {string} the sum", "(): number", "@returns {number} the sum"],
  ["@returns {string} the sum", "(): Promise<number>", "@returns {number} the sum"],
  ["@returns {Promise<string>} the sum", "(): Promise<number>", "@returns {Promise<number>} the sum"],
])("mends %s of %s", async (text, head, now) => {
  const source = `/**\n * Kept words.\n * ${text}\n */\nexport function f${head} { return g(); }\n`;
  const after = await once("a.ts", source, update);
  expect(after).toBe(source.replace(text, now));
});

it.each([
  ["@param {String} id", "(id: string)"],
  ["@param {int} id", "(id: number)"],
  ["@param {object} id", "(id: { a: string })"],
  ["@param {Function} id", "(id: (a: string) => void)"],
  ["@param {*} id", "(id: string)"],
  ["@param {User} id", "(id: string)"],
  ["@param {string} id", "(id: UserId)"],
  ["@param {string} id", '(id: "a" | "b")'],
  ["@param {Map} id", "(id: Set<string>)", 'import { Map } from "immutable";'],
  ["@returns {boolean} it is", "(id: unknown): id is string"],
  ["@returns {void}", "(): undefined"],
])("leaves %s of %s", async (text, head, before = "") => {
  const source = `${before}\n/**\n * Kept words.\n * ${text}\n */\nexport function f${head} { return g(); }\n`;
  expect(await once("a.ts", source, update)).toBe(source);
});

it("follows the methods and fields of interfaces, object types and classes", async () => {
  const source = `export interface Store {
  /**
   * Looks it up.
   * @param {string} key - which
   * @param old - once there
   * @returns {string} what it holds
   */
  get(key: number): number;
  /** @param name - of the file */
  readonly open: (path: string) => void;
  plain: string;
}
export type Api = {
  /** @param count - how many; defaults to 3 */
  run(times: number): void;
};
export class Box {
  /** How many fit. @default 3 */
  size = 5;
  /** Seconds to wait; defaults to 10. */
  wait = 20;
  /**
   * Puts it there.
   * @param what - it
   */
  abstract put(item: string): void;
}
`;
  const after = await once("a.ts", source, update);
  expect(after).toContain("@param {number} key - which");
  expect(after).not.toContain("once there");
  expect(after).toContain("@returns {number} what it holds");
  expect(after).toContain("@param path - of the file");
  expect(after).toContain("@param times - how many");
  expect(after).toContain("How many fit. @default 5");
  expect(after).toContain("defaults to 20.");
  expect(after).toContain("@param item - it");
  expect(await once("a.ts", after, update)).toBe(after);
});

it("follows what a class's docstring says of its attributes and of what it is made with", async () => {
  const source = `from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    """What is drawn with.

    Attributes:
        RED: the first
        GREN: the second
        BLUE: the third
    """

    RED = 1
    GREEN = 2
    BLUE = 3


@dataclass
class Job:
    """Something to do.

    Attributes:
        name (int): what it is called
        tries (int): how often. Defaults to 3.
        gone (str): what isn't there
        later (str): put there by somebody
    """

    name: str
    tries: int = 5

    def later_on(self):
        self.later = "x"


class Pool:
    """Holds connections.

    Parameters
    ----------
    size : str
        how many
    host : str
        where
    """

    def __init__(self, size: int, address: str):
        self.size = size
`;
  const after = await once("a.py", source, update);
  expect(after).toContain("        GREEN: the second\n");
  expect(after).toContain("name (str): what it is called");
  expect(after).toContain("Defaults to 5.");
  expect(after).toContain("later (str): put there");
  expect(after).toContain("    size : int\n");
  expect(after).toContain("    address : str\n        where");
  expect(await once("a.py", after, update)).toBe(after);
});

it("takes `:type` away with its parameter", async () => {
  const source = `def f(a):\n    """Does it.\n\n    :param a: the first\n    :param b: the second\n    :type b: str\n    """\n    return g(a)\n`;
  expect(await once("a.py", source, update)).toBe(
    source.replace("    :param b: the second\n    :type b: str\n", ""),
  );
});

it.each([
  "def f(a=None):\n    '''Does it.\n\n    Args:\n        a: the first. Defaults to 3.\n    '''\n    return g(a)\n",
  "def f(a=True):\n    '''Does it.\n\n    Args:\n        a: the first, default false if b.\n    '''\n    return g(a)\n",
  "def f(a):\n    '''Does it.\n\n    Parameters\n    ----------\n    a\n        the first\n\n    The rest is prose about b.\n    '''\n    return g(a)\n",
  "def f(a):\n    '''Makes one.\n\n    Args:\n        b: of what is made\n    '''\n    def inner(b):\n        return g(a, b)\n    return inner\n",
  "class A:\n    @property\n    def f(self):\n        '''Looks.\n\n        Args:\n            b: of the view\n        '''\n        return View(self)\n",
])("doesn't take for stale what isn't", async (source) => {
  expect(await once("a.py", source, update)).toBe(source);
});

const jsdoc = (lines: readonly string[], head: string): string =>
  `/**\n * Loads it.\n *\n${lines.map((line) => ` * @param ${line}\n`).join("")} */\nexport function load(${head}) {\n  return all(url, options);\n}\n`;

it("renames and removes what is said of a parameter's fields with it", async () => {
  const entries = ["url Where it is", "opts How", "opts.size How many"];
  expect(await once("a.js", jsdoc(entries, "url, options"), update)).toBe(
    jsdoc(["url Where it is", "options How", "options.size How many"], "url, options"),
  );
  expect(await once("a.js", jsdoc(entries, "url"), update)).toBe(jsdoc(["url Where it is"], "url"));
});

it.each([
  ["limit=[]", 1],
  ["limit: int", 1],
  ['limit="rb"', 0],
  ["limit", 0],
])("takes a parameter of another type for another one: %s", async (now, others) => {
  const source = `def read(path, ${now}):\n    """Read it.\n\n    Args:\n        path: Where it is.\n        mode (str): How to open.\n    """\n    return open(path, limit)\n`;
  const { plans } = await documented({ "a.py": source }, update);
  const drifts = plans[0]?.items[0]?.drift.map(({ what }) => what) ?? [];
  expect(drifts.filter((what) => what.includes("doesn't seem to describe limit"))).toHaveLength(others);
  expect(drifts.filter((what) => what.includes("is now called limit"))).toHaveLength(1 - others);
});

it("leaves to its author a text that explains the old name where something else stands in its place", async () => {
  const source = jsdoc(
    ["url Where it is", "registryConfig The config of the registry, merged"],
    "url, options",
  );
  const { plans } = await documented({ "a.js": source }, update);
  expect(plans[0]?.change).toBeUndefined();
  expect(plans[0]?.items[0]?.drift.map(({ what }) => what)).toEqual([
    "parameter registryConfig is no longer there, and its text doesn't seem to describe options: correct it by hand",
  ]);
});

it("knows what is put into a docstring when it is loaded, sections of other names, and doubled percents", async () => {
  const source = `@fill_doc
def draw(img, cmap=None, shown=True, style="%.2g"):
    """Draw it.

    Parameters
    ----------
    img : str
        What is drawn.

    %(cmap)s
        default="inferno"

    %(shown)s
        default=True

    style : str, default="%%.2g"
        How.

    Methods
    -------
    draw.later(img)
    """
    return paint(img, cmap, shown, style)


class Model:
    """Model it.

    Parameters
    ----------
    size : int
        How many.

    %(attributes_of_all)s

    rank_ : int
        Of what is seen.
    """

    def __init__(self, size):
        self.size = size


class Seen:
    """See it.

    Attributes
    ----------
    all_ : int
        All.
    gone_ : int
        What was there.
    """

    def fit(self, data):
        _, self.all_ = data.look()
`;
  const after = await once("a.py", source, update);
  expect(after).toBe(source.replace("    gone_ : int\n        What was there.\n", ""));
});

it("takes no error for gone that the language raises by itself", async () => {
  const java = `public class A {
  /**
   * Of an array.
   *
   * @throws ClassCastException if it is none
   */
  public static int size(Object array) {
    return ((int[]) array).length;
  }

  /**
   * With values.
   *
   * @throws IllegalFormatException if it doesn't fit them
   */
  public static String fill(String format, Object... values) {
    return String.format(format, values);
  }
}
`;
  expect(await once("A.java", java, update)).toBe(java);
});

it("leaves an error that may come through what another call gives, and renames beside what is taken apart", async () => {
  const java = `package a;

public class Format {
    /** Builds. */
    public Builder builder() {
        return new Builder();
    }

    /**
     * With another.
     * @param delimiter what parts
     * @throws IllegalArgumentException if it is a line break
     */
    public Format withDelimiter(char delimiter) {
        return builder().setDelimiter(delimiter).get();
    }
}
`;
  expect((await documented({ "src/Format.java": java }, { update: true })).text("src/Format.java")).toBe(
    java,
  );
  const script = `/**
 * Names them.
 * @param {string} [length='long'] - how long
 * @param {Object} opts - options
 * @param {string} [opts.locale] - the locale
 */
export function days(size = "long", { locale = null } = {}) {
  return list(size, locale);
}
`;
  expect((await documented({ "a.js": script }, { update: true })).text("a.js")).toBe(
    script.replace("[length='long']", "[size='long']"),
  );
});

it("takes no error for gone that may come through a method which shares its name", async () => {
  const java = `public class Macs {
  /**
   * Of one kind.
   *
   * @throws IllegalArgumentException if there is no such kind
   */
  public static Mac first(byte[] key) {
    return of(Kind.FIRST, key);
  }

  public static Mac of(Kind kind, byte[] key) {
    return of(kind.getText(), key);
  }

  public static Mac of(String kind, byte[] key) {
    if (key == null) throw new IllegalArgumentException("no key here");
    return new Mac(kind);
  }
}

enum Kind {
  FIRST("one");

  private final String text;

  Kind(String text) {
    this.text = text;
  }

  public String getText() {
    return text;
  }
}
`;
  expect((await documented({ "Macs.java": java }, update)).text("Macs.java")).toBe(java);
});

const stop = (type: string, text: string): string =>
  `class Stop:\n    def check(self, state):\n        """${text}"""\n        if state.outcome is None:\n            raise ${type}("no outcome")\n        return state.outcome\n`;

it("mends the error that a docstring begins with, and takes away one that says nothing else", async () => {
  const before = stop("RuntimeError", "Raises `RuntimeError` if `state.outcome` is `None`.");
  expect(await once("a.py", before, update)).toBe(before);
  const other = before.replace("raise RuntimeError", "raise LookupError");
  expect(await once("a.py", other, update)).toBe(other.replace("`RuntimeError`", "`LookupError`"));
  const gone = before.replace('            raise RuntimeError("no outcome")\n', "            return 0\n");
  expect(await once("a.py", gone, update)).toBe(gone.replace(/ +"""Raises.*\n/, ""));
  const more = gone.replace('`None`."""', '`None`.\n\n        Note:\n            It is slow.\n        """');
  expect(await once("a.py", more, update)).toBe(more);
});

it("mends the name of an error that is raised where another was, and nothing beside it", async () => {
  const java = `public class Box {
    /**
     * Tests it.
     *
     * @throws IllegalStateException if {@code good} is false
     */
    public static void test(boolean good, String said) {
        if (!good)
            throw new SecurityException(String.format(said));
    }
}
`;
  expect(await once("Box.java", java, update)).toBe(
    java.replace("IllegalStateException", "SecurityException"),
  );
  const otherwise = java.replace("if {@code good} is false", "where it isn't good");
  expect(await once("Box.java", otherwise, update)).not.toContain("Exception if");
});

it("does so in JSDoc, Google's and Sphinx's style", async () => {
  const js = `/**
 * Tests it.
 *
 * @throws {RangeError} if \`good\` is empty or missing
 */
export function test(good) {
  if (!good) throw new SyntaxError("not good");
  return good;
}
`;
  expect(await once("a.js", js, update)).toBe(js.replace("RangeError", "SyntaxError"));
  const google = `def test(good):
    """Tests it.

    Raises:
        RuntimeError: if \`good\` is empty or missing
    """
    if not good:
        raise NotImplementedError
    raise SystemError
`;
  expect(await once("a.py", google, update)).toContain("        NotImplementedError: if");
  const sphinx = google.replace(/ +Raises:\n +RuntimeError:/, "    :raises RuntimeError:");
  expect(await once("a.py", sphinx, update)).toContain("    :raises NotImplementedError: if");
});

it("writes a default in the quotes that the docstring has", async () => {
  const before = `def f(lang="en_us"):
    """Does it.

    Args:
        lang: the language. Defaults to 'en-us'.
    """
    return g(lang)
`;
  expect(await once("a.py", before, update)).toBe(before.replace("en-us", "en_us"));
});

it("takes out an error of a method whose name others have, but for those that stand in its place", async () => {
  const classText = (bases: string): string => `class Base:
    def check(self, state):
        """Checks it.

        Raises:
            RuntimeError: if it is late
        """
        return state


class Other${bases}:
    def check(self, state):
        return 1
`;
  expect(await once("a.py", classText(""), update)).not.toContain("RuntimeError");
  expect(await once("a.py", classText("(Base)"), update)).toBe(classText("(Base)"));
});

it("takes the YAML of an endpoint below a docstring for no parameters", async () => {
  const source = `def f(a: int):\n    """Does it.\n    ---\n    parameters:\n      - name: b\n        type: int\n    responses:\n      200:\n        description: Done\n    """\n    return g(a)\n`;
  expect(await once("a.py", source, update)).toBe(source);
});

it.each(["KeyError", "ValueError"])("mends an error that has become a %s, told by its words", async (now) => {
  const source = (type: string): string =>
    `def remove(key=None):\n    """Remove a row.\n\n    :raises ${type}: "name a key"\n    """\n    if key is not None:\n        return look(key)\n    raise ${now}("name a key")\n`;
  expect(await once("a.py", source("LookupError"), update)).toBe(source(now));
  expect(await once("a.py", source(now), update)).toBe(source(now));
});

it.each([
  [
    "Python's",
    "a.py",
    `def f(n):\n    """Does it.\n\n    :raises OldError: if gone\n    """\n    if not n: raise NewError("x")\n`,
    ":raises NewError: if gone",
  ],
  [
    "with work around it",
    "a.py",
    `class NewError(Exception):\n    pass\n\n\ndef f(n):\n    """Does it.\n\n    Raises:\n        OldError: if gone\n    """\n    try:\n        if not n: raise NewError\n    finally:\n        n = 0\n`,
    "NewError: if gone",
  ],
  [
    "TypeScript's",
    "a.ts",
    `class New extends Error {}\n/**\n * Does it.\n * @throws {RangeError} When it is gone.\n */\nexport function f(n: string): void { if (!n) throw new New("x"); }\n`,
    "@throws {New} When it is gone.",
  ],
])("gives the only error that is gone the name of the only new one: %s", async (_form, path, source, now) => {
  const after = await once(path, source, update);
  expect(after).toContain(now);
  expect(await once(path, after, update)).toBe(after);
});

it("takes an error away that is gone where two new ones could have its place", async () => {
  const source = `class A(Exception):\n    pass\n\n\nclass B(Exception):\n    pass\n\n\ndef f(n):\n    """Does it.\n\n    :raises OldError: if gone\n    """\n    if not n: raise A\n    if n > 2: raise B\n    return 1\n`;
  const after = await once("a.py", source, update);
  expect(after).not.toContain("OldError");
  expect(after).not.toContain(":raises A");
});
