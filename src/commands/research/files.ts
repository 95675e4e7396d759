import type { Hit, Index } from "../../inspect/index.ts";
import type { RankedFile } from "./contract.ts";
import { type Question, widened, wordsIn } from "./question.ts";

const mostHits = 400;

export const isTest = (file: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures)\/|[._-](?:test|spec|suite)\.\w+$|(?:^|\/)(?:test_|conftest)[^/]*\.py$/.test(
    file,
  );
const isData = (file: string): boolean =>
  /(?:\.(?:json|ya?ml|toml|lock)|\.min\.\w+|CHANGELOG\.md)$/i.test(file);

/** Files that fit a question, the best first: by their best places, and by how many of its words they hold. */
export function rankFiles(index: Index, question: Question): readonly RankedFile[] {
  const about = wordsIn(question, "test tests testing spec").length > 0;
  const weight = (file: string): number => (isData(file) ? 0.4 : isTest(file) && !about ? 0.5 : 1);
  const names = [...index.symbols.map(({ declaration }) => declaration.name), ...index.files];
  const hits = index.search(widened(question, names), mostHits);
  return [...Map.groupBy(hits, ({ file }) => file)]
    .map(([file, places]): RankedFile => ({
      file,
      score: weight(file) * scoreOf(places, question),
      hits: places,
    }))
    .sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1));
}

/** Further places count less and less; a file that has every word of the question counts half as much again. */
function scoreOf(places: readonly Hit[], question: Question): number {
  const sum = places.slice(0, 5).reduce((total, { score }, rank) => total + score / (rank + 1) ** 2, 0);
  const [first] = places;
  const text = [first?.file ?? "", ...places.slice(0, 5).map((place) => place.text)].join("\n");
  return sum * (1 + wordsIn(question, text).length / question.words.length / 2);
}
