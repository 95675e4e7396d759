import { inTable } from "../lib/index.ts";
import type { Comment } from "oxc-parser";
import type { Style } from "./report.ts";

interface Code {
  /** As in code fences. */
  readonly language: string;
  readonly code: string;
}
interface Span {
  readonly start: number;
  readonly end: number;
}

const ecmascript: Readonly<Record<string, "ts" | "tsx" | "js" | "jsx">> = {
  ts: "ts",
  typescript: "ts",
  tsx: "tsx",
  js: "js",
  javascript: "js",
  jsx: "jsx",
};

/** Comments that tools obey: removing them would change the meaning. */
const directive =
  /^[!#@]|^\s*(?:@ts-|@__|#__|eslint|oxlint|prettier|biome|istanbul|c8|v8|\/\s*<)|@license|@preserve/;
const pythonDirective =
  /^#(?:!|\s*-\*-|\s*(?:type|noqa|pragma|fmt|yapf|isort|ruff|pylint|pyright|mypy|nosec|coding|flake8)\b)/;

/** Removes comments that a style doesn't show, found in the syntax tree; a language without a parser is unchanged. */
export async function thin({ code, language }: Code, comments: Style["comments"]): Promise<string> {
  if (comments === "full") return code;
  if (language === "py" || language === "python") return without(code, await pythonComments(code));
  const lang = inTable(ecmascript, language);
  if (lang === undefined) return code;
  const { parseSync } = await import("oxc-parser");
  const parsed = parseSync(`code.${lang}`, code, { lang });
  if (parsed.errors.length > 0) return code;
  const gone = parsed.comments.filter(
    (comment) => !directive.test(comment.value) && !(comments === "terse" && isDocumentation(comment)),
  );
  return without(code, gone);
}

/** Python's docstrings are strings, not comments. */
async function pythonComments(code: string): Promise<readonly Span[]> {
  const { parser } = await import("@lezer/python");
  const spans: Span[] = [];
  let broken = false;
  parser.parse(code).iterate({
    enter: ({ name, type, from: start, to: end }) => {
      broken ||= type.isError;
      if (name === "Comment" && !pythonDirective.test(code.slice(start, end))) spans.push({ start, end });
    },
  });
  return broken ? [] : spans;
}

const isDocumentation = ({ type, value }: Comment): boolean => type === "Block" && value.startsWith("*");

/**
 * Removes comments; those alone on their lines with the lines. One that spans lines within code is kept: it may end a
 * statement.
 */
function without(code: string, gone: readonly Span[]): string {
  let text = "";
  let from = 0;
  for (const { start, end } of gone) {
    const lineStart = Math.max(code.lastIndexOf("\n", start - 1) + 1, from);
    const lineEnd = (code.indexOf("\n", end) + 1 || code.length + 1) - 1;
    const after = code.slice(end, lineEnd);
    const alone = code.slice(lineStart, start).trim() === "" && after.trim() === "";
    if (alone) {
      text += code.slice(from, lineStart);
      from = Math.min(lineEnd + 1, code.length);
    } else if (!code.slice(start, end).includes("\n")) {
      const before = code.slice(from, start);
      text += after.trim() === "" ? before.trimEnd() : /\s$/.test(before) ? before.trimEnd() : before;
      if (after.trim() !== "" && !/^\s/.test(after)) text += " ";
      from = end;
    }
  }
  return text + code.slice(from);
}
