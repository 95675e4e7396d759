import { describe, expect, it } from "vitest";
import { documented } from "../documented.suite.ts";

describe("what a maintainer would refuse", () => {
  it("isn't said in Python: how a body finds out, what comparing gives, names that only the body has", async () => {
    const { text } = await documented(
      {
        "a.py": `import warnings


class Store:
    def pop(self, key, default=None):
        if key in self:
            return 1
        elif default is None:
            raise KeyError(key)
        return default

    def mode(self, name):
        if name == "a":
            return self.first()
        elif name == "b":
            raise LookupError(name)
        return self.other()

    def popitem(self):
        """Removes one."""
        try:
            key = next(iter(self.order))
        except StopIteration:
            raise KeyError("%s is empty" % type(self).__name__) from None
        return key

    def __contains__(self, key):
        try:
            link = self.links[key]
        except KeyError:
            return False
        return link.lives()

    def first_of(self, other):
        try:
            link = other.find()
        except KeyError:
            return None
        return link

    def __lt__(self, other):
        return self.size < other.size

    def __next__(self):
        if self.size == 0:
            raise StopIteration
        return 1

    def __repr__(self):
        state = ", ".join(self.links)
        return f"{self.__class__.__name__}({state})"

    def _check(self, e):
        return not isinstance(e, self.types)

    def _run_wait(self, state):
        state.first = 1


def _warn_late(level):
    warnings.warn("loading late is deprecated", DeprecationWarning, stacklevel=level)
`,
      },
      { comprehensive: true },
    );
    const docTexts = [...text("a.py").matchAll(/"""([\s\S]*?)"""/g)].map(([, one = ""]) =>
      one.replaceAll(/\s+/g, " ").trim(),
    );
    expect(docTexts).toEqual([
      "Returns `1` if `key` is in `self`, otherwise `default`. Raises: KeyError: if `key` is not in `self` and `default` is `None`",
      'Raises `LookupError` if `name` is `"b"`.',
      'Removes one. Raises: KeyError: "... is empty"',
      "Tells whether `e` is not an instance of `self.types`.",
    ]);
  });

  it("isn't said in TypeScript: a function of that name, notes on the code, a default that the head shows", async () => {
    const source = `const log = (text: string) => {};
export class Predicate {
  /** Inverts it. */
  get not(): this {
    return not(this) as this;
  }
}
// Can't be a constant because the checker needs the type of it.
export const first: Predicate = new Predicate();
// Kept apart, which is only necessary for the generated pages.
export type Kept = { first: string };
const color =
  (open: number, close: number = 39) =>
  (text: string) =>
    String(open) + text + String(close);
export async function runMain(task: string) {
  if (task === "end") process.exit(1);
}
`;
    const { text } = await documented({ "a.ts": source });
    expect(text("a.ts").match(/\/\*\*[\s\S]*?\*\//g)).toEqual([
      "/** Inverts it. */",
      "/** May end the process with `1`. */",
    ]);
  });

  it("isn't said in Rust and Java: what can't fail, what it is made of, a unit that the name ends with", async () => {
    const rust = `pub struct Id([u8; 16]);
pub fn half(id: &Id) -> [u8; 8] {
    id.0[8..16].try_into().unwrap()
}
pub fn read(text: &str) -> Result<Id, Error> {
    scan(text).map_err(Wrong::into_error)
}
`;
    const java = `public class Box {
    public void reset(long startTimeMillis) {
        this.at = startTimeMillis;
    }

    /** Finds it. */
    public int find(Kind kind) {
        switch (kind) {
            case FIRST:
                return 1;
            case SECOND:
                return 2;
            default:
                throw new IllegalStateException("Unknown kind: " + kind);
        }
    }

    /** Runs it. */
    public int start() {
        Throwable exception = last();
        if (exception != null) {
            throw new Failure(exception);
        }
        return 1;
    }
}
`;
    const { text } = await documented({ "a.rs": rust, "Box.java": java });
    expect(text("a.rs")).toBe(rust);
    expect(text("Box.java")).toBe(java);
  });

  it("isn't said of callers: tests, itself, what only shares the name of one that Node.js brings", async () => {
    const { text } = await documented(
      {
        "src/args.ts":
          'export function parseArgs(text: string) {\n  if (!text) throw new RangeError("no text is there");\n  return text === "a" ? parseArgs("b") : text;\n}\n',
        "src/parser.ts":
          'import { parseArgs } from "node:util";\nexport function raw() {\n  return parseArgs({});\n}\n',
        "src/run.ts":
          'import { parseArgs } from "./args.ts";\nexport function run() {\n  return parseArgs("c");\n}\n',
        "test/args.test.ts":
          'import { parseArgs } from "../src/args.ts";\nfunction check() {\n  parseArgs("d");\n}\n',
      },
      { comprehensive: true },
    );
    expect(text("src/args.ts").match(/Called by.*/g)).toEqual(["Called by `run` in `src/run.ts`."]);
  });
});

it("tells of methods of a type that an exported one embeds", async () => {
  const go = `package cache

import "errors"

type Cache struct {
	*cache
}

type cache struct{ items map[string]int }

func (c *cache) Add(k string) error {
	if k == "" {
		return errors.New("the key is empty")
	}
	return nil
}

func (c *cache) drop(k string) {}
`;
  const { plans } = await documented({ "a.go": go });
  expect(plans[0]?.items.map(({ name }) => name)).toEqual(["Cache", "cache.Add"]);
});

describe("what stands there already", () => {
  it("isn't told again: errors that prose rejects with, a result in other backslashes", async () => {
    const { text } = await documented({
      "a.ts": `export class Refused extends Error {}
export class Unknown extends Error {}
/**
 * Reads it.
 *
 * @param kind what is read
 * @returns Resolves with what it is. Others are rejected with {@link Refused}.
 */
export async function read(kind: string) {
  if (kind === "a") throw new Refused("the kind is refused");
  if (kind.length > 3) throw new Unknown("the kind is unknown");
  if (kind.length < 2) {
    const first = kind.at(0);
    if (first === "b") throw new Unknown("the kind is unknown");
  }
  return kind.length;
}
`,
      "b.py": `class Renderer:
    """Renders."""

    def table(self, token):
        children = token.get("children", [])
        if not children:
            return "\\n"
        return self.render(children)

    def _cell(self, token, align):
        return 1

    def head(self, token):
        return self._cell(token, "left")

    def parse(self, text):
        header = strip(text)
        if header is None:
            return None
        columns = split(header)
        if not columns:
            return None
        return columns[0]
`,
    });
    expect(text("a.ts").match(/@throws .*/g)).toEqual([expect.stringMatching(/^@throws \{Unknown\} /)]);
    expect(text("b.py").match(/Returns .*/g)).toEqual(['Returns `"\\\\n"` if no children are found."""']);
    expect(text("b.py")).not.toContain("Shorthand");
  });

  it("isn't told of far: a message alone from behind several functions, names as they are handed on", async () => {
    const { text } = await documented({
      "a.py": `class Wrong(Exception):
    pass


def _child(parent):
    if parent.base[0] == "A":
        raise Wrong("not allowed on this path")
    return parent


def path(*parts):
    return _child(parts)


def found(parts):
    return path(*parts)


def glom(parts):
    """Globs them."""
    return found(parts)


def register(name, rule):
    """Registers it.

    Args:
        name: name of the new rule
        rule: the function that it is
    """
    return add(name, rule)


def register_inline(name, rule):
    """Registers it there."""
    return register(name, rule)
`,
    });
    expect(text("a.py").split("def glom")[1]?.split("def register(")[0]).not.toContain("Wrong");
    expect(text("a.py").split("def register_inline")[1]).toContain("name: name of the new rule");
  });
});
