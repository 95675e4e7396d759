import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestModule } from "vitest/node";

interface Failure {
  readonly message: string;
}

/**
 * Prints a one-line summary of a run, which vitest lacks and which scripts and CI read. Failures are listed before it,
 * one per line, since often only a log's end is kept.
 */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const failures = unhandled.map((error) => lineOf("outside of any test", [error]));
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state, errors } = test.result();
        count[state] += 1;
        if (state === "failed") failures.push(lineOf(`${file} > ${test.fullName}`, errors));
      }
      if (module.state() !== "failed" || tests.some((test) => test.result().state === "failed")) continue;
      count.failed += 1;
      failures.push(lineOf(file, module.errors()));
    }
    process.stdout.write(
      `\n${failures.join("")}${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`,
    );
  }
}

const lineOf = (name: string, errors: readonly Failure[] = []): string =>
  `FAILED ${name}: ${stripVTControlCharacters(errors[0]?.message ?? "")
    .replaceAll(/\s+/g, " ")
    .slice(0, 400)}\n`;
