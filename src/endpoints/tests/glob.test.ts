import { describe, expect, it } from "vitest";
import { globbed } from "../evaluate/glob.ts";

const files = ["a.js", "routes/a.js", "routes/b.ts", "routes/deep/er/c.js", "routes/index.js"];

describe("patterns of files", () => {
  it.each([
    ["routes/*.js", ["routes/a.js", "routes/index.js"]],
    ["/routes/?.{js,ts}", ["routes/a.js", "routes/b.ts"]],
    ["routes/**/*.js", ["routes/a.js", "routes/deep/er/c.js", "routes/index.js"]],
    ["./routes/+(a|b).*", ["routes/a.js", "routes/b.ts"]],
    ["routes/*", ["routes/a.js", "routes/b.ts", "routes/deep", "routes/index.js"]],
    ["nothing/*", []],
  ])("%s", (glob, found) => {
    expect(globbed(glob, files)).toEqual(found);
  });

  it("take time that doesn't explode", () => {
    const long = `${"a".repeat(3000)}`;
    expect(globbed(`${"*a".repeat(200)}b`, [long])).toEqual([]);
    expect(globbed("{a,b}".repeat(60), [long])).toEqual([]);
    expect(globbed("**/".repeat(60), ["a/".repeat(200)])).toEqual([]);
  });
});
