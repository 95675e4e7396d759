import type { Declaration, Remark } from "../../../code/index.ts";
import { isVerb, nameWords } from "../words/name-words.ts";

/** Openings of comments for tools or maintainers, or about the code's origin. */
const aside =
  /^(?:eslint|prettier|biome|oxlint|tslint|jshint|istanbul|c8|v8|webpack|ts-|global\b|exported\b|#|@|\/|\[|\$\{|todo|fixme|xxx|hack|bug|warn|note|nb\b|region|endregion|copyright|license|spdx|https?:|generated|disable|ignore|borrowed|copied|adapted|based|inspired|taken|ported|stolen|from\b|see\b|via\b|source|credit|thanks|must\b|should|needs?\b|keep\b|make sure|ensure\b|do not\b|don't|can't|cannot|never|always|because|since|if\b|when\b|we\b|i\b|but\b|and\b|or\b|also\b|so\b|in order|not\b|it's|there\b|here\b|these\b|those\b|above|below|the following|next\b|then\b|now\b|otherwise|overrid\w+|inherited\b|helpers?\b|utils?\b|utilities\b|types?\b|interfaces?\b|constants?\b|exports?\b|imports?\b|public\b|private\b|internal\b)/i;
const doubtful =
  /\b(?:todo|fixme|hack\w*|workaround|for now|temporar\w*|not sure|i'm|i am|i think|let's|legacy reasons|backwards? compatib\w*|why|only (?:necessary|needed|required|here)|for more details|copyright|licensed?)\b|\?\?|\?$/i;
/** Commented-out code, and divider lines. */
const source =
  /[;{}]\s*$|=>|^\s*(?:const|let|var|function|import|export|return|if|for|await)\b.*[;=({]|^[-=*#_~+/]{3,}|[-=*#_]{3,}$|\*\//;

/** Whether an author's comment above a declaration describes it, so that it can become its documentation unchanged. */
export function describes(
  remark: Remark,
  { kind, name }: Declaration,
  after: string,
  whole: string,
): boolean {
  const { lines } = remark;
  const [first = ""] = lines;
  const text = lines.join(" ");
  const proseLines = lines
    .join("\n")
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .split("\n");
  const words = first.split(/\s+/);
  if (words.length < 3 || lines.length > 25 || text.length > 1500 || !/^[A-Z`a-z]/.test(first)) return false;
  if (
    aside.test(first) ||
    doubtful.test(text) ||
    (text.match(/`/g)?.length ?? 0) % 2 === 1 ||
    lines.some((line) => line.startsWith("@")) ||
    proseLines.some((line) => source.test(line))
  )
    return false;
  // a comment above several in a row may be meant for all
  if (!whole.includes("\n") && !/^[^\n]*(?:\n[ \t]*(?:\r?\n|\/\/|\/\*|\}|$)|$)/.test(after)) return false;
  if (kind === "class" && ofSeveral(first, name)) return false;
  if (kind === "constant" || kind === "type" || lines.length > 1 || /[.!]$|^whether\b/i.test(text))
    return true;
  const [verb = ""] = nameWords(words[0] ?? "");
  return isVerb(verb) || isVerb(verb.replace(/(?:es|s)$/, "")) || isVerb(verb.replace(/s$/, ""));
}

/**
 * Whether a comment above one class introduces several: `Convenience wrappers for …`, unless the class's
 * name matches.
 */
function ofSeveral(text: string, name: string): boolean {
  const [phrase = ""] =
    /^[\w -]*?(?=\s(?:for|of|to|that|which|used|with|from|in|on|by|and)\b|[,.:;(]|$)/.exec(text) ?? [];
  const words = phrase.toLowerCase().split(" ");
  const last = words.at(-1) ?? "";
  const doing = words[0] ?? "";
  return (
    /[^sui]s$/.test(last) &&
    !isVerb(doing.replace(/(?:es|s)$/, "")) &&
    !isVerb(doing.replace(/s$/, "")) &&
    !nameWords(name).includes(last)
  );
}

/** Whether the lines form a single paragraph. */
export const flows = ({ lines }: Remark): boolean =>
  lines.every((line, place) => {
    const before = lines[place - 1];
    return (
      line !== "" &&
      !/^\s*[-*\d>]/.test(line) &&
      (before === undefined || /[.!?:]$/.test(before) || !/^[A-Z]/.test(line))
    );
  });
