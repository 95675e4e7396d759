/** How far above a place a coverage comment may begin, in characters. */
const reach = 2000;

const begins = /\b(?:c8|v8|istanbul|node:coverage) (?:ignore (?:start|stop|end)|disable|enable)\b/g;
const next = /\b(?:c8|v8|istanbul) ignore (?:next|if|else)\b|\bnode:coverage ignore next\b/;

/**
 * Whether an error is excluded from coverage by a comment above it, above its `if`, or around it: its
 * author expects that it never occurs.
 */
export function isUncovered(source: string, index: number): boolean {
  const above = source.slice(Math.max(0, index - reach), index);
  const mark = [...above.matchAll(begins)].at(-1)?.[0] ?? "";
  if (/start|disable/.test(mark)) return true;
  if (isPut(above)) return true;
  const lines = above
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.trim()); // without the current line
  const [before = "", last = ""] = lines.slice(-2);
  return next.test(last) || (/^\s*(?:\}?\s*else\b|if\b)/.test(last) && next.test(before));
}

/** Whether the source ends in `if (!one)` where `one` was read from a map right after being put there. */
function isPut(above: string): boolean {
  const [, name = ""] = /\bif \(!(\w+)\)\s*\{?\s*$/.exec(above.slice(-80)) ?? [];
  const assignment = name ? above.lastIndexOf(` ${name} = `) : -1;
  if (assignment < 0) return false;
  const [, map = "", key = ""] =
    /^ \w+ = ([\w$.#]{1,80})\.get\(([^()\n]{1,80})\)/.exec(above.slice(assignment)) ?? [];
  return map !== "" && above.slice(0, assignment).includes(`${map}.set(${key},`);
}

/**
 * As `isUncovered`, for Python: `# pragma: no cover` on its line or on that of its `if`. Only for
 * assertions and NotImplementedError: other errors are excluded because they depend on the platform or
 * packages, and do occur.
 */
export function isUncoveredLine(source: string, index: number, type: string): boolean {
  if (type !== "AssertionError" && type !== "NotImplementedError") return false;
  const end = source.indexOf("\n", index);
  const lines = source.slice(Math.max(0, index - reach), end < 0 ? source.length : end).split("\n");
  const [before = "", lastLine = ""] = lines.slice(-2);
  const pragma = /#\s*pragma:\s*no ?cover\b/;
  return pragma.test(lastLine) || (/^\s*(?:if|elif|else|except)\b/.test(before) && pragma.test(before));
}
