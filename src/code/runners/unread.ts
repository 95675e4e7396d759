import type { CommandRun } from "../../workspace/index.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { relativeTo } from "./junit.ts";

/** How runners say that there was nothing to run. */
const nothing = /^(?:Error: )?No tests? (?:files? )?found\b/m;
/** Node's and Bun's word on a file that doesn't load: its place above the cause, or below it. */
const loading = [
  /(?:^|Exception during run: )(?:file:\/\/)?(?<path>\/[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+)\n[\s\S]{0,2000}?^(?<message>\w*Error\b[^\n]*)/m,
  /^error: (?<message>[^\n]+)\n\s+at (?<path>\/[^\s:]+\.[cm]?[jt]sx?):(?<line>\d+)/m,
];

/**
 * A runner's reader, for runs that leave no report because no test was found or a file doesn't load: none, or one failed
 * result with its place. Anything else is still the reader's own error.
 */
export const orUnread =
  (parse: TestRunner["parse"]): TestRunner["parse"] =>
  (run, root) => {
    try {
      return parse(run, root);
    } catch (error) {
      const told = unread(run, root);
      if (told) return told;
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
