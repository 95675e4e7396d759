import type { Hit } from "../inspect/index.ts";
import type { Depth, Finding, Line, RankedFile } from "./contract.ts";
import { type Question, wordsIn } from "./question.ts";

const widest = 240;

/** Returns up to two places of each of the best files; in a deep search, up to three. */
export function findingsOf(
  files: readonly RankedFile[],
  question: Question,
  depth: Depth,
): readonly Finding[] {
  const each = depth.deep ? 3 : 2;
  return files
    .flatMap(({ hits, score }) => {
      const best = hits[0]?.score ?? 1;
      return hits.slice(0, each).map((hit) => ({ hit, score: (score * hit.score) / best }));
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, depth.findings)
    .map(({ hit }) => finding(hit, question, depth.lines));
}

export function finding(hit: Omit<Hit, "score">, question: Question, most: number): Finding {
  const quote = bestLines(hit, question, most);
  return {
    file: hit.file,
    line: quote[0]?.number ?? hit.line,
    symbol: hit.symbol,
    words: wordsIn(question, `${hit.file}\n${hit.text}`),
    quote,
  };
}

/** Selects the lines with most of the question's words, including the declaration's own line if it fits. */
function bestLines(
  { text, line, symbol }: Omit<Hit, "score">,
  question: Question,
  most: number,
): readonly Line[] {
  const lines = text.split("\n");
  const words = lines.map((line) => wordsIn(question, line));
  let [best, start] = [-1, 0];
  for (let from = 0; from === 0 || from + most <= lines.length; from++) {
    const window = words.slice(from, from + most).flat();
    const named = symbol && from + line <= symbol.line && symbol.line < from + line + most ? 1 : 0;
    const score = 2 * new Set(window).size + named + window.length / 10;
    if (score > best) [best, start] = [score, from];
  }
  const quoted = lines
    .slice(start, start + most)
    .map((item, index) => ({ number: line + start + index, text: short(item) }));
  while (quoted.length > 1 && quoted.at(-1)?.text.trim() === "") quoted.pop();
  while (quoted.length > 1 && quoted[0]?.text.trim() === "") quoted.shift();
  return quoted;
}

const short = (text: string): string => {
  const clean = text.replace(/\r$/, "");
  return clean.length > widest ? `${clean.slice(0, widest)}…` : clean;
};
