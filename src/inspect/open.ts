import { type Imported, type Language, languageOf } from "../code/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Hit, Index, Symbol } from "./contract.ts";
import { graph, lastName } from "./graph.ts";
import { ranking } from "./rank.ts";

const mostFiles = 20_000;
const mostText = 400_000;
const block = 60;

const texts = /\.(?:[mc]?[jt]sx?|pyi?|go|rs|java|rb|md|sql|prisma|ya?ml|toml|json)$/i;

/** Reads the whole project once. Files that don't parse are searched as text. */
export async function openIndex(workspace: Workspace, signal?: AbortSignal): Promise<Index> {
  const sources = new Map<string, string>();
  const symbols: Symbol[] = [];
  const imported = new Map<string, readonly Imported[]>();
  for await (const file of workspace.files.find("**")) {
    signal?.throwIfAborted();
    if (!texts.test(file) || sources.size >= mostFiles) continue;
    const text = await workspace.files.tryRead(file).catch(() => null);
    if (text === null || text.length > mostText) continue;
    sources.set(file, text);
    const language = await languageOf(file);
    if (!language) continue;
    symbols.push(...symbolsOf(file, text, language));
    imported.set(file, language.imports(text));
  }
  const links = graph(symbols, imported);
  const ranked = once(() => {
    const places = placesOf(sources, symbols);
    const ranks = ranking(
      places.map(({ file, symbol, text }) => [
        [text, 1],
        [file, 2],
        [symbol?.declaration.name ?? "", 4],
      ]),
    );
    return { places, ranks };
  });
  return {
    files: [...sources.keys()],
    symbols,
    named: (name) =>
      symbols.filter(({ declaration }) => declaration.name === name || lastName(declaration.name) === name),
    at: (file, line) =>
      symbols
        .filter((one) => one.file === file && one.line <= line && line <= one.endLine)
        .sort((a, b) => size(a) - size(b))[0],
    search: (question, limit = 10) => {
      const { places, ranks } = ranked();
      return ranks.rank(question, limit).flatMap(({ document, score }) => {
        const place = places[document];
        return place ? [{ ...place, score }] : [];
      });
    },
    ...links,
  };
}

/** Only those who search pay for the words. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const size = ({ declaration: { range } }: Symbol): number => range.end - range.start;

function symbolsOf(file: string, text: string, language: Language): readonly Symbol[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineAt = (offset: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  return language.declarations(text).map((declaration) => ({
    file,
    line: lineAt(declaration.range.start),
    endLine: lineAt(Math.max(declaration.range.start, declaration.range.end - 1)),
    declaration,
  }));
}

/** What is ranked: each declaration that holds no other, and the rest of each file in blocks. */
function placesOf(
  sources: ReadonlyMap<string, string>,
  symbols: readonly Symbol[],
): readonly Omit<Hit, "score">[] {
  const byFile = Map.groupBy(symbols, ({ file }) => file);
  return [...sources].flatMap(([file, text]) => {
    const lines = text.split("\n");
    const own = (byFile.get(file) ?? []).filter(({ declaration }) => declaration.kind !== "class");
    const cut = (line: number, endLine: number, symbol?: Symbol) => ({
      file,
      line,
      endLine,
      ...(symbol && { symbol }),
      text: lines.slice(line - 1, endLine).join("\n"),
    });
    const places = own.map((symbol) => cut(docstringLine(symbol, text), symbol.endLine, symbol));
    const taken = new Set(
      places.flatMap(({ line, endLine }) =>
        Array.from({ length: endLine - line + 1 }, (_, index) => line + index),
      ),
    );
    for (let line = 1; line <= lines.length; line++) {
      if (taken.has(line) || !lines[line - 1]?.trim()) continue;
      let end = line;
      while (end < lines.length && end - line < block && !taken.has(end + 1)) end += 1;
      places.push(cut(line, end));
      line = end;
    }
    return places;
  });
}

/** A declaration's comment belongs to it. */
function docstringLine({ declaration, line }: Symbol, text: string): number {
  const { docstring, range } = declaration;
  if (!docstring || docstring.range.start > range.start) return line;
  return line - (text.slice(docstring.range.start, range.start).split("\n").length - 1);
}
