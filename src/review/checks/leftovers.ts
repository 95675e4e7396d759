import { type Change, type Check, type Finding, found, isTest, type Severity, weighed } from "../contract.ts";
import { familyOf, mask } from "../../code/index.ts";

interface Leftover {
  readonly rule: string;
  readonly on: "bare" | "comments" | "text";
  readonly in?: string;
  readonly pattern: RegExp;
  /** Only in tests, or only elsewhere. */
  readonly where?: "tests" | "sources";
  readonly severity: Severity;
  readonly reason: string;
  readonly suggestion: string;
}

const leftovers: readonly Leftover[] = [
  {
    rule: "conflict-marker",
    on: "text",
    pattern: /^(?:<{7} |>{7} |\|{7} )/,
    severity: "critical",
    reason: "A merge was left unfinished here.",
    suggestion: "Take one of both sides, and the marks out.",
  },
  {
    rule: "focused-test",
    on: "bare",
    in: "js",
    where: "tests",
    pattern: /\b(?:describe|it|test|suite|context)\.only\s*\(|(?<![\w.$])f(?:describe|it)\s*\(/,
    severity: "important",
    reason: "Only this test runs; all others of its file are passed over.",
    suggestion: "Take `.only` out.",
  },
  {
    rule: "skipped-test",
    on: "bare",
    where: "tests",
    pattern:
      /\b(?:describe|it|test|suite)\.skip\s*\(|\bx(?:describe|it)\s*\(|@pytest\.mark\.skip\b|\bt\.Skip\(/,
    severity: "minor",
    reason: "A test is switched off.",
    suggestion: "Fix it, or say in a comment what it waits for.",
  },
  {
    rule: "debugger",
    on: "bare",
    pattern: /(?<![\w.$])debugger\s*(?:;|$)|\b(?:i?pdb|pudb)\.set_trace\s*\(|(?<![\w.])breakpoint\s*\(\s*\)/,
    severity: "important",
    reason: "A stop for debugging was left in.",
    suggestion: "Take it out.",
  },
  {
    rule: "trace",
    on: "bare",
    pattern: /\bconsole\.(?:debug|trace)\s*\(/,
    severity: "minor",
    reason: "A trace may have been left in.",
    suggestion: "Take it out, unless users want it.",
  },
  {
    rule: "todo",
    on: "comments",
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    severity: "minor",
    reason: "New work is put off here.",
    suggestion: "Do it now, or write down where it is tracked.",
  },
  {
    rule: "switched-off-check",
    on: "comments",
    pattern:
      /@ts-(?:ignore|nocheck)\b|eslint-disable(?!-next-line\s+\S+\s+--)(?:\s*(?:\*\/|$))|#\s*type:\s*ignore\s*$/,
    severity: "minor",
    reason: "A checker is told to look away, from everything.",
    suggestion: "Fix the problem, or name the one rule and the reason.",
  },
];

const check: Check = {
  summary: "marks of unfinished work: TODO, debuggers, focused tests, merge conflicts",
  focus: "quality",
  reads: () => true,
  run: async ({ changes }) => found(changes.flatMap(look)),
};
export default check;

function look({ path, before, after, added }: Change): readonly Finding[] {
  if (after === null) return [];
  const family = familyOf(path);
  const { bare, comments } = family ? mask(path, after) : { bare: "", comments: "" };
  const texts = { bare: bare.split("\n"), comments: comments.split("\n"), text: after.split("\n") };
  const weigh = (rule: string, severity: Severity): Severity =>
    rule === "debugger" ? weighed(severity, path) : severity;
  const known = new Set((before ?? "").split("\n").map((line) => line.trim()));
  return leftovers
    .filter((leftover) => !leftover.in || leftover.in === family)
    .filter(({ where }) => !where || (where === "tests") === isTest(path))
    .flatMap(({ on, pattern, rule, severity, reason, suggestion }) =>
      texts[on].flatMap((line, i) =>
        // A line that only moved isn't new.
        added.has(i + 1) && pattern.test(line) && !known.has((texts.text[i] ?? "").trim())
          ? [{ file: path, line: i + 1, severity: weigh(rule, severity), reason, suggestion, rule }]
          : [],
      ),
    );
}
