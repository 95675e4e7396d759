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
