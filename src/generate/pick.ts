/** Syntax of the marks for blocks and lines; each is followed by features. */
interface Marks {
  readonly block: RegExp;
  readonly line: RegExp;
}

/** Marks of TypeScript. */
export const slashes: Marks = { block: /^\/\/#(.*)$/, line: /^(.*?) *\/\/\? (.*)$/ };
export const hashes: Marks = { block: /^#:(.*)$/, line: /^(.*?) *#: (.*)$/ };

/**
 * Returns a source with only the pieces that these features need. In TypeScript, lines from `//# pages events` to the
 * next such mark need pages or events, lines from a bare `//#` are always included; a line ending in `//? pages` needs
 * pages. Python uses `#:` for both. `!pages` means without pages, `pages+events` means both.
 */
export function pick(source: string, features: ReadonlySet<string>, marks: Marks = slashes): string {
  const has = (feature: string): boolean =>
    feature.startsWith("!") ? !features.has(feature.slice(1)) : features.has(feature);
  const wanted = (marked: string): boolean =>
    marked === "" || marked.split(" ").some((all) => all.split("+").every(has));
  let piece = "";
  const lines: string[] = [];
  for (const line of source.split("\n")) {
    const [, begins] = marks.block.exec(line) ?? [];
    const [, code = line, own = ""] = marks.line.exec(line) ?? [];
    if (begins !== undefined) piece = begins.trim();
    else if (wanted(piece) && wanted(own)) lines.push(code.replace(/^(\s*)\/\/- /, "$1"));
  }
  return lines.join("\n");
}
