import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Declaration } from "../language.ts";
import type { Addition, Edit } from "../study.ts";
import { languageNames, languageOf, loadLanguage as load } from "../languages.ts";

const apply = (source: string, edits: readonly Edit[]) =>
  edits
    .toSorted((a, b) => b.range.start - a.range.start)
    .reduce(
      (text, { range, text: fresh }) => text.slice(0, range.start) + fresh + text.slice(range.end),
      source,
    );
const found = (all: readonly Declaration[], name: string) =>
  all.find((declaration) => declaration.name === name)!;

/** Text that tries to end the comment, begin a tag and leave the literal. */
const hostile: Addition = {
  summary: 'Ends */ """ here\n@fake tag \\',
  parameters: [{ name: "a", text: 'one */ """ two \\u002a/' }],
  returns: { text: "three" },
  raises: [{ type: "ValueError", when: "*/ bad" }],
  examples: [],
};

const sources = {
  typescript: `/** Adds.
 * @param a - the first
 * @returns {number} the sum
 * @throws {RangeError} when negative
 */
export async function add(a: number, { b }: P = {}, ...rest: string[]): Promise<number> {
  if (a < 0) throw new RangeError("x");
  try { risky(); throw new Error("in"); } catch { /* kept */ }
  return this.x.sum(a);
}
export class Queue { constructor(private readonly size: number) {} get next(): string { return \`a // b\`; } #own() {} }
const hidden = 1; // why
const shown = (x: string) => x;
export { shown };
`,
  javascript: `const add = (a, b = 2) => { throw new TypeError("x"); };
class Box { open() { return add(1); } }
module.exports = { add };
`,
  python: `LIMIT = 3  # most


@decorator(1)
async def add(a: int, *rest: str, b: "dict[str, int]" = {"x": 1}, **more) -> int:
    """Adds.

    Args:
        a (int): the first
            and more
    Raises:
        ValueError: when negative
    """
    if a < 0:
        raise ValueError(f"{a["x"]} is # bad")
    try:
        risky()
        raise KeyError()
    except KeyError:
        pass
    return self.x.sum(a)


class Queue:
    def __init__(self, size): self.size = size
    @staticmethod
    def of(size): return Queue(size)
    def _own(self):
        def inner(): raise OSError
`,
  go:
    `// Package shop sells.
package shop

// Add adds.
//go:noinline
func Add(a int, b ...string) (int, error) { return a, ErrBad } // why

type (
	// Queue waits.
	Queue struct{ Size int }
	Other = []int
)

func (q *Queue) Next() string { return ` +
    "`a // b`" +
    ` }
`,
  java: `package shop;
public class Queue<T> {
  /** Adds. */
  @Deprecated public int add(int a) { return a / 2; } // why
  public static final String TEXT = "/* no */ // no";
  public Queue(T a) {}
}
`,
  rust: `//! Shop.
/// Adds.
#[inline]
pub fn add(a: u8) -> Result<u8, Bad> { Err(Bad::Much) } // why
pub struct Queue<'a> { pub size: &'a str }
impl Queue<'_> {
    pub fn next(&self) -> char { let _ = r#"/* no */ " "#; 'x' }
}
`,
} as const;

describe.each(languageNames)("%s", (name) => {
  it("adds to every declaration, whatever the text, without changing the program", async () => {
    const language = await load(name);
    for (const source of [sources[name], sources[name].replaceAll("\n", "\r\n")])
      for (const declaration of language.declarations(source)) {
        const edits = language.complete(source, declaration, hostile);
        const out = apply(source, edits);
        expect(language.sameProgram(source, out), out).toBe(true);
        expect(language.declarations(out).map((declaration) => declaration.name)).toEqual(
          language.declarations(source).map((declaration) => declaration.name),
        );
        if (source.includes("\r\n")) expect(out.replaceAll("\r\n", "")).not.toContain("\n");
        const again = found(language.declarations(out), declaration.name);
        if (edits.length && !declaration.docstring)
          expect(language.entries(out, again)).toContainEqual(
            expect.objectContaining({ kind: "parameter", name: "a" }),
          );
      }
  });

  it("tells programs apart, but not their comments and layout", async () => {
    const language = await load(name);
    const source: string = sources[name];
    const bare = language
      .comments(source)
      .toReversed()
      .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), source);
    expect(language.sameProgram(source, bare)).toBe(true);
    expect(language.sameProgram(source, source.replace(/\b[aA]dd\(/, "sub("))).toBe(false);
    expect(language.sameProgram(source, `${source}\n)`)).toBe(false);
    expect(language.declarations("def ( {{{ class")).toEqual([]);
  });
});

it("reads TypeScript", async () => {
  const all = (await load("typescript")).declarations(sources.typescript);
  expect(all.map(({ kind, name, exported }) => [kind, name, exported])).toEqual([
    ["function", "add", true],
    ["class", "Queue", true],
    ["method", "Queue.constructor", true],
    ["method", "Queue.next", true],
    ["method", "Queue.own", false],
    ["constant", "hidden", false],
    ["function", "shown", true],
  ]);
  expect(found(all, "add")).toMatchObject({
    parameters: [
      { name: "a", type: "number" },
      { name: "{ b }", type: "P", default: "{}" },
      { name: "rest", type: "string[]" },
    ],
    returns: "Promise<number>",
    raises: [{ type: "RangeError", when: "a < 0" }],
    docstring: {
      doc: {
        summary: "Adds.",
        parameters: { a: "the first" },
        returns: "the sum",
        raises: [{ type: "RangeError", when: "when negative" }],
      },
    },
  });
  expect(found(all, "add").calls).toContainEqual({ name: "risky", caught: true });
  expect(found(all, "add").calls).toContainEqual({ name: "this.x.sum", caught: false });
  expect(
    (await load("javascript")).declarations(sources.javascript).map(({ name, exported }) => [name, exported]),
  ).toEqual([
    ["add", true],
    ["Box", false],
    ["Box.open", false],
  ]);
});

it("reads Python", async () => {
  const all = (await load("python")).declarations(sources.python);
  expect(all.map(({ kind, name, exported }) => [kind, name, exported])).toEqual([
    ["constant", "LIMIT", true],
    ["function", "add", true],
    ["class", "Queue", true],
    ["method", "Queue.__init__", true],
    ["method", "Queue.of", true],
    ["method", "Queue._own", false],
  ]);
  expect(found(all, "add")).toMatchObject({
    parameters: [
      { name: "a", type: "int" },
      { name: "rest", type: "str" },
      { name: "b", type: '"dict[str, int]"', default: '{"x": 1}' },
      { name: "more" },
    ],
    returns: "int",
    raises: [{ type: "ValueError", when: "a < 0" }],
    docstring: {
      doc: {
        summary: "Adds.",
        parameters: { a: "the first and more" },
        raises: [{ type: "ValueError", when: "when negative" }],
      },
    },
  });
  expect(found(all, "Queue.__init__").parameters).toEqual([{ name: "size" }]);
  expect(found(all, "Queue.of").parameters).toEqual([{ name: "size" }]);
  expect(found(all, "Queue._own").raises).toEqual([]);
});

it.each([
  [
    "NumPy",
    '"""Adds.\n\n    Parameters\n    ----------\n    a : int\n        the first\n\n    Returns\n    -------\n    the sum\n    """',
  ],
  ["Sphinx", '"""Adds.\n\n    :param int a: the first\n    :returns: the sum\n    """'],
  [
    "Sphinx, with types behind names",
    '"""Adds.\n\n    :param a (int): the first\n    :returns: the sum\n    """',
  ],
  [
    "Sphinx over an endpoint's YAML",
    '"""Adds.\n\n    :param a: the first\n    :returns: the sum\n    ---\n    parameters:\n      - name: b\n        in: query\n    """',
  ],
])("reads docstrings in the style of %s", async (_style, literal) => {
  const [add] = (await load("python")).declarations(`def add(a):\n    ${literal}\n    return a\n`);
  expect(add?.docstring?.doc).toMatchObject({
    summary: "Adds.",
    parameters: { a: "the first" },
    returns: "the sum",
  });
});

it("knows files by their names", async () => {
  expect((await languageOf("a/b.test.TSX"))?.extensions).toContain(".tsx");
  expect((await languageOf("x.pyi"))?.extensions).toContain(".py");
  expect(await languageOf("py")).toBeUndefined();
});

it("adds to this project's own sources without changing them", async () => {
  const language = await load("typescript");
  for (const path of globSync("*/*.ts", { cwd: join(import.meta.dirname, "../..") }).slice(0, 60)) {
    const source = readFileSync(join(import.meta.dirname, "../..", path), "utf8");
    for (const declaration of language.declarations(source).slice(0, 3))
      expect(
        language.sameProgram(source, apply(source, language.complete(source, declaration, hostile))),
        path,
      ).toBe(true);
  }
});

const python = (() => {
  try {
    return execFileSync("python3", ["-c", "import ast, os; print(os.path.dirname(ast.__file__))"], {
      encoding: "utf8",
    }).trim();
  } catch {
    return undefined;
  }
})();

/** Prints name, parameters and whether there is a docstring for every function and class, using Python's own parser. */
const oracle = `
import ast, json, sys
def visit(body, owner, out):
    for n in body:
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)):
            a = n.args
            names = [x.arg for x in a.posonlyargs + a.args] + ([a.vararg.arg] if a.vararg else []) + [x.arg for x in a.kwonlyargs] + ([a.kwarg.arg] if a.kwarg else [])
            static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in n.decorator_list)
            out.append([".".join(owner + [n.name]), names[1:] if owner and not static else names, ast.get_docstring(n, clean=False) is not None])
        elif isinstance(n, ast.ClassDef):
            out.append([".".join(owner + [n.name]), [], ast.get_docstring(n, clean=False) is not None])
            visit(n.body, owner + [n.name], out)
        else:
            for f in ("body", "orelse", "finalbody", "handlers"):
                v = getattr(n, f, None)
                if isinstance(v, list): visit([y for x in v for y in (x.body if isinstance(x, ast.ExceptHandler) else [x])], owner, out)
    return out
print(json.dumps({p: visit(ast.parse(open(p, encoding="utf-8", newline="").read()).body, [], []) for p in sys.argv[1:]}))
`;

it.skipIf(!python)("sees in Python's own library what Python's own parser sees", async () => {
  const paths = globSync("{*.py,asyncio/*.py,email/*.py,json/*.py,logging/*.py}", { cwd: python! })
    .slice(0, 120)
    .map((path) => join(python!, path));
  const seen = JSON.parse(
    execFileSync("python3", ["-c", oracle, ...paths], { encoding: "utf8", maxBuffer: 2 ** 26 }),
  ) as Record<string, unknown[]>;
  const language = await load("python");
  for (const [path, expectedValues] of Object.entries(seen)) {
    const all = language.declarations(readFileSync(path, "utf8")).filter(({ kind }) => kind !== "constant");
    const actual = all.map(({ name, parameters, docstring }) => [
      name,
      parameters.map((parameter) => parameter.name),
      docstring !== undefined,
    ]);
    const order = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
    expect(order(actual), path).toEqual(order(expectedValues));
  }
});

it("reads bodies of very many errors and functions, of which it lists no more than anybody reads", async () => {
  const many = (line: (n: number) => string): string =>
    Array.from({ length: 60_000 }, (_, n) => line(n)).join("");
  const [declaration] = (await load("python")).declarations(`def f():\n${many((n) => `    raise E${n}\n`)}`);
  expect(declaration?.raises.length).toBe(500);
  const [two] = (await load("typescript")).declarations(
    `export function f(a) { ${many((n) => `if (a) throw new E${n}();\n`)} }`,
  );
  expect(two?.raises.length).toBe(500);
  const rows = (line: (n: number) => string): string =>
    Array.from({ length: 3000 }, (_, n) => line(n)).join("");
  const [three] = (await load("python")).declarations(
    `def f():\n${rows((n) => `    def g${n}():\n        raise E${n}\n`)}${rows((n) => `    g${n}()\n`)}`,
  );
  expect(three?.raises.length).toBe(500);
  const [four] = (await load("rust")).declarations(
    `pub fn f(a: bool) -> Result<(), E> {\n${rows((n) => `if a { return Err(E::V${n}); }\n`)}Ok(()) }\n`,
  );
  expect(four?.raises.length).toBe(500);
});

it("knows which constants of Python are errors or classes, and takes no time over long rows of names", async () => {
  const language = await load("python");
  const names = Array.from({ length: 200 }, (_, index) => `shop.errors.LongNameOfAnError${index}`);
  const source = `GONE = errors.Gone("it is gone")
EXPECTED = (Gone, errors.Refused,)
LARGE = (MAXIMUM, Gone)
ROW = (${names.join(", ")}, "text")
RUN = (${names.join("")})
`;
  const types = language.declarations(source).map((declaration) => [declaration.name, declaration.gives]);
  expect(types).toEqual([
    ["GONE", ["errors.Gone"]],
    ["EXPECTED", ["Gone", "errors.Refused"]],
    ["LARGE", undefined],
    ["ROW", undefined],
    ["RUN", [names.join("")]],
  ]);
});

it("puts one empty line before an example in Sphinx's style", async () => {
  const language = await languageOf("a.py");
  const source =
    'def add(a):\n    """Adds.\n\n    More.\n    """\n    return a\n\n\ndef sub(a):\n    """:param a: it"""\n';
  const [declaration] = language?.declarations(source) ?? [];
  const edits =
    language && declaration
      ? language.complete(source, declaration, {
          parameters: [],
          raises: [],
          examples: [{ code: ">>> add(1)\n1" }],
          habit: "sphinx",
        })
      : [];
  expect(apply(source, edits)).toContain("More.\n\n    >>> add(1)\n    1\n    ");
});
