/**
 * A stranger's words in reStructuredText: code in backticks is literal, and nothing becomes a directive, a role, a
 * link, a list or a substitution.
 */
export function plainRst(text: string): string {
  const words = text
    .replaceAll(/(?!\u200D)\p{Cf}|\p{Co}|(?!\s)\p{Cc}/gu, "") // what joins emoji stays
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(`[^`]+`)/)
    .map((part, index, parts) =>
      index % 2
        ? literal(part, parts[index - 1], parts[index + 1])
        : part.replaceAll(/[\\*|`]/g, "\\$&").replaceAll(/_(?=\W|$)/g, "\\_"),
    )
    .join("");
  return guarded(words);
}

/** Letters that touch a literal are kept apart from it by an escaped space, which isn't shown. */
function literal(part: string, before = "", after = ""): string {
  const code = part.slice(1, -1).trim();
  return `${/\w$/.test(before) ? "\\ " : ""}\`\`${code}\`\`${/^\w/.test(after) ? "\\ " : ""}`;
}

/** What would begin a block of its own at the start of an item. */
export const guarded = (text: string): string =>
  /^(?:[^\p{L}\p{N}\s`\\\p{Extended_Pictographic}]|\w{1,4}[.)]\s|\(\w{1,4}\)\s)/u.test(text)
    ? `\\${text}`
    : text;

/** Lines no wider than `width`, of which all but the first are indented; links and literals stay whole. */
export function wrapped(text: string, width: number, indent: string): readonly string[] {
  const words = text.match(/(?:``.*?``|`[^`]*`|\S)+/g) ?? [];
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length + indent.length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((own, place) => (place === 0 ? own : indent + own));
}
