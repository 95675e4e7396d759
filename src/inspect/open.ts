import { languageOf } from "../code/index.ts";
import { once } from "../lib/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Index } from "./contract.ts";
import { type Facts, factsOf } from "./facts.ts";
import { placesOf } from "./places.ts";
import { isText, mostFiles, mostText, project } from "./project.ts";
import { ranking } from "./rank.ts";

/** Reads the whole project once, and holds its texts. Files that don't parse are searched as text. */
export async function openIndex(workspace: Workspace, signal?: AbortSignal): Promise<Index> {
  const sources = new Map<string, string>();
  const facts = new Map<string, Facts>();
  const files: string[] = [];
  for await (const file of workspace.files.find("**")) if (isText(file)) files.push(file);
  for await (const [file, text] of workspace.files.texts(files)) {
    signal?.throwIfAborted();
    if (text === null || text.length > mostText || sources.size >= mostFiles) continue;
    sources.set(file, text);
    const language = await languageOf(file);
    if (language) facts.set(file, factsOf(text, language));
  }
  const declared = project([...sources.keys()], facts, (file, text) => sources.get(file) === text);
  // only those who search pay for the words
  const ranked = once(() => {
    const places = placesOf(sources, declared.symbols);
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
    ...declared,
    text: (file) => sources.get(file),
    search: (question, limit = 10) => {
      const { places, ranks } = ranked();
      return ranks.rank(question, limit).flatMap(({ document, score }) => {
        const place = places[document];
        return place ? [{ ...place.hit, score }] : [];
      });
    },
  };
}
