import { stemmer } from "stemmer";
import { inTable, wordTable } from "../lib/index.ts";

/** Forms that don't show by their endings which word they belong to. */
const irregular = wordTable(`
  children child, people person, men man, women woman, feet foot, mice mouse, indices index, matrices matrix, vertices vertex,
  bought buy, kept keep, held hold, forced force, told tell, sold sell, sent send, found find, made make, flew fly, wrote write,
  written write, ran run, paid pay, spent spend, built build, drew draw, drawn draw, drawing draw, taken take, begun begin,
  taught teach, born birth, db database, dbs database`);

const stems = new Map<string, string>();

/** The common part of a lower-case word's forms, as `price` and `prices` have; the cache is bounded: words are untrusted. */
export function stem(lower: string): string {
  const known = stems.get(lower);
  if (known !== undefined) return known;
  if (stems.size > 20_000) stems.clear();
  const stemmed = stemmer(inTable(irregular, lower) ?? lower.replace(/['’]s?$/, ""));
  stems.set(lower, stemmed);
  return stemmed;
}
