import { languageOf } from "../code/index.ts";
import { once } from "../lib/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Index } from "./contract.ts";
import { type Facts, factsOf } from "./facts.ts";
import { headOf, usesOf } from "./head.ts";
import { largest } from "./file-cache.ts";
import { placesOf } from "./source-places.ts";
import { isText, mostFiles, mostText, project } from "./project.ts";
import { ranking } from "./rank.ts";
import type { Source } from "./fact-store.ts";

/** Reads the whole project once, and keeps its texts in memory. Files that don't parse are searched as text. */
export async function openIndex(workspace: Workspace, signal?: AbortSignal): Promise<Index> {
  const sources = new Map<string, string>();
  const facts = new Map<string, Facts>();
  const files: string[] = [];
  for await (const file of workspace.files.find("**")) if (isText(file)) files.push(file);
  for await (const [file, text] of workspace.files.texts(files, largest)) {
    signal?.throwIfAborted();
    if (text === null || text.length > mostText || sources.size >= mostFiles) continue;
    sources.set(file, text);
    const language = await languageOf(file);
    if (language) facts.set(file, factsOf(text, language));
  }
  const declared = await project([...sources.keys()], {
    source: inMemory(facts),
    holds: (file, text) => sources.get(file) === text,
    signal,
  });
  const symbols = declared.files.flatMap((file) => declared.in(file));
  // the word index is built only for searches
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
    ...declared,
    symbols,
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

const inMemory = (facts: ReadonlyMap<string, Facts>): Source => ({
  head(file) {
    const ownFacts = facts.get(file);
    return ownFacts && headOf(ownFacts);
  },
  uses(file) {
    const ownFacts = facts.get(file);
    return ownFacts ? usesOf(ownFacts) : { calls: [], raises: [], others: {} };
  },
  whole: (file) => facts.get(file),
});
