import type { Reporter, TestModule } from "vitest/node";

/** vitest prints no line that sums a run up in one; scripts and CI read this one. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) count[test.result().state] += 1;
      if (module.state() === "failed" && tests.every((test) => test.result().state !== "failed"))
        count.failed += 1;
    }
    process.stdout.write(
      `\n${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`,
    );
  }
}
