/** Syntax of the marks for blocks and lines; each is followed by features. */
interface Marks {
  readonly block: RegExp;
  readonly line: RegExp;
}

/** Marks of TypeScript. */
export const slashes: Marks = { block: /^\/\/#(.*)$/, line: /^(.*?) *\/\/\? (.*)$/ };
export const hashes: Marks = { block: /^#:(.*)$/, line: /^(.*?) *#: (.*)$/ };

/** A line, with the features that its block and it itself need. */
interface Marked {
  readonly block: string;
  readonly line: string;
  readonly text: string;
}

/** The marked lines of a source; sources are files, of which there are few. */
const read = new Map<string, readonly Marked[]>();

function markedLines(source: string, marks: Marks): readonly Marked[] {
  let block = "";
  return source.split("\n").flatMap((whole) => {
    const [, begins] = marks.block.exec(whole) ?? [];
    if (begins !== undefined) {
      block = begins.trim();
      return [];
    }
    const [, code = whole, line = ""] = marks.line.exec(whole) ?? [];
    return [{ block, line, text: code.replace(/^(\s*)\/\/- /, "$1") }];
  });
}

/**
 * Returns a source with only the pieces that these features need. In TypeScript, lines from `//# pages events` to the
 * next such mark need pages or events, lines from a bare `//#` are always included; a line ending in `//? pages` needs
 * pages. Python uses `#:` for both. `!pages` means without pages, `pages+events` means both.
 */
export function pick(source: string, features: ReadonlySet<string>, marks: Marks = slashes): string {
  const has = (feature: string): boolean =>
    feature.startsWith("!") ? !features.has(feature.slice(1)) : features.has(feature);
  const isMarkWanted = (marked: string): boolean =>
    marked === "" || marked.split(" ").some((all) => all.split("+").every(has));
  const lines = read.get(source) ?? markedLines(source, marks);
  read.set(source, lines);
  const isWanted = new Map<string, boolean>();
  const included = (marked: string): boolean => {
    const known = isWanted.get(marked) ?? isMarkWanted(marked);
    isWanted.set(marked, known);
    return known;
  };
  const includedLines = lines.filter(({ block, line }) => included(block) && included(line));
  return includedLines.map(({ text }) => text).join("\n");
}
