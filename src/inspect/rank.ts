import { words } from "./words.ts";

/** BM25 with the usual constants. */
const saturation = 1.2;
const lengthWeight = 0.75;

export interface Ranked {
  readonly document: number;
  readonly score: number;
}

export interface Ranking {
  rank(question: string, limit: number): readonly Ranked[];
}

/** Each document is parts of text with their weights. */
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
      for (const word of new Set(words(question))) {
        const list = postings.get(word);
        if (!list) continue;
        const rarity = Math.log(1 + (documents.length - list.size + 0.5) / (list.size + 0.5));
        for (const [document, count] of list) {
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
