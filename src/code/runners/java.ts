import type { TestResult, TestRunner } from "../testing.ts";
import { readXml, type Element } from "./junit.ts";
import { noReport } from "./no-report.ts";

/** A test class, and optionally one method of it; for a bare name, the method in any class. */
export interface Picked {
  readonly test: string | undefined;
  readonly method: string | undefined;
}

/** Translates targets to classes and methods: `src/test/java/shop/CartTest.java::adds`. */
export const pickedOf = (targets: readonly string[]): readonly Picked[] =>
  targets.map((target) => {
    const [file = "", ...rest] = target.split("::");
    const className = /([^/]+)\.(?:java|kt|groovy|scala)$/.exec(file)?.[1];
    const path = rest.join("::").split(" > ").filter(Boolean);
    const method = path.at(-1)?.replace(/\(.*/, "");
    const classes = path.slice(0, -1).filter((name) => name !== className);
    return { test: className && [className, ...classes].join("$"), method };
  });

/** Returns a parser of collected reports, else of compile errors. Raises UserError if a build failed without either. */
export const javaParser =
  (runner: string): TestRunner["parse"] =>
  ({ report, stdout, stderr, exitCode }, root) => {
    const results = readXml(report ?? "").children.flatMap((child) => testsOf(child));
    const broken = results.length ? [] : uncompiled(`${stdout}\n${stderr}`, root);
    if (results.length + broken.length === 0 && exitCode !== 0)
      throw noReport(
        runner,
        `Run ${runner} by hand: it fetches what isn't there yet, which isn't done here.`,
      );
    return [...results, ...broken];
  };

function testsOf(report: Element): readonly TestResult[] {
  const module = /^(?:\.\/)?(?:(.*?)\/)?(?:target|build)\//.exec(report.attributes["path"] ?? "")?.[1] ?? "";
  const found: TestResult[] = [];
  const visit = (element: Element): void => {
    if (element.name === "testcase") found.push(caseOf(element, module));
    else for (const child of element.children) visit(child);
  };
  visit(report);
  return found;
}

function caseOf({ attributes, children }: Element, module: string): TestResult {
  const { name = "", classname = "", time } = attributes;
  const bad = children.find((child) => child.name === "failure" || child.name === "error");
  const skipped = children.some((child) => child.name === "skipped");
  const [top = "", ...nested] = classname.split("$");
  const simple = top.split(".").at(-1) ?? "";
  const frame = new RegExp(String.raw`\(${simple}\.(java|kt|groovy|scala):(\d+)\)`).exec(bad?.text ?? "");
  const folder = frame?.[1] === "kt" ? "kotlin" : (frame?.[1] ?? "java");
  const file = `src/test/${folder}/${top.replaceAll(".", "/")}.${frame?.[1] ?? "java"}`;
  const message = bad && (bad.text.trim() || bad.attributes["message"] || bad.name);
  return {
    name: [simple, ...nested, name.replace(/\(\)$/, "")].join(" > "),
    file: [module, file].filter(Boolean).join("/"),
    status: bad ? "failed" : skipped ? "skipped" : "passed",
    ...(frame?.[2] && { line: Number(frame[2]) }),
    ...(message && { message: withoutRunner(message) }),
    ...(time && { milliseconds: Math.round(Number(time.replaceAll(",", "")) * 1000) }),
  };
}

/** Cuts a stack trace where the runner called the test. */
function withoutRunner(message: string): string {
  const lines = message.split("\n");
  const end = lines.findIndex((line) =>
    /^\s*at (?:java\.base\/)?(?:jdk\.internal\.reflect|java\.lang\.reflect|org\.junit\.(?:runners|platform))\b/.test(
      line,
    ),
  );
  return end > 0 ? lines.slice(0, end).join("\n") : message;
}

/**
 * Parses compile errors: `[ERROR] path:[line,column] message` of Maven, `path:line: error: message` of
 * javac and Gradle.
 */
function uncompiled(output: string, root: string): readonly TestResult[] {
  const lines = [
    ...output.matchAll(/^\[ERROR\] (\S+\.(?:java|kt)):\[(\d+),\d+\] (.+)$/gm),
    ...output.matchAll(/^(?:e: )?(\S+\.(?:java|kt)):(\d+): error: (.+)$/gm),
  ];
  const seen = new Map<string, TestResult>();
  for (const [, path = "", line, message = ""] of lines) {
    const file = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    if (!seen.has(file)) seen.set(file, { name: file, file, line: Number(line), status: "failed", message });
  }
  return [...seen.values()];
}
