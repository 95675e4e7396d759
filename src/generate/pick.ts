/** How marks are written: that of a block and that of a line, each with the features behind it. */
interface Marks {
  readonly block: RegExp;
  readonly line: RegExp;
}

/** TypeScript and Python. */
export const slashes: Marks = { block: /^\/\/#(.*)$/, line: /^(.*?) *\/\/\? (.*)$/ };
export const hashes: Marks = { block: /^#:(.*)$/, line: /^(.*?) *#: (.*)$/ };

/**
 * A source with the pieces that some features need: what stands from `//# pages events` to the next such mark is for those
 * with pages or events, from a bare `//#` on for all; likewise a line that ends in `//? pages`. Python has `#:` for both.
 * `!pages` is for all that lack them, `pages+events` for what has both.
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
