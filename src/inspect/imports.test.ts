import { describe, expect, it } from "vitest";
import { importLines } from "./imports.ts";

const linesOf = (file: string, text: string): readonly number[] => [...importLines(file, text.split("\n"))];

describe("lines of imports", () => {
  it.each([
    [
      "a.ts",
      'import { b,\n  c,\n} from "./b.ts";\nimport "./c.ts";\nconst a = 1;\nexport * from "./d.ts";\n',
      [1, 2, 3, 4, 6],
    ],
    [
      "a.ts",
      'export const a = import("./b.ts");\nexport { a, b };\nexport function f() {\n  return 1;\n}\n',
      [2],
    ],
    ["a.js", 'const { b } = require("./b");\nconst c = require("c");\nconst d = b(c);\n', [1, 2]],
    [
      "a.py",
      "import os\nfrom a import (\n  b,\n  c,\n)\nx = 1\nfrom d import e, \\\n  f\n",
      [1, 2, 3, 4, 5, 7, 8],
    ],
    ["a.go", 'package a\n\nimport (\n\t"fmt"\n)\n\nfunc A() {}\n', [1, 3, 4, 5]],
    ["a.rs", "use std::{\n  fmt,\n};\npub use a::b;\nfn c() {}\n", [1, 2, 3, 4]],
    ["A.java", "package a;\nimport b.C;\nclass A {}\n", [1, 2]],
    ["a.md", "import the data\n", []],
  ])("%s %#", (file, text, expectedLines) => expect(linesOf(file, text)).toEqual(expectedLines));
});
