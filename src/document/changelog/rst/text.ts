/**
 * Renders untrusted text in reStructuredText: code in backticks becomes literal, and nothing becomes a
 * directive, role, link, list or substitution.
 */
export function plainRst(text: string): string {
  const words = text
    .replaceAll(/(?!\u200D)\p{Cf}|\p{Co}|(?!\s)\p{Cc}/gu, "") // keep emoji joiners
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

/** Renders a literal, with an escaped space, which isn't shown, between it and adjacent letters. */
function literal(part: string, before = "", after = ""): string {
  const code = part.slice(1, -1).trim();
  return `${/\w$/.test(before) ? "\\ " : ""}\`\`${code}\`\`${/^\w/.test(after) ? "\\ " : ""}`;
}

/** Escapes text that would begin another block at the start of an item. */
export const guarded = (text: string): string =>
  /^(?:[^\p{L}\p{N}\s`\\\p{Extended_Pictographic}]|\w{1,4}[.)]\s|\(\w{1,4}\)\s)/u.test(text)
    ? `\\${text}`
    : text;

/** Wraps text at `width` with all but the first line indented; links and literals stay whole. */
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
  return [...lines, line].map((wrappedLine, place) => (place === 0 ? wrappedLine : indent + wrappedLine));
}
