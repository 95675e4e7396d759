import type { TestResult, TestRunner } from "../testing.ts";
import { noReport } from "./no-report.ts";
import { inTable } from "../../lib/index.ts";

/** Stable Cargo has no machine-readable test output; its text format has been stable for years. */
const cargo: TestRunner = {
  command(targets) {
    const names = targets.flatMap(
      (target) => target.split("::").slice(1).join("::").replaceAll(" > ", "::") || [],
    );
    return ["cargo", "test", "--no-fail-fast", "--offline", ...(names.length ? ["--", ...names] : [])];
  },
  parse({ stdout, stderr }) {
    const tests = [...stdout.matchAll(/^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/gm)];
    const broken = [...stderr.matchAll(/^error(?:\[\w+\])?: (.+)\n\s*--> (.+?):(\d+):\d+/gm)];
    if (!/^running \d+ tests?$/m.test(stdout) && broken.length === 0) throw noReport("cargo test");
    return [
      ...tests.map(([, name = "", text]) => one(name, text, stdout)),
      ...broken.map(([, message = "", file = "", line]) => ({
        name: file,
        file,
        line: Number(line),
        status: "failed" as const,
        message,
      })),
    ];
  },
};
export default cargo;

const statuses: Readonly<Record<string, TestResult["status"]>> = {
  ok: "passed",
  FAILED: "failed",
  ignored: "skipped",
};

function one(name: string, text: string | undefined, stdout: string): TestResult {
  const start = stdout.indexOf(`---- ${name} stdout ----`);
  const output = start < 0 ? "" : (stdout.slice(start).split(/\n---- |\n\nfailures:|\n\n\n/)[0] ?? "");
  const [, file, line] = /panicked at (.+?):(\d+):\d+/.exec(output) ?? [];
  const message = output
    .split("\n")
    .slice(1)
    .join("\n")
    .replace(/\nstack backtrace:[\s\S]*/, "")
    .trim();
  return {
    name: name.replaceAll("::", " > "),
    file: file ?? "",
    status: inTable(statuses, text ?? "") ?? "skipped",
    ...(line && { line: Number(line) }),
    ...(message && { message }),
  };
}
