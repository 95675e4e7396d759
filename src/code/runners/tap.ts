import { byC8 } from "./c8.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { noReport } from "./no-report.ts";
import { frameLine, relativeTo } from "./junit.ts";
import { split } from "./target.ts";
import { orUnread } from "./unread.ts";

/** node-tap reports a test per file, with a subtest per test and a subtest per assertion. */
const tap: TestRunner = {
  program: ["tap"],
  command: (targets, way) => [
    ...way.command,
    "--reporter=tap",
    "--disable-coverage",
    ...split(targets, way).files,
  ],
  parse: orUnread(({ stdout }, root) => fromTap(stdout, { root, runner: "tap" })),
  coverage: byC8,
};
export default tap;

interface Point {
  readonly ok: boolean;
  readonly name: string;
  /** The comment above it, by which tape names a test of several assertions. */
  readonly heading: string;
  readonly skipped: boolean;
  readonly milliseconds: number | undefined;
  /** The raw details block below it. */
  details: string;
  /** Its subtests, one level deeper. */
  readonly parts: readonly Point[];
}

/** Maximum indent of a line; deeper lines aren't TAP. */
const deepest = 400;
const point = /^(not )?ok\b\s*\d*\s*-?\s*(.*?)(?:\s+#\s*(.*))?$/;

/**
 * Parses a TAP stream, version 12 to 14. Subtests count under their parent's name; assertions of a test
 * aren't separate tests unless nothing else names one. Raises UserError if there is no such stream.
 */
export function fromTap(
  text: string,
  { root, runner }: { readonly root: string; readonly runner: string },
): readonly TestResult[] {
  const lines = text.split(/\r?\n/);
  if (!lines.some((line) => /^TAP version \d+|^1\.\.\d+/.test(line))) throw noReport(runner);
  return resultsOf(underHeadings(read(lines, 0, 0)[0]), [], root);
}

/** Reads the points of a level; returns them and the index of the next line. */
function read(lines: readonly string[], start: number, depth: number): readonly [readonly Point[], number] {
  const points: Point[] = [];
  let parts: Point[] = [];
  let heading = "";
  let index = start;
  while (index < lines.length) {
    const line = lines[index] ?? "";
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (line.trim() && indent < depth) break;
    if (indent > depth && indent <= deepest && line.trim()) {
      const [inner, next] = read(lines, index, indent);
      parts.push(...inner);
      index = Math.max(next, index + 1);
      continue;
    }
    const [, bad, name = "", mark = ""] = point.exec(line.trim()) ?? [];
    if (point.test(line.trim())) {
      const took = /time=([\d.]+)ms/.exec(mark)?.[1];
      points.push({
        ok: bad === undefined,
        name,
        heading,
        skipped: /^(?:skip|todo)/i.test(mark),
        milliseconds: took === undefined ? undefined : Number(took),
        details: "",
        parts,
      });
      parts = [];
      const [more, next] = detailsAfter(lines, index + 1, depth);
      const last = points.at(-1);
      if (last && more !== undefined) last.details = more;
      index = next;
      continue;
    }
    const match = /^# (?!Subtest:|(?:tests|pass|fail|skip|todo|time|ok)(?: |$))(.+)$/.exec(line.trim());
    if (match) heading = match[1] ?? "";
    index += 1;
  }
  return [points, index];
}

/** Groups assertions under the same comment into one test. */
function underHeadings(points: readonly Point[]): readonly Point[] {
  if (!points.some(({ heading }) => heading)) return points;
  return [...Map.groupBy(points, ({ heading, name }) => heading || name)].map(([name, parts]) => ({
    ok: parts.every((part) => part.ok || part.skipped),
    name,
    heading: "",
    skipped: parts.every((part) => part.skipped),
    milliseconds: undefined,
    details: "",
    parts,
  }));
}

/** Returns the details block of the point above it, and the index after it. */
function detailsAfter(
  lines: readonly string[],
  start: number,
  depth: number,
): readonly [string | undefined, number] {
  const indent = /^ */.exec(lines[start] ?? "")?.[0].length ?? 0;
  if (lines[start]?.trim() !== "---" || indent <= depth) return [undefined, start];
  let end = start + 1;
  while (end < lines.length && !(lines[end]?.trim() === "..." && lines[end]?.indexOf(".") === indent))
    end += 1;
  return [
    lines
      .slice(start + 1, end)
      .map((line) => line.slice(indent))
      .join("\n"),
    end + 1,
  ];
}

function resultsOf(points: readonly Point[], above: readonly string[], root: string): readonly TestResult[] {
  return points.flatMap((point) =>
    point.parts.some((part) => part.parts.length > 0)
      ? resultsOf(point.parts, [...above, point.name], root)
      : [resultOf(point, above, root)],
  );
}

const isFile = (name: string): boolean => /^[^\s>]+\.[mc]?[jt]sx?$/.test(name);

function resultOf(point: Point, above: readonly string[], root: string): TestResult {
  const failed = point.parts.filter((part) => !part.ok && !part.skipped);
  const details = [point, ...failed]
    .map((each) => each.details)
    .filter(Boolean)
    .join("\n");
  const failures = failed.map((part) => part.name).join("\n");
  const message = [failures || (point.ok ? "" : point.name), details].filter(Boolean).join("\n");
  const file = [...above, point.name].find(isFile) ?? placeIn(details, root);
  const line = frameLine(details, file) ?? numberIn(details);
  const names = [...above, point.name].filter((name) => !isFile(name));
  return {
    name: names.join(" > ") || point.name,
    file,
    status: point.skipped ? "skipped" : point.ok ? "passed" : "failed",
    ...(!point.ok && line && { line }),
    ...(!point.ok && message && { message }),
    ...(point.milliseconds !== undefined && { milliseconds: Math.round(point.milliseconds) }),
  };
}

/** Returns the first project file named in a stack. */
function placeIn(details: string, root: string): string {
  return (
    [...details.matchAll(/(?:file:\/\/)?((?:\/|[A-Za-z]:)?[\w@./-]+\.[mc]?[jt]sx?):\d+/g)]
      .map(([, path = ""]) => relativeTo(root, path))
      .find((path) => !path.startsWith("/") && !path.includes("node_modules/")) ?? ""
  );
}

function numberIn(details: string): number | undefined {
  const found = /lineNumber:\s*(\d+)/.exec(details)?.[1];
  return found === undefined ? undefined : Number(found);
}
