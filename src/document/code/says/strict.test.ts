import { describe, expect, it } from "vitest";
import { documented, once } from "../documented.suite.ts";

describe("what a maintainer would strike out isn't said", () => {
  it.each([
    ["a type alone", "a.js", "export function isBox(value) {\n  return value instanceof Box;\n}\n"],
    [
      "the type of a default alone",
      "a.js",
      "export function each(all, sure = false) {\n  return all.filter(fits(sure));\n}\n",
    ],
    [
      "that it always panics, where something within may fail",
      "a.rs",
      "/// Sets it.\npub fn set(text: &str) -> Result<(), ()> {\n    let size = text.len();\n    let own = cut(size);\n    keep(read(own).unwrap());\n    Ok(())\n}\n",
    ],
    [
      "an error of builds that look closer",
      "a.rs",
      "/// Reads it.\npub fn read(text: &str) -> Result<u8, Wrong> {\n    if cfg!(debug_assertions) {\n        return Err(Wrong::new());\n    }\n    Ok(1)\n}\n",
    ],
    [
      "a callback that is called in two ways",
      "a.js",
      "export function each(all, run) {\n  if (!all.length) return run(all);\n  for (const one of all) run(one, all);\n  return run(null, all);\n}\n",
    ],
    [
      "whether a field of its own is what the name says",
      "a.rs",
      "pub struct Tag {\n    text: String,\n}\n\nimpl Tag {\n    pub fn is_empty(&self) -> bool {\n        self.text.is_empty()\n    }\n}\n",
    ],
    [
      "what an object keeps for itself",
      "a.ts",
      "export class Box {\n  allows(path: string): boolean {\n    return !this._refuses(path);\n  }\n}\n",
    ],
    [
      "truth that another test comes before",
      "a.rs",
      "pub fn fits(all: &[Rule], tag: &str) -> bool {\n    for rule in all {\n        if !rule.fits(tag) {\n            return false;\n        }\n    }\n    if tag.is_empty() {\n        return true;\n    }\n    deep(all, tag)\n}\n",
    ],
    [
      "what only checkers of types see",
      "a.py",
      'import os\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING or os.getenv("DOCS_BUILD"):\n    import other\n\nLIMIT = 1\n',
    ],
    [
      "that it is out of use, without more",
      "Box.java",
      "package a;\n\npublic class Box {\n    /** Makes one. */\n    @Deprecated\n    public int make() {\n        return 1;\n    }\n}\n",
    ],
  ])("%s", async (_what, path, source) => {
    expect(await once(path, source)).toBe(source);
  });

  it("of a Rust error neither a part of it nor what a match alone names, and who returns it", async () => {
    const after = await once(
      "a.rs",
      `pub struct Wrong;

impl Value {
    /// Reads it.
    pub fn number(self) -> Result<u8, Wrong> {
        match self {
            Value::Text(ref s) => s.parse().map_err(|_| Wrong::kind(s, "a number")),
            _ => Err(Wrong::kind("", "a small number")),
        }
    }

    /// Checks it.
    pub fn check(self) -> Result<u8, Wrong> {
        Err(Wrong::new(1, "it is wrong"))
    }
}

/// Starts it.
pub fn start(name: &str) -> Result<u8, Late> {
    if name.is_empty() {
        return Err(Late);
    }
    Ok(1)
}

pub struct Late;

pub struct TimeError;

fn time(at: u8) -> Result<u8, TimeError> {
    if at > 24 {
        return Err(TimeError);
    }
    Ok(at)
}
`,
    );
    expect(after.match(/# Errors/g)).toHaveLength(2); // of `check` and `start`
    expect(after).toContain('`Wrong` - "it is wrong"');
  });

  it("the whole message of a text that is put together", async () => {
    const { text } = await documented({
      "a.js":
        'export function depth(object, most) {\n  if (count(object) > most) throw new RangeError("Deeper than " + most + "level" + (most === 1 ? "" : "s") + " here");\n}\n',
      "a.go":
        'package a\n\nimport "fmt"\n\n// Use uses it.\nfunc Use(name string) {\n\tif wrong(name) {\n\t\tpanic(fmt.Sprintf("name %s is wrong. ", name) + "Only others are right")\n\t}\n}\n',
    });
    expect(text("a.js")).toContain('"Deeper than ...level... here"');
    expect(text("a.go")).toContain('panics with "name ... is wrong. Only others are right"');
  });

  it("errors behind what its comment says of versions and examples", async () => {
    const after = await once(
      "Box.java",
      `package a;

public class Box {
    /**
     * Opens it.
     *
     * @param name its name
     *
     * @since 1.2
     * @see Lid
     */
    public int open(String name) {
        if (name == null) {
            throw new IllegalArgumentException("no name");
        }
        return 1;
    }
}
`,
    );
    expect(after).toContain(
      "     * @param name its name\n     * @throws IllegalArgumentException if {@code name} is {@code null}\n     *\n     * @since 1.2\n",
    );
  });
});

it("of yes and no what the first sentence says once, and in JavaScript what goes on as the arguments", async () => {
  const java = await once(
    "A.java",
    "package a;\n\npublic class A {\n    public static boolean isThin(int c) {\n        return c == 8203 || c == 173;\n    }\n}\n",
  );
  expect(java.match(/whether/g)).toHaveLength(1);
  const script = await once(
    "a.js",
    `/** Answers with it. */
export function status(code) {
  if (code < 100) throw new RangeError(\`No such status: ${"$"}{code}\`);
  return code;
}

/** Sends elsewhere. */
export function redirect(url) {
  var code = 302;
  if (arguments.length === 2) code = arguments[0];
  status(code);
  return url;
}

/** Sends nothing. */
export function empty() {
  var code = 204;
  return status(code);
}
`,
  );
  expect(script.match(/@throws/g)).toHaveLength(1); // the code is the body's own
});

it("what we write of arguments that are handed on isn't taken for the words of a callee", async () => {
  const after = await once(
    "a.py",
    `class Url:
    """Holds."""

    def __init__(self, url, **kwargs):
        if not isinstance(url, str):
            raise TypeError("no text here")
        if kwargs:
            self.parts = self.copy(**kwargs)

    def copy(self, **kwargs):
        """Copies it.

        Args:
            url: the one
        """
        return Url(self.parts, **kwargs)

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return False
        return self.parts == other.parts

    def is_near(self):
        """Return \`False\` for far ones, and \`True\` for others."""
        return not self.is_far
`,
  );
  expect(after.match(/kwargs: passed on to `Url`/g)).toHaveLength(1);
  expect(after).toContain('            url: the one\n            kwargs: passed on to `Url`\n        """');
  expect(after).not.toMatch(/__class__`|whether/);
});

it("guards that TypeScript's types exclude are told of no caller", async () => {
  const after = await once(
    "a.ts",
    `function plain(path: string, more: Rule[], given: string | Rule): string {
  if (typeof path !== "string") throw new TypeError("a text expected");
  if (more == null) throw new TypeError("give the rules first");
  if (typeof given !== "string") throw new TypeError("no rules yet");
  return join(path, more, given);
}

/** Opens it. */
export function open(path: string, more: Rule[], given: string | Rule): string {
  return plain(path, more, given);
}
`,
  );
  const message = after.slice(after.indexOf("return join"));
  expect(message).toContain("@throws {TypeError} if `given` is not a string");
  expect(message).not.toMatch(/expected|first/);
});

it("what a docstring says in prose of an error isn't said again, nor what a body's own names explain", async () => {
  const after = await once(
    "a.py",
    `class Box:
    """Holds."""

    def take(self):
        """Takes the last one."""
        if not self:
            raise KeyError("nothing there")
        return self.all.pop()

    def __repr__(self):
        return f"<{self.__class__.__name__} of {self.size}>"


def check(value):
    """Checks it, else raises a :exc:\`TypeError\`."""
    if not callable(value):
        raise TypeError


def find(name):
    """Finds it.

    :raises: shop.errors.Missing if it is nowhere
    """
    if not name:
        raise Missing


def fits(value, sure, quick):
    """Tells."""
    method = look(value)
    if not sure and not quick:
        raise Unsure
    if not method(value):
        raise Unsure
    size = len(value)
    if size > 3:
        raise Unsure


def fill(value, **kwargs):
    """Fills it."""
    text = look(value)
    return text.format(**kwargs)
`,
  );
  expect(after).toContain(":raises KeyError: if it is empty\n");
  expect(after).not.toMatch(/<class|TypeError: |Missing: |passed on/);
  expect(after).toContain(":raises Unsure: if `sure` and `quick` are empty or missing\n");
  const typed = await once(
    "a.py",
    `def check(sure: bool, name: str, quick=False) -> None:\n    """Checks."""\n    if not sure and not quick:\n        raise ValueError\n    if name and sure:\n        raise KeyError\n`,
  );
  expect(typed).toContain("ValueError: if `sure` and `quick` are false\n");
  expect(typed).toContain("KeyError: if `name` is given and `sure` is true\n");
});

it("errors that tests needn't reach are told of nobody, and stay where an author tells of them", async () => {
  const script = `/** Adds it. */
export function add(text) {
  const set = parse(text);
  /* c8 ignore start */
  if (!set) {
    throw new Error("no such pattern at all");
  }
  /* c8 ignore stop */
  if (set.size === 0) throw new RangeError("an empty pattern");
  return set;
}

/**
 * Adds two.
 *
 * @throws {TypeError} where there are none
 */
export function both(text) {
  /* istanbul ignore next */
  if (!text) throw new TypeError("there is no text");
  return add(text);
}
`;
  const after = await once("a.js", script);
  expect(after).toContain('@throws {RangeError} "an empty pattern"');
  expect(after).not.toMatch(/@throws.*(?:at all|no text)/);
  expect(await once("a.js", script, { update: true })).toBe(script);
  const python = await once(
    "a.py",
    'def add(text):\n    """Adds it."""\n    if late(text):\n        raise AssertionError("it is late")  # pragma: no cover\n    if early(text):  # pragma: no cover\n        raise NotImplementedError("it is early")\n    if not text:\n        raise TypeError("no text here")\n    if text == "x":\n        raise KeyError("no trio here")  # pragma: no cover\n    return text\n',
  );
  expect(python).toContain("TypeError: if `text` is empty or missing");
  expect(python).toContain("KeyError: ");
  expect(python).not.toMatch(/AssertionError:|NotImplementedError:/);
});

it("conditions within a case are no whole ones, and Rust's tests and reasons of its own are left out", async () => {
  const { text } = await documented({
    "a.go": `package a

// Wait waits.
func Wait(late bool, c chan int) error {
	if !late {
		select {
		case <-c:
			return errLate
		}
	}
	return nil
}
`,
    "a.rs": `pub struct Tag;

impl Tag {
    #[cfg(test)]
    pub fn plain(text: &str) -> Tag {
        if text.is_empty() {
            panic!("no tag at all");
        }
        Tag
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.0.to_str().expect("text was checked when it was made")
    }

    /// Its size.
    pub fn size(&self) -> usize {
        self
            .0
            .to_str().expect("a text").len()
    }
}
`,
  });
  expect(text("a.go").match(/if /g)).toHaveLength(1);
  expect(text("a.rs").match(/# Panics/g)).toHaveLength(1);
  expect(text("a.rs")).toContain("`self.0.to_str()` fails");
});
