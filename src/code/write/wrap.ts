/** Wraps text into lines of at most `width` characters. Longer words and text in backticks aren't broken. */
export function wrapped(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((paragraph) => {
    const words = paragraph.match(/(?:`[^`]*`|[^\s`])+/g) ?? [""];
    const lines: string[] = [];
    for (const word of words) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}
