import { posix } from "node:path";
import { type Hit, type Index, type Term, words } from "../inspect/index.ts";
import type { RankedFile } from "./contract.ts";
import { type Question, termsOf, wordsIn } from "./question.ts";

const mostHits = 400;

export const isTest = (file: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures)\/|[._-](?:test|spec|suite)\.\w+$|(?:^|\/)(?:test_|conftest)[^/]*\.py$/.test(
    file,
  );
const isData = (file: string): boolean =>
  /(?:\.(?:json|ya?ml|toml|lock)|\.min\.\w+|CHANGELOG\.md)$/i.test(file);

/**
 * Ranks the files that match a question: by their best places, by how many of its words they contain, and by their
 * names.
 */
export function rankFiles(index: Index, question: Question): readonly RankedFile[] {
  const about = wordsIn(question, "test tests testing spec").length > 0;
  const weight = (file: string): number => (isData(file) ? 0.4 : isTest(file) && !about ? 0.5 : 1);
  const names = [...index.symbols.map(({ declaration }) => declaration.name), ...index.files];
  const terms = termsOf(question, names);
  const hits = index.search(terms, mostHits);
  const ranked = [...Map.groupBy(hits, ({ file }) => file)]
    .map(([file, places]): RankedFile => ({
      file,
      score: weight(file) * scoreOf(places, terms),
      hits: places,
    }))
    .sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1));
  return withoutCopies(ranked, index);
}

/**
 * Further places count less and less. Matches of the question's words add up to half of the score, and a matching file
 * name as much again.
 */
function scoreOf(places: readonly Hit[], terms: readonly Term[]): number {
  const sum = places.slice(0, 5).reduce((total, { score }, rank) => total + score / (rank + 1) ** 2, 0);
  const file = places[0]?.file ?? "";
  const there = new Set(words([file, ...places.slice(0, 5).map((place) => place.text)].join("\n")));
  const coverage =
    terms.reduce((total, term) => total + weightOf(term, there), 0) / Math.max(1, terms.length);
  const nameTerms = words(ownName(file));
  const called =
    nameTerms.reduce((total, word) => total + Math.max(0, ...terms.map((term) => term.get(word) ?? 0)), 0) /
    Math.max(1, nameTerms.length);
  return sum * (1 + coverage / 2) * (1 + called / 2);
}

const weightOf = (term: Term, there: ReadonlySet<string>): number =>
  Math.max(0, ...[...term].map(([word, sure]) => (there.has(word) ? sure : 0)));

/** The file's name; for generic names, its folder's. */
function ownName(file: string): string {
  const stem = posix.basename(file).replace(/\..*$/, "");
  return /^(?:index|__init__|mod|main|lib)$/.test(stem) ? posix.basename(posix.dirname(file)) : stem;
}

const variants = new Set("cjs esm es mjs commonjs module types typings".split(" "));
const isDeclaration = (file: string): boolean => /\.d\.[mc]?ts$/.test(file);

/**
 * Packages ship a module several times: for two module systems, and as declarations. Only the best copy counts, shown
 * as source if possible. Files with the same name but different declarations are all kept.
 */
function withoutCopies(ranked: readonly RankedFile[], index: Index): readonly RankedFile[] {
  const declared = Map.groupBy(index.symbols, ({ file }) => file);
  const names = ({ file }: RankedFile): ReadonlySet<string> =>
    new Set((declared.get(file) ?? []).map(({ declaration }) => declaration.name));
  const filesByKey = new Map<string, RankedFile[]>();
  for (const rankedFile of ranked) {
    const parts = rankedFile.file.replace(/(?:\.d)?\.[mc]?[jt]sx?$/, "").split("/");
    const key = parts.filter((part) => !variants.has(part)).join("/");
    const others = filesByKey.get(key) ?? [];
    const least = others.some(({ file }) => isDeclaration(file) !== isDeclaration(rankedFile.file)) ? 0 : 0.5;
    const index = others.findIndex((other) => overlap(names(rankedFile), names(other)) > least);
    const other = others[index];
    if (!other) others.push(rankedFile);
    else if (shape(rankedFile.file) < shape(other.file))
      others[index] = { ...rankedFile, score: other.score };
    filesByKey.set(key, others);
  }
  return [...filesByKey.values()].flat().sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1));
}

/** Sources before declarations, then shorter paths first. */
const shape = (file: string): number => (isDeclaration(file) ? 1000 : 0) + file.length;

/** The share of names in the smaller set that are in both; 1 for an empty one. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const least = Math.min(a.size, b.size);
  return least === 0 ? 1 : [...a].filter((name) => b.has(name)).length / least;
}
