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
  const file = inProject(path, root);
  if (file !== undefined) return [{ name: file, file, line: Number(line), status: "failed", message }];
  // A package may report it in its own place: the first file of the project that is named was being loaded.
  const named = output.matchAll(/(?<![^\s:()"'])\/[^\s:()"']+\.[cm]?[jt]sx?\b/g);
  const loaded = path && [...named].flatMap(([other]) => inProject(other, root) ?? [])[0];
  return loaded ? [{ name: loaded, file: loaded, status: "failed", message }] : undefined;
}

/** A path relative to the root; undefined if it lies elsewhere or in a package. */
function inProject(path: string, root: string): string | undefined {
  const file = relativeTo(root, path);
  return file === path || file.includes("node_modules/") ? undefined : file;
}
