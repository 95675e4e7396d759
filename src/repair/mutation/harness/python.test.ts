import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { until } from "../../../lib/until.suite.ts";
import { python } from "./python.ts";

const root = mkdtempSync(join(tmpdir(), "antiphon-harness-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const program = "def older(a, b):\n    return a < b\n";
const limits = { seconds: 2, budget: 20, patience: 20, most: 5, after: 60 };

/** The harness' answer for one change to a program. */
function answer(job: object, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries({ ...files, "m.py": program }))
    writeFileSync(join(root, path), text);
  const change = { sources: { "m.py": program }, changes: [["m.py", 2, "    return a > b"]] };
  const input = JSON.stringify({ mode: "try", root, ...change, ...limits, ...job });
  return execFileSync("python3", ["-c", python], { cwd: root, input, encoding: "utf8" });
}

it.skipIf(spawnSync("python3", ["-c", "import pytest"]).status !== 0)(
  "counts failures of pytest where its options write a report of each",
  () => {
    const first = ["test_m.py::test_a", "test_m.py::test_b"];
    const tests =
      "from m import older\ndef test_a(): assert older(5, 3)\ndef test_b(): assert older(1, 1) is None\n";
    const files = { "pytest.ini": "[pytest]\naddopts = --junitxml=out.xml\n", "test_m.py": tests };
    const text = answer({ runner: "pytest", first, targets: ["test_m.py"] }, files);
    expect(text).toBe('PASSED{"passed": [], "partial": [[0, 1]], "tried": 1}\n');
  },
  60_000,
);

it("ends what the tests of a change started", async () => {
  const tests = `import subprocess, unittest
from m import older
class Tests(unittest.TestCase):
    def test(self):
        with open("pid", "w") as out: out.write(str(subprocess.Popen(["sleep", "60"]).pid))
        self.assertTrue(older(5, 3))
`;
  const job = { runner: "unittest", first: ["test_n.Tests.test"], targets: ["test_n.py"] };
  expect(answer(job, { "test_n.py": tests })).toContain('"passed": [0]');
  const status = `/proc/${readFileSync(join(root, "pid"), "utf8")}/status`;
  const isGone = (): boolean => {
    try {
      return /^State:\s[XZ]/m.test(readFileSync(status, "utf8"));
    } catch {
      return true;
    }
  };
  await until(isGone); // a killed process may still be running for a moment
});
