const shortest = 40;
/** What begins a line of its own. */
const ownLine = /^(?:\s|[-*•–—·+#>|]|\d+[.)]|[\w -]{1,30}:(?:\s|$))/;
const prose = /\b(?:an?|the|has|have|is|are)\b/i;

/** Whether each line ends where its next word would not have fitted: a paragraph that was broken at a width. */
function isWrapped(lines: readonly string[]): boolean {
  const width = Math.max(...lines.map(({ length }) => length));
  return (
    lines.length > 1 &&
    width >= shortest &&
    lines.slice(1).every((line) => !ownLine.test(line)) &&
    lines.slice(1).some((line) => /^[a-z(]/.test(line)) &&
    lines
      .slice(0, -1)
      .every((line, i) => line.length + 1 + (lines[i + 1]?.split(" ")[0]?.length ?? 0) > width) &&
    prose.test(lines.join(" "))
  );
}

/** A text whose paragraphs stand on one line each, where they were broken at a width. */
export const unwrapped = (text: string): string =>
  text
    .split(/(\n[ \t]*\n\s*)/)
    .map((part, i) => {
      const lines = i % 2 === 0 ? part.split("\n").map((line) => line.trimEnd()) : [];
      return isWrapped(lines) ? lines.join(" ") : part;
    })
    .join("");
