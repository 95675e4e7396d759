import { expect, it } from "vitest";
import { once } from "./documented.suite.ts";

it("says in Go which errors without a type of their own a function returns, and when it panics", async () => {
  const after = await once(
    "a.go",
    `package a

import "errors"

func Half(n int) (int, error) {
	if n < 0 {
		return 0, errors.New("negative number")
	}
	if n > 9 {
		panic("too many")
	}
	return n / 2, nil
}
`,
  );
  expect(after).toContain(`
// Half returns an error if \`n < 0\`: "negative number".
//
// It panics if \`n > 9\`: "too many".
func Half(`);
});

it("puts no docstring above bytes or a template of Python that stand in the place of one", async () => {
  const body = `    if not path:
        raise ValueError("no path")
    return path
`;
  for (const mark of ["b", "f", "rb"]) {
    const source = `def load(path):\n    ${mark}"""Not text."""\n${body}`;
    expect(await once("a.py", source)).toBe(source);
  }
  expect(await once("a.py", `def load(path):\n${body}`)).toContain('"""');
});

it("shows braces of a message of Python as they are but in templates, and takes IOError for OSError", async () => {
  const after = await once(
    "a.py",
    `def write(path):
    """Writes.

    Raises:
        IOError: if it can't
    """
    if path == "x":
        raise OSError("no path")
    if len(path) > 9:
        raise ValueError(f"a {path!r} is long")
    raise KeyError("use {name}")
`,
  );
  expect(after).toContain('ValueError: if `len(path) > 9`: "a ... is long"');
  expect(after).toContain('KeyError: "use {name}"');
  expect(after).not.toContain("OSError:");
});

it("knows a parameter of JSDoc whose name stands in backticks", async () => {
  const source = `/**
 * Adds.
 *
 * @param \`first\` - what is added to
 * @param second - what is added, in ms
 */
export function add(first, second = 3) {
  return first + second;
}
`;
  expect(await once("a.js", source)).not.toMatch(/@param first/);
});

it("tells of no check as of something that is done, and of no state that only a mistake within leads to", async () => {
  const source = `export function globStream(source: string, all: string[]): number {
  assertInput(source);
  return all.length;
}

export function next(state: string): number {
  if (state === "a") return 1;
  throw new Error("illegal state: " + state);
}

function assertInput(source: string): void {
  if (!source.trim()) throw new TypeError("nothing is given");
}
`;
  const after = await once("a.ts", source);
  expect(after).toContain('/** @throws {TypeError} "nothing is given" */\nexport function globStream');
  expect(after).toContain("\n\nexport function next");
});

it("says of yes and no that exclude each other the condition once", async () => {
  const after = await once(
    "a.py",
    `def has_interface(array, deep):
    if hasattr(array, "__array_interface__"):
        return True
    else:
        return False
`,
  );
  expect(after).toContain("`True` if `array` has `__array_interface__`, otherwise `False`");
});

it("takes a title of Google's style without its colon for one", async () => {
  const source = `def visible(name, verbose=False):
    """Tells whether a member is shown.

    Args:
        name: The member's name.
    Returns
        A boolean.
    """
    if name == "__":
        return None
    return verbose
`;
  expect(await once("a.py", source)).not.toContain("Returns:");
});

it("writes no docstring for what is no more than a name and a callee's words, and ends a message before its colon", async () => {
  const source = `def get_metadata(fn):
    """Gets it.

    Args:
        fn: The function to be asked
    """
    return fn.metadata


def get_parse_fns(fn):
    return get_metadata(fn)["fns"]


def fire(serialize):
    """Fires."""
    if serialize > 3:
        raise ValueError("has to be callable:")
`;
  const after = await once("a.py", source);
  expect(after).toContain("def get_parse_fns(fn):\n    return");
  expect(after).toContain('"has to be callable"');
});

it("says no default where something else may be taken before", async () => {
  const body = (first: string): string => `def show(text, count=None):
    """Shows it."""
${first}    if count is None:
        count = 0
    return text * count
`;
  expect(await once("a.py", body(""))).toContain("count: `0` if it isn't given");
  const other = body("    if count is None and text.kept:\n        count = text.kept\n");
  expect(await once("a.py", other)).not.toContain("`0`");
});

it("tells how a function is called only where every value is called so, and of no private parameter", async () => {
  const source = `def walk(f, coll, _cache={}):
    """Walks it."""
    f = make_func(f)
    _cache[coll] = True
    return [f(item) for item in coll]


def retry(timeout, call):
    """Tries it again."""
    return call(timeout(1) if callable(timeout) else timeout)


def joined(func, *parts):
    """Joins them."""
    return func(*chain(*parts))


def check_set_get(self, service):
    keyring = self.keyring
    set_password(service, keyring)
`;
  const after = await once("a.py", source);
  expect(after).not.toMatch(/f: |_cache: |timeout: |func: |parts: |Checks the set/);
});

it("a value that must be passed is none where another takes its place", async () => {
  const source = `def load(name, kind=None):
    """Loads it."""
    if name is None:
        name = "main"
    if kind is None:
        kind = "plain"
    return read(name, kind)
`;
  const after = await once("a.py", source);
  expect(after).toContain('name: `"main"` if it is `None`');
  expect(after).toContain('kind: `"plain"` if it isn\'t given');
});

it("a caught error is no whole condition where something else has to hold, and prose on arguments suffices", async () => {
  const source = `class NotEmpty(OSError):
    """It isn't empty."""


def remove(place):
    """Removes it."""
    try:
        place.remove()
    except OSError as exc:
        if exc.errno == codes.full:
            raise NotEmpty(*exc.args) from exc
        raise


def chunks(place, **kwargs):
    """Yields chunks. Other arguments are those of \`start\`."""
    return start(place, **kwargs)


def move(source, place):
    return shutil.move(source, place)
`;
  const after = await once("a.py", source);
  expect(after).toContain("NotEmpty:");
  expect(after).not.toMatch(/an `OSError` occurs|passed on|[Rr]eplaces/);
});
