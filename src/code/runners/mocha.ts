import { isObject } from "../../lib/index.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { byC8 } from "./c8.ts";
import { readReport } from "./jest-json.ts";
import { frameLine, relativeTo } from "./junit.ts";
import { split } from "./target.ts";
import { orUnread } from "./unread.ts";

const mocha: TestRunner = {
  program: ["mocha"],
  command(targets, way) {
    const { files, name } = split(targets, way);
    return [
      ...way.command,
      "--reporter",
      "json",
      "--reporter-option",
      "output={report}",
      ...(name ? ["--grep", name] : []),
      ...files,
    ];
  },
  parse: orUnread(({ report, stdout }, root) => {
    // Mocha before 9.2 has no option for an output file.
    const printed = stdout.slice(Math.max(0, stdout.lastIndexOf('{\n  "stats": {')));
    const { passes, failures, pending } = readReport(report || printed, "mocha");
    const all = { passed: passes, failed: failures, skipped: pending };
    return (["passed", "failed", "skipped"] as const).flatMap((status) => {
      const tests = all[status];
      return Array.isArray(tests) ? tests.filter(isObject).map((test) => one(test, status, root)) : [];
    });
  }),
  coverage: byC8,
};
export default mocha;

function one(
  test: Readonly<Record<string, unknown>>,
  status: TestResult["status"],
  root: string,
): TestResult {
  const { title, fullTitle, file, duration, err } = test;
  const [whole, ownTitle] = [String(fullTitle), String(title)];
  const suites = whole.endsWith(ownTitle) ? whole.slice(0, -ownTitle.length).trim() : "";
  const path = relativeTo(root, typeof file === "string" ? file : "");
  const message = isObject(err) && typeof err["stack"] === "string" ? err["stack"] : undefined;
  const line = message && frameLine(message, path);
  return {
    name: [suites, ownTitle].filter(Boolean).join(" > "),
    file: path,
    status,
    ...(line && { line }),
    ...(message && { message }),
    ...(typeof duration === "number" && { milliseconds: duration }),
  };
}
