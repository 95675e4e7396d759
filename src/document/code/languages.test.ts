import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { languageOf } from "../../code/index.ts";
import { openIndex } from "../../inspect/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { documentFiles } from "./index.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

async function documented(path: string, source: string, update = false): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-doc-"));
  await mkdir(dirname(join(base, "root", path)), { recursive: true });
  await writeFile(join(base, "root", path), source);
  const workspace = await openWorkspace(join(base, "root"), { state: join(base, "state"), clock });
  const { plans, left } = await documentFiles([path], {
    files: workspace.files,
    index: await openIndex(workspace),
    wanted: { comprehensive: false, update },
    signal: new AbortController().signal,
  });
  return plans[0]?.change?.after ?? left[0]?.why ?? source;
}

async function once(path: string, source: string): Promise<string> {
  const after = await documented(path, source);
  expect(await documented(path, after)).toBe(after);
  expect((await languageOf(path))?.sameProgram(source, after)).toBe(true);
  return after;
}

it("documents Go as gofmt likes it: sentences that begin with the name, lists, errors and panics", async () => {
  const after = await once(
    "shop/cart.go",
    `package shop

import "fmt"

type Cart struct {
	Items []Item
	repo  *Repo
}

// Load loads.
func (c *Cart) Load(id string) (*Cart, error) {
	if id == "" {
		return nil, ErrEmpty
	}
	found, err := c.repo.Find(id)
	if err != nil {
		return nil, fmt.Errorf("load cart %s: %w", id, err)
	}
	return found, nil
}

func Must(timeoutMs int) *Cart {
	if timeoutMs < 0 {
		panic("the time is negative")
	}
	return NewCart(timeoutMs)
}

func init() {
	err := func() error { return nil }()
	if err != nil {
		panic(err)
	}
}

func parse(id string) error {
	if id == "" {
		return fmt.Errorf("no such %s", id)
	}
	return nil
}
`,
  );
  expect(after).toContain("\n\ntype Cart struct {"); // what it holds is read beside it
  expect(after).toContain(
    '// Load loads.\n//\n// Errors:\n//   - ErrEmpty: if id is `""`\nfunc (c *Cart) Load', // that a failure is handed on says so by itself
  );
  expect(after).toContain(
    '// Must panics if `timeoutMs < 0`: "the time is negative".\n//\n// Parameters:\n//   - timeoutMs: in milliseconds\nfunc Must',
  );
  // neither of them begins with a sentence that says something
  expect(after).toContain("}\n\nfunc init() {");
  expect(after).toContain("}\n\nfunc parse(");
});

it("documents Java in Javadoc, escaped for HTML, with what is thrown", async () => {
  const after = await once(
    "shop/Cart.java",
    `package shop;

public class Cart {
    public static final int LIMIT = 3;

    /**
     * Finds items, carefully.
     */
    public Item find(String id, int count) throws GoneException {
        if (count <= 0 && id == null) {
            throw new IllegalArgumentException("count is too small");
        }
        try {
            return repo.load(id);
        } catch (MissingException e) {
            throw new GoneException(id);
        }
    }

    public int size(String id) {
        try {
            return sizes.get(id);
        } catch (MissingException | BrokenException e) {
            throw new IllegalStateException("No size of " + id + " (" + e + ")");
        }
    }

    @Override
    public String toString() {
        return "Cart";
    }
}
`,
  );
  expect(after).toContain("{\n    public static final int LIMIT");
  expect(after).toContain(`     * Finds items, carefully.
     *
     * @throws IllegalArgumentException if {@code count <= 0} and {@code id} is {@code null}
     * @throws GoneException if a {@code MissingException} occurs
     */`);
  expect(after.replaceAll(/\s+\*? */g, " ")).toContain('IllegalStateException "No size of ... (...)"');
  expect(after).not.toContain("*/\n    @Override");
});

it("documents Rust above the attributes, with the errors and panics of rustdoc", async () => {
  const after = await once(
    "src/lib.rs",
    `#[derive(Debug)]
pub struct Cart {
    pub items: Vec<Item>,
}

impl Cart {
    #[must_use]
    pub fn total(&self, tax: f64) -> Result<f64, CartError> {
        assert!(tax >= 0.0, "tax is negative");
        if self.items.is_empty() {
            return Err(CartError::Empty);
        }
        let price = parse(tax).map_err(|_| CartError::Bad { code: 1 })?;
        Ok(price * tax)
    }
}
`,
  );
  expect(after).toContain("#[derive(Debug)]\npub struct Cart");
  expect(after).toContain(`    /// # Errors
    ///
    /// * \`CartError::Empty\` - if \`self.items\` is empty
    /// * \`CartError::Bad\` - if \`parse(tax)\` fails
    ///
    /// # Panics
    ///
    /// If \`!(tax >= 0.0)\`: "tax is negative".
    #[must_use]`);
});

it("mends errors that are no longer raised and types that changed, with update, and nothing that it can't know", async () => {
  const source = `class Gone(Exception):
    pass


def double(count: int, deep: bool):
    """Doubles. Kept prose.

    Args:
        count (str): how many
        deep (bool): all the way

    Raises:
        Gone: when it was removed
    """
    return count * 2


def passed(run):
    """Runs.

    Raises:
        Gone: when run says so
    """
    return run()
`;
  const after = await documented("a.py", source, true);
  expect(after).toContain("count (int): how many");
  expect(after).toContain("Kept prose.");
  expect(after).not.toContain("when it was removed");
  expect(after.match(/Raises:/g)).toHaveLength(1);
  expect(after).toContain("Gone: when run says so");
  expect(await documented("a.py", source)).toContain("when it was removed"); // without update nothing is taken away
});

it("leaves Python that can't be parsed alone", async () => {
  expect(await documented("a.py", "def set_it(a b):\n    raise ValueError('no a is there')\n")).toBe(
    "has a syntax error",
  );
});

it("keeps parameters that are documented and taken from the rest", async () => {
  const source =
    'def f(url, **kw):\n    """Opens.\n\n    :param \\**kw: others\n    :param timeout: of kw\n    """\n    return g(url, **kw)\n';
  expect(await documented("a.py", source, true)).toBe(source);
  expect(await documented("a.py", source)).toBe(source); // that it goes to another says nothing
});

it("puts sections where NumPy has them, types before what they mean, and long texts without a deeper indent", async () => {
  const after = await once(
    "a.py",
    `def read(path, size) -> bytes | None:
    """Read it.

    See Also
    --------
    write : The other way.

    Examples
    --------
    >>> read("a", 1)
    """
    if size < 0:
        raise ValueError("The size of what is to be read is negative, which leaves nothing that could be read")
    if size == 0:
        return None
    return take(path)
`,
  );
  expect(after).toContain(`    """Read it.

    Returns
    -------
    bytes | None
        \`None\` if \`size\` is \`0\`

    Raises
    ------
    ValueError
        if \`size < 0\`: "The size of what is to be read is negative, which leaves nothing
        that could be read"

    See Also
    --------
`);
});

it("names in Rust the error that the head names, and leaves what only a body or a test knows", async () => {
  const after = await once(
    "src/lib.rs",
    `pub struct Parts;

impl Parts {
    /// Checks them.
    pub fn check(parts: &[u8]) -> Result<u8, Invalid> {
        if parts.is_empty() {
            return Err(Kind::Missing.into());
        }
        for b in parts {
            if *b == 0 {
                return Err(Invalid::new());
            }
        }
        parse(parts).map_err(|_| Kind::Wrong)?;
        Ok(1)
    }

    pub fn first(name: &str) -> u8 {
        if name.len() > 9 {
            panic!("a name of '{}' is over MAX_SIZE", name);
        }
        1
    }

    pub fn is_full(&self) -> bool {
        self.size == Size::Full
    }
}

#[test]
fn checks() {
    assert_eq!(Parts::check(&[1]).unwrap(), 1);
}
`,
  );
  expect(after).toContain(
    "    /// # Errors\n    ///\n    /// * `Invalid` - if `parts` is empty; if `parse(parts)` fails\n",
  );
  expect(after).toContain(
    `    /// # Panics\n    ///\n    /// If \`name.len() > 9\`: "a name of '...' is over MAX_SIZE".\n    pub fn first`,
  );
  expect(after).toContain("\n\n    pub fn is_full");
  expect(after).toContain("\n\n#[test]\nfn checks");
});

it("ends a sentence of Go once, behind the message with which it panics", async () => {
  const after = await once(
    "shop/cart.go",
    `package shop

// Use uses one.
func Use(one int) {
	switch one {
	case 1:
		panic("it isn't '" + name + "'.")
	case 2:
		panic(fmt.Sprintf("no cart is '%s'", name))
	}
}
`,
  );
  expect(after).toContain(`// It panics with "it isn't '...'."; with "no cart is '...'".\nfunc Use`);
});

it("says what something is that has only a type of its own", async () => {
  const after = await once(
    "a.js",
    `/** @type {import("lint").Rule} */
module.exports = { meta: { docs: { description: "Finds properties that are there twice" } } };
`,
  );
  expect(after).toContain(
    '/**\n * Finds properties that are there twice.\n *\n * @type {import("lint").Rule}\n */',
  );
});

it("says what a rule is for, also of one that is called config, and not what a page is described by", async () => {
  const rule =
    'const config = {\n  create,\n  meta: {\n    docs: {\n      description: "Prefer one over the other.",\n    },\n  },\n};\nexport default config;\n';
  expect(await once("a.js", rule)).toContain("/** Prefer one over the other. */\nconst config");
  const page = 'const config = { description: "A page of all that there is." };\nexport default config;\n';
  expect(await once("a.js", page)).toBe(page);
});

it("gives JSDoc of what is taken apart a tag for each field or one for all", async () => {
  const after = await once(
    "a.js",
    `export function one({ a, delayMs = 500 }) {
  return go(delayMs) + a;
}
export function two({ delayMs = 500, ageMs = 25 }) {
  return go(delayMs) + ageMs;
}
`,
  );
  expect(after).toContain(
    "@param options - `delayMs`: in milliseconds, defaults to `500` */\nexport function one",
  );
  expect(after).toContain(
    " * @param {object} options\n * @param {number} [options.delayMs=500] - in milliseconds\n * @param {number} [options.ageMs=25]",
  );
});

it("reads JavaScript whose types Flow checks, and leaves them out of comments", async () => {
  const source = `// @flow
import type { Box } from "box";
export function first(boxes: Array<Box>, from: number = 25): Box {
  if (!boxes.length) throw new RangeError("no box is there");
  return boxes[from];
}
`;
  const after = await once("a.js", source);
  expect(after).toContain("@throws {RangeError} if `boxes` is empty");
  expect(after).not.toContain("{number}");
});
