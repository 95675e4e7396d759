import type { Hit, Symbol } from "./contract.ts";
import { importLines } from "./imports.ts";

/** Lines per block outside of declarations. */
const block = 60;
/** Weight of lines that only re-export. */
const passedOn = 0.3;

export interface Place {
  readonly hit: Omit<Hit, "score">;
  /** The weight of its text. */
  readonly weight: number;
}

/** What is ranked: each declaration without nested ones, and the rest of each file in blocks, without imports. */
export function placesOf(sources: ReadonlyMap<string, string>, symbols: readonly Symbol[]): readonly Place[] {
  const byFile = Map.groupBy(symbols, ({ file }) => file);
  return [...sources].flatMap(([file, text]) => {
    const lines = text.split("\n");
    const fileSymbols = (byFile.get(file) ?? []).filter(({ declaration }) => declaration.kind !== "class");
    const cut = (line: number, endLine: number, symbol?: Symbol): Omit<Hit, "score"> => ({
      file,
      line,
      endLine,
      ...(symbol && { symbol }),
      text: lines.slice(line - 1, endLine).join("\n"),
    });
    const declared = fileSymbols.map((symbol) => cut(docstringLine(symbol, text), symbol.endLine, symbol));
    const within = new Set(
      declared.flatMap(({ line, endLine }) =>
        Array.from({ length: endLine - line + 1 }, (_, index) => line + index),
      ),
    );
    const imports = importLines(file, lines);
    const blocks = (isTaken: (line: number) => boolean): readonly Omit<Hit, "score">[] =>
      blocksOf(lines, isTaken).map(([line, end]) => cut(line, end));
    const places = [...declared, ...blocks((line) => within.has(line) || imports.has(line))];
    if (places.length > 0) return places.map((hit) => ({ hit, weight: 1 }));
    return blocks(() => false).map((hit) => ({ hit, weight: passedOn }));
  });
}

/** Blocks of lines outside of declarations, each beginning with a non-empty line, with a maximum length. */
function blocksOf(
  lines: readonly string[],
  isTaken: (line: number) => boolean,
): readonly (readonly [first: number, last: number])[] {
  const found: [number, number][] = [];
  for (let line = 1; line <= lines.length; line++) {
    if (isTaken(line) || !/[\p{L}\p{N}]/u.test(lines[line - 1] ?? "")) continue;
    let end = line;
    while (end < lines.length && end - line < block && !isTaken(end + 1)) end += 1;
    found.push([line, end]);
    line = end;
  }
  return found;
}

/** A declaration's comment belongs to it. */
function docstringLine({ declaration, line }: Symbol, text: string): number {
  const { docstring, range } = declaration;
  if (!docstring || docstring.range.start > range.start) return line;
  return line - (text.slice(docstring.range.start, range.start).split("\n").length - 1);
}
