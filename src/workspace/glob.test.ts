import { expect, it } from "vitest";
import { matcher } from "./glob.ts";

/** Paths that a glob matches, and paths that it doesn't. */
const table: Readonly<Record<string, readonly [string, string]>> = {
  "**": ["a a/b .env", ""],
  "*": ["a .env é", "a/b"],
  "a/**": ["a a/b a/b/c", "ab"],
  "a/**/b": ["a/b a/x/b a/x/y/b", "ab a/xb"],
  "**/*.ts": ["a.ts x/a.ts x/.a.ts", "a.js"],
  "./a": ["a", "b"],
  "!a/**": ["b", "a/b"],
  "a?c": ["abc a😀c", "ac a/c"],
  "[a-c]x": ["ax cx", "dx"],
  "[!a]x": ["bx", "ax /x"],
  "[]a]": ["] a", "b"],
  "*.{test,spec}.?(c|m)[jt]s?(x)": ["a.test.ts b.spec.cjsx", "a.ts a.test.mmjs"],
  "{a,b/**}/c": ["a/c b/c b/x/c", "c"],
  "{1..3}": ["1 3", "4"],
  "!(*.d).ts": ["a.ts", "a.d.ts a.js"],
  "src/!(a|b)": ["src/c src/ab", "src/a src/b src/c/d"],
  "+(a|b)c": ["ac abac", "c"],
  "*(ab)c": ["c ababc", "abac"],
  "(a|b).js": ["a.js b.js", "(a|b).js"],
  "app/(auth)/page.ts": ["app/(auth)/page.ts", "app/auth/page.ts"],
  "\\*a\\[b\\]": ["*a[b]", "xa[b]"],
  "a[": ["a[", "a"],
  "a{b": ["a{b", "ab"],
  "{a}{}": ["{a}{}", "a"],
};

it.each(Object.entries(table))("%s", (glob, [matches, others]) => {
  const fits = matcher(glob);
  const paths = `${matches} ${others}`.split(" ").filter(Boolean);
  expect(paths.filter(fits).join(" ")).toBe(matches);
});

const name = "a".repeat(250);

it.each([
  ["a*".repeat(40) + "b", `${name}c`],
  ["**/a/".repeat(40) + "b", `${"a/".repeat(125)}c`],
  ["+(+(a|aa)|a)b", `${name}c`],
  ["*(*(*(*(a))))b", `${name}c`],
  ["!(!(!(!(a*)*a)*b)*c)*d", `${name}c`],
  ["{".repeat(900) + ",a" + "}".repeat(900), name],
  [`${"{a,aa}".repeat(300)}b`, name],
  ["[a".repeat(900), name],
  ["(a|".repeat(600), name],
])("ends, whatever a foreign glob repeats: %.20s…", (glob, path) => {
  let isMatch = false;
  try {
    isMatch = matcher(glob)(path);
  } catch (error) {
    expect(error).toMatchObject({ code: "glob-wrong", message: expect.stringContaining("The pattern ") });
  }
  expect(isMatch).toBe(false);
});

it("refuses globs outside of the folder, and long ones", () => {
  for (const glob of ["/a", "../a", "a/../../b", "a".repeat(2001)])
    expect(() => matcher(glob)).toThrow("isn't a pattern below the folder");
});
