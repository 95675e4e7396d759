import { type Language, languageOf } from "../code/index.ts";
import { type Facts, factsOf } from "./facts.ts";
import { pack } from "./pack.ts";
import { mostText } from "./project.ts";
import type { Read } from "./threads.ts";

/** Additional facts extracted from each file while it is read: plain data. */
export interface More<M> {
  readonly name: string;
  /** A module for a worker thread that calls `answer` with this. */
  readonly thread?: URL;
  read(
    source: { readonly path: string; readonly text: string; readonly language: Language },
    facts: Facts,
  ): M;
}

export interface Whole<M> extends Facts {
  readonly more: M;
}

/** Extracts a file's declarations and additional facts into one line. */
export const packedFacts =
  <M>(more: More<M>): Read =>
  async (path, text) => {
    const language = await languageOf(path);
    if (!language || text.length > mostText) return undefined;
    const facts = factsOf(text, language);
    return pack({ ...facts, more: more.read({ path, text, language }, facts) } satisfies Whole<M>);
  };
