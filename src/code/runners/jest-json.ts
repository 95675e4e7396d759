import { isObject, objectIn } from "../../lib/index.ts";
import type { TestResult } from "../testing.ts";
import { frameLine, relativeTo } from "./junit.ts";
import { noReport } from "./no-report.ts";

const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const words = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(text) : []);

/** Parses a JSON report. Raises UserError if there is none. */
export function readReport(report: string | undefined, runner: string): Readonly<Record<string, unknown>> {
  const value = objectIn(report);
  if (!value) throw noReport(runner);
  return value;
}

/** Parses the report format of jest, which vitest writes too. A file that doesn't load is one failed result. */
export function fromJestJson(
  report: string | undefined,
  root: string,
  runner: string,
): readonly TestResult[] {
  return list(readReport(report, runner)["testResults"]).flatMap((suite) => {
    const file = relativeTo(root, text(suite["name"]));
    const tests = list(suite["assertionResults"]);
    if (tests.length === 0 && suite["status"] === "failed") {
      const message = text(suite["message"]);
      const line = frameLine(message, file);
      return [{ name: file, file, status: "failed" as const, message, ...(line && { line }) }];
    }
    return tests.map((test) => one(test, file));
  });
}

function one(test: Readonly<Record<string, unknown>>, file: string): TestResult {
  const message = words(test["failureMessages"]).join("\n");
  const { location } = test;
  const declared = isObject(location) && typeof location["line"] === "number" ? location["line"] : undefined;
  const line = frameLine(message, file) ?? declared;
  const { status, duration } = test;
  return {
    name: [...words(test["ancestorTitles"]), text(test["title"])].filter(Boolean).join(" > "),
    file,
    status: status === "passed" || status === "failed" ? status : "skipped",
    ...(line && { line }),
    ...(message && { message }),
    ...(typeof duration === "number" && { milliseconds: duration }),
  };
}
