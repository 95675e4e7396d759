import { UserError } from "../lib/index.ts";
import { markOf } from "./tick.ts";

/** How a step is marked. Ticking never changes it. */
export type Form = "box" | "number" | "bold" | "bullet";

/** A line where a task or step begins, or where both end. */
export interface Start {
  readonly kind: "task" | "step" | "part" | "end";
  /** Index of its line. */
  readonly at: number;
  /** Its number in the plan. */
  readonly id?: string;
  readonly text: string;
  readonly done: boolean;
  readonly boxed: boolean;
  readonly form?: Form;
  /** Marked only by words, which may also be a caption for what follows. */
  readonly isWorded?: boolean;
  /** For headings: the level, and whether a word such as "Task" marks it. */
  readonly depth?: number;
  readonly named?: boolean;
}

const word = "Tasks?|Steps?|Phase|Stage|Part|Milestone|Iteration|Chunk";
const headWithWord = new RegExp(
  String.raw`^(?:Phase\s+[\w.]+\s*[:—-]\s*)?(?:${word})\s+#?(\d\w*(?:\.\d\w*)*|[A-Z]\d*)\s*(?:[:.)—–-]\s*(.*))?$`,
  "i",
);
const headWithNumber = /^(\d+(?:\.\d+)*)(?:[.):]|\s+[—–-]|(?<=\.\d+))\s+(.*)$/;
const item = /^(\s*)([-*+]|(\d+|[a-z])[.)])\s+(.*)$/;
/** A bullet's own number or key: `2.1 Parse`, `1. Parse`, `T001 Parse`; a star marks optional ones. */
const ownNumber = /^(?:\*\s*)?(\d+(?:\.\d+)+(?=[.):\s])|\d+(?=[.):])|[A-Z]{1,5}-?\d{2,})[.):]?\s+(\S.*)$/;
/** Symbols before a heading's text: for state or decoration. */
const signs = /^[\p{S}\p{M}\s]+(?=\S)/u;
const doneSign = /^[\s\p{M}]*[✅✔☑]/u;
const boldNumber = String.raw`(?:(?:Step|Task)\s+([\w.]+?)|(\d+(?:\.\d+)+(?=[.):\s])|\d+(?=[.):](?!\d))))`;
const boldStep = new RegExp(
  String.raw`^(?:[-*+]\s+)?\*\*${boldNumber}\s*[:.)—–-]?\s*(.*?)\*\*:?\s*(.*)$`,
  "i",
);

/** Marked only by words: `Step 1: Copy the tables`. */
const wordedStep = /^(?:Step|Task)\s+(\d+)\s*[:.)—–-]\s+(.*)$/i;

/** Returns which lines hold no steps: code fences (including their marks), front matter and comments. */
export function hiddenLines(lines: readonly string[], path: string): readonly boolean[] {
  let open: { readonly marks: string; readonly at: number } | undefined;
  let comment = false;
  const front =
    lines[0]?.trim() === "---" ? lines.findIndex((line, index) => index > 0 && line.trim() === "---") : -1;
  const hidden = lines.map((line, index) => {
    if (index <= front) return true;
    if (!open && (comment || /^\s*<!--/.test(line))) {
      comment = !line.includes("-->");
      return true;
    }
    const marks = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (!marks) return open !== undefined;
    if (!open) open = { marks, at: index };
    else if (line.trim() === marks && marks.length >= open.marks.length && marks[0] === open.marks[0])
      open = undefined;
    return true;
  });
  if (!open) return hidden;
  throw new UserError(
    "plan-fence",
    `A block of code in ${JSON.stringify(path)} never ends.`,
    "Close it with the marks that began it.",
    { place: { file: path, line: open.at + 1 } },
  );
}

export const startsOf = (lines: readonly string[], hidden: readonly boolean[]): readonly Start[] =>
  lines.flatMap((line, index) => {
    const start = hidden[index] ? undefined : (startOf(line, index) ?? underlined(lines, index));
    return start ? [start] : [];
  });

/** A heading underlined with `=` or `-`. */
function underlined(lines: readonly string[], index: number): Start | undefined {
  const [before = "", line = "", after = ""] = [lines[index - 1], lines[index], lines[index + 1]];
  const isHead = before.trim() === "" && /^\w/.test(line) && /^(?:=+|-{3,})\s*$/.test(after);
  if (!isHead) return undefined;
  return { at: index, done: false, boxed: false, ...head(line.trim()), depth: after.startsWith("=") ? 1 : 2 };
}

function startOf(line: string, index: number): Start | undefined {
  const { rest, done, boxed } = markOf(line);
  const mark = { at: index, done, boxed };
  const [, marks, heading = ""] = /^(#{1,6})\s+(.*?)[\s#]*$/.exec(rest) ?? [];
  if (marks) {
    const isDone = done || doneSign.test(heading);
    return { ...mark, done: isDone, ...head(heading.replaceAll("**", "")), depth: marks.length };
  }
  const bold = boldStep.exec(rest);
  if (bold) {
    const text = [bold[3], bold[4]]
      .filter(Boolean)
      .join(" ")
      .replace(/^[\s:–—-]+(?=\s)/, "")
      .trim();
    return { ...mark, kind: "step", form: "bold", id: bold[1] ?? bold[2] ?? "", text };
  }
  const [, worded, wordedText = ""] = wordedStep.exec(rest) ?? [];
  if (worded)
    return { ...mark, kind: "step", form: "bold", isWorded: true, id: worded, text: wordedText.trim() };
  if (/^\*\*[^*]+\*\*:?\s*$/.test(rest)) return { ...mark, kind: "part", text: rest };
  const [, indent = "", , number, words = ""] = item.exec(rest) ?? [];
  if (!words)
    return boxed && /^[^\s|]/.test(rest) ? { ...mark, kind: "step", form: "box", text: rest } : undefined;
  if (indent.length > 1) return undefined;
  const text = words.trim();
  if (number) return { ...mark, kind: "step", form: "number", id: number, text };
  const [, id, named = text] = ownNumber.exec(text) ?? [];
  return { ...mark, kind: "step", form: boxed ? "box" : "bullet", ...(id && { id }), text: named };
}

function head(signed: string): Pick<Start, "kind" | "id" | "text" | "named"> {
  const text = signed.replace(signs, "");
  const [, worded, name = ""] = headWithWord.exec(text) ?? [];
  if (worded) return { kind: "task", id: worded, text: name.trim() || text, named: true };
  const [, number, title = ""] = headWithNumber.exec(text) ?? [];
  return number ? { kind: "task", id: number, text: title, named: false } : { kind: "end", text };
}
