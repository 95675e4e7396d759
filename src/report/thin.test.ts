import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { thin } from "./thin.ts";

const places: ReadonlySet<string> = new Set(["start", "end", "range", "loc"]);
const tree = (code: string): string => {
  const { program, errors } = parseSync("code.tsx", code, { lang: "tsx" });
  expect(errors).toEqual([]);
  return JSON.stringify(program, (key, value: unknown) =>
    places.has(key) ? undefined : typeof value === "bigint" ? String(value) : value,
  );
};
const comments = (code: string) => parseSync("code.tsx", code, { lang: "tsx" }).comments;
const ts = (code: string) => ({ language: "tsx", code });

describe("comments are thinned by syntax tree", () => {
  it.each([
    ["a(); // why\nb();\n", "a();\nb();\n"],
    ["// why\na();\n", "a();\n"],
    ["  /* x\n  y */\na();\n", "a();\n"],
    ["const a = /* one */ 1;\n", "const a = 1;\n"],
    ["const a = 1/* one */+2;\n", "const a = 1 +2;\n"],
    ["const url = 'http://x'; // y\n", "const url = 'http://x';\n"],
    ["const t = `// ${/* c */ a} /* d */`;\n", "const t = `// ${ a} /* d */`;\n"],
    ["const r = /\\/\\*x\\*\\//; // y", "const r = /\\/\\*x\\*\\//;"],
    ["// @ts-expect-error -- why\na();\n", "// @ts-expect-error -- why\na();\n"],
    ["const a = /* @__PURE__ */ f();\n", "const a = /* @__PURE__ */ f();\n"],
    ["function f() { return /*\n*/ 1; }\n", "function f() { return /*\n*/ 1; }\n"],
    ["/* a */ /* b */ c();\n", "c();\n"],
    ["a(/* b */);\n", "a( );\n"],
  ])("%j", async (before, after) => {
    const thinned = await thin(ts(before), "none");
    expect(tree(thinned)).toBe(tree(before));
    expect(thinned.replaceAll(/ +/g, " ").trimStart()).toBe(after.replaceAll(/ +/g, " "));
  });

  it("keeps what documents a declaration when terse", async () => {
    const code = "/** Doc. */\nexport const a = 1; // one\n";
    expect(await thin(ts(code), "terse")).toBe("/** Doc. */\nexport const a = 1;\n");
    expect(await thin(ts(code), "none")).toBe("export const a = 1;\n");
    expect(await thin(ts(code), "full")).toBe(code);
  });

  it.each([
    ["a = 1  # why\n", "a = 1\n"],
    ["# why\ndef f():\n    # how\n    return 1\n", "def f():\n    return 1\n"],
    ['a = "# no comment"\nb = f"{a} # no"\n', 'a = "# no comment"\nb = f"{a} # no"\n'],
    [
      'def f():\n    """Doc."""\n    x = 1  # type: ignore\n',
      'def f():\n    """Doc."""\n    x = 1  # type: ignore\n',
    ],
    [
      "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\na = 1  # noqa: E501\n",
      "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\na = 1  # noqa: E501\n",
    ],
    ["def f(:  # x\n", "def f(:  # x\n"],
  ])("%j in Python", async (code, after) => {
    for (const comments of ["terse", "none"] as const)
      expect(await thin({ language: "py", code }, comments)).toBe(after);
    expect(await thin({ language: "py", code }, "full")).toBe(code);
  });

  it("leaves code alone that it can't read", async () => {
    expect(await thin(ts("const = // x"), "none")).toBe("const = // x");
    expect(await thin({ language: "cobol", code: "* x" }, "none")).toBe("* x");
  });

  const root = join(import.meta.dirname, "..");
  it("leaves the program of every source of ours as it is", async () => {
    for (const path of globSync("{cli,commands,report,session,lib,loop,messages}/**/*.ts", { cwd: root })) {
      const code = readFileSync(join(root, path), "utf8");
      const thinned = await thin({ language: "ts", code }, "none");
      const parsed = (text: string): string => {
        const { program } = parseSync("code.ts", text, { lang: "ts" });
        return JSON.stringify(program, (key, value: unknown) =>
          places.has(key) ? undefined : typeof value === "bigint" ? String(value) : value,
        );
      };
      expect(parsed(thinned) === parsed(code), path).toBe(true);
      const left = parseSync("code.ts", thinned, { lang: "ts" }).comments.filter(
        ({ value }) => !/oxlint|@ts-|^[!#@]/.test(value) && !value.includes("\n"),
      );
      expect(
        left.map(({ value }) => value),
        path,
      ).toEqual([]);
    }
    expect(comments("a(); // x")).toHaveLength(1);
  });
});
