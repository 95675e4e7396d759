import { isObject, inTable } from "../../lib/index.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { readReport } from "./jest-json.ts";
import { frameLine, relativeTo } from "./junit.ts";
import { split } from "./target.ts";

const rspec: TestRunner = {
  command(targets, _, { packageManager }) {
    const { files, name } = split(targets);
    return [
      ...(packageManager === "bundler" ? (["bundle", "exec", "rspec"] as const) : (["rspec"] as const)),
      "--format",
      "json",
      "--out",
      "{report}",
      ...(name ? ["--example", name.replaceAll("\\", "")] : []),
      ...files,
    ];
  },
  parse({ report }, root) {
    const { examples, messages } = readReport(report, "rspec");
    const tests = Array.isArray(examples) ? examples.filter(isObject).map((item) => example(item, root)) : [];
    const texts = Array.isArray(messages) ? messages.filter((message) => typeof message === "string") : [];
    return [...tests, ...texts.flatMap(unloaded)];
  },
};
export default rspec;

const statuses: Readonly<Record<string, TestResult["status"]>> = { passed: "passed", failed: "failed" };

function example(one: Readonly<Record<string, unknown>>, root: string): TestResult {
  const { description, full_description: whole, status, file_path: path, line_number: at, exception } = one;
  const [title, full] = [String(description), String(whole)];
  const groups = full.endsWith(title) ? full.slice(0, -title.length).trim() : "";
  const file = relativeTo(root, String(path ?? "").replace(/^\.\//, ""));
  const { message: text, class: type, backtrace } = isObject(exception) ? exception : {};
  const stack = Array.isArray(backtrace)
    ? backtrace.filter((line) => !/\/gems\/|\/rubygems/.test(String(line)))
    : [];
  const kind = typeof type === "string" && !type.startsWith("RSpec::") ? `${type}: ` : "";
  const message = isObject(exception) ? [`${kind}${String(text).trim()}`, ...stack].join("\n") : undefined;
  const line = (message && frameLine(message, file)) || Number(at);
  return {
    name: [groups, title].filter(Boolean).join(" > "),
    file,
    status: inTable(statuses, String(status)) ?? "skipped",
    ...(line > 0 && { line }),
    ...(message && { message }),
    ...(typeof one["run_time"] === "number" && { milliseconds: Math.round(one["run_time"] * 1000) }),
  };
}

/** Returns a failed result for a file that doesn't load, which keeps all examples from running. */
function unloaded(text: string): readonly TestResult[] {
  const [, file] = /^An error occurred while loading (?:\.\/)?(\S+?\.rb)\b/m.exec(text) ?? [];
  if (!file) return [];
  const message = text.slice(text.indexOf("Failure/Error:")).trim();
  const line = frameLine(text, file);
  return [{ name: file, file, status: "failed", ...(line && { line }), message }];
}
