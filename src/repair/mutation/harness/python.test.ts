import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { python } from "./python.ts";

const hasPytest = spawnSync("python3", ["-c", "import pytest"]).status === 0;

it.skipIf(!hasPytest)(
  "counts failures of pytest where its options write a report of each",
  () => {
    const root = mkdtempSync(join(tmpdir(), "antiphon-harness-"));
    try {
      const program = "def older(a, b):\n    return a < b\n";
      const tests =
        "from m import older\ndef test_a(): assert older(5, 3)\ndef test_b(): assert older(1, 1) is None\n";
      writeFileSync(join(root, "pytest.ini"), "[pytest]\naddopts = --junitxml=out.xml\n");
      writeFileSync(join(root, "m.py"), program);
      writeFileSync(join(root, "test_m.py"), tests);
      const first = ["test_m.py::test_a", "test_m.py::test_b"];
      const limits = { seconds: 2, budget: 20, patience: 20, most: 5, after: 60 };
      const changes = [["m.py", 2, "    return a > b"]];
      const job = { mode: "try", runner: "pytest", root, sources: { "m.py": program }, changes, first };
      const input = JSON.stringify({ ...job, ...limits, targets: ["test_m.py"] });
      const text = execFileSync("python3", ["-c", python], { cwd: root, input, encoding: "utf8" });
      expect(text).toBe('PASSED{"passed": [], "partial": [[0, 1]], "tried": 1}\n');
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
  60_000,
);
