import { words } from "./identifier-words.ts";

/** The usual constants of BM25. */
const saturation = 1.2;
const lengthWeight = 0.75;

export interface Ranked {
  readonly document: number;
  readonly score: number;
}

/** A search term: the words that express it, each with a confidence up to 1. */
export type Term = ReadonlyMap<string, number>;

export interface Ranking {
  /**
   * Ranks documents. A text is split into words. All words of a term count, and their rarity is that of all of them
   * together.
   */
  rank(question: string | readonly Term[], limit: number): readonly Ranked[];
}

/** A document consists of texts with weights. */
export function ranking(
  documents: readonly (readonly (readonly [text: string, weight: number])[])[],
): Ranking {
  const postings = new Map<string, Map<number, number>>();
  const lengths: number[] = documents.map((parts, document) => {
    let length = 0;
    for (const [text, weight] of parts)
      for (const word of words(text)) {
        const list = postings.get(word) ?? new Map<number, number>();
        postings.set(word, list.set(document, (list.get(document) ?? 0) + weight));
        length += 1;
      }
    return length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  return {
    rank(question, limit) {
      const scores = new Map<number, number>();
      for (const term of typeof question === "string" ? plain(question) : question) {
        const counts = new Map<number, number>();
        for (const [word, sure] of term)
          for (const [document, count] of postings.get(word) ?? [])
            counts.set(document, (counts.get(document) ?? 0) + sure * count);
        const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [document, count] of counts) {
          const norm = saturation * (1 - lengthWeight + (lengthWeight * (lengths[document] ?? 0)) / average);
          scores.set(
            document,
            (scores.get(document) ?? 0) + (rarity * count * (saturation + 1)) / (count + norm),
          );
        }
      }
      return [...scores]
        .map(([document, score]) => ({ document, score }))
        .sort((a, b) => b.score - a.score || a.document - b.document)
        .slice(0, limit);
    },
  };
}

const plain = (text: string): readonly Term[] =>
  [...new Set(words(text))].map((word) => new Map([[word, 1]]));
