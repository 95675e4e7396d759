import { expect, it } from "vitest";
import { once } from "../documented.suite.ts";

it("of a condition that only the object itself sees the message is told, where there is one", async () => {
  const after = await once(
    "a.ts",
    `export class Request {
  private _ended = false;
  end() {
    if (this._ended) throw new Error("end() was called twice");
    this.send();
  }
  drop() {
    if (this._ended) throw new RangeError();
    this.send();
  }
}
`,
  );
  expect(after).toContain('/** @throws {Error} "end() was called twice" */');
  expect(after).toContain("/** @throws {RangeError} if `this._ended` is true */");
});

it("a docstring that says when it is true isn't told again, nor a class that is made, nor a body's own next", async () => {
  const source = `class Token:
    def is_child_of(self, other):
        """Returns \`\`True\`\` if this token is a direct child of *other*."""
        return self.parent == other

    def group(self, grp_cls, tokens):
        """Replaces tokens by an instance of *grp_cls*."""
        return grp_cls(tokens)

    def typecast(self):
        """Returns the typecast of this object."""
        next_ = self.token_next()
        return next_.value if next_ else None
`;
  expect(await once("a.py", source)).toBe(source);
});

it("a parser takes the options that it is made for", async () => {
  const after = await once(
    "a.py",
    `def create_parser():
    parser = ArgumentParser()
    parser.add_argument("--outfile")
    return parser
`,
  );
  expect(after).toContain("taking the command-line options `--outfile`");
});

it("a test around a promise is no reason for what its failure throws", async () => {
  const after = await once(
    "a.ts",
    `export async function load(options: { quick?: boolean }) {
  if (options.quick) {
    return await import("engine").catch(() => {
      throw new Error(explain(options));
    });
  }
  if (!options.quick) throw new RangeError();
}
`,
  );
  expect(after).not.toContain("{Error} if");
  expect(after).toContain("{RangeError} if `options.quick` is not set");
});

it("nothing is said of values that a test is for, of private defaults and of a method's own encoding", async () => {
  const source = `class Fragment:
    def __str__(self):
        return self.encode()

    def load(self, path=_absent):
        """Loads it."""
        return self.read(path)
`;
  expect(await once("a.py", source)).toBe(source);
  const question = "export const isStart = (c: string): boolean => c === '$' || c === '_' || ID.test(c);\n";
  expect(await once("a.ts", question)).not.toContain("meaning");
});

it("tags stand behind one empty line, also where it is there", async () => {
  const after = await once(
    "a.ts",
    "/**\n * Waits.\n *\n */\nexport function wait(delayMs: number, name = 'config') {\n  return go(delayMs, name);\n}\n",
  );
  expect(after).toContain(" * Waits.\n *\n * @param");
});

it("a name isn't read as what is done that names what is made, nor a heading of what is overridden as a description", async () => {
  const source = `def proxy_from_url(url, **kw):
    global last
    last = ProxyManager(proxy_url=url)
    return last


class Response:
    # Overrides from io.IOBase
    def readable(self):
        return True
`;
  const after = await once("a.py", source);
  expect(after).not.toContain("Proxies");
  expect(after).not.toContain('"""Overrides');
});

it("names two conditions of many, without counting the rest", async () => {
  const after = await once(
    "a.py",
    `def seek(place):
    """Seeks."""
    if place < 0:
        raise ValueError("place is below zero")


def read(kind, place=100):
    """Reads it."""
    found = look(kind)
    if kind == "a":
        raise ValueError("no a")
    if kind == "b":
        raise ValueError("no b")
    if kind == "c":
        raise ValueError("no c")
    if kind == "d":
        raise ValueError("no d")
    seek(place)
    return found
`,
  );
  expect(after.replaceAll(/\s+/g, " ")).toMatch(/if `kind` is `"a"`; if `kind` is `"b"` """/);
});
