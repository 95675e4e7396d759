import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openIndex } from "../../inspect/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { clock, documented, once } from "./documented.suite.ts";
import { documentFiles } from "./index.ts";

describe("docstrings of TypeScript", () => {
  it("say what a function does, takes, gives and throws", async () => {
    const after = await once(
      "a.ts",
      `export function priceOf(items: Item[], taxRate = 0.2, waitMs?: number): number {
  if (items.length === 0) throw new RangeError("no items to price");
  schedule(waitMs);
  return items.reduce((sum, item) => sum + item.price, 0) * (1 + taxRate);
}
`,
    );
    expect(after).toContain("@param taxRate - defaults to `0.2`\n");
    expect(after).toContain("@param waitMs - in milliseconds\n");
    expect(after).not.toContain("@param items");
    expect(after).toContain("@throws {RangeError} if `items` is empty\n");
  });

  it("name errors of callees with their condition, and none that is caught", async () => {
    const { text } = await documented({
      "a.ts": `import { load } from "./b.ts";
export function open(id: string) { const it = load(id); return { it }; }
export function safe(id: string) { try { return load(id); } catch { return null; } }
`,
      "b.ts": `export function load(id: string) { if (!id) throw new TypeError("id is missing"); return read(id); }\n`,
    });
    expect(text("a.ts")).toContain("@throws {TypeError} if `id` is empty or missing");
    expect(text("a.ts").match(/@throws/g)).toHaveLength(1);
  });

  it("keep what stands in a comment and add what it lacks", async () => {
    const source = `/**
 * Adds two numbers, carefully.
 * @param a the first
 */
export const add = (a: number, b: number, waitMs: number) => { if (b < 0) return null; return combine(a, b, waitMs); };
`;
    const after = await once("a.ts", source);
    expect(after).toContain(
      " * Adds two numbers, carefully.\n * @param a the first\n * @param waitMs - in milliseconds\n",
    );
    expect(after).not.toContain("@param b");
  });

  it("leave directives beside their code, and crowded lines alone", async () => {
    const source = `/** @file All of it. */

// a word on why
// eslint-disable-next-line no-undef
export function draw(shape) { return trace("svg", shape); } export const two = () => paint(1);
`;
    const after = await once("a.js", `import "x";\n${source.slice(source.indexOf("// a word"))}`);
    expect(after).toMatch(/\*\/\n\/\/ eslint-disable-next-line no-undef\nexport function draw/);
    expect(after).toContain("// a word on why\n/**");
    expect(await once("b.js", source)).toBe(source);
  });

  it("can't be broken out of", async () => {
    const after = await once(
      "a.js",
      "export function put(a = '*/ alert(1) /*') { if (a) throw new Error('ends */ here @fake ` tag'); return a; }\n",
    );
    expect(after.match(/\*\//g)).toHaveLength(3); // one more than before
  });

  it("keep line ends, tabs and the byte order mark", async () => {
    const source =
      '\uFEFFexport class Box {\r\n\topen(key: string) {\r\n\t\treturn unlock("now", key);\r\n\t}\r\n}\r\n';
    const after = await once("a.ts", source);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    expect(after).toContain('\t/** Shorthand for `unlock("now", key)`. */\r\n\topen');
    expect(after.startsWith("\uFEFF")).toBe(true);
  });

  it("mend what drifted, and only that, with update", async () => {
    const source = `/**
 * Waits, then retries. Kept prose.
 * @param times - how often, defaults to 3
 * @param pause - between two tries
 */
export function retry(count = 3, delay = 10) { return again(count, delay); }
/** Waits.
 * @param times - how often; default: \`3\`.
 */
export function wait(times = 5, more: string) { return again(times, more); }
`;
    const after = await once("a.ts", source, { update: true });
    expect(after).toContain("@param times - how often; default: `5`.");
    expect(after).not.toContain("pause");
    expect(after).toContain("Kept prose.");
    expect(after).not.toContain("@returns");
  });
});

describe("docstrings of Python", () => {
  it("are Google's by default", async () => {
    const after = await once(
      "a.py",
      `def fetch_page(url: str, timeout_ms: int = 30):
    if not url:
        raise ValueError("url is empty")
    try:
        return session.get(url, timeout=timeout_ms)
    except KeyError as error:
        raise LookupError("not there at all") from error
`,
    );
    expect(after).toContain("        timeout_ms: in milliseconds; defaults to `30`\n");
    expect(after).toMatch(
      /"""Raises `ValueError` if `url` is empty or missing; `LookupError`: "not there at\s+all"\.\n/,
    );
  });

  it("say of errors where no branch before holds, and what was caught", async () => {
    const after = await once(
      "a.py",
      `def derive(kind: str, secret: bytes, text: str) -> bytes:
    """Derives a key."""
    try:
        value = decode(text)
    except (TypeError, ValueError):
        raise BadData("not decoded")
    except Exception as error:
        raise BadPayload("not loaded") from error
    if kind == "plain":
        return secret
    elif kind == "joined":
        return secret + value
    else:
        raise KeyError("unknown kind")
`,
    );
    expect(after).toContain('BadData: "not decoded"');
    expect(after).toContain('BadPayload: "not loaded"');
    expect(after).toContain('KeyError: if `kind` is neither `"plain"` nor `"joined"`');
  });

  it.each([
    [
      "NumPy",
      "Adds.\n\n    Parameters\n    ----------\n    a : int\n        the first\n    ",
      "    delay_ms\n        in milliseconds\n",
    ],
    ["Sphinx", "Adds.\n\n    :param a: the first\n    ", "    :param delay_ms: in milliseconds\n"],
    [
      "Sphinx behind a directive",
      "Adds.\n\n    :param a: the first\n\n    .. versionchanged:: 2.0\n        Sums.\n    ",
      "        Sums.\n\n    :param delay_ms: in milliseconds\n",
    ],
    [
      "Sphinx by its roles",
      "Like :meth:`sum`.\n\n    Adds.\n    ",
      "\n    :param delay_ms: in milliseconds\n",
    ],
    [
      "Sphinx over an endpoint's YAML",
      "Adds.\n\n    :param a: the first\n    ---\n    parameters:\n      - name: b\n        type: int\n    ",
      "    :param delay_ms: in milliseconds\n    ---\n    parameters:\n      - name: b\n",
    ],
    [
      "Google",
      "Adds.\n\n    Args:\n        a (int): the first\n            and more\n    ",
      "            and more\n        delay_ms: in milliseconds\n",
    ],
  ])("follow %s where it is there", async (_style, doc, added) => {
    const after = await once(
      "a.py",
      `def add(a, delay_ms):\n    """${doc}"""\n    return total(a, delay_ms)\n`,
    );
    expect(after).toContain(added);
    expect(after).toContain("Adds.");
  });
});

it("leaves what it shouldn't touch alone, and says why", async () => {
  const { left, plans } = await documented({
    "broken.ts": "export function (((",
    "made.ts": "// Code generated by protoc. DO NOT EDIT.\nexport const a = () => b();\n",
    "vendor/x.js": "export const a = () => b();\n",
    "long.js": `export const a = () => b("${"x".repeat(6000)}");\n`,
    "fine.ts": "export const a = () => b();\n",
  });
  expect(plans.map(({ path }) => path)).toEqual(["fine.ts"]);
  expect(left.map(({ path, why }) => [path, why])).toEqual([
    ["broken.ts", "has a syntax error"],
    ["made.ts", "is generated"],
    ["vendor/x.js", "lies in a folder of vendored or built files"],
    ["long.js", expect.stringContaining("has a line of")],
  ]);
});

describe("examples", () => {
  const contents = {
    "src/slug.mjs": `export const slugify = (text, sep = "-") => text.toLowerCase().split(" ").join(sep);
export class Box {
  constructor(size) { this.size = size; }
  room(used) { return this.size - used; }
}
`,
    "test/slug.test.mjs": `import { slugify, Box } from "../src/slug.mjs";
test("joins words", () => { expect(slugify("A b")).toBe("a-b"); });
test("is wrong", () => { expect(new Box(3).room(1)).toEqual(7); });
test("has its own setup", () => { expect(slugify(given)).toBe(other); });
`,
    "pkg/sums.py": "def double(value):\n    return value * 2\n",
    "tests/test_sums.py": "from pkg.sums import double\n\ndef test_doubles():\n    assert double(4) == 8\n",
  };

  const run = async (sandbox: "none" | undefined) => {
    const base = await mkdtemp(join(tmpdir(), "antiphon-doc-"));
    for (const [path, text] of Object.entries(contents)) {
      await mkdir(dirname(join(base, "root", path)), { recursive: true });
      await writeFile(join(base, "root", path), text);
    }
    const workspace = await openWorkspace(join(base, "root"), {
      state: join(base, "state"),
      clock,
      ...(sandbox && { shell: { environment: { PATH: process.env["PATH"] }, sandbox } }),
    });
    return documentFiles(["src/slug.mjs", "pkg/sums.py"], {
      files: workspace.files,
      index: await openIndex(workspace),
      wanted: { comprehensive: false, update: false },
      signal: new AbortController().signal,
      shell: workspace.shell,
      shellMissing: workspace.shellMissing,
    });
  };

  it("come from tests, are executed, and are left out where they fail", async () => {
    const { plans, tried } = await run("none");
    expect(plans[0]?.change?.after).toContain(
      '@example <caption>joins words</caption>\n * slugify("A b"); // "a-b"\n */',
    );
    expect(plans[0]?.change?.after).not.toContain("room(1)");
    expect(plans[1]?.change?.after).toContain('    """Example:\n        >>> double(4)\n        8\n');
    expect(tried).toMatchObject({
      passed: 2,
      untried: 0,
      failed: [expect.stringContaining("new Box(3).room(1)")],
    });
    expect(tried.runs.map(({ run: { exitCode }, file }) => [file, exitCode])).toContainEqual([
      "src/slug.mjs",
      0,
    ]);
  });

  it("are said to be untried where nothing can be run", async () => {
    const { tried } = await run(undefined);
    expect(tried).toMatchObject({ passed: 0, untried: 3, why: "This command runs no programs." });
  });
});
