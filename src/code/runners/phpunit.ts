import type { TestResult, TestRunner } from "../testing.ts";
import { readXml, relativeTo, type Element } from "./junit.ts";
import { noReport } from "./no-report.ts";

/** PHPUnit accepts only one path; for several, each test class is selected by name. */
const phpunit: TestRunner = {
  command(targets) {
    const pairs = targets.map((target) => target.split("::"));
    const files = [...new Set(pairs.flatMap(([file]) => file || []))];
    const names = pairs.flatMap(([, ...name]) => (name.length ? literal(name.join("::")) : []));
    const classes = files.map((file) => literal(file.replace(/^.*\/|\.php$/g, "")));
    const filter = (names.length ? names : files.length > 1 ? classes : []).join("|");
    return [
      "phpunit",
      "--colors=never",
      "--log-junit",
      "{report}",
      ...(filter ? ["--filter", filter] : []),
      ...(files.length === 1 ? files : []),
    ];
  },
  parse({ report, stdout, stderr, exitCode }, root) {
    const tests = report?.includes("<testsuite") ? testsOf(readXml(report), root) : [];
    if (tests.length) return tests;
    const [, message = "", path = "", line] =
      /^(?:PHP )?Fatal error:\s+(?:Uncaught \w+: )?(.+) in (\S+?)(?::| on line )(\d+)/m.exec(
        `${stderr}\n${stdout}`,
      ) ?? [];
    const file = relativeTo(root, path);
    if (path) return [{ name: file, file, line: Number(line), status: "failed", message }];
    if (report?.includes("<testsuite") && exitCode === 0) return [];
    throw noReport("phpunit");
  },
};
export default phpunit;

/** Escapes a test's name without its class for a regular expression. */
const literal = (name: string): string =>
  (name.split(" > ").at(-1) ?? "").replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

function testsOf(element: Element, root: string): readonly TestResult[] {
  return element.children.flatMap((child) =>
    child.name === "testcase" ? [caseOf(child, root)] : testsOf(child, root),
  );
}

function caseOf({ attributes, children }: Element, root: string): TestResult {
  const { name = "", class: type = "", time } = attributes;
  const bad = children.find((child) => /^(?:failure|error|warning)$/.test(child.name));
  const skipped = children.some((child) => child.name === "skipped" || child.name === "incomplete");
  const file = relativeTo(root, attributes["file"] ?? "");
  // The first line repeats the test's name.
  const message = bad?.text.trim().split("\n").slice(1).join("\n").trim();
  const end = file
    ? /:(\d+)$/m.exec(message?.split("\n").findLast((item) => item.includes(`${file}:`)) ?? "")
    : null;
  const line = Number(end?.[1] ?? attributes["line"]);
  return {
    name: [type.split("\\").at(-1) ?? "", name].filter(Boolean).join(" > "),
    file,
    status: bad ? "failed" : skipped ? "skipped" : "passed",
    ...(line > 0 && { line }),
    ...(message && { message }),
    ...(time && { milliseconds: Math.round(Number(time) * 1000) }),
  };
}
