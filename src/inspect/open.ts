import { type Imported, type Language, languageOf } from "../code/index.ts";
import { once } from "../lib/index.ts";
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
  const byFile = new Map<string, readonly Symbol[]>();
  const imported = new Map<string, readonly Imported[]>();
  const files: string[] = [];
  for await (const file of workspace.files.find("**")) if (texts.test(file)) files.push(file);
  for await (const [file, text] of workspace.files.texts(files)) {
    signal?.throwIfAborted();
    if (text === null || text.length > mostText || sources.size >= mostFiles) continue;
    sources.set(file, text);
    const language = await languageOf(file);
    if (!language) continue;
    byFile.set(file, symbolsOf(file, text, language));
    imported.set(file, language.imports(text));
  }
  const symbols = [...byFile.values()].flat();
  const byName = once(() => Map.groupBy(symbols, ({ declaration }) => lastName(declaration.name)));
  const links = graph(symbols, imported);
  // only those who search pay for the words
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
    in: (file) => byFile.get(file) ?? [],
    text: (file) => sources.get(file),
    named: (name) =>
      (byName().get(lastName(name)) ?? []).filter(
        ({ declaration }) => declaration.name === name || lastName(declaration.name) === name,
      ),
    at: (file, line) =>
      (byFile.get(file) ?? [])
        .filter((one) => one.line <= line && line <= one.endLine)
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

const none: Symbol["traits"] = new Set();

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
  const traits = language.traits(text);
  return language.declarations(text).map((declaration, place) => ({
    file,
    line: lineAt(declaration.range.start),
    endLine: lineAt(Math.max(declaration.range.start, declaration.range.end - 1)),
    declaration,
    traits: traits[place]?.size ? traits[place] : none, // one for the many without any
  }));
}
