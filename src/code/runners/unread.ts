import type { CommandRun } from "../../workspace/index.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { relativeTo } from "./junit.ts";

/** Messages by which runners report that there was nothing to run. */
const nothing = /^(?:Error: )?No tests? (?:files? )?found\b/m;
/** How Node and Bun report a file that doesn't load: its place before the cause, or after it. */
const loading = [
  /(?:^|Exception during run: )(?:file:\/\/)?(?<path>\/[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+)\n[\s\S]{0,2000}?^(?<message>\w*Error\b[^\n]*)/m,
  /^error: (?<message>[^\n]+)\n\s+at (?<path>\/[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+)/m,
];

/**
 * Wraps a runner's parser for runs without a report: no results if no test was found, or one failed result
 * with its place if a file doesn't load. Otherwise the parser's own error is raised.
 */
export const orUnread =
  (parse: TestRunner["parse"]): TestRunner["parse"] =>
  (run, root) => {
    try {
      return parse(run, root);
    } catch (error) {
      const unreadResults = unread(run, root);
      if (unreadResults) return unreadResults;
      throw error;
    }
  };

function unread({ stdout, stderr, exitCode }: CommandRun, root: string): readonly TestResult[] | undefined {
  if (exitCode === 0) return undefined;
  const output = `${stderr}\n${stdout}`;
  if (nothing.test(output)) return [];
  const {
    path = "",
    line,
    message = "",
  } = loading.map((pattern) => pattern.exec(output)).find(Boolean)?.groups ?? {};
  const file = relativeTo(root, path);
  if (file === path) return undefined;
  return [{ name: file, file, line: Number(line), status: "failed", message }];
}
