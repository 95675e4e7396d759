import { type Imported, type Language, languageOf } from "../code/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Index, Symbol } from "./contract.ts";
import { graph, lastName } from "./graph.ts";
import { placesOf } from "./places.ts";
import { ranking } from "./rank.ts";

const mostFiles = 20_000;
const mostText = 400_000;

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
      places.map(({ weight, hit: { file, symbol, text } }) => [
        [text, weight],
        [file, 2 * weight],
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
        return place ? [{ ...place.hit, score }] : [];
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
