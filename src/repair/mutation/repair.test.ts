import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { mutants } from "./candidates.ts";
import { repaired, type Repaired } from "./repair.ts";

const base = mkdtempSync(join(tmpdir(), "antiphon-repair-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** What is found for a Python program whose tests use unittest, which needs no package; the first ones fail. */
async function found(program: string, checks: readonly string[], failures = 1): Promise<Repaired> {
  const folder = mkdtempSync(join(base, "p-"));
  writeFileSync(join(folder, "program.py"), program);
  const tests = checks.map((check, i) => `    def test_${i}(self):\n        assert ${check}\n`).join("");
  writeFileSync(
    join(folder, "test_program.py"),
    `import unittest\nfrom program import *\nclass Tests(unittest.TestCase):\n${tests}`,
  );
  const workspace = await openWorkspace(folder, {
    state: join(base, "state"),
    clock: systemClock,
    shell: { environment: { PATH: process.env["PATH"], HOME: base }, sandbox: "none" },
  });
  if (!workspace.shell) throw new Error("no shell");
  const failing = { source: "tests", file: "", line: 0, code: "failure", message: "" } as const;
  return repaired(
    checks.slice(0, failures).map((_, i) => ({
      ...failing,
      test: `test_program.py test_${i}`,
      testFile: "test_program.py",
    })),
    {
      workspace: { ...workspace, shell: workspace.shell },
      runner: "unittest",
      signal: new AbortController().signal,
      seconds: 240,
    },
  );
}

const patches = async (program: string, checks: readonly string[]): Promise<readonly string[]> =>
  (await found(program, checks)).patches.map(({ after }) => after ?? "");

describe("one-line changes in Python", () => {
  it("looks where the failing tests run and the passing ones don't", async () => {
    const program =
      "def double(n):\n    return n + n\n\ndef half(n):\n    return n * 2\n\ndef twice(n):\n    return n * 2\n";
    const found = await patches(program, ["double(2) == 4", "half(6) == 3", "twice(4) == 8"]);
    expect(found[0]).toBe(program.replace("half(n):\n    return n * 2", "half(n):\n    return n / 2"));
  });

  it("changes what is run only while a module loads", async () => {
    const found = await patches("LIMIT = 9\n\ndef fits(n):\n    return n <= LIMIT\n", [
      "fits(10)",
      "not fits(11)",
    ]);
    expect(found).toContain("LIMIT = 10\n\ndef fits(n):\n    return n <= LIMIT\n");
  });

  it("finds changes with which some of the failing tests pass and no other fails", async () => {
    const program =
      "def older(a, b):\n    return a < b\n\ndef area(a, b):\n    return a + b\n\ndef same(a, b):\n    return a == b\n";
    const { patches, partial } = await found(
      program,
      ["older(5, 3)", "area(3, 4) == 12", "same(2, 2)", "not older(3, 3)"],
      2,
    );
    expect(patches).toEqual([]);
    const texts = partial.map(({ after }) => after);
    expect(texts).toContain(program.replace("a < b", "a > b"));
    expect(texts).toContain(program.replace("a + b", "a * b"));
    expect(texts).not.toContain(program.replace("a < b", "a >= b"));
  });

  it("finds a line that is missing", () => {
    const source =
      "def f(lines, text):\n    for one in text:\n        if one:\n            lines.append(one)\n    return lines\n";
    const texts = mutants(source, [1, 2, 3, 4, 5], "python").map(({ text }) => text);
    expect(texts).toContain("    lines.append(text)\n    return lines");
    expect(texts).toContain("            lines.append(one)\n    lines.append(text)");
  });
});
