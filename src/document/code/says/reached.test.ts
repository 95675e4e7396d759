import { describe, expect, it } from "vitest";
import { once } from "../documented.suite.ts";

describe("errors of callees are documented only where a call can raise them", () => {
  it("Python: by constants and keywords that are passed, defaults, and the caller's own tests", async () => {
    const after = await once(
      "hull.py",
      `class Hull:
    def __init__(self, planks=()):
        self._planks = planks

    def _checked(self, test, *, is_bare=False):
        if test is None and not is_bare:
            raise ValueError("no plank")
        return test

    def _sized(self, size, unit=None):
        if unit is not None:
            raise TypeError("no unit here")
        return size

    def bare(self, row):
        return self._checked(row, is_bare=True)

    def planked(self, row):
        return self._checked(row)

    def long(self, row):
        return self._sized(row)

    def plank(self, place=None, name=None):
        if name is not None:
            return name
        if place is not None:
            return place
        raise RuntimeError("pass place or name")

    def has(self, place=None, name=None):
        if name is not None:
            return self.plank(name=name) is not None
        elif place is not None:
            return self.plank(place) is not None
        raise RuntimeError("nothing to look for")
`,
    );
    const of = (name: string): string =>
      after.slice(after.indexOf(`def ${name}(`)).split("\n    def ")[0] ?? "";
    expect(of("bare")).not.toContain("ValueError");
    expect(of("planked")).toContain("`ValueError` if `row` is `None`");
    expect(of("long")).not.toContain("TypeError");
    expect(of("plank")).toContain('"pass place or name"');
    expect(of("has")).toContain('"nothing to look for"');
    expect(of("has").match(/pass place or name/g)).toBeNull();
  });

  it("JavaScript: the same", async () => {
    const after = await once(
      "hull.js",
      `function checked(row, isBare = false) {
  if (!row && !isBare) throw new Error("no row");
  return row;
}
export const bare = (row) => {
  return checked(row, true);
};
export const full = (row) => {
  return checked(row);
};
`,
    );
    expect(after.match(/@throws/g)).toHaveLength(1);
    expect(after.indexOf("@throws")).toBeGreaterThan(after.indexOf("bare"));
  });

  it("an update takes out what no call can raise", async () => {
    const source = `class Hull:
    """A hull."""

    def _checked(self, test, is_bare=False):
        if not self._planks and not is_bare:
            raise ValueError("no plank")
        return test

    def bare(self, row):
        """Looks at a row.

        Raises:
            ValueError: "no plank"
        """
        return self._checked(row, is_bare=True)

    def planked(self, row):
        """Looks at a row.

        Raises:
            ValueError: "no plank"
        """
        return self._checked(row)
`;
    const after = await once("hull.py", source, { update: true });
    expect(after.match(/Raises:/g)).toHaveLength(1);
    expect(after.indexOf("Raises:")).toBeGreaterThan(after.indexOf("def planked"));
  });
});
